import type { ComparisonSummary, RowsComparison } from '#contract/rows/analysis.ts';
import type { QueriedSource, TableRows } from '#contract/rows/selection.ts';
import type { ComparedQuery, ComparedSource, ComparedView } from '../operations/compare/compare-sources.ts';
import type { Comparison, ComparisonView } from '../operations/compare/comparison.ts';
import { missingAfter, missingBefore } from '../operations/compare/comparison.ts';
import type { CellValue, CellWindow, GridColumn, PlainValue, RowSource, Work } from '../source/row-source.ts';
import { kindOfType, readText } from '../values/cell-values.ts';
import { uniqueNames } from '../values/unique-names.ts';
import type { Engine } from './engine.ts';
import type { EngineQueries, Queried } from './request-body.ts';

/** Wraps a source of row windows in one that the engine queries. */
export type MakeSource = (
	base: RowSource,
	engine: Engine,
	source: QueriedSource,
	storedName: (name: string) => string,
) => RowSource;

type Column = ComparisonSummary['columns'][number];

/** Compares two tables in the engine, or suggests a key for both. */
export async function compareInEngine(
	{ engine, source }: Queried,
	query: ComparedQuery,
	work: Work,
	make: MakeSource,
): Promise<ComparedSource | readonly string[] | null> {
	const { of } = query.before as EngineQueries;
	if (source.kind === 'comparison' || of.source.kind === 'comparison')
		throw new Error('Comparison rows can’t be compared again.');
	const pair = { before: of.source as TableRows, after: source as TableRows };
	if (query.view === null) return (await engine.ask('proposeKey', pair, work)).key;
	const { key, view } = query;
	const ask = (shown: ComparisonView, asking: Work) =>
		engine.ask('compareRows', { ...pair, key, ...viewOf(shown) }, asking);
	const open = async (compared: RowsComparison, shown: ComparisonView, signal: AbortSignal) => {
		const rows: QueriedSource = { kind: 'comparison', ...pair, key: key === null ? null : [...key], ...viewOf(shown) };
		return await openRows(engine, compared, rows, make, signal);
	};
	const compared = await ask(view, work);
	return {
		comparison: comparisonOf(compared),
		...(await open(compared, view, work.signal)),
		show: async (next, showing) => await open(await ask(next, showing), next, showing.signal),
	};
}

const viewOf = ({ changes, column }: ComparisonView) => ({ changes: [...changes], column });

function comparisonOf(compared: RowsComparison): Comparison {
	const { rows, key, columns, counts, reordered, ambiguous, sharedKeys, withoutKey } = compared;
	const added = columns.filter(({ before }) => before === null);
	const removed = columns.filter(({ after }) => after === null);
	const both = columns.filter(({ before, after }) => before !== null && after !== null);
	// Key columns come first.
	const keyValue = (text: string | null, index: number): PlainValue => {
		const { after, before } = columns[index] ?? {};
		return text === null ? null : readText(text, kindOfType(after ?? before ?? ''));
	};
	return {
		rows,
		columns: {
			added: added.map(({ name, after }) => ({ name, type: after ?? '' })),
			removed: removed.map(({ name, before }) => ({ name, type: before ?? '' })),
			retyped: both
				.filter(({ before, after }) => before !== after)
				.map(({ name, before, after }) => ({ name, before: before ?? '', after: after ?? '' })),
			changed: both.map(({ name, cells, isKey }) => ({ name, cells, isKey })),
		},
		key,
		counts,
		reordered,
		ambiguous: {
			...ambiguous,
			samples: sharedKeys.map((shared) => ({ ...shared, values: shared.values.map(keyValue) })),
		},
		withoutKey,
		sums: new Map(columns.map(({ name, sum }) => [name, sum])),
		bytes: 0,
	};
}

/** Opens a comparison's stored rows for the grid, with both sides of a changed cell combined. */
async function openRows(
	engine: Engine,
	{ columns, stored }: RowsComparison,
	source: QueriedSource,
	make: MakeSource,
	signal: AbortSignal,
): Promise<ComparedView> {
	const file = await engine.open(stored, signal);
	const indexes = new Map(file.source.columns.map(({ name }, index) => [name, index]));
	const at = (name: string | null) => (name === null ? -1 : (indexes.get(name) ?? -1));
	const places = columns.map((column) => ({
		column,
		value: at(column.stored.value),
		before: at(column.stored.before),
		changed: at(column.stored.changed),
	}));
	const names = uniqueNames([...columns.map(({ name }) => name), 'Change']);
	const shown: GridColumn[] = [
		{ name: names.at(-1) ?? '', type: 'how the row changed', kind: 'text' },
		...columns.map((column, index) => ({
			name: names[index] ?? column.name,
			...typeOf(column),
			extremes: extremesIn(file.source, [places[index]?.value ?? -1, places[index]?.before ?? -1]),
		})),
	];
	const change = at('change');
	const rows = async ({ rowStart, rowEnd, columnStart, columnEnd }: CellWindow, reading: AbortSignal) => {
		const wanted = places.slice(Math.max(0, columnStart - 1), Math.max(0, columnEnd - 1));
		const read = await file.source.rows({ rowStart, rowEnd, columnStart: 0, columnEnd: indexes.size }, reading);
		return read.map((row) => {
			const kind = row[change];
			const cells = wanted.map(({ column, value, before, changed }): CellValue => {
				const now = (row[value] ?? null) as PlainValue;
				if (column.after === null && kind === 'added') return { missing: missingAfter };
				if (column.before === null && kind === 'removed') return { missing: missingBefore };
				return row[changed] === true ? { before: (row[before] ?? null) as PlainValue, after: now } : now;
			});
			return columnStart === 0 ? [kind ?? null, ...cells] : cells;
		});
	};
	const storedNames = new Map(shown.map(({ name }, index) => [name, columns[index - 1]?.stored.value ?? 'change']));
	const base = { columns: shown, rowCount: stored.rows, rows };
	return {
		source: { ...make(base, engine, source, (name) => storedNames.get(name) ?? name), changeColumn: 0 },
		close: () => file.close(),
	};
}

/** The known minimum and maximum of columns displayed as one. */
const extremesIn = ({ columns }: RowSource, indexes: readonly number[]) =>
	indexes.flatMap((index) => columns[index]?.extremes ?? []);

function typeOf({ before, after }: Column): Pick<GridColumn, 'type' | 'kind'> {
	const type = after ?? before ?? '';
	const kind = kindOfType(type);
	if (before === null) return { type: `${type}, added`, kind };
	if (after === null) return { type: `${type}, removed`, kind };
	return { type: before === after ? type : `${before} → ${after}`, kind };
}
