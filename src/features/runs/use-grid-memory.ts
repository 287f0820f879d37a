import { useMemo, useState } from 'react';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { readGridSearch, writeGridSearch } from '../../routing/grid-search.ts';
import { keepGridLayout, readGridLayout } from '../../storage/grid-layouts.ts';
import { type GridLayout, plainLayout } from '../../ui/grid/grid-layout.ts';
import type { GridState } from '../../ui/grid/grid-state.ts';
import { useScope } from '../session/queries.ts';

/**
 * What a grid is given to be the same again: sort, filter and hidden columns from the address, so that reload, Back and
 * a colleague see the same; widths, order and pins from this browser, by dataset.
 * @param rows a dataset's coordinate, or the name of a file that belongs to none
 */
export function useGridMemory(rows: string) {
	const { service, user } = useScope();
	const key = useMemo(() => ({ service, user, rows }), [service, user, rows]);
	const [params, setParams] = useAddressParams();
	const search = params.toString();
	const state = useMemo<GridState>(() => readGridSearch(new URLSearchParams(search)), [search]);
	const [layout, setLayout] = useState<GridLayout>(() => readGridLayout(key) ?? plainLayout);
	return {
		state,
		onStateChange: (next: GridState) =>
			setParams(
				(before) => {
					writeGridSearch(before, next);
					return before;
				},
				{ replace: true, preventScrollReset: true },
			),
		layout,
		onLayoutChange: (next: GridLayout) => {
			setLayout(next);
			keepGridLayout(key, next);
		},
	};
}
