import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import type { EngineQuery, EngineSource } from '../types.ts';

let house: EngineHouse;
let numbers: EngineSource;

beforeAll(async () => {
	house = await openEngine();
	numbers = await house.source('demo', 'math', 'numbers', 'SELECT i, i % 7 AS seventh FROM range(5000) t(i)');
});
afterAll(() => house.close());

const query = (sql: string, rest: Partial<EngineQuery> = {}) =>
	house.engine.query({
		sources: [numbers],
		sql,
		lane: 'demo',
		signal: new AbortController().signal,
		most: 1_000,
		maxBytes: 100_000,
		...rest,
	});

it('returns rows as JSON with all digits, and numbers that JSON lacks as text', async () => {
	const { columns, rows } = await query(`SELECT
		9007199254740993::BIGINT AS big, 170141183460469231731687303715884105727::HUGEINT AS huge,
		12345678901234567890.123456789::DECIMAL(38, 9) AS exact, 'nan'::DOUBLE AS n, '-inf'::FLOAT AS i, 0.1::DOUBLE AS d,
		'ab'::BLOB AS b, TIMESTAMP '2001-02-03 04:05:06.5' AS t, TIMESTAMPTZ '2001-02-03 04:05:06+00' AS tz,
		INTERVAL '1 day 2 hours' AS v, {'a': [1, NULL], 'b "': MAP {'k': 1.50}} AS s, NULL AS nothing,
		'say "hi"' || chr(10) AS said, true AS yes, '{"x": 1e400}'::JSON AS j, union_value(a := 1) AS u, 1 AS yes,
		[1, 2]::INTEGER[2] AS fixed, {'score': 0.5} AS __metadata`);
	expect(rows).toEqual([
		'{"big":9007199254740993,"huge":170141183460469231731687303715884105727,"exact":12345678901234567890.123456789,' +
			'"n":"NaN","i":"-Infinity","d":0.1,"b":"YWI=","t":"2001-02-03T04:05:06.5","tz":"2001-02-03T04:05:06Z",' +
			'"v":"P1DT2H","s":{"a":[1,null],"b \\"":[["k",1.50]]},"nothing":null,"said":"say \\"hi\\"\\n","yes":true,' +
			'"j":{"x": 1e400},"u":"1","yes_1":1,"fixed":[1,2],"__metadata":{"score":0.5}}',
	]);
	expect(columns.slice(0, 2)).toEqual([
		{ name: 'big', type: 'BIGINT' },
		{ name: 'huge', type: 'HUGEINT' },
	]);
});

it('adds a leading zero to decimals without one', async () => {
	const { rows } =
		await query(`SELECT 0.125::DECIMAL(3, 3) AS d, -0.125::DECIMAL(3, 3) AS negative, 0::DECIMAL(2, 2) AS zero,
		NULL::DECIMAL(3, 3) AS nothing, [0.5::DECIMAL(1, 1), NULL] AS list, {'of': -0.5::DECIMAL(1, 1)} AS struct,
		MAP {0.5::DECIMAL(1, 1): 0.25::DECIMAL(38, 38)} AS map, [0.5]::DECIMAL(1, 1)[1] AS fixed`);
	expect(rows).toEqual([
		'{"d":0.125,"negative":-0.125,"zero":0.00,"nothing":null,"list":[0.5,null],"struct":{"of":-0.5},' +
			`"map":[[0.5,0.25${'0'.repeat(36)}]],"fixed":[0.5]}`,
	]);
});

it('writes values that only the engine accepts as JSON as strings', async () => {
	const texts = ['{"a":NaN}', '[1,-inf]', '[1,\n]', '{"a":"NaN, ] \\\\", "b":[1]}'];
	const { rows } = await query(`SELECT ${texts.map((text, index) => `'${text}'::JSON AS j${index}`).join(', ')}`);
	expect(JSON.parse(rows[0] ?? '')).toEqual({
		j0: texts[0],
		j1: texts[1],
		j2: texts[2],
		j3: JSON.parse(texts[3] ?? ''),
	});
});

it('stops at the row limit, keeps the order and reports the total', async () => {
	const answer = await query('SELECT i FROM math.numbers ORDER BY i DESC;', { most: 3 });
	expect(answer).toMatchObject({ rows: ['{"i":4999}', '{"i":4998}', '{"i":4997}'], total: 5000, truncated: true });
	expect(await query('SELECT i FROM math.numbers WHERE i < 3', { most: 3 })).toMatchObject({
		total: 3,
		truncated: false,
	});
});

it('stops at the byte limit, and rejects a single row that exceeds it', async () => {
	const answer = await query("SELECT repeat('x', 1000) AS x FROM math.numbers", { maxBytes: 5_000 });
	expect([answer.rows.length, answer.total, answer.truncated]).toEqual([4, 5000, true]);
	await expect(query("SELECT repeat('x', 9000) AS x", { maxBytes: 5_000 })).rejects.toMatchObject({
		code: 'OUTPUT_TOO_LARGE',
	});
});

it.each([
	["COPY math.numbers TO 'x.csv'", 'NOT_ONE_SELECT'],
	['SELECT 1; SELECT 2', 'NOT_ONE_SELECT'],
	['SELECT 1) AS "~"("~0"); SELECT (2', 'SQL_ERROR'],
	["SELECT * FROM read_csv('/etc/passwd')", 'SQL_ERROR'],
	['SELECT nothing FROM math.numbers', 'SQL_ERROR'],
	['SET memory_limit = 1', 'NOT_ONE_SELECT'],
])('refuses %s', async (sql, code) => {
	await expect(query(sql)).rejects.toMatchObject({ code });
});

it('reuses a runner for the same sources, and kills it if its caller cancels', async () => {
	await query('SELECT 1');
	const runners = () => readdirSync(join(house.dir, 'runs')).length;
	const before = runners();
	await query('SELECT 2');
	expect(runners()).toBe(before);
	const abort = new AbortController();
	const slow = query('SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range + b.range = 3', {
		signal: abort.signal,
	});
	setImmediate(() => abort.abort());
	await expect(slow).rejects.toMatchObject({ code: 'CANCELLED' });
	expect(await query('SELECT 3 AS x')).toMatchObject({ rows: ['{"x":3}'] });
});
