import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { useStatuses } from '../../names/status-queries.ts';
import classes from './lineage.module.css';
import { type Lineage, type LineageBranch, rootsOf, treeOf } from './lineage.ts';
import { LineageStatus } from './lineage-status.tsx';

/** Roots listed at first. */
const first = 100;

interface LineageListProps {
	readonly lineage: Lineage;
	/** Key of the focused dataset, or empty. */
	readonly focus: string;
	/** Keys of datasets that match the search; null without a search. */
	readonly found: ReadonlySet<string> | null;
}

export function LineageList({ lineage, focus, found }: LineageListProps) {
	const center = lineage.get(focus);
	const starts = useMemo(() => (found === null ? rootsOf(lineage) : [...found]), [lineage, found]);
	const title =
		found === null ? 'Datasets and their downstream datasets' : 'Matching datasets and their downstream datasets';
	return (
		<Stack gap={4} breaks fill scroll>
			{center !== undefined && found === null ? (
				<>
					<p>
						<Link to={paths.dataset(center.coordinate)}>{center.name}</Link>{' '}
						<LineageStatus dataset={center.coordinate} />
					</p>
					<Branches title={`Upstream of ${center.name}`} lineage={lineage} starts={center.up} side="up" />
					<Branches title={`Downstream of ${center.name}`} lineage={lineage} starts={center.down} side="down" />
				</>
			) : (
				<Branches title={title} lineage={lineage} starts={starts} side="down" />
			)}
		</Stack>
	);
}

interface BranchesProps {
	readonly title: string;
	readonly lineage: Lineage;
	readonly starts: readonly string[];
	readonly side: 'up' | 'down';
}

function Branches({ title, lineage, starts, side }: BranchesProps) {
	const [limit, setLimit] = useState(first);
	const branches = useMemo(() => treeOf(lineage, starts.slice(0, limit), side), [lineage, starts, limit, side]);
	return (
		<section aria-label={title}>
			<SectionHeader mb={2}>{title}</SectionHeader>
			{starts.length === 0 && <Muted component="p">No datasets</Muted>}
			<Branch branches={branches} side={side} />
			{starts.length > limit && (
				<CompactButton onClick={() => setLimit(limit + 5 * first)}>
					Show more ({countOf(starts.length, 'dataset')} in total)
				</CompactButton>
			)}
		</section>
	);
}

function Branch({ branches, side }: { branches: readonly LineageBranch[]; side: 'up' | 'down' }) {
	const statuses = useStatuses();
	if (branches.length === 0) return null;
	return (
		<Bullets className={classes.branch}>
			{branches.map(({ dataset, rest, branches: inner }) => (
				<li key={dataset.key}>
					<Link to={paths.dataset(dataset.coordinate)}>{dataset.name}</Link>
					{dataset.builtBy.map((item) => (
						<Muted key={item.id}>
							{' '}
							{statuses?.byKey.get(dataset.key)?.version === null ? 'will be built by' : 'built by'}{' '}
							<Link to={paths.buildSpec(item.id)} aria-label={`BuildSpec version ${item.version} of ${dataset.name}`}>
								BuildSpec version {item.version}
							</Link>
						</Muted>
					))}{' '}
					<LineageStatus dataset={dataset.coordinate} />
					{rest === 'above' && (
						<Muted> {side === 'down' ? '(downstream datasets: see above)' : '(upstream datasets: see above)'}</Muted>
					)}
					{rest === 'deeper' && (
						<>
							{' '}
							<Link to={paths.lineage(dataset.name, 'list')}>Show more</Link>
						</>
					)}
					<Branch branches={inner} side={side} />
				</li>
			))}
		</Bullets>
	);
}
