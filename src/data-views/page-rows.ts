import { useEffect } from 'react';
import { create } from 'zustand';
import type { RowSource } from '../rows/index.ts';

/** Rows that a page shows, for what stands beside it and wants to know what the person is looking at. */
export interface PageRows {
	/** What the rows are, for people: a dataset's coordinate. */
	readonly title: string;
	readonly source: RowSource;
}

export const usePageRows = create<{ readonly rows: PageRows | null }>(() => ({ rows: null }));

/** Offers rows for as long as they are shown; null offers none. */
export function useOfferRows(title: string, source: RowSource | null): void {
	useEffect(() => {
		if (source === null) return;
		const rows = { title, source };
		usePageRows.setState({ rows });
		return () => {
			if (usePageRows.getState().rows === rows) usePageRows.setState({ rows: null });
		};
	}, [title, source]);
}
