import { useMemo, useState } from 'react';
import { type GridLayout, type GridState, plainLayout } from '../../data-views/grid/canvas/grid-layout.ts';
import { DataGrid } from '../../data-views/grid/data-grid.tsx';
import { useAddressEdit } from '../../lib/use-address-edit.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { readGridSearch, writeGridSearch } from '../../routing/grid-search.ts';
import type { RowSource } from '../../rows/index.ts';
import { readGridLayout, storeGridLayout } from '../../storage/grid-layouts.ts';
import { useScope } from '../session/queries.ts';

interface RowsPanelProps {
	readonly source: RowSource;
	readonly name: string;
	/** Key for the grid's layout: a dataset's coordinate, or a file name. */
	readonly dataset: string;
}

/** A grid whose state survives a reload. */
export function RowsPanel({ source, name, dataset }: RowsPanelProps) {
	const memory = useGridMemory(dataset);
	return <DataGrid source={source} label={`Rows of ${name}`} fileName={name} {...memory} />;
}

/**
 * Grid state: sort, filter and hidden columns are in the URL, so reload, Back and shared links restore them; widths,
 * order and pins are in this browser, per dataset.
 * @param rows a dataset's coordinate, or the name of a file without one
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
			storeGridLayout(key, next);
		},
	};
}
