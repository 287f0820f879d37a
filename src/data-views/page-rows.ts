import { useEffect } from 'react';
import type { StoreApi } from 'zustand';
import { create } from 'zustand';
import type { RowSource, SelectedCells } from '../rows/index.ts';

export interface PageRows {
	/** Name of the rows: a dataset's coordinate. */
	readonly title: string;
	readonly source: RowSource;
}

/** Selected rows of the page's grid, in its sort and filter; end exclusive. */
export interface SelectedRows {
	readonly rows: RowSource;
	readonly start: number;
	readonly end: number;
}

interface Offered {
	readonly rows: PageRows | null;
	readonly selected: SelectedRows | null;
}

export const usePageRows = create<Offered>(() => ({ rows: null, selected: null }));

/** Publishes a page's rows while mounted; null: none. */
export function useOfferRows(title: string, source: RowSource | null): void {
	useEffect(() => {
		if (source === null) return;
		const rows = { title, source };
		usePageRows.setState({ rows });
		return () => {
			if (usePageRows.getState().rows === rows) usePageRows.setState({ rows: null, selected: null });
		};
	}, [title, source]);
}

/** Publishes a grid's selection if its rows are the page's. A single cell is just the cursor. */
export function useOfferSelection(source: RowSource, rows: RowSource, selection: StoreApi<SelectedCells | null>): void {
	useEffect(() => {
		const offer = (cells: SelectedCells | null) => {
			const { rows: page, selected } = usePageRows.getState();
			if (page?.source !== source) return;
			const isRange = cells !== null && (cells.rowEnd - cells.rowStart > 1 || cells.columns.length > 1);
			if (isRange) usePageRows.setState({ selected: { rows, start: cells.rowStart, end: cells.rowEnd } });
			else if (selected !== null) usePageRows.setState({ selected: null });
		};
		offer(selection.getState());
		const unsubscribe = selection.subscribe(offer);
		return () => {
			unsubscribe();
			offer(null);
		};
	}, [source, rows, selection]);
}
