import { Link } from 'react-router';
import type { BuildRun } from '#contract/build-run.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { subjectName, versionName } from './model.ts';
import { Elapsed, RunStateChip } from './run-state.tsx';
import classes from './runs-page.module.css';

/** Runs as rows, in the order they come. On narrow screens a row is two lines. */
export function RunsTable({ runs }: { runs: readonly BuildRun[] }) {
	return (
		<table className={classes.table}>
			<thead>
				<tr>
					<th scope="col">Run of</th>
					<th scope="col">Version</th>
					<th scope="col">State</th>
					<th scope="col">Started</th>
					<th scope="col" className={classes.number}>
						Duration
					</th>
					<th scope="col" className={classes.number}>
						Rows
					</th>
					<th scope="col" className={classes.number}>
						Size
					</th>
					<th scope="col">By</th>
				</tr>
			</thead>
			<tbody>
				{runs.map((run) => (
					<RunRow key={run.id} run={run} />
				))}
			</tbody>
		</table>
	);
}

function RunRow({ run }: { run: BuildRun }) {
	return (
		<tr>
			<td className={classes.subject}>
				<Link to={paths.run(run.id)} className={classes.link}>
					{subjectName(run)}
				</Link>
				{run.kind === 'build' && <span className={classes.quiet}> build</span>}
			</td>
			<td className={classes.version}>{versionName(run)}</td>
			<td className={classes.state}>
				<RunStateChip run={run} />
			</td>
			<td className={classes.started}>
				<RelativeTime iso={run.startedAt ?? run.createdAt} />
			</td>
			<td className={`${classes.number} ${classes.duration}`}>
				<Elapsed run={run} />
			</td>
			<td className={`${classes.number} ${classes.rows}`}>{run.rows === null ? '' : formatCount(run.rows)}</td>
			<td className={`${classes.number} ${classes.bytes}`}>{run.bytes === null ? '' : formatBytes(run.bytes)}</td>
			<td className={classes.by}>{run.by}</td>
		</tr>
	);
}
