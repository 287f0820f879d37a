import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPosition } from '#lib/text/has-position.ts';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import type { EngineSource } from '../types.ts';

let house: EngineHouse;
let sources: EngineSource[];
beforeAll(async () => {
	house = await openEngine({ waiting: 1 });
	sources = [
		await house.source('demo', 'aviation', 'flights', "SELECT 'JFK' AS origin, 'LAX' AS \"Final Stop\", 3 AS delay"),
	];
});
afterAll(() => house.close());

const check = (sql: string) => house.engine.check({ sources, sql });

describe('a check', () => {
	it('returns the columns as they would be written', async () => {
		expect(await check('SELECT origin, sum(delay) AS total FROM aviation.flights GROUP BY ALL;')).toMatchObject({
			diagnostics: [],
			columns: [
				{ name: 'origin', type: 'VARCHAR' },
				{ name: 'total', type: 'DECIMAL(38,0)' },
			],
		});
	});

	it.each([
		['', 'The statement is empty', 1, 1, 2, []],
		['SELEC 1', 'Syntax error at or near "SELEC".', 1, 1, 6, []],
		['SELECT (1', 'Syntax error at end of input.', 1, 10, 11, []],
		["SELECT\n  'ä😀', orign\nFROM aviation.flights", 'Unknown column "orign"', 2, 10, 15, ['origin']],
		[
			'SELECT delay FROM aviation.flights WHERE origin = "TX"',
			'Unknown column "TX". For text, use single quotes: \'TX\'.',
			1,
			51,
			55,
			["'TX'"],
		],
		['SELECT 1 AS a, union_value(b := 1) AS u', 'The column "u" is', 1, 39, 40, []],
		['SELECT "final stp" FROM aviation.flights', 'Did you mean "Final Stop"', 1, 8, 19, ['"Final Stop"']],
		[
			'SELECT * FROM demo.aviation.flight',
			'Table with name flight does not exist',
			1,
			15,
			19,
			['demo.aviation.flights'],
		],
		[
			'SELECT * FROM nobody.aviation.flights',
			'Unknown table "nobody.aviation.flights". Available: demo.aviation.flights.',
			1,
			15,
			21,
			['demo.aviation.flights'],
		],
		['SELECT f.dely FROM aviation.flights f', '"f" has no column "dely".', 1, 10, 14, []],
		[
			'SELECT delay FROM aviation.flights f, aviation.flights g',
			'Ambiguous reference to column name "delay"',
			1,
			8,
			13,
			['f.delay', 'g.delay'],
		],
		['SELECT 1; SELECT 2', 'A second statement starts here', 1, 11, 17, []],
		['DROP TABLE x', 'DROP isn’t available', 1, 1, 5, []],
		['SELECT countt(*) FROM aviation.flights', 'Did you mean count', 1, 8, 14, ['count']],
	])('locates and explains the error in %j', async (sql, message, line, column, endColumn, suggestions) => {
		const { diagnostics, columns } = await check(sql);
		expect(columns).toEqual([]);
		expect(diagnostics).toHaveLength(1);
		expect(diagnostics[0]).toMatchObject({ severity: 'error', line, column, endLine: line, endColumn });
		expect(diagnostics[0]?.message).toContain(message);
		expect(diagnostics[0]?.suggestions).toEqual(expect.arrayContaining(suggestions));
	});

	it('suggests adding an unknown table as a source', async () => {
		const { diagnostics } = await house.engine.check({ sources: [], sql: 'SELECT * FROM aviation.flights' });
		expect(diagnostics[0]?.message).toBe('Unknown table "aviation.flights". Add it as a source.');
	});

	it('warns if two columns have the same name', async () => {
		const { diagnostics, columns } = await check('SELECT 1 AS a, 2 AS a');
		expect(columns.map((column) => column.name)).toEqual(['a', 'a_1']);
		expect(diagnostics).toMatchObject([{ severity: 'warning' }]);
		expect(diagnostics.every(hasPosition)).toBe(false);
	});

	it.each([
		"SELECT * FROM read_csv('/etc/passwd')",
		"SELECT * FROM read_text('source-1x')",
		"SELECT * FROM glob('/*')",
		"SELECT * FROM '/etc/passwd'",
		"SELECT * FROM '/etc/passwd.csv'",
		"SELECT * FROM read_parquet('http://127.0.0.1:1/x')",
	])('reads only the sources, even while binding: %s', async (sql) => {
		const { diagnostics } = await check(sql);
		expect(diagnostics).toMatchObject([{ severity: 'error', line: 1 }]);
		expect(diagnostics[0]?.message).toMatch(/^Statements can only read|^Unknown table/);
	});

	it.each([
		"COPY (SELECT 1) TO 'source-1'",
		"EXPLAIN ANALYZE COPY (SELECT 1) TO 'source-1'",
		"ATTACH '/tmp/x.db'",
		'INSTALL httpfs',
		'LOAD httpfs',
		'SET enable_external_access = true',
		'RESET lock_configuration',
		'PRAGMA version',
		'CALL pragma_version()',
		'CREATE TABLE t (a INT)',
		"EXPORT DATABASE 'x'",
		'BEGIN',
		'PIVOT (SELECT 1 AS a, 2 AS b) ON a USING sum(b)',
	])('accepts only a SELECT: %s', async (sql) => {
		const { diagnostics } = await check(sql);
		expect(diagnostics).toMatchObject([{ severity: 'error', line: 1, column: 1 }]);
		expect(diagnostics[0]?.message).toContain('The code must be a single SELECT over the sources');
	});

	it.each([
		'FROM enable_profiling()',
		'FROM "Enable_Logging" /* here */ ()',
		'FROM system.main.disable_logging()',
		'SELECT * FROM aviation.flights, disable_peg_parser()',
		'FROM -- a comment\rcheckpoint()',
		'FROM force_checkpoint()',
		'FROM truncate_duckdb_logs()',
		"FROM query('FROM enable_profiling()')",
		"FROM query_table('aviation.flights')",
		"FROM json_execute_serialized_sql(json_serialize_sql('FROM enable_profiling()'))",
	])('rejects functions that change the engine for later statements: %j', async (sql) => {
		const { diagnostics } = await check(sql);
		expect(diagnostics).toMatchObject([{ severity: 'error' }]);
		expect(diagnostics[0]?.message).toMatch(
			/^The code must be a single SELECT over the sources\. \w+ isn’t available\.$/,
		);
	});

	it('accepts the names of these functions as column names', async () => {
		expect(await check('SELECT 1 AS query, 2 AS "checkpoint"')).toMatchObject({ diagnostics: [] });
	});

	it.each(['SELECT $1', 'SELECT ?', 'SELECT 1\0'])('rejects parameters and NUL characters: %j', async (sql) => {
		expect((await check(sql)).diagnostics).toMatchObject([{ severity: 'error', line: 1 }]);
	});

	it.each([
		'SELECT 1 -- ;',
		'VALUES (1)',
		'WITH t AS (SELECT 1) FROM t;',
		'(SELECT 1)',
		'FROM aviation.flights SELECT delay',
	])('accepts %j as a single SELECT', async (sql) => {
		expect(await check(sql)).toMatchObject({ diagnostics: [], columns: [{ type: 'INTEGER' }] });
	});

	it('survives a statement that the engine can’t plan', async () => {
		const { diagnostics } = await check("SELECT length(repeat(repeat(repeat('a', 1000), 1000), 3000))");
		expect(diagnostics.length).toBeLessThanOrEqual(1);
		expect((await check('SELECT 1 AS one')).columns).toEqual([{ name: 'one', type: 'INTEGER' }]);
	});
});

it('refuses to describe a file that isn’t Parquet', async () => {
	await expect(house.engine.describe('/etc/passwd')).rejects.toMatchObject({ name: 'EngineError' });
});
