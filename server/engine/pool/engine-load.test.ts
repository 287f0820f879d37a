import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';

let house: EngineHouse;
let files = 0;
beforeAll(async () => {
	house = await openEngine();
});
afterAll(() => house.close());

/** Loads one column of texts; returns what was written, as text, and what wasn't. */
async function load(texts: readonly (string | null)[], type: string | null, skipInvalid = true) {
	const file = join(house.dir, `chunk-${++files}`);
	writeFileSync(file, texts.map((c0, n) => JSON.stringify({ k: 1, n: n + 1, c0 })).join('\n'));
	const loaded = await house.engine.load({
		chunks: [{ file, rows: texts.length }],
		columns: [{ name: 'a "b"', type }],
		base: null,
		mode: 'create',
		key: [],
		skipInvalid,
		lane: 'test',
		signal: new AbortController().signal,
	});
	const { written } = loaded;
	const rows = written === null ? [] : await house.rows(written.file, 'SELECT CAST("a ""b""" AS VARCHAR) FROM file');
	await loaded.dispose();
	return {
		type: written?.columns[0]?.type ?? null,
		values: rows.flat(),
		rejected: loaded.rejectedRows.map((row) => row.row),
	};
}

describe('a new column gets the narrowest type that represents all its values exactly', () => {
	test.each<[string, (string | null)[], unknown[]?]>([
		['BIGINT', ['1', '-9223372036854775808', '', null], ['1', '-9223372036854775808', null, null]],
		['VARCHAR', ['1e400', '1e-400', '1.5']],
		['DECIMAL(20,0)', ['9223372036854775808', '12345678901234567890']],
		['DOUBLE', ['1.5', '2'], ['1.5', '2.0']],
		['DECIMAL(20,18)', ['0.123456789012345678', '12.5'], ['0.123456789012345678', '12.500000000000000000']],
		['DOUBLE', ['1e5', '2.5'], ['100000.0', '2.5']],
		['VARCHAR', ['007', '8']],
		['VARCHAR', [null, ''], [null, '']],
		['BOOLEAN', ['true', 'false']],
		['DATE', ['2024-02-29', '1999-12-31']],
		['VARCHAR', ['2024-02-30', '1999-12-31']],
		[
			'TIMESTAMP',
			['2024-03-05T10:00', '2024-03-05 10:00:00.123456'],
			['2024-03-05 10:00:00', '2024-03-05 10:00:00.123456'],
		],
		['TIME', ['09:40', '21:40:05'], ['09:40:00', '21:40:05']],
		['VARCHAR', ["'; DROP TABLE x; --", 'é\n"\t']],
	])('%s: %j', async (type, texts, values = texts) => {
		expect(await load(texts, null)).toEqual({ type, values, rejected: [] });
	});
});

test.each<[string, (string | null)[], number[]]>([
	['INTEGER', ['1', '1.0', '1.5', '2147483648', 'x', '', null, ' 7 '], [3, 4, 5]],
	['DOUBLE', ['1e400', '1e-400', '1e300', '-1e400', 'inf'], [1, 2, 4]],
	['FLOAT', ['0.1', '16777216', '16777217', '0.123456789012', '0.10000000149011612', 'inf'], [3, 4]],
	['DECIMAL(6,2)', ['1.25', '1.250', '1.255', '99999'], [3, 4]],
	['DATE', ['2024-03-05', '2024-03-05 10:00', '05.03.2024'], [2, 3]],
	['BOOLEAN', ['true', 'no', 'maybe'], [3]],
	['DOUBLE', ['1,5', '1.5', 'NaN'], [1]],
	[
		'TIMESTAMP',
		['2024-03-05', '2024-03-05T10:00:00.1234567', '2024-03-05T10:00:00Z', '2024-03-05T10:00:00+00:00'],
		[2, 3, 4],
	],
	['TIMESTAMP_NS', ['2024-03-05T10:00:00.1234567', '2024-03-05T10:00:00Z'], [2]],
	['UUID', ['5b0c9d0e-3c52-4d5c-9a53-0f6a7d6f1c01', '5b0c'], [2]],
	['BLOB', ['aGk=', 'not base64'], [2]],
])('%s rejects values that it would round, truncate or guess: %j', async (type, texts, rejected) => {
	const done = await load(texts, type);
	expect([done.type, done.rejected, done.values.length]).toEqual([type, rejected, texts.length - rejected.length]);
});

test('writes nothing if a value doesn’t fit and can’t be skipped', async () => {
	expect(await load(['1', 'x'], 'INTEGER', false)).toEqual({ type: null, values: [], rejected: [2] });
});
