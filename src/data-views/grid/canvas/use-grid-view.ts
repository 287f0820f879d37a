import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createStore } from 'zustand';
import type { RowSource, SelectedCells, SortTerm } from '../../../rows/index.ts';
import { listenToKeys } from './grid-input.ts';
import { followHead, listenToPointer } from './grid-pointer.ts';
import type { GridFailure } from './grid-rows.ts';
import { type GridEvents, GridView, type GridViewOptions } from './grid-view.ts';

/** A new source starts a new view. */
interface GridViewInput extends Pick<GridViewOptions, 'source' | 'columns' | 'widths'> {
	readonly host: RefObject<HTMLElement | null>;
	readonly rows: RowSource;
	readonly sort: readonly SortTerm[];
	readonly events: GridEvents;
}

/** Draws a source into the host. The selection is a store because it changes too often for React state. */
export function useGridView({ host, source, rows, columns, widths, sort, events }: GridViewInput) {
	const view = useRef<GridView>(null);
	const [failure, setFailure] = useState<GridFailure | null>(null);
	const [selection] = useState(() => createStore<SelectedCells | null>(() => null));
	const current = useEffectEvent(() => events);
	const create = useEffectEvent((element: HTMLElement): GridView => {
		const created: GridView = new GridView({
			host: element,
			source,
			columns,
			widths,
			events: () => current(),
			onHeadPress: (position, event) => followHead(position, event, created),
			onSelect: () => selection.setState(created.selected, true),
			onFailure: setFailure,
		});
		return created;
	});

	// biome-ignore lint/correctness/useExhaustiveDependencies: a new source starts a new view
	useLayoutEffect(() => {
		if (host.current === null) return;
		const ended = new AbortController();
		const created = create(host.current);
		listenToKeys(created, ended.signal);
		listenToPointer(created, ended.signal);
		view.current = created;
		return () => {
			ended.abort();
			created.canvas.dispose();
			view.current = null;
			setFailure(null);
			selection.setState(null, true);
		};
	}, [host, selection, source]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: a new view also needs its columns and rows
	useLayoutEffect(() => view.current?.setColumns(columns, widths, sort), [columns, widths, sort, source]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new view also needs its columns and rows
	useLayoutEffect(() => view.current?.canvas.rows.replace(rows), [rows, source]);

	return { view, failure, selection };
}
