import { expect, test } from 'vitest';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import { toTable, toTableInSteps } from './result-table.ts';
import { sourcesIn } from './sources-in.ts';

test('turns rows into columns with exact values, internal members last', () => {
	const rows = parseJson(
		'[{"__metadata":{"score":0.5},"id":9007199254740993,"name":"Ü","tags":["a"]},{"id":1,"price":0.10000000000000000001}]',
	) as unknown[];
	const { columns, rows: cells } = toTable(rows);
	expect(columns.map((column) => [column.name, column.kind])).toEqual([
		['id', 'integer'],
		['name', 'text'],
		['tags', 'json'],
		['price', 'decimal'],
		['score', 'float'],
	]);
	expect(cells[0]?.slice(0, 3)).toEqual([9_007_199_254_740_993n, 'Ü', '["a"]']);
	expect(cells[1]?.[3]).toBe('0.10000000000000000001');
	expect(cells[1]?.[1]).toMatchObject({ missing: expect.any(String) });
});

test('puts rows that aren’t objects into one column', () => {
	expect(toTable([1, 2]).columns.map((column) => column.name)).toEqual(['value']);
});

test('finds datasets in a query, quoted or not', () => {
	const query = `select a.x from demo.aviation.flights a join "de mo"."n.s"."d""q" b on a.x.y = b.y
		where f(a.b.c) and demo.aviation.flights.delay > 0`;
	expect(sourcesIn(query)).toEqual(['demo/aviation/flights', 'de mo/n.s/d"q']);
});

test('gives the same table when rows are read in steps', async () => {
	const given = Array.from({ length: 12_000 }, (_, at) => (at < 11_000 ? { id: at } : { id: at, late: at / 2 }));
	const table = await toTableInSteps(given, new AbortController().signal);
	expect(table).toEqual(toTable(given));
	expect(table.rows).toHaveLength(12_000);
	expect(table.rows.at(-1)).toEqual([11_999, 5_999.5]);
});
