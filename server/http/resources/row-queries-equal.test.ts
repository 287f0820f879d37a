import { readFileSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RowsProfile } from '#contract/rows/analysis.ts';
import type { FoundPositions, RowsView, StoredResult } from '#contract/rows/queries.ts';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import {
	type ExportFormat,
	exactText,
	type FilterTerm,
	type RowSource,
	type SortTerm,
} from '../../../src/rows/index.ts';
import type { ColumnProfile } from '../../../src/rows/operations/profile/column-profile.ts';
import type { CellPosition } from '../../../src/rows/source/row-source.ts';
import { queriedReader } from '../../../src/rows/values/cell-values.ts';
import { opened, startFileStore } from '../../../src/testing/node/file-store.ts';
import { putTable, type TestTable } from '../../testing/put-table.ts';
import { rowsOfEveryType } from '../../testing/row-types.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

/*
 * The same rows in three engines: the service's, the browser's worker, and DuckDB itself. Everything that
 * docs/rows-query.md specifies must be equal for every type: order, ties, filters, matches, profiles, exports.
 */
startFileStore();

const rowCount = 1_500;
let service: TestService;
let table: TestTable;
let worker: RowSource;
let db: DuckDBConnection;
let compared = 0;

beforeAll(async () => {
	service = await createTestService();
	table = await putTable(service, 'every type', rowsOfEveryType(rowCount));
	const { source } = await opened(readFileSync(table.file));
	if (source === null) throw new Error('The worker reads no rows.');
	worker = source;
	db = await (await DuckDBInstance.create(':memory:')).connect();
	await db.run("SET TimeZone = 'UTC'");
	await db.run(`CREATE VIEW t AS SELECT * FROM read_parquet('${table.file}')`);
});
afterAll(async () => {
	await service.close();
	process.stdout.write(`${compared.toLocaleString('en')} values compared\n`);
});

const work = () => ({ signal: new AbortController().signal });
type Texts = (string | null)[][];

async function textsOf(source: RowSource): Promise<Texts> {
	const window = { rowStart: 0, rowEnd: source.rowCount, columnStart: 0, columnEnd: source.columns.length };
	const rows = await source.rows(window, work().signal);
	return rows.map((row) => row.map((cell) => (cell === null ? null : exactText(cell))));
}

async function ask<T>(operation: string, body: object, of = table): Promise<T> {
	const response = await service.request('POST', `/rows/${operation}`, {
		as: 'demo',
		body: { source: of.source, ...body },
	});
	const text = await response.text();
	if (response.status !== 200) throw new Error(`${operation} ${JSON.stringify(body)}: ${text}`);
	return parseJson(text) as T;
}

async function bytesOf({ href }: StoredResult): Promise<Buffer> {
	const { downloadUrl } = await service.json<{ downloadUrl: string }>('GET', `/${href}`, { as: 'demo' });
	return Buffer.from(await (await service.request('GET', downloadUrl)).arrayBuffer());
}

/** The rows of a view as the console would show them: those in the response and those in the file, which must agree. */
async function viewed(sort: readonly SortTerm[], filter: readonly FilterTerm[]): Promise<Texts> {
	const view = await ask<RowsView>('view', { sort, filter, first: 1_000 });
	const readers = view.columns.map(({ type }) => queriedReader(type));
	const inline = view.rows.map((row) =>
		view.columns.map(({ name }, index) => {
			const cell = readers[index]?.(row[name]) ?? null;
			return cell === null ? null : exactText(cell);
		}),
	);
	if (view.stored === null) {
		expect(inline.length).toBe(view.total);
		return inline;
	}
	const { source } = await opened(await bytesOf(view.stored));
	if (source === null) throw new Error('no rows');
	const stored = await textsOf(source);
	expect(stored.length).toBe(view.total);
	expect(inline).toEqual(stored.slice(0, inline.length));
	return stored;
}

async function arranged(sort: readonly SortTerm[], filter: readonly FilterTerm[]): Promise<Texts> {
	const source = await worker.arrange?.({ sort, filter }, work());
	if (source === undefined) throw new Error('cannot arrange');
	return textsOf(source);
}

function count(rows: Texts): void {
	compared += rows.length * (rows[0]?.length ?? 0);
}

const idsOf = (rows: Texts): number[] => rows.map(([id]) => Number(id));

const columns = [
	...[
		'id',
		'flag',
		'small',
		'tiny',
		'big',
		'ubig',
		'huge',
		'price',
		'share',
		'exact',
		'part',
		'single',
		'word',
		'url',
		'raw',
		'day',
	],
	...['clock', 'moment', 'zoned', 'nano', 'guid', 'document', 'list', 'record', 'lookup'],
];

describe('rows', () => {
	test('have the same columns and values', async () => {
		expect(worker.columns.map(({ name }) => name)).toEqual(columns);
		const [mine, theirs] = [await viewed([], []), await arranged([], [])];
		expect(mine).toEqual(theirs);
		count(mine);
	});

	test.each(columns)('sorted by %s are in the same order, with ties in stored order', async (column) => {
		for (const descending of [false, true]) {
			const sort = [{ column, descending }];
			const [mine, theirs] = [await viewed(sort, []), await arranged(sort, [])];
			expect(idsOf(mine)).toEqual(idsOf(theirs));
			expect(mine).toEqual(theirs);
			count(mine);
			const order = `"${column}" ${descending ? 'DESC' : 'ASC'} NULLS LAST, id`;
			const plain = await (await db.run(`SELECT id FROM t ORDER BY ${order}`)).getRows();
			expect(idsOf(mine)).toEqual(plain.map(([id]) => Number(id)));
		}
	});

	test('sorted by several columns are in the same order', async () => {
		const sort = ['flag', 'part', 'word'].map((column, index) => ({ column, descending: index === 1 }));
		const [mine, theirs] = [await viewed(sort, []), await arranged(sort, [])];
		expect(idsOf(mine)).toEqual(idsOf(theirs));
		count(mine);
	});

	test.each(columns)('filtered by %s are the same for every operator', async (column) => {
		const index = columns.indexOf(column);
		const all = await textsOf(worker);
		const values = [...new Set(all.map((row) => row[index] ?? null))].filter((value) => value !== null).slice(0, 5);
		const terms: FilterTerm[] = [
			{ column, op: 'isNull' },
			{ column, op: 'notNull' },
			{ column, op: 'in', value: values.slice(0, 3) },
			{ column, op: 'in', value: [null, ...values.slice(1, 3)] },
			{ column, op: 'in', value: [null] },
			...values.flatMap((value): FilterTerm[] => [
				...(['=', '!=', '<', '>='] as const).map((op) => ({ column, op, value })),
				{ column, op: 'contains', value: value.slice(0, 3) || 'a' },
			]),
		];
		for (const term of terms) {
			const mine = await ask<RowsView>('view', { filter: [term], columns: ['id'], first: 1_000 });
			const theirs = await worker.arrange?.({ sort: [], filter: [term] }, work());
			const window = { rowStart: 0, rowEnd: mine.rows.length, columnStart: 0, columnEnd: 1 };
			const ids = (await theirs?.rows(window, work().signal))?.map(([id]) => Number(id));
			expect([term, mine.total, mine.rows.map(({ id }) => id)]).toEqual([term, theirs?.rowCount, ids]);
			compared += rowCount;
		}
	});
});

describe('find', () => {
	const texts = [
		'B',
		'שלום',
		'σ',
		'i̇',
		'1,234',
		'-0',
		'nan',
		'.5',
		'2024-02-29 12',
		't12:00',
		'z',
		"x'00",
		'[9',
		'"n"',
		'e-7',
		'%',
		'\\',
		'🦆',
	];
	test.each(texts)('finds %s in the same cells', async (text) => {
		const { total, positions } = await ask<FoundPositions>('find', { text, limit: 10_000 });
		const query = { text, backwards: false, columns: columns.map((_, index) => index) };
		const found: [number, number][] = [];
		for (let from: CellPosition | null = null; ; ) {
			const next: CellPosition | null = (await worker.find?.({ ...query, from }, work())) ?? null;
			if (next === null) break;
			const [first] = found;
			if (first !== undefined && first[0] === next.row && first[1] === next.column) break;
			found.push([next.row, next.column]);
			if (found.length === 15) break;
			from = next;
		}
		expect(positions.slice(0, found.length)).toEqual(found);
		if (found.length < 15) expect(total).toBe(found.length);
		compared += rowCount * columns.length;
	});
});

/** Bin edges are powers of ten, which have a rounding error in the worker; the engine quotes names in types. */
const rounded = (profile: object): unknown =>
	JSON.parse(JSON.stringify(profile), (key, value) =>
		key === 'type'
			? value.replaceAll('"', '')
			: (key === 'from' || key === 'to') && /e\+/.test(value)
				? Number(value).toPrecision(12)
				: value,
	);

test('profiles have the same figures', async () => {
	const { columns: mine } = await ask<RowsProfile>('profile', {});
	const theirs = (await worker.jobs?.run(
		'profile',
		{ columns: columns.map((_, index) => index) },
		work(),
	)) as ColumnProfile[];
	for (const [index, profile] of theirs.entries()) {
		const { column: _, kind, missing: __, empty: ___, distinct, least, most, shape, numbers, ...rest } = profile;
		const text = (value: typeof least) => (value === null ? null : exactText(value));
		const bins =
			shape?.kind === 'top'
				? { ...shape, values: shape.values.map((top) => ({ ...top, value: exactText(top.value) })) }
				: shape;
		const expected = {
			...rest,
			distinct: { count: distinct.count, exact: true, reason: null },
			least: text(least),
			most: text(most),
			shape: bins,
		};
		const { numbers: figures, ...others } = mine[index] ?? {};
		expect([kind, rounded(others)]).toEqual([kind, rounded(expected)]);
		for (const [name, value] of Object.entries(numbers ?? {})) {
			const figure = figures?.[name];
			if (value === null || Number.isNaN(value)) expect([name, figure]).toEqual([name, null]);
			else
				expect(Math.abs(Number(figure) - value), `${profile.name} ${name}: ${figure} and ${value}`).toBeLessThanOrEqual(
					Math.abs(value) * (profile.type === 'FLOAT' ? 1e-7 : 1e-12),
				);
		}
	}
	compared += rowCount * columns.length;
});

test('bins include their lower edges and exclude their upper ones', async () => {
	const numbers = await putTable(
		service,
		'edges',
		`SELECT i % 2 AS two, i % 3 AS three, i % 8 AS eight, (i % 7) - 3 AS around, ((i % 10) * 0.2)::DECIMAL(9, 2) AS fifths,
			((i % 10) * 0.1)::DOUBLE AS tenths, (i % 4) * 1e15 AS large, (i % 5) * 1e-9 AS tiny FROM range(420) t(i)`,
	);
	const { columns: profiles } = await ask<RowsProfile>('profile', {}, numbers);
	const { source } = await opened(readFileSync(numbers.file));
	const indexes = profiles.map((_, index) => index);
	const theirs = (await source?.jobs?.run('profile', { columns: indexes }, work())) as ColumnProfile[];
	for (const [index, { name, shape }] of profiles.entries()) {
		if (shape?.kind !== 'histogram') throw new Error(`${name} has no histogram.`);
		const counts = shape.bins.map(
			({ from, to }) => `count(*) FILTER (WHERE "${name}" >= '${from}'::DOUBLE AND "${name}" < '${to}'::DOUBLE)`,
		);
		const [exact] = (await db.runAndReadAll(`SELECT ${counts.join(', ')} FROM '${numbers.file}'`)).getRows();
		expect([name, shape.bins.map(({ count }) => count)]).toEqual([name, exact?.map(Number)]);
		const other = theirs[index]?.shape;
		expect([name, other?.kind === 'histogram' && other.bins.map(({ count }) => count)]).toEqual([
			name,
			exact?.map(Number),
		]);
	}
});

test('0 and -0 are equal in filters and groups', async () => {
	const zeros = await putTable(
		service,
		'zeros',
		"SELECT CASE WHEN i % 3 = 0 THEN '-0.0'::DOUBLE WHEN i % 3 = 1 THEN 1 ELSE 0 END AS d, CASE WHEN i % 3 = 0 THEN '-0.0'::FLOAT ELSE i END AS s FROM range(30000) t(i)",
	);
	const { source } = await opened(readFileSync(zeros.file));
	for (const [column, expected] of [
		['d', 20_000],
		['s', 10_000],
	] as const) {
		for (const filter of [
			{ column, op: '=', value: '0' },
			{ column, op: '=', value: '-0.0' },
			{ column, op: 'in', value: ['0', '77.5'] },
		] as const) {
			const { total } = await ask<RowsView>('view', { filter: [filter], first: 1 }, zeros);
			const theirs = await source?.arrange?.({ sort: [], filter: [filter] }, work());
			expect([filter, total, theirs?.rowCount]).toEqual([filter, expected, expected]);
		}
	}
	const { rows } = await ask<{ rows: object[] }>('groups', { by: ['d'], measures: [{ measure: 'count' }] }, zeros);
	expect(JSON.stringify(rows)).toBe('[{"d":0,"m0":20000},{"d":1,"m0":10000}]');
});

test('long decimals have a mean and a sum, even if both exceed their type', async () => {
	const long = await putTable(
		service,
		'long',
		'SELECT 99999999999999999999999999999.123456789::DECIMAL(38, 9) AS x FROM range(100)',
	);
	const measures = ['mean', 'sum'].map((measure) => ({ measure, column: 'x' }));
	const { rows } = await ask<{ rows: object[] }>('groups', { by: [], measures }, long);
	expect(Object.values(rows[0] ?? {}).map(Number)).toEqual([expect.closeTo(1e29, -25), expect.closeTo(1e31, -27)]);
});

describe('exports', () => {
	test.each(['csv', 'tsv', 'json', 'ndjson', 'parquet'] as const)('%s is the same', async (format: ExportFormat) => {
		const bytes = await bytesOf(await ask<StoredResult>('export', { format, guardFormulas: true }));
		const request = { format, columns: columns.map((_, index) => index), guardFormulas: true };
		const blob = await worker.export?.(request, work());
		const theirs = Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer());
		if (format === 'json' || format === 'ndjson') {
			const lines = (text: string) => text.trim().split(format === 'json' ? /,?\n,?/ : '\n');
			expect(lines(bytes.toString()).map((line) => parseJson(line.replace(/^\[|\]$/g, '') || 'null'))).toEqual(
				[...lines(theirs.toString()), ...(format === 'json' ? [']'] : [])].map((line) =>
					parseJson(line.replace(/^\[|\]$/g, '') || 'null'),
				),
			);
		} else {
			const [mine, others] = [await opened(bytes), await opened(theirs)];
			if (mine.source === null || others.source === null) throw new Error('no rows');
			expect(await textsOf(mine.source)).toEqual(await textsOf(others.source));
		}
		compared += rowCount * columns.length;
	});

	test('guard the same values in CSV: text, but not numbers or times', async () => {
		const chosen = ['small', 'price', 'part', 'word', 'day', 'moment', 'list', 'raw'];
		const handle = await ask<StoredResult>('export', { format: 'csv', columns: chosen, guardFormulas: true });
		const indexes = chosen.map((name) => columns.indexOf(name));
		const blob = await worker.export?.({ format: 'csv', columns: indexes, guardFormulas: true }, work());
		// Writers may quote different fields.
		const lines = (text: string) => text.trimEnd().replaceAll('"', '').split(/\r?\n/);
		const theirs = lines((await blob?.text()) ?? '');
		expect(lines((await bytesOf(handle)).toString())).toEqual(theirs);
		expect(theirs.some((line) => line.includes(',-infinity,'))).toBe(true);
		expect(theirs.some((line) => line.includes("'=1+1"))).toBe(true);
		expect(theirs.some((line) => line.includes("'-infinity"))).toBe(false);
		compared += rowCount * chosen.length;
	});
});
