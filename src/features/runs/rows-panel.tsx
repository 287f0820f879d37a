import { useMemo, useState } from 'react';
import { type GridLayout, type GridState, plainLayout } from '../../data-views/grid/canvas/grid-layout.ts';
import { DataGrid } from '../../data-views/grid/data-grid.tsx';
import { useAddressEdit } from '../../lib/use-address-edit.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { readGridSearch, writeGridSearch } from '../../routing/grid-search.ts';
import type { RowSource } from '../../rows/index.ts';
import { keepGridLayout, readGridLayout } from '../../storage/grid-layouts.ts';
import { useScope } from '../session/queries.ts';

interface RowsPanelProps {
	readonly source: RowSource;
	readonly name: string;
	/** What the grid's layout is remembered by: a dataset's coordinate, or the name of a file that is none's. */
	readonly dataset: string;
}

/** Rows in a grid that is the same again after a reload. */
export function RowsPanel({ source, name, dataset }: RowsPanelProps) {
	const memory = useGridMemory(dataset);
	return <DataGrid source={source} label={`Rows of ${name}`} fileName={name} {...memory} />;
}

/**
 * What a grid is given to be the same again: sort, filter and hidden columns from the address, so that reload, Back and
 * a colleague see the same; widths, order and pins from this browser, by dataset.
 * @param rows a dataset's coordinate, or the name of a file that belongs to none
 */
export function useGridMemory(rows: string) {
	const { service, user } = useScope();
	const key = useMemo(() => ({ service, user, rows }), [service, user, rows]);
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const search = params.toString();
	const state = useMemo<GridState>(() => readGridSearch(new URLSearchParams(search)), [search]);
	const [layout, setLayout] = useState<GridLayout>(() => readGridLayout(key) ?? plainLayout);
	return {
		state,
		onStateChange: (next: GridState) => edit((params) => writeGridSearch(params, next)),
		layout,
		onLayoutChange: (next: GridLayout) => {
			setLayout(next);
			keepGridLayout(key, next);
		},
	};
}
