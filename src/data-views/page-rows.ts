import { useEffect } from 'react';
import type { StoreApi } from 'zustand';
import { create } from 'zustand';
import type { RowSource, SelectedCells } from '../rows/index.ts';

/** Rows that a page shows, for what stands beside it and wants to know what the person is looking at. */
export interface PageRows {
	/** What the rows are, for people: a dataset's coordinate. */
	readonly title: string;
	readonly source: RowSource;
}

/** Rows that somebody selected in the grid of a page, as they are sorted and filtered there; the end is exclusive. */
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

/** Offers rows for as long as they are shown; null offers none. */
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

/** Offers what is selected in a grid, where its rows are those of the page; one cell alone is where somebody stands. */
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
