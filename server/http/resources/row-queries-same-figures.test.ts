import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RowsChart, RowsComparison } from '#contract/rows/analysis.ts';
import { aggregate, type RowSource, readColumns, selectPoints } from '../../../src/rows/index.ts';
import {
	type ComparedSource,
	compareSources,
	proposeKeyFor,
} from '../../../src/rows/operations/compare/compare-sources.ts';
import { exactText } from '../../../src/rows/values/cell-text.ts';
import { opened, startFileStore } from '../../../src/testing/node/file-store.ts';
import { putTable, type TestTable } from '../../testing/put-table.ts';
import { rowsOfEveryType } from '../../testing/row-types.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

/* Charts and comparisons of the service's engine and the browser's worker, for the same rows of every type. */
startFileStore();

const rowCount = 1_500;
let service: TestService;
const tables: Record<string, TestTable> = {};
const sources: Record<string, RowSource> = {};

/** With some rows moved, removed, duplicated or changed, and columns of another type. */
const changed = `SELECT * REPLACE (
		CASE WHEN id % 50 = 3 THEN 'changed' ELSE word END AS word,
		CASE WHEN id % 70 = 4 THEN NULL ELSE part END AS part,
		CAST(small AS DOUBLE) AS small, CAST(price AS DECIMAL(20,4)) AS price) , id * 2 AS more
	FROM (SELECT * FROM (${rowsOfEveryType(rowCount)}) WHERE id % 40 != 5 UNION ALL SELECT * FROM (${rowsOfEveryType(rowCount)}) WHERE id % 300 = 9)
	ORDER BY CASE WHEN id % 100 = 11 THEN id - 60 ELSE id END, id`;

beforeAll(async () => {
	service = await createTestService();
	for (const [name, select] of [
		['old', rowsOfEveryType(rowCount)],
		['new', changed],
	] as const) {
		const table = await putTable(service, name, select);
		tables[name] = table;
		const { source } = await opened(readFileSync(table.file));
		if (source === null) throw new Error('The worker reads no rows.');
		sources[name] = source;
	}
});
afterAll(() => service.close());

const work = () => ({ signal: new AbortController().signal });

async function ask<T>(operation: string, body: object): Promise<T> {
	const response = await service.request('POST', `/rows/${operation}`, { as: 'demo', body });
	const text = await response.text();
	if (response.status !== 200) throw new Error(`${operation} ${JSON.stringify(body)}: ${text}`);
	return JSON.parse(text) as T;
}

const near = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'number' ? Number(one.toPrecision(12)) : one));

describe('charts have the same figures', () => {
	const of = (column: string, role: 'number' | 'time' | 'category') => ({ column, role });
	const cases = [
		{ kind: 'groups', x: of('word', 'category'), y: of('price', 'number'), aggregate: 'sum', limit: 7 },
		{
			kind: 'groups',
			x: of('small', 'number'),
			y: null,
			aggregate: 'count',
			series: of('flag', 'category'),
			limit: 50,
		},
		{
			kind: 'groups',
			x: of('tiny', 'number'),
			y: of('price', 'number'),
			aggregate: 'median',
			series: of('word', 'category'),
			limit: 50,
		},
		{
			kind: 'groups',
			x: of('moment', 'time'),
			y: of('small', 'number'),
			aggregate: 'mean',
			step: 'quarter',
			limit: 50,
		},
		{ kind: 'groups', x: of('zoned', 'time'), y: of('part', 'number'), aggregate: 'min', step: null, limit: 50 },
		{
			kind: 'groups',
			x: of('day', 'time'),
			y: null,
			aggregate: 'count',
			step: 'week',
			series: of('tiny', 'number'),
			limit: 50,
		},
		{ kind: 'points', x: of('small', 'number'), y: of('price', 'number'), series: of('flag', 'category'), limit: 100 },
		{ kind: 'density', x: of('tiny', 'number'), y: of('price', 'number'), limit: 100 },
	] as const;
	test.each(cases)('%j', async (query) => {
		const source = sources.old as RowSource;
		const columnOf = (column: { column: string; role: 'number' | 'time' | 'category' } | null | undefined) =>
			column == null
				? null
				: {
						name: column.column,
						role: column.role,
						index: source.columns.findIndex(({ name }) => name === column.column),
					};
		const wanted = [columnOf(query.x), columnOf(query.y), columnOf('series' in query ? query.series : null)];
		const read = await readColumns(
			source,
			wanted.filter((column) => column !== null),
			work(),
		);
		const [x, y, series] = wanted.map((column) =>
			column === null ? null : (read[wanted.filter((one) => one !== null).indexOf(column)] ?? null),
		);
		if (x == null) throw new Error('no x');
		const data = { x, y: y ?? null, series: series ?? null };
		const theirs =
			query.kind === 'groups'
				? await aggregate(
						{ aggregate: query.aggregate, step: 'step' in query ? query.step : null, limit: query.limit },
						data,
						work().signal,
					)
				: await selectPoints({ isDensity: query.kind === 'density', limit: query.limit }, data, work().signal);
		const mine = await ask<RowsChart>('chart', { source: tables.old?.source, ...query });
		expect(near(mine)).toEqual(near(theirs));
	});
});

describe('comparisons have the same figures', () => {
	test.each([[['id']], [['guid', 'clock']], [null]])('by %j', async (key) => {
		const pair = { before: sources.old as RowSource, after: sources.new as RowSource };
		const sides = { before: tables.old?.source, after: tables.new?.source };
		const view = { changes: ['changed', 'added', 'removed'], column: null } as const;
		const theirs: ComparedSource = await compareSources(pair, key, view, work());
		const mine = await ask<RowsComparison>('compare', { ...sides, key });
		const { comparison } = theirs;
		expect(mine).toMatchObject({
			rows: comparison.rows,
			counts: comparison.counts,
			reordered: comparison.reordered,
			ambiguous: { before: comparison.ambiguous.before, after: comparison.ambiguous.after },
			sharedKeys: comparison.ambiguous.samples.map(({ values, ...shared }) => ({
				...shared,
				values: values.map((value) => (value === null ? null : exactText(value))),
			})),
			withoutKey: comparison.withoutKey,
		});
		const cells = (columns: readonly { name: string; cells: number }[]) =>
			Object.fromEntries(columns.filter((column) => column.cells > 0).map((column) => [column.name, column.cells]));
		expect(cells(mine.columns)).toEqual(cells(comparison.columns.changed));
		expect(['Change', ...mine.columns.map(({ name }) => name)]).toEqual(theirs.source.columns.map(({ name }) => name));
		const { downloadUrl } = await service.json<{ downloadUrl: string }>('GET', `/${mine.stored.href}`, { as: 'demo' });
		const { source } = await opened(Buffer.from(await (await service.request('GET', downloadUrl)).arrayBuffer()));
		if (source === null) throw new Error('no rows');
		const texts = async (rows: RowSource) => {
			const window = { rowStart: 0, rowEnd: rows.rowCount, columnStart: 0, columnEnd: rows.columns.length };
			return (await rows.rows(window, work().signal)).map((row) => row.map(exactText));
		};
		const positions = [
			0,
			...mine.columns.map(({ stored }) => source.columns.findIndex(({ name }) => name === stored.value)),
		];
		const stored = (await texts(source)).map((row) => positions.map((position) => row[position]));
		expect(stored).toEqual(await texts(theirs.source));
		theirs.close();
	});

	test('and propose the same key', async () => {
		const pair = { before: sources.old as RowSource, after: sources.new as RowSource };
		const mine = await ask<{ key: unknown }>('key', { before: tables.old?.source, after: tables.new?.source });
		expect(mine.key).toEqual(await proposeKeyFor(pair, work()));
	});
});
