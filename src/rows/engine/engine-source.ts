import type { RowsView } from '#contract/rows/queries.ts';
import type { QueriedSource } from '#contract/rows/selection.ts';
import { trackPendingWork } from '../../lib/browser/when-idle.ts';
import { isUnarranged, noArrangement } from '../operations/arrange/arrangement.ts';
import type {
	ArrangedSource,
	ArrangeWork,
	CellValue,
	CellWindow,
	FindQuery,
	FoundCell,
	RowSource,
	Work,
} from '../source/row-source.ts';
import { queriedReader } from '../values/cell-values.ts';
import type { Engine } from './engine.ts';
import { queriesOf } from './engine-queries.ts';
import { FoundCells, type FoundPosition } from './found-cells.ts';
import { bodyOf, type Queried, same } from './request-body.ts';

/** Rows in the first response: what a grid requests at a time, plus the next. */
const firstRows = 256;

/** From this many cells, querying the service is faster than reading them. */
export const minCells = 250_000;

/**
 * A source whose rows the service queries: operations on all rows run there, windows are read as before.
 * @param base reads the unchanged rows
 */
export function engineSource(base: RowSource, engine: Engine, source: QueriedSource, storedName = same): RowSource {
	return queried(base, { engine, source, storedName, arrangement: noArrangement });
}

function queried(base: RowSource, of: Queried): RowSource {
	// Listing matches would read every row; here the first match comes with their number.
	const { matches: _, ...read } = base;
	const { columns } = base;
	const { engine, storedName } = of;
	const steps = new FoundCells();
	const namesOf = (indexes: readonly number[]) => indexes.map((index) => storedName(columns[index]?.name ?? ''));
	return {
		...read,
		queries: queriesOf(base, of, engineSource),
		arrange: async (arrangement, work) => {
			if (isUnarranged(arrangement)) return { ...queried(base, of), close: () => {} };
			return await arranged(base, { ...of, arrangement }, work);
		},
		find: async ({ text, columns: wanted, from, backwards }: FindQuery, work: Work): Promise<FoundCell | null> => {
			const at = from === null ? null : { row: from.row, column: Math.max(0, wanted.indexOf(from.column)) };
			const sought = JSON.stringify([text, wanted]);
			const cellOf = ([row, column]: FoundPosition, index: number, total: number) => ({
				row,
				column: wanted[column] ?? 0,
				index,
				total,
			});
			const known = steps.after(sought, at, backwards);
			if (known !== undefined) return known === null ? null : cellOf(known.position, known.index, known.total);
			const body = { ...bodyOf(of), columns: namesOf(wanted), text, limit: 1_000, from: at, backwards };
			const answer = await engine.ask('findRows', body, work);
			steps.keep(sought, answer);
			const { total, next, offset, positions } = answer;
			const index = next ?? (total === 0 ? null : 0);
			const position = index === null ? undefined : positions[index - offset];
			if (index === null || position === undefined) return null;
			return cellOf(position, index, total);
		},
		export: async ({ format, columns: wanted, guardFormulas }, work) => {
			const body = { ...bodyOf(of), columns: namesOf(wanted), format, guardFormulas };
			return await engine.download(await engine.ask('exportQueriedRows', body, work), work.signal);
		},
	};
}

/** Sorted or filtered rows. Resolves when the first rows of a sort are known; the rest follows. */
async function arranged(base: RowSource, of: Queried, { signal, onProgress }: ArrangeWork): Promise<ArrangedSource> {
	const { engine, storedName } = of;
	const left = new AbortController();
	const readers = base.columns.map(({ name, type }) => ({ name: storedName(name), read: queriedReader(type) }));
	const cellsOf = (view: RowsView): CellValue[][] =>
		view.rows.map((row) => readers.map(({ name, read }) => read(row[name])));
	// Requesting all columns implicitly lets later queries of the same rows reuse the cached view.
	const columns = storedName === same ? {} : { columns: readers.map(({ name }) => name) };
	const body = { ...bodyOf(of), ...columns, first: firstRows };
	const stop = () => left.abort(signal.reason);
	signal.addEventListener('abort', stop, { once: true });
	const work = { signal: left.signal, ...(onProgress && { onProgress }) };

	let opened: Promise<{ readonly source: RowSource; close(): void }> | null = null;
	const shapeOf = (view: RowsView, rowCount: number, all: Promise<RowsView>): ArrangedSource => {
		const known = cellsOf(view);
		const rows = async ({ rowStart, rowEnd, columnStart, columnEnd }: CellWindow, reading: AbortSignal) => {
			const end = Math.min(rowEnd, rowCount);
			const cut = (cells: CellValue[][]) => cells.map((row) => row.slice(columnStart, columnEnd));
			if (end <= known.length) return cut(known.slice(rowStart, end));
			const { stored, ...whole } = await unless(reading, all);
			if (stored === null) return cut(cellsOf({ ...whole, stored }).slice(rowStart, end));
			opened ??= engine.open(stored, left.signal);
			const { source } = await unless(reading, opened);
			return await source.rows({ rowStart, rowEnd: end, columnStart, columnEnd }, reading);
		};
		const close = () => {
			left.abort();
			void opened?.then((file) => file.close()).catch(() => {});
		};
		const { jobs: _, ...plain } = base;
		return { ...queried({ ...plain, rowCount, rows }, of), close };
	};

	try {
		return await new Promise<ArrangedSource>((resolve, reject) => {
			const onFirst = (first: RowsView) => {
				const total = first.total ?? (of.arrangement.filter.length === 0 ? base.rowCount : null);
				if (total !== null) resolve(shapeOf(first, total, all));
			};
			// The page's own preloading waits until all rows are ready.
			const all: Promise<RowsView> = trackPendingWork(engine.ask('viewRows', body, { ...work, onFirst }));
			all.then((view) => resolve(shapeOf(view, view.total ?? view.rows.length, all)), reject);
		});
	} finally {
		// After this, closing the rows aborts the work.
		signal.removeEventListener('abort', stop);
	}
}

/** @throws AbortError when no caller waits anymore */
async function unless<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
	signal.throwIfAborted();
	const leaving = new Promise<never>((_, reject) =>
		signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
	);
	return await Promise.race([promise, leaving]);
}
