import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { createBuildSpec } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { othersMayUse } from '../../lib/messages.ts';
import { paths } from '../../routing/paths.ts';
import { LinkButton } from '../../ui/primitives/button.tsx';
import { Box } from '../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { useSpecTargets } from '../build-specs/pipeline-queries.ts';
import { buildSpecsQuery } from '../build-specs/queries.ts';
import { DatasetStatusPanel } from '../names/dataset-status-panel.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { useBuildSpecStatus } from '../names/status-queries.ts';
import { useOffers } from '../session/queries.ts';
import classes from './catalog.module.css';
import { type CatalogRef, type SpecUse, specUses } from './model.ts';

export const LinkTable = (props: { label: string; columns: readonly string[]; children: ReactNode }) => (
	<SimpleTable hover cards="lines" className={classes.linkTable} aria-label={props.label} columns={props.columns}>
		<tbody>{props.children}</tbody>
	</SimpleTable>
);

export function SpecUses(ref: CatalogRef) {
	const specs = useQuery(buildSpecsQuery);
	const canCreate = useOffers(createBuildSpec);
	const { query, targets } = useSpecTargets(specs.data?.items);
	if (specs.data === undefined || targets === undefined) {
		const missing = specs.data === undefined ? specs : query;
		if (missing.error === null) return <LoadingRows rows={4} />;
		return <QueryErrorPanel title="Couldn’t load BuildSpecs" query={missing} />;
	}
	const uses = specUses(specs.data.items, ref, targets);
	const what = ref.datasetName === undefined ? 'namespace' : 'dataset';
	return (
		<Box fill scroll pb={5}>
			{uses.length === 0 ? (
				<EmptyState
					title={`None of your BuildSpecs read or write this ${what}`}
					action={canCreate ? <LinkButton to={paths.newBuildSpec()}>New BuildSpec</LinkButton> : undefined}
				/>
			) : (
				<LinkTable label={`BuildSpecs that use this ${what}`} columns={['BuildSpec', 'Use', 'Last build', 'Updated']}>
					{uses.map(({ spec, writes, reads }) => (
						<tr key={spec.id}>
							<Text component="td" mono>
								<Link to={paths.buildSpec(spec.id)}>{formatCoordinate(spec.destination)}</Link>{' '}
								<Muted>v{spec.version}</Muted>
							</Text>
							<td>
								{writes.length > 0 && 'writes '}
								<Datasets all={writes} />
								{writes.length > 0 && reads.length > 0 && ', '}
								{reads.length > 0 && 'reads '}
								<Datasets all={reads} />
							</td>
							<td style={{ maxWidth: '20rem' }}>
								<SpecStatus spec={spec} />
							</td>
							<Muted component="td">
								<RelativeTime iso={spec.updatedAt} />
							</Muted>
						</tr>
					))}
				</LinkTable>
			)}
			<Muted component="p" spaced>
				{othersMayUse(what)}
			</Muted>
		</Box>
	);
}

/** Status of a BuildSpec's destination. If several write a dataset, it shows which one wrote the current rows. */
const SpecStatus = ({ spec }: { readonly spec: SpecUse['spec'] }) => (
	<DatasetStatusPanel status={useBuildSpecStatus(spec)} withReason />
);

const Datasets = ({ all }: { all: SpecUse['reads'] }) =>
	all.map((dataset, index) => (
		<span key={formatCoordinate(dataset)}>
			{index > 0 && ', '}
			<Link to={paths.dataset(dataset)}>{dataset.datasetName}</Link>
		</span>
	));
