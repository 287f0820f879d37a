import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { useStatusOf } from '../../names/status-queries.ts';
import { ColumnLineagePanel } from '../column-lineage-panel.tsx';
import { useColumnLineage } from '../column-queries.ts';
import type { Lineage, LineageDataset } from './lineage.ts';
import { LineageStatus } from './lineage-status.tsx';

interface LineagePickedProps {
	readonly datasets: readonly LineageDataset[];
	readonly lineage: Lineage;
	/** Folded name of the collapsed namespace; null if one dataset is picked. */
	readonly namespace: string | null;
	readonly focus: string;
	readonly onFocus: (name: string) => void;
	readonly onCollapse: (namespace: string, isCollapsed: boolean) => void;
}

export function LineagePicked({ datasets, lineage, namespace, focus, onFocus, onCollapse }: LineagePickedProps) {
	const [first] = datasets;
	if (first === undefined) return null;
	if (namespace !== null) {
		return (
			<Card label={`Datasets in ${first.namespace}`}>
				<Inline gap={[2, 3]}>
					<strong>{first.namespace}</strong>
					<CompactButton onClick={() => onCollapse(namespace, false)}>
						Show {countOf(datasets.length, 'dataset')}
					</CompactButton>
				</Inline>
				<Names label="Contains" keys={datasets.map((dataset) => dataset.key)} lineage={lineage} />
			</Card>
		);
	}
	const { key, name, coordinate, builtBy, up, down } = lineage.get(first.key) ?? first;
	return (
		<Card label={`Lineage of ${name}`}>
			<Inline gap={[2, 3]}>
				<Link to={paths.dataset(coordinate)}>{name}</Link>
				<LineageStatus dataset={coordinate} />
				<LastBuilt dataset={coordinate} />
				<Builders dataset={coordinate} specs={builtBy} />
				{builtBy.length === 0 && <Muted>Not built by any of your BuildSpecs</Muted>}
				{focus !== key && (
					<CompactButton
						onClick={(event) => {
							// The button disappears.
							event.currentTarget.closest('section')?.focus();
							onFocus(name);
						}}
					>
						Show only related datasets
					</CompactButton>
				)}
				<CompactButton onClick={() => onCollapse(foldName(first.namespace), true)}>
					Collapse {first.namespace}
				</CompactButton>
			</Inline>
			<Names label="Built from" keys={up} lineage={lineage} />
			<Names label="Used to build" keys={down} lineage={lineage} />
			<PickedColumns dataset={coordinate} buildSpecId={builtBy[0]?.id ?? null} />
		</Card>
	);
}

function Builders({ dataset, specs }: { readonly dataset: DatasetCoordinate; readonly specs: readonly BuildSpec[] }) {
	const writer = useStatusOf(dataset)?.builtBy?.buildSpecId;
	return specs.map(({ id, version }) => (
		<span key={id}>
			<Link to={paths.buildSpec(id)}>BuildSpec version {version}</Link>
			{specs.length > 1 && (
				<Muted>
					{' '}
					{id.slice(0, 8)}
					{id === writer && ', built last'}
				</Muted>
			)}
		</span>
	));
}

function LastBuilt({ dataset }: { readonly dataset: DatasetCoordinate }) {
	const at = useStatusOf(dataset)?.builtBy?.at;
	return at === undefined ? null : (
		<Muted>
			Last built <RelativeTime iso={at} />
		</Muted>
	);
}

function PickedColumns({ dataset, buildSpecId }: { dataset: DatasetCoordinate; buildSpecId: string | null }) {
	const builtBy = useStatusOf(dataset)?.builtBy;
	const lineage = useColumnLineage(dataset, builtBy?.buildSpecId ?? buildSpecId, builtBy ?? null);
	if (lineage === null) return null;
	return (
		<Inline gap={3} nowrap align="stretch">
			<Muted rigid style={{ width: '5rem' }}>
				Columns
			</Muted>
			<Stack gap={1}>
				{lineage.note !== null && <Muted>{lineage.note}</Muted>}
				<ColumnLineagePanel lineage={lineage} />
			</Stack>
		</Inline>
	);
}

const Card = ({ label, children }: { label: string; children: ReactNode }) => (
	<Stack
		component="section"
		gap={2}
		breaks
		boxed
		scroll
		px={3}
		py={2}
		style={{ maxHeight: '12rem' }}
		tabIndex={-1}
		aria-label={label}
	>
		{children}
	</Stack>
);

const Names = ({ label, keys, lineage }: { label: string; keys: readonly string[]; lineage: Lineage }) =>
	keys.length === 0 ? null : (
		<Inline gap={3} nowrap align="stretch">
			<Muted rigid style={{ width: '5rem' }}>
				{label}
			</Muted>
			<Inline component="ul" gap={[0, 3]} align="stretch">
				{keys.map((key) => {
					const dataset = lineage.get(key);
					return (
						dataset && (
							<li key={key}>
								<Link to={paths.dataset(dataset.coordinate)}>{dataset.name}</Link>
							</li>
						)
					);
				})}
			</Inline>
		</Inline>
	);
