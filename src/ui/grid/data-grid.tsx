import { useId, useMemo, useRef, useState } from 'react';
import { countOf } from '../../lib/format.ts';
import {
	type CellPosition,
	cycleSort,
	type FilterTerm,
	filterLike,
	filterProblem,
	type RowSource,
	type SortTerm,
} from '../../rows/index.ts';
import { copyText } from '../copy-text.ts';
import { LazyPart, lazyPart } from '../lazy-part.tsx';
import { CellInspector } from './cell-inspector.tsx';
import { FindBar } from './controls/find-bar.tsx';
import { Foot } from './controls/foot.tsx';
import type { GridMenuProps } from './controls/grid-menu.tsx';
import type { OpenPanel } from './controls/grid-panel.tsx';
import { cellGroups, columnGroups } from './controls/menu-groups.ts';
import { RowBar } from './controls/row-bar.tsx';
import { Toolbar, type Tools } from './controls/toolbar.tsx';
import { useArranged } from './controls/use-arranged.ts';
import { useCopy } from './controls/use-copy.ts';
import { useFind } from './controls/use-find.ts';
import { useOwn } from './controls/use-own.ts';
import classes from './data-grid.module.css';
import { headId } from './grid-header.ts';
import { chooseWidth, type GridLayout, moveColumn, plainLayout, showColumns, toggleName } from './grid-layout.ts';
import { GridProblem, spanWords, UnappliedFilters } from './grid-problem.tsx';
import { type GridState, plainState } from './grid-state.ts';
import { useGridView } from './use-grid-view.ts';

export interface DataGridProps {
	/** A new source starts a new grid. */
	readonly source: RowSource;
	/** What the rows are, for those who cannot see them: "Rows of airport_delays". */
	readonly label: string;
	/** Of exported files, without an extension. */
	readonly fileName?: string;
	/** What is sorted, filtered and hidden; without it the grid keeps that itself. */
	readonly state?: GridState;
	readonly onStateChange?: (state: GridState) => void;
	/** How columns are laid out; without it the grid keeps that itself. */
	readonly layout?: GridLayout;
	readonly onLayoutChange?: (layout: GridLayout) => void;
	/** Without the lines above and below, for a few rows within something else; what is filtered or goes on is still told. */
	readonly plain?: boolean;
}

const menuPart = lazyPart(() => import('./controls/grid-menu.tsx').then((it) => it.GridMenu));
const panelPart = lazyPart(() => import('./controls/grid-panel.tsx').then((it) => it.GridPanel));
const warm = () => {
	menuPart.warm();
	panelPart.warm();
};

type Open = { readonly panel: PanelKind; readonly target: { readonly current: HTMLElement | null } };
type PanelKind =
	| { readonly kind: 'columns' }
	| { readonly kind: 'export' }
	| { readonly kind: 'filter'; readonly index: number | null; readonly column: string };

/** Rows of any number with all that is done to them, in a scrolled view. It fills its parent, which has a height. */
export function DataGrid(props: DataGridProps) {
	const { source, label, fileName = label, plain = false } = props;
	const id = useId();
	const host = useRef<HTMLDivElement>(null);
	const [asked, setState] = useOwn(props.state, props.onStateChange, plainState);
	const [ownLayout, setOwnLayout] = useOwn(props.layout, props.onLayoutChange, plainLayout);
	const [inspected, setInspected] = useState<CellPosition | null>(null);
	const [bar, setBar] = useState<'find' | 'row' | null>(null);
	const [menu, setMenu] = useState<Omit<GridMenuProps, 'onClose'> | null>(null);
	const [open, setOpen] = useState<Open | null>(null);

	const { columns, changeColumn } = source;
	const canArrange = source.arrange !== undefined;
	const arranged = useArranged(source, asked, () => view.current?.columnsToLoad ?? []);
	const { rows } = arranged;
	// What failed is not shown as if it were applied.
	const state = arranged.error === null ? asked : { ...asked, ...arranged.applied };
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
		sort: state.sort,
		events: {
			inspect: setInspected,
			menu: (kind, cell, at) => setMenu(kind === 'column' ? columnMenu(cell.column, at) : cellMenu(cell, at)),
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

	const { copying, copy, dismiss } = useCopy(rows, (cell) => view.current?.valueAt(cell));
	const find = useFind({
		rows,
		columns: shown.indexes,
		from: () => view.current?.activePosition ?? null,
		onFound: (at) => view.current?.goToCell(at),
	});
	const focus = () => host.current?.focus({ preventScroll: true });
	const copySelection = (...[format, withHeader]: [Parameters<typeof copy>[1]['format'], boolean]) => {
		const selected = selection.get();
		if (selected !== null) void copy(selected, { format, withHeader });
	};
	const show = (panel: PanelKind, target: HTMLElement | null) => setOpen({ panel, target: { current: target } });
	const closePanel = () => {
		setOpen(null);
		const target = open?.target.current ?? null;
		if (target === null || host.current?.contains(target)) return focus();
		(target.querySelector('button') ?? target).focus();
	};

	function columnMenu(column: number, at: { x: number; y: number }): Omit<GridMenuProps, 'onClose'> {
		const name = nameOf(column);
		const head = document.getElementById(headId(id, column));
		const others = state.sort.filter((it) => it.column !== name);
		const groups = columnGroups(
			{ sorted: state.sort.find((it) => it.column === name), isPinned: layout.pinned.includes(name), canArrange },
			{
				sort: (descending) => setSort(descending === null ? others : [{ column: name, descending }]),
				filter: () => show({ kind: 'filter', index: null, column: name }, head),
				pin: (wanted) => setLayout({ ...layout, pinned: toggleName(layout.pinned, name, wanted) }),
				hide: () => setLayout({ ...layout, hidden: toggleName(layout.hidden, name, true) }),
				move: (by) => view.current?.moveColumn(column, by),
				fit: () => view.current?.fit(column),
				copyName: () => void copyText(name),
				columns: () => show({ kind: 'columns' }, head),
			},
		);
		return { label: `Column ${name}`, at, groups };
	}

	function cellMenu(cell: CellPosition, at: { x: number; y: number }): Omit<GridMenuProps, 'onClose'> {
		const column = columns[cell.column];
		const value = view.current?.valueAt(cell);
		const like = (exclude: boolean) => {
			const term = column === undefined || value === undefined ? null : filterLike(column, value, exclude);
			return term === null || !canArrange ? undefined : () => setFilter([...state.filter, term]);
		};
		const inspect = () => setInspected(cell);
		return {
			label: 'Selected cells',
			at,
			groups: cellGroups({ inspect, copy: copySelection, keep: like(false), exclude: like(true) }),
		};
	}

	const tools: Tools = {
		find: rows.find === undefined ? undefined : () => setBar('find'),
		row: () => setBar('row'),
		columns: (target) => show({ kind: 'columns' }, target),
		export: rows.export === undefined ? undefined : (target) => show({ kind: 'export' }, target),
		filter: canArrange
			? (index, target) => show({ kind: 'filter', index, column: columnToFilter(index) }, target)
			: undefined,
	};
	const columnToFilter = (index: number | null): string => {
		const active = view.current?.activePosition?.column ?? shown.indexes[0] ?? 0;
		return index === null ? nameOf(active) : (state.filter[index]?.column ?? nameOf(active));
	};

	function panelOf(panel: PanelKind): OpenPanel {
		if (panel.kind === 'columns') {
			return { kind: 'columns', props: { columns, layout, apart: changeColumn, onChange: setLayout } };
		}
		if (panel.kind === 'export') {
			const leftOut = leftOutWords(source.rowCount - rows.rowCount, columns.length - shown.indexes.length);
			return { kind: 'export', props: { rows, columns: shown.indexes, fileName, leftOut, onDone: closePanel } };
		}
		const { index } = panel;
		const apply = (term: FilterTerm) => {
			setFilter(index === null ? [...state.filter, term] : state.filter.with(index, term));
			closePanel();
		};
		const remove = () => {
			setFilter(state.filter.filter((_, at) => at !== index));
			setOpen(null);
			focus();
		};
		const first = index === null ? { column: panel.column } : (state.filter[index] ?? { column: panel.column });
		return {
			kind: 'filter',
			props: { columns, first, onApply: apply, onRemove: index === null ? undefined : remove },
		};
	}

	return (
		<div className={classes.frame}>
			{(!plain || state.filter.length > 0) && (
				<Toolbar
					tools={tools}
					filter={state.filter}
					columns={columns}
					onIntent={warm}
					onClear={() => setFilter([])}
					onRemove={(index) => setFilter(state.filter.filter((_, at) => at !== index))}
				/>
			)}
			{unapplied.length > 0 && (
				<UnappliedFilters
					filter={unapplied}
					columns={columns}
					onRemove={() => setFilter(state.filter.filter((term) => !unapplied.includes(term)))}
				/>
			)}
			{bar === 'find' && (
				<FindBar
					find={find}
					onClose={() => {
						find.cancel();
						setBar(null);
						focus();
					}}
				/>
			)}
			{bar === 'row' && (
				<RowBar
					rowCount={rows.rowCount}
					onClose={() => {
						setBar(null);
						focus();
					}}
					onGo={(row) => {
						view.current?.goToCell({ row, column: view.current.activePosition?.column ?? 0 });
						setBar(null);
						focus();
					}}
				/>
			)}
			<div className={classes.field} data-failed={failure === null ? undefined : true}>
				{/* biome-ignore lint/a11y/useSemanticElements: a table cannot be windowed in both directions */}
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
					onCopy={(event) => {
						const selected = selection.get();
						if (selected !== null) void copy(selected, { format: 'tsv', withHeader: false, event: event.nativeEvent });
					}}
				/>
				{rows.rowCount === 0 && (
					<div className={classes.none}>{source.rowCount === 0 ? 'No rows' : 'No rows match the filters'}</div>
				)}
				{shown.indexes.length === 0 && rows.rowCount > 0 && <div className={classes.none}>All columns are hidden</div>}
			</div>
			{arranged.error !== null && (
				<GridProblem
					title="Couldn't sort or filter the rows"
					error={arranged.error}
					onRetry={arranged.retry}
					onUndo={() => setState({ ...state, ...arranged.applied })}
				/>
			)}
			{failure !== null && (
				<GridProblem
					title={`Couldn't load rows ${spanWords(failure.window)}`}
					error={failure.error}
					onRetry={() => view.current?.retry()}
				/>
			)}
			{(!plain || rows.rowCount !== source.rowCount || arranged.work !== null || copying.state !== 'idle') && (
				<Foot
					source={source}
					arranged={arranged}
					hiddenColumns={columns.length - shown.indexes.length - (changeColumn === undefined ? 0 : 1)}
					selection={selection}
					copying={copying}
					onCopy={copySelection}
					onDismiss={dismiss}
					onCancel={() => setState({ ...state, ...arranged.applied })}
				/>
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
					props={{ target: open.target, panel: panelOf(open.panel), onClose: closePanel }}
					onMissing={() => setOpen(null)}
				/>
			)}
			<CellInspector
				rows={rows}
				position={inspected}
				valueAt={(cell) => view.current?.valueAt(cell)}
				neighbour={(cell, by) => view.current?.neighbour(cell, by) ?? null}
				onMove={(cell) => {
					setInspected(cell);
					view.current?.goToCell(cell);
				}}
				onClose={() => setInspected(null)}
			/>
		</div>
	);
}

function leftOutWords(rows: number, columns: number): string | null {
	const parts = [
		rows > 0 ? countOf(rows, 'filtered row') : null,
		columns > 0 ? countOf(columns, 'hidden column') : null,
	].filter((it) => it !== null);
	return parts.length === 0 ? null : `Without ${parts.join(' and ')}.`;
}
