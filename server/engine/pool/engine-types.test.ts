import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';

let house: EngineHouse;
beforeAll(async () => {
	house = await openEngine();
});
afterAll(() => house.close());

describe('types that Parquet supports', () => {
	/** A value of each type in SQL, and the type. */
	const kept = [
		["'-128'::TINYINT", 'TINYINT'],
		["'-32768'::SMALLINT", 'SMALLINT'],
		['2147483647', 'INTEGER'],
		['9223372036854775807', 'BIGINT'],
		['255::UTINYINT', 'UTINYINT'],
		['65535::USMALLINT', 'USMALLINT'],
		['4294967295::UINTEGER', 'UINTEGER'],
		['18446744073709551615::UBIGINT', 'UBIGINT'],
		["'nan'::FLOAT", 'FLOAT'],
		["'-infinity'::DOUBLE", 'DOUBLE'],
		['12345678901234567890.12::DECIMAL(38,2)', 'DECIMAL(38,2)'],
		['true', 'BOOLEAN'],
		["'é😀'", 'VARCHAR'],
		["'\\x00\\xFF'::BLOB", 'BLOB'],
		["DATE '0001-01-01'", 'DATE'],
		["TIME '12:34:56.789012'", 'TIME'],
		["TIMESTAMP '2020-01-02 03:04:05.678901'", 'TIMESTAMP'],
		["TIMESTAMP_NS '2020-01-02 03:04:05.678901234'", 'TIMESTAMP_NS'],
		["TIMESTAMPTZ '2020-01-02 03:04:05.678901+02'", 'TIMESTAMP WITH TIME ZONE'],
		["UUID '00000000-0000-0000-0000-000000000001'", 'UUID'],
		['\'{"a": 1}\'::JSON', 'JSON'],
		["{'a': [1, NULL], 'b c': MAP {'k': DATE '2020-01-01'}}", 'STRUCT(a INTEGER[], "b c" MAP(VARCHAR, DATE))'],
	] as const;

	it('are written unchanged', async () => {
		const select = kept.map(([value], index) => `${value} AS c${index}`).join(', ');
		const result = await house.engine.run({ sources: [], sql: `SELECT ${select}` });
		const asText = (from: string) =>
			`SELECT ${kept.map((_, index) => `CAST(c${index} AS VARCHAR)`).join(', ')} FROM ${from}`;
		expect(result.columns.map((column) => column.type)).toEqual(kept.map(([, type]) => type));
		expect(await house.rows(result.file, asText('file'))).toEqual(
			await house.rows(result.file, asText(`(SELECT ${select})`)),
		);
		expect((await house.engine.check({ sources: [], sql: `SELECT ${select}` })).columns).toEqual(result.columns);
		await result.dispose();
	});
});

describe('types that DuckDB would change silently', () => {
	const changed = [
		['18446744073709551616::HUGEINT * 3', 'DECIMAL(38,0)', '55340232221128654848'],
		['(SELECT sum(9223372036854775807) FROM range(5))', 'DECIMAL(38,0)', '46116860184273879035'],
		['99999999999999999999999999999999999999::UHUGEINT', 'DECIMAL(38,0)', '9'.repeat(38)],
		['[NULL, 18446744073709551617::HUGEINT]', 'DECIMAL(38,0)[]', '[NULL, 18446744073709551617]'],
		["{'a b': 18446744073709551617::HUGEINT}", 'STRUCT("a b" DECIMAL(38,0))', "{'a b': 18446744073709551617}"],
		["MAP {'k': 18446744073709551617::HUGEINT}", 'MAP(VARCHAR, DECIMAL(38,0))', '{k=18446744073709551617}'],
		["'123456789012345678901234567890123456789012'::BIGNUM", 'VARCHAR', '123456789012345678901234567890123456789012'],
		["'0101'::BIT", 'VARCHAR', '0101'],
		["['b']::ENUM('a', 'b')[]", 'VARCHAR[]', '[b]'],
		["'12:34:56+02'::TIMETZ", 'VARCHAR', '12:34:56+02'],
		["'12:34:56.789012345'::TIME_NS", 'VARCHAR', '12:34:56.789012345'],
		["TIMESTAMP_S '2020-01-02 03:04:05'", 'TIMESTAMP', '2020-01-02 03:04:05'],
		['ARRAY_VALUE(1, 2)', 'INTEGER[]', '[1, 2]'],
		["INTERVAL '1 year 2 months 3 days 4 hours 5.678901 seconds'", 'VARCHAR', 'P1Y2M3DT4H5.678901S'],
		["INTERVAL '-1 day'", 'VARCHAR', 'P-1D'],
		["INTERVAL '0 s'", 'VARCHAR', 'PT0S'],
		['NULL::INTERVAL', 'VARCHAR', null],
		['NULL', 'INTEGER', null],
	] as const;

	it('are cast explicitly', async () => {
		const sql = `SELECT ${changed.map(([value], index) => `${value} AS c${index}`).join(', ')}`;
		const result = await house.engine.run({ sources: [], sql });
		expect(result.columns.map((column) => column.type)).toEqual(changed.map(([, type]) => type));
		const texts = changed.map((_, index) => `CAST(c${index} AS VARCHAR)`).join(', ');
		expect(await house.rows(result.file, `SELECT ${texts} FROM file`)).toEqual([changed.map(([, , text]) => text)]);
		expect((await house.engine.check({ sources: [], sql })).columns).toEqual(result.columns);
		await result.dispose();
	});

	it('are logged with the type they’re written as', async () => {
		expect((await house.run('SELECT sum(range) AS total FROM range(3)')).log).toContain(
			'info: The column "total" is HUGEINT and is written as DECIMAL(38,0).',
		);
	});
});

describe('values and types that can’t be written', () => {
	const tooLarge = '170141183460469231731687303715884105727 - range::HUGEINT';

	it.each([tooLarge, `[${tooLarge}]`, `{'a': ${tooLarge}}`])('are reported with the column of %s', async (value) => {
		await expect(house.run(`SELECT 1::HUGEINT AS fits, ${value} AS "the total" FROM range(3)`)).rejects.toMatchObject({
			code: 'VALUE_OUT_OF_RANGE',
			message: expect.stringContaining('"the total" doesn’t fit DECIMAL(38,0)'),
		});
	});

	it.each([
		['union_value(a := 1)', 'a UNION'],
		['[union_value(a := 1)]', 'a UNION'],
		["[INTERVAL '1 day']", 'an INTERVAL inside'],
		["{'a': 1}::VARIANT", 'a VARIANT'],
		["'POINT(1 2)'::GEOMETRY", 'a GEOMETRY'],
		['row(1, 2)', 'a STRUCT whose fields have no names'],
	])('are rejected with the name of the column: %s', async (value, reason) => {
		const sql = `SELECT 1 AS a, ${value} AS "odd one"`;
		expect((await house.engine.check({ sources: [], sql })).diagnostics).toMatchObject([
			{ severity: 'error', message: expect.stringContaining(`The column "odd one" is ${reason}`) },
		]);
	});

	it('fail the run', async () => {
		await expect(house.run('SELECT union_value(a := 1) AS u')).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' });
	});
});
