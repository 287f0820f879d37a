import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CellWindow, RowSource, SelectedCells, SortTerm } from '../../rows/index.ts';
import { Signal } from './controls/signal.ts';
import type { ShownColumns } from './grid-layout.ts';
import { type GridEvents, GridView } from './grid-view.ts';

export interface Failure {
	readonly error: unknown;
	readonly window: CellWindow;
}

interface GridViewInput {
	readonly host: RefObject<HTMLElement | null>;
	/** A new source starts a new view. */
	readonly source: RowSource;
	/** The rows to show of it. */
	readonly rows: RowSource;
	readonly columns: ShownColumns;
	readonly widths: ReadonlyMap<number, number>;
	readonly sort: readonly SortTerm[];
	readonly events: Omit<GridEvents, 'failed' | 'selected'>;
}

/** Draws a source into the host for as long as both are there, and follows what is to be shown of it. */
export function useGridView({ host, source, rows, columns, widths, sort, events }: GridViewInput) {
	const view = useRef<GridView>(null);
	const [failure, setFailure] = useState<Failure | null>(null);
	const selection = useMemo(() => new Signal<SelectedCells | null>(null), []);

	const inspect = useEffectEvent(events.inspect);
	const menu = useEffectEvent(events.menu);
	const order = useEffectEvent(events.sort);
	const resized = useEffectEvent(events.resized);
	const moved = useEffectEvent(events.moved);
	const command = useEffectEvent(events.command);
	const begin = useEffectEvent(
		(element: HTMLElement) =>
			new GridView({
				host: element,
				source,
				columns,
				widths,
				events: {
					failed: setFailure,
					selected: () => selection.set(view.current?.selected ?? null),
					inspect: (cell) => inspect(cell),
					menu: (kind, cell, at) => menu(kind, cell, at),
					sort: (column, add) => order(column, add),
					resized: (column, width) => resized(column, width),
					moved: (column, before) => moved(column, before),
					command: (name) => command(name),
				},
			}),
	);

	// biome-ignore lint/correctness/useExhaustiveDependencies: another source starts another view
	useLayoutEffect(() => {
		if (host.current === null) return;
		const made = begin(host.current);
		view.current = made;
		return () => {
			made.dispose();
			view.current = null;
			setFailure(null);
			selection.set(null);
		};
	}, [host, selection, source]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: another view is given its columns and rows too
	useLayoutEffect(() => view.current?.setColumns(columns, widths, sort), [columns, widths, sort, source]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another view is given its columns and rows too
	useLayoutEffect(() => view.current?.setRows(rows), [rows, source]);

	return { view, failure, selection };
}
