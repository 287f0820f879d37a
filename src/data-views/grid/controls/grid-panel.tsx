import { useId } from 'react';
import { countOf } from '../../../lib/format.ts';
import type { FilterTerm, RowSource } from '../../../rows/index.ts';
import { PopoverPanel } from '../../../ui/menu/popover-panel.tsx';
import { ColumnsPanel } from './columns-panel.tsx';
import { ExportPanel } from './export-panel.tsx';
import { FilterEditor } from './filter-editor.tsx';
import type { GridContext, RowsGrid } from './grid-context.ts';
import { GroupDialog } from './group-dialog.tsx';
import { ValueFilter } from './value-filter.tsx';

/** Panels of the grid's tools. A filter's index is null for a new one. */
export type Panel =
	| { readonly kind: 'columns' | 'export' }
	| { readonly kind: 'values' | 'group'; readonly column: string }
	| { readonly kind: 'filter'; readonly index: number | null; readonly column: string };

interface GridPanelProps {
	readonly panel: Panel;
	readonly target: { readonly current: HTMLElement | null };
	readonly grid: GridContext;
	readonly rows: RowSource;
	readonly shown: readonly number[];
	readonly fileName: string;
	readonly Grid: RowsGrid;
	readonly onPanel: (panel: Panel) => void;
	/** @param isTargetGone whether the element it's anchored to disappears too */
	readonly onClose: (isTargetGone?: boolean) => void;
}

const labels = { columns: 'Columns', export: 'Export', filter: 'Filter', values: 'Filter' } as const;

export function GridPanel({ panel, target, grid, rows, shown, fileName, Grid, onPanel, onClose }: GridPanelProps) {
	const id = useId();
	const { source, state, layout } = grid;
	const { columns } = source;
	const index = panel.kind === 'filter' ? panel.index : null;
	const apply = (term: FilterTerm) => {
		grid.setFilter(index === null ? [...state.filter, term] : state.filter.with(index, term));
		onClose();
	};
	const name = 'column' in panel ? panel.column : '';
	const at = columns.findIndex((column) => column.name === name);
	const column = columns[at];
	const replace = (terms: readonly FilterTerm[]) => {
		grid.setFilter([...state.filter.filter((term) => term.column !== name), ...terms]);
		onClose();
	};
	const remove = () => {
		grid.setFilter(state.filter.filter((_, at) => at !== index));
		onClose(true);
	};
	if (panel.kind === 'group')
		return (
			column !== undefined && (
				<GroupDialog
					{...{ rows, column, index: at, fileName, Grid }}
					isFiltered={state.filter.length > 0}
					onPick={apply}
					onClose={() => onClose()}
				/>
			)
		);
	return (
		<PopoverPanel
			id={id}
			label={labels[panel.kind]}
			target={target}
			opened
			onChange={(opened) => {
				if (!opened) onClose();
			}}
			position={panel.kind === 'columns' || panel.kind === 'export' ? 'bottom-end' : 'bottom-start'}
			width={panel.kind === 'columns' ? 340 : 320}
		>
			{panel.kind === 'columns' && (
				<ColumnsPanel columns={columns} layout={layout} apart={source.changeColumn} onChange={grid.setLayout} />
			)}
			{panel.kind === 'export' && (
				<ExportPanel
					rows={rows}
					columns={shown}
					fileName={fileName}
					leftOut={leftOut(source.rowCount - rows.rowCount, columns.length - shown.length)}
					onDone={onClose}
				/>
			)}
			{panel.kind === 'values' && column !== undefined && (
				<ValueFilter
					source={source}
					column={column}
					index={at}
					filter={state.filter}
					onApply={replace}
					onCondition={() => onPanel({ kind: 'filter', index: null, column: name })}
				/>
			)}
			{panel.kind === 'filter' && (
				<FilterEditor
					columns={columns}
					first={(index === null ? undefined : state.filter[index]) ?? { column: panel.column }}
					onApply={apply}
					onRemove={index === null ? undefined : remove}
				/>
			)}
		</PopoverPanel>
	);
}

function leftOut(rows: number, columns: number): string | null {
	const parts = [rows > 0 && countOf(rows, 'filtered row'), columns > 0 && countOf(columns, 'hidden column')];
	const named = parts.filter((part) => part !== false);
	return named.length === 0 ? null : `Without ${named.join(' and ')}.`;
}
