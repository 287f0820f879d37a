import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import classes from './lineage.module.css';
import type { Lineage } from './lineage.ts';
import { type LineageBranch, rootsOf, treeOf } from './lineage-tree.ts';

/** How many beginnings are listed before somebody asks for more. */
const first = 100;

interface LineageListProps {
	readonly lineage: Lineage;
	/** Key of the dataset that is looked around from; empty: none. */
	readonly focus: string;
	/** Keys of datasets that are searched for; null: nothing is. */
	readonly found: ReadonlySet<string> | null;
}

/** The lineage as nested lists. What is searched for is where the lists begin. */
export function LineageList({ lineage, focus, found }: LineageListProps) {
	const center = lineage.get(focus);
	const starts = useMemo(() => (found === null ? rootsOf(lineage) : [...found]), [lineage, found]);
	if (center !== undefined && found === null) {
		return (
			<div className={classes.list}>
				<Branches title={`What ${center.name} comes from`} lineage={lineage} starts={center.up} side="up" />
				<Branches title={`What comes from ${center.name}`} lineage={lineage} starts={center.down} side="down" />
			</div>
		);
	}
	const title = found === null ? 'Datasets, and what is built from them' : 'What was found, and what is built from it';
	return (
		<div className={classes.list}>
			<Branches title={title} lineage={lineage} starts={starts} side="down" />
		</div>
	);
}

interface BranchesProps {
	readonly title: string;
	readonly lineage: Lineage;
	readonly starts: readonly string[];
	readonly side: 'up' | 'down';
}

function Branches({ title, lineage, starts, side }: BranchesProps) {
	const [most, setMost] = useState(first);
	const branches = useMemo(() => treeOf(lineage, starts.slice(0, most), side), [lineage, starts, most, side]);
	return (
		<section aria-label={title}>
			<h2 className={classes.heading}>{title}</h2>
			{starts.length === 0 && <p className={classes.quiet}>Nothing.</p>}
			<Branch branches={branches} side={side} />
			{starts.length > most && (
				<Button variant="default" size="compact-sm" onClick={() => setMost(most + 5 * first)}>
					Show more of the {formatCount(starts.length)}
				</Button>
			)}
		</section>
	);
}

function Branch({ branches, side }: { branches: readonly LineageBranch[]; side: 'up' | 'down' }) {
	if (branches.length === 0) return null;
	return (
		<ul className={classes.branch}>
			{branches.map(({ dataset, rest, branches: inner }) => (
				<li key={dataset.key}>
					<Link to={paths.dataset(dataset.coordinate)}>{dataset.name}</Link>
					{dataset.builtBy.map((it) => (
						<span key={it.id} className={classes.quiet}>
							{' '}
							built by{' '}
							<Link to={paths.buildSpec(it.id)} aria-label={`BuildSpec v${it.version} of ${dataset.name}`}>
								BuildSpec v{it.version}
							</Link>
						</span>
					))}
					{rest === 'above' && (
						<span className={classes.quiet}>
							{' '}
							{side === 'down' ? 'what is built from it is told above' : 'what it comes from is told above'}
						</span>
					)}
					{rest === 'deeper' && (
						<>
							{' '}
							<Link to={paths.lineage(dataset.name, 'list')}>goes on from there</Link>
						</>
					)}
					<Branch branches={inner} side={side} />
				</li>
			))}
		</ul>
	);
}
