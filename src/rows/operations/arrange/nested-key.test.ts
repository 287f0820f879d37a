import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { opened, startFileStore } from '../../../testing/node/file-store.ts';
import type { RowSource } from '../../source/row-source.ts';
import { exactText } from '../../values/cell-text.ts';

startFileStore();

const rowCount = 3_000;
const pick = (values: string, type: string, of: string) =>
	`([${values}]::${type}[])[1 + (hash(i * 31, '${of}') % len([${values}]))::INTEGER]`;
const leaves: Readonly<Record<string, string>> = {
	whole: pick("'-9', '9', '10', '-10', '0', '9223372036854775807', '-9223372036854775808', NULL", 'BIGINT', 'a'),
	unsigned: pick("'18446744073709551615', '0', '2', NULL", 'UBIGINT', 'b'),
	exact: pick(
		"'99999999999999999999999999.999999999999', '-0.000000000001', '0.1', '-12.5', '12.5', '0', NULL",
		'DECIMAL(38,12)',
		'c',
	),
	price: pick("'-12.50', '12.5', '9.99', '-0.01', NULL", 'DECIMAL(9,2)', 'd'),
	part: pick("'nan', 'inf', '-inf', '-0.0', '0', '1e21', '-1e-7', '1.5', NULL", 'DOUBLE', 'e'),
	single: pick("'nan', '0.1', '-0.1', '-0.0', '0', '3.4e38', NULL", 'FLOAT', 'f'),
	word: pick("'a', 'B', 'ab', '', 'é', '🦆', 'a\"b', 'שלום', '\uFFFD', NULL", 'VARCHAR', 'g'),
	day: pick("'2024-02-29', '0044-03-15 (BC)', '12345-06-07', 'infinity', '-infinity', NULL", 'DATE', 'h'),
	moment: pick(
		"'1969-12-31 23:59:59.5', '1969-12-31 23:59:59.500001', '2024-03-01', 'infinity', NULL",
		'TIMESTAMP',
		'i',
	),
	clock: pick("'00:00:00', '23:59:59.999999', '12:30:00.5', NULL", 'TIME', 'j'),
	flag: pick("'true', 'false', NULL", 'BOOLEAN', 'k'),
	raw: pick("'', 'a', '\\x00', '\\x00\\xFF', NULL", 'BLOB', 'l'),
	guid: pick("'00000000-0000-0000-0000-00000000000a', 'ffffffff-ffff-ffff-ffff-ffffffffffff', NULL", 'UUID', 'm'),
};
const sometimes = (value: string, n: number) => `CASE WHEN hash(i * 13, ${n}) % 9 = 0 THEN NULL ELSE ${value} END`;
const columns = [
	...Object.entries(leaves).flatMap(([name, leaf], n) => [
		`${sometimes(`list_resize([${leaf}, ${leaf.replaceAll('i * 31', 'i * 37')}], (hash(i) % 3)::BIGINT)`, n)} AS "list of ${name}"`,
		`${sometimes(`{'__proto__': ${leaf}, 'a, "b': i % 5}`, n + 50)} AS "struct of ${name}"`,
	]),
	`${sometimes(`list_resize([[${leaves.whole}], [], NULL, [NULL]], (hash(i * 3) % 5)::BIGINT)`, 90)} AS lists`,
	`${sometimes(`{'a': ${sometimes(`{'b': ${leaves.word}, 'c': [${leaves.price}]}`, 91)}, 'd': ${leaves.flag}}`, 92)} AS structs`,
	`${sometimes(`MAP {coalesce(${leaves.word}, 'k'): ${sometimes(`[${leaves.day}]`, 93)}}`, 94)} AS map`,
	`CASE i % 7 WHEN 0 THEN NULL WHEN 1 THEN MAP {} ELSE MAP {2: {'x': ${leaves.part}}, (i % 2)::INTEGER: NULL} END AS "map of structs"`,
];
const names = columns.map((sql) => sql.slice(sql.lastIndexOf(' AS ') + 4).replaceAll('"', ''));

let folder: string;
let db: DuckDBConnection;
let source: RowSource;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'nested-'));
	db = await (await DuckDBInstance.create(':memory:')).connect();
	await db.run(`CREATE TABLE t AS SELECT i AS id, ${columns.join(', ')} FROM range(${rowCount}) r(i)`);
	await db.run(`COPY (FROM t ORDER BY id) TO '${folder}/t.parquet' (FORMAT parquet, ROW_GROUP_SIZE 2048)`);
	const { source: found } = await opened(await readFile(join(folder, 't.parquet')));
	if (found === null) throw new Error('no rows');
	source = found;
});
afterAll(async () => await rm(folder, { recursive: true }));

describe('sorts nested values like DuckDB', () => {
	test.each(names)('%s', async (column) => {
		for (const descending of [false, true]) {
			const { signal } = new AbortController();
			const sorted = await source.arrange?.({ sort: [{ column, descending }], filter: [] }, { signal });
			const window = { rowStart: 0, rowEnd: rowCount, columnStart: 0, columnEnd: 1 };
			const ids = (await sorted?.rows(window, signal))?.map(([id]) => Number(exactText(id ?? null)));
			const order = `"${column}" ${descending ? 'DESC' : 'ASC'} NULLS LAST, id`;
			const plain = await db.runAndReadAll(`SELECT id FROM t ORDER BY ${order}`);
			expect(ids).toEqual(plain.getRows().map(([id]) => Number(id)));
		}
	});
});
