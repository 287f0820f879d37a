import { Link } from 'react-router';
import type { BuildRun } from '#contract/build-run.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { RowCheck } from '../../../ui/primitives/selection.tsx';
import { rowKeys, SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { runName, subjectName, versionName } from '../model.ts';
import { Elapsed, RunStateChip, withCommit } from '../run-state.tsx';
import classes from './runs-page.module.css';

interface RunsTableProps {
	readonly runs: readonly BuildRun[];
	readonly picked: ReadonlySet<string>;
	readonly onPick: (id: string) => void;
}

const columns = [
	{ label: 'Selected', isHidden: true, className: classes.pickCell },
	...['Name', 'Version', 'Status', 'Created'],
	...['Duration', 'Rows', 'Size'].map((label) => ({ label, className: classes.number })),
	'By',
];

/**
 * Runs as rows, in the given order. Arrow keys move between rows, Enter opens one, x selects it. On narrow screens, a
 * row has two lines.
 */
export function RunsTable({ runs, picked, onPick }: RunsTableProps) {
	return (
		<SimpleTable
			hover
			cards="flow"
			className={classes.table}
			aria-label="Runs"
			onKeyDown={rowKeys('a', onPick)}
			columns={columns}
		>
			<tbody>
				{runs.map((run) => (
					<RunRow key={run.id} run={run} isPicked={picked.has(run.id)} onPick={onPick} />
				))}
			</tbody>
		</SimpleTable>
	);
}

interface RunRowProps extends Pick<RunsTableProps, 'onPick'> {
	readonly run: BuildRun;
	readonly isPicked: boolean;
}

function RunRow({ run, isPicked, onPick }: RunRowProps) {
	return (
		<tr data-row={run.id} data-picked={isPicked || undefined}>
			<td className={classes.pickCell}>
				<RowCheck
					label={`Select ${runName(run)}, ${run.id.slice(0, 8)}`}
					checked={isPicked}
					onChange={() => onPick(run.id)}
				/>
			</td>
			<td className={classes.subject}>
				<Text to={paths.run(run.id)} component={Link} mono>
					{subjectName(run)}
				</Text>
				{run.definition.destination !== undefined && <Muted> {run.kind}</Muted>}
			</td>
			<td className={classes.version}>{withCommit(versionName(run), run)}</td>
			<td>
				<RunStateChip run={run} />
			</td>
			<td className={classes.created}>
				<RelativeTime iso={run.createdAt} />
			</td>
			<td className={`${classes.number} ${classes.duration}`}>
				<Elapsed run={run} />
			</td>
			<td className={`${classes.number} ${classes.rows}`} data-unit={run.rows === 1 ? 'row' : 'rows'}>
				{run.rows === null ? '' : formatCount(run.rows)}
			</td>
			<td className={`${classes.number} ${classes.bytes}`}>{run.bytes === null ? '' : formatBytes(run.bytes)}</td>
			<td className={classes.by}>{run.by}</td>
		</tr>
	);
}
