import { useUncontrolled, useWindowEvent } from '@mantine/hooks';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import {
	type CellPosition,
	type CopyFormat,
	cycleSort,
	type FilterTerm,
	filterProblem,
	hasNull,
	type RowSource,
	type SortTerm,
} from '../../rows/index.ts';
import { useHasPaneBar } from '../../ui/layout/pane-bar.tsx';
import { LazyPart, lazyPart } from '../../ui/states/lazy-part.tsx';
import { useOfferSelection } from '../page-rows.ts';
import classes from './canvas/grid.module.css';
import { headId } from './canvas/grid-header.ts';
import {
	chooseWidth,
	type GridLayout,
	type GridState,
	moveColumn,
	plainLayout,
	plainState,
	showColumns,
} from './canvas/grid-layout.ts';
import { useGridView } from './canvas/use-grid-view.ts';
import { CellInspector } from './cell-inspector.tsx';
import { FindBar } from './controls/find-bar.tsx';
import { Foot } from './controls/foot.tsx';
import type { GridContext, RowAction } from './controls/grid-context.ts';
import type { GridMenuProps } from './controls/grid-menu.tsx';
import type { Panel } from './controls/grid-panel.tsx';
import { cellGroups, columnGroups } from './controls/menu-groups.ts';
import { RowBar } from './controls/row-bar.tsx';
import { FilterChips, Toolbar, type Tools } from './controls/toolbar.tsx';
import { useArranged } from './controls/use-arranged.ts';
import { useCopy } from './controls/use-copy.ts';
import { useFind } from './controls/use-find.ts';
import { GridProblem, rowRangeLabel, UnappliedFilters } from './grid-problem.tsx';

export interface DataGridProps {
	/** A new source starts a new grid. */
	readonly source: RowSource;
	/** Accessible name: "Rows of airport_delays". */
	readonly label: string;
	readonly fileName?: string;
	/** Sort, filter and hidden columns. Uncontrolled if absent. */
	readonly state?: GridState;
	readonly onStateChange?: (state: GridState) => void;
	/** Column layout. Uncontrolled if absent. */
	readonly layout?: GridLayout;
	readonly onLayoutChange?: (layout: GridLayout) => void;
	/** Default: Enter and double-click open the cell. */
	readonly rowAction?: RowAction;
	/** Hides the toolbar and footer, for a few embedded rows. Filters and progress are still shown. */
	readonly plain?: boolean;
}

const menuPart = lazyPart(() => import('./controls/grid-menu.tsx'), 'GridMenu');
const panelPart = lazyPart(() => import('./controls/grid-panel.tsx'), 'GridPanel');
const warm = () => {
	menuPart.warm();
	panelPart.warm();
};

/** A virtualized grid with all tools. Fills its parent, which needs a height. */
export function DataGrid(props: DataGridProps) {
	const { source, label, fileName = label, plain = false, rowAction } = props;
	const id = useId();
	const host = useRef<HTMLDivElement>(null);
	const [requested = plainState, setState] = useUncontrolled<GridState | undefined>({
		value: props.state,
		onChange: (next = plainState) => props.onStateChange?.(next),
	});
	const [ownLayout = plainLayout, setOwnLayout] = useUncontrolled<GridLayout | undefined>({
		value: props.layout,
		onChange: (next = plainLayout) => props.onLayoutChange?.(next),
	});
	const [inspected, setInspected] = useState<CellPosition | null>(null);
	const [bar, setBar] = useState<'find' | 'row' | null>(null);
	const [menu, setMenu] = useState<Omit<GridMenuProps, 'onClose'> | null>(null);
	const [open, setOpen] = useState<{ panel: Panel; target: { current: HTMLElement | null } } | null>(null);

	const { columns, changeColumn } = source;
	const canArrange = source.arrange !== undefined;
	const hasPaneBar = useHasPaneBar();
	const arranged = useArranged(source, requested, () => view.current?.canvas.rows.columnsToLoad ?? []);
	const { rows } = arranged;
	// A failed sort or filter isn't shown as applied.
	const state = arranged.error === null ? requested : { ...requested, ...arranged.applied };
	const unapplied = state.filter.filter((term) => filterProblem(term, columns) !== null);
	const hidden = state.hidden ?? ownLayout.hidden;
	const layout = useMemo(() => ({ ...ownLayout, hidden }), [ownLayout, hidden]);
	const shown = useMemo(() => showColumns(columns, layout, changeColumn), [columns, layout, changeColumn]);
	const widths = useMemo(() => {
		const chosen = new Map(layout.widths);
		return new Map(columns.flatMap(({ name }, index) => (chosen.has(name) ? [[index, chosen.get(name) ?? 0]] : [])));
	}, [columns, layout]);
	const nameOf = (column: number): string => columns[column]?.name ?? '';

	const setLayout = (next: GridLayout) => {
		setOwnLayout(next);
		if (next.hidden !== hidden) setState({ ...state, hidden: next.hidden });
	};
	const setSort = (sort: readonly SortTerm[]) => setState({ ...state, sort });
	const setFilter = (filter: readonly FilterTerm[]) => setState({ ...state, filter });

	const { view, failure, selection } = useGridView({
		host,
		source,
		rows,
		columns: shown,
		widths,
		// The arrow shows the current sort, not a pending one.
		sort: arranged.applied.sort,
		events: {
			inspect: (cell) => (rowAction === undefined ? setInspected(cell) : context.act(cell)),
			menu: (kind, cell, at) => {
				if (kind === 'cells') return setMenu({ label: 'Selected cells', at, groups: cellGroups(context, cell) });
				setMenu({ label: `Column ${nameOf(cell.column)}`, at, groups: columnGroups(context, cell.column) });
			},
			sort: (column, add) => {
				if (canArrange) setSort(cycleSort(state, nameOf(column), add));
			},
			resized: (column, width) => setLayout(chooseWidth(layout, nameOf(column), width)),
			moved: (column, before) => setLayout(moveColumn(columns, layout, column, before)),
			command: (name) => {
				if (name === 'row') return setBar('row');
				if (rows.find === undefined) return;
				setBar('find');
				if (name !== 'find') find.next(name === 'previous');
			},
		},
	});

	useOfferSelection(source, rows, selection);
	const { copying, copy, dismiss } = useCopy(rows, (cell) => view.current?.valueAt(cell));
	const find = useFind({
		isOpen: bar === 'find',
		rows,
		columns: shown.indexes,
		from: () => view.current?.activePosition ?? null,
		onFound: (at) => view.current?.goToCell(at),
	});
	const sought = bar === 'find' ? find.text : '';
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new source starts a new view
	useEffect(() => view.current?.canvas.highlight(sought), [view, sought, source]);
	const focus = () => host.current?.focus({ preventScroll: true });
	const closeBar = () => {
		find.cancel();
		setBar(null);
		focus();
	};
	const copySelection = (format: CopyFormat, withHeader: boolean) => {
		const selected = selection.getState();
		if (selected !== null) void copy(selected, { format, withHeader });
	};
	// Listens on the window, because Firefox sends the event to the body if no text is selected.
	useWindowEvent('copy', (event) => {
		const selected = selection.getState();
		const isHere = host.current?.contains(document.activeElement) === true;
		if (selected !== null && isHere) void copy(selected, { format: 'tsv', withHeader: false, event });
	});
	const show = (panel: Panel, target: HTMLElement | null) => setOpen({ panel, target: { current: target } });
	const onPanel = (panel: Panel) => setOpen((before) => before && { ...before, panel });
	const closePanel = (isTargetGone = false) => {
		setOpen(null);
		const target = open?.target.current ?? null;
		if (isTargetGone || target === null || host.current?.contains(target)) return focus();
		(target.querySelector('button') ?? target).focus();
	};

	const context: GridContext = {
		source,
		state,
		layout,
		view: () => view.current,
		setSort,
		setFilter,
		setLayout,
		inspect: setInspected,
		rowAction,
		act: ({ row }) => {
			const window = { rowStart: row, rowEnd: row + 1, columnStart: 0, columnEnd: columns.length };
			void rows.rows(window, new AbortController().signal).then(([cells]) => cells && rowAction?.run(cells));
		},
		copy: copySelection,
		openPanel: (kind, column) =>
			show(
				kind === 'columns' ? { kind } : { kind, column: nameOf(column) },
				document.getElementById(headId(id, column)),
			),
	};

	const tools: Tools = {
		find: rows.find === undefined ? undefined : () => setBar('find'),
		row: () => setBar('row'),
		columns: (target) => show({ kind: 'columns' }, target),
		export: rows.export === undefined ? undefined : (target) => show({ kind: 'export' }, target),
		filter: canArrange
			? (index, target) => {
					const column = columnToFilter(index);
					// The editor has no line for null among several values.
					const term = state.filter[index ?? -1];
					show(
						term !== undefined && hasNull(term) ? { kind: 'values', column } : { kind: 'filter', index, column },
						target,
					);
				}
			: undefined,
	};
	const columnToFilter = (index: number | null): string => {
		const active = view.current?.activePosition?.column ?? shown.indexes[0] ?? 0;
		return index === null ? nameOf(active) : (state.filter[index]?.column ?? nameOf(active));
	};

	const hiddenColumns = columns.length - shown.indexes.length - (changeColumn === undefined ? 0 : 1);
	const isQuiet =
		rows.rowCount === source.rowCount && arranged.work === null && state.filter.length === 0 && hiddenColumns === 0;

	return (
		<div className={classes.frame}>
			{!plain && <Toolbar tools={tools} onIntent={warm} />}
			{unapplied.length > 0 && (
				<UnappliedFilters
					filter={unapplied}
					columns={columns}
					onRemove={() => setFilter(state.filter.filter((term) => !unapplied.includes(term)))}
				/>
			)}
			{bar === 'row' && (
				<RowBar
					rowCount={rows.rowCount}
					onClose={closeBar}
					onGo={(row) => {
						view.current?.goToCell({ row, column: view.current.activePosition?.column ?? 0 });
						closeBar();
					}}
				/>
			)}
			<div className={classes.field} data-failed={failure === null ? undefined : true}>
				{bar === 'find' && <FindBar find={find} gridId={id} onClose={closeBar} />}
				{/* biome-ignore lint/a11y/useSemanticElements: a table can't be virtualized in both directions */}
				<div
					ref={host}
					id={id}
					role="grid"
					className={classes.grid}
					aria-label={label}
					aria-rowcount={rows.rowCount + 1}
					aria-colcount={columns.length + 1}
					aria-readonly="true"
					aria-multiselectable="true"
					aria-busy={arranged.work !== null}
					tabIndex={0}
					onFocus={warm}
				/>
				{rows.rowCount === 0 && (
					<div className={classes.none}>{source.rowCount === 0 ? 'No rows' : 'No rows match the filters'}</div>
				)}
				{shown.indexes.length === 0 && rows.rowCount > 0 && <div className={classes.none}>All columns are hidden</div>}
			</div>
			{arranged.error !== null && (
				<GridProblem
					title="Couldn’t sort or filter the rows"
					error={arranged.error}
					onRetry={arranged.retry}
					onUndo={() => setState({ ...state, ...arranged.applied })}
				/>
			)}
			{failure !== null && (
				<GridProblem
					title={`Couldn’t load ${rowRangeLabel(failure.window)}`}
					error={failure.error}
					onRetry={() => view.current?.canvas.rows.retry()}
				/>
			)}
			{(!plain || !isQuiet || copying.state !== 'idle') && (
				<Foot
					isQuiet={hasPaneBar && isQuiet}
					source={source}
					arranged={arranged}
					hiddenColumns={hiddenColumns}
					selection={selection}
					copying={copying}
					onCopy={copySelection}
					onDismiss={dismiss}
					onCancel={() => setState({ ...state, ...arranged.applied })}
				>
					<FilterChips edit={tools.filter} filter={state.filter} columns={columns} onChange={setFilter} />
				</Foot>
			)}
			{menu !== null && (
				<LazyPart
					part={menuPart}
					props={{
						...menu,
						onClose: () => {
							setMenu(null);
							focus();
						},
					}}
					onMissing={() => setMenu(null)}
				/>
			)}
			{open !== null && (
				<LazyPart
					part={panelPart}
					props={{
						...open,
						grid: context,
						Grid: DataGrid,
						rows,
						shown: shown.indexes,
						fileName,
						onPanel,
						onClose: closePanel,
					}}
					onMissing={() => setOpen(null)}
				/>
			)}
			<CellInspector
				rows={rows}
				position={inspected}
				valueAt={(cell) => view.current?.valueAt(cell)}
				neighbor={(cell, by) => view.current?.neighbor(cell, by) ?? null}
				onMove={(cell) => {
					setInspected(cell);
					view.current?.goToCell(cell);
				}}
				onClose={() => setInspected(null)}
			/>
		</div>
	);
}
