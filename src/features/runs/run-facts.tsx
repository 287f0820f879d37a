import type { ReactNode } from 'react';
import type { BuildRun } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './run-page.module.css';
import { Elapsed, RunStateChip } from './run-state.tsx';

/** What is known of a run beside its code, log and outputs. */
export function RunFacts({ run }: { run: BuildRun }) {
	const { sources } = run.definition;
	return (
		<dl className={classes.facts}>
			<Fact name="State">
				<RunStateChip run={run} />
			</Fact>
			<Fact name={run.startedAt === null ? 'Created' : 'Started'}>
				<span>
					<RelativeTime iso={run.startedAt ?? run.createdAt} />, by {run.by}
				</span>
			</Fact>
			{run.startedAt !== null && (
				<Fact name="Duration">
					<Elapsed run={run} />
				</Fact>
			)}
			{run.rows !== null && <Fact name="Rows">{formatCount(run.rows)}</Fact>}
			{run.bytes !== null && <Fact name="Size">{formatBytes(run.bytes)}</Fact>}
			<Fact name={sources.length === 1 ? 'Source' : 'Sources'}>
				<span className={classes.mono}>{sources.map(formatCoordinate).join(', ') || 'none'}</span>
			</Fact>
			{run.commit && (
				<Fact name="Commit">
					<span className={classes.mono} title={run.commit.id}>
						{run.commit.id.slice(0, 10)}
					</span>{' '}
					<CopyButton value={run.commit.id} label="Copy the commit's id" />
					<span>
						on <span className={classes.mono}>{run.commit.ref}</span>
						{run.commit.message === undefined ? '' : `: ${run.commit.message}`}, <RelativeTime iso={run.commit.at} />
					</span>
				</Fact>
			)}
			<Fact name="Id">
				<span className={classes.mono}>{run.id}</span> <CopyButton value={run.id} label="Copy the run's id" />
			</Fact>
		</dl>
	);
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
	<div className={classes.fact}>
		<dt>{name}</dt>
		<dd>{children}</dd>
	</div>
);
