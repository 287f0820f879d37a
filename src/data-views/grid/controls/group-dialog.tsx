import { Modal } from '@mantine/core';
import { useMemo, useState } from 'react';
import { namesAmounts } from '#lib/text/amounts.ts';
import { useFocusBack } from '../../../lib/browser/use-focus-back.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import {
	type CellValue,
	exactText,
	type FilterTerm,
	filterLike,
	type GridColumn,
	type GroupMeasure,
	type Groups,
	groupSource,
	type RowSource,
} from '../../../rows/index.ts';
import { InPaneBar, PaneFrame } from '../../../ui/layout/pane-bar.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { useWork } from '../../use-task.ts';
import classes from './controls.module.css';
import type { RowAction, RowsGrid } from './grid-context.ts';
import { GroupMeasures } from './group-measures.tsx';
import { GroupProgress } from './group-progress.tsx';
import { groupTable } from './group-table.ts';

interface GroupDialogProps {
	/** The filtered rows. */
	readonly rows: RowSource;
	readonly isFiltered: boolean;
	readonly column: GridColumn;
	readonly index: number;
	/** Name of exported groups, without an extension. */
	readonly fileName: string;
	readonly Grid: RowsGrid;
	/** Shows the rows of a group. */
	readonly onPick: (term: FilterTerm) => void;
	readonly onClose: () => void;
}

/** Maximum groups shown; for more, filter first. */
const limit = 10_000;

/** Groups the rows by a column, with counts and measures of other columns. Each group links to its rows. */
export function GroupDialog({ rows, isFiltered, column, index, fileName, Grid, onPick, onClose }: GroupDialogProps) {
	useFocusBack();
	const numbers = rows.columns.flatMap(({ kind }, at) =>
		at !== index && ['integer', 'float', 'decimal'].includes(kind) ? [at] : [],
	);
	const [measures, setMeasures] = useState<readonly GroupMeasure[]>(() => {
		// Numeric ids aren't summed.
		const first = numbers.find((at) => namesAmounts(rows.columns[at]?.name ?? '')) ?? numbers[0];
		return first === undefined ? [] : (['sum', 'mean'] as const).map((measure) => ({ measure, column: first }));
	});
	const input = { by: index, measures, limit, order: 'count', search: '' } as const;
	const wanted = JSON.stringify(measures);
	// biome-ignore lint/correctness/useExhaustiveDependencies: other rows, columns or measures start a new task
	const of = useMemo(() => ({}), [rows, index, wanted]);
	const { task, cancel, again } = useWork(of, async (signal, onProgress) => ({
		rows,
		measures,
		groups: await groupSource(rows, input, { signal, onProgress }),
	}));
	// The previous groups stay until the next ones are ready, keeping their sort and widths.
	const done = task.state === 'done' ? task.value : null;
	const [last, setLast] = useState(done);
	if (done !== null && done !== last) setLast(done);
	const shown = done ?? (last?.rows === rows ? last : null);
	return (
		<Modal
			opened
			onClose={onClose}
			title={`Group by ${column.name}`}
			size="min(72rem, 96vw)"
			classNames={{ body: classes.groupBody ?? '' }}
			closeOnEscape={false}
			onKeyDown={(event) => {
				// A menu above the dialog handles the key first.
				if (event.key === 'Escape' && !event.defaultPrevented && event.currentTarget.contains(event.target as Node))
					onClose();
			}}
		>
			<GroupMeasures columns={rows.columns} numbers={numbers} chosen={measures} onChange={setMeasures} />
			<PaneFrame label="Groups" className={classes.groupPane}>
				<GroupProgress task={task} label="Grouping" onCancel={cancel} onRetry={again} />
				{shown !== null && (
					<GroupRows
						groups={shown.groups}
						measures={shown.measures}
						columns={rows.columns}
						rowCount={rows.rowCount}
						isFiltered={isFiltered}
						by={column}
						fileName={`${fileName} by ${column.name}`}
						Grid={Grid}
						onPick={onPick}
					/>
				)}
			</PaneFrame>
		</Modal>
	);
}

interface GroupRowsProps extends Pick<GroupDialogProps, 'isFiltered' | 'fileName' | 'Grid' | 'onPick'> {
	readonly rowCount: number;
	readonly groups: Groups;
	readonly measures: readonly GroupMeasure[];
	readonly columns: readonly GridColumn[];
	readonly by: GridColumn;
}

function GroupRows({ groups, measures, columns, by, rowCount, isFiltered, fileName, Grid, onPick }: GroupRowsProps) {
	const source = useMemo(() => groupTable(groups, columns, by, measures), [groups, columns, by, measures]);
	const { total } = groups;
	const shown = groups.groups.length;
	const action: RowAction = {
		label: 'Show rows in this group',
		run: ([value = null]: readonly CellValue[]) => {
			const found = groups.groups.find((group) => isSame(group.value, value));
			const term = found === undefined ? null : filterLike(by, found.value, false);
			if (term !== null) onPick(term);
		},
	};
	return (
		<>
			<InPaneBar slot="facts">
				<Muted numeric>
					{total > shown ? `The ${formatCount(shown)} largest of ${countOf(total, 'group')}` : countOf(total, 'group')}{' '}
					in {countOf(rowCount, isFiltered ? 'filtered row' : 'row')}
				</Muted>
				<Muted>Double-click a group or press Enter to show its rows</Muted>
			</InPaneBar>
			<Grid source={source} label={`Groups by ${by.name}`} fileName={fileName} rowAction={action} />
		</>
	);
}

const isSame = (a: CellValue, b: CellValue): boolean =>
	a === null || b === null ? a === b : exactText(a) === exactText(b);
