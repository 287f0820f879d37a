import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textLog } from '../../logging/log.ts';
import { createFolderStore } from '../../store/objects/folder-store.ts';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import { type SparkServer, startSpark } from '../../testing/spark.ts';
import type { EngineSource, RunEngine } from '../types.ts';
import { createSparkEngine } from './engine.ts';

/** A Spark value, and the column it becomes. */
const written: readonly (readonly [value: string, type: string, text: string | null])[] = [
	['true', 'BOOLEAN', 'true'],
	['CAST(-128 AS TINYINT)', 'TINYINT', '-128'],
	['CAST(-32768 AS SMALLINT)', 'SMALLINT', '-32768'],
	['-2147483648', 'INTEGER', '-2147483648'],
	['9223372036854775807', 'BIGINT', '9223372036854775807'],
	["CAST('0.1' AS FLOAT)", 'FLOAT', '0.1'],
	["CAST('0.1' AS DOUBLE)", 'DOUBLE', '0.1'],
	["CAST('NaN' AS DOUBLE)", 'DOUBLE', 'nan'],
	[
		"CAST('-12345678901234567890123456.789012345678' AS DECIMAL(38,12))",
		'DECIMAL(38,12)',
		'-12345678901234567890123456.789012345678',
	],
	["'ä😀'", 'VARCHAR', 'ä😀'],
	["X'00FF'", 'BLOB', '\\x00\\xFF'],
	["DATE '0001-01-01'", 'DATE', '0001-01-01'],
	["DATE '9999-12-31'", 'DATE', '9999-12-31'],
	["TIMESTAMP_NTZ '2024-03-31 02:30:00.123456'", 'TIMESTAMP', '2024-03-31 02:30:00.123456'],
	["TIMESTAMP '2024-03-31 02:30:00.123456+02:00'", 'TIMESTAMP WITH TIME ZONE', '2024-03-31 00:30:00.123456+00'],
	["TIME '23:59:59.999999'", 'TIME', '23:59:59.999999'],
	['array(1, NULL)', 'INTEGER[]', '[1, NULL]'],
	["map('a', 1)", 'MAP(VARCHAR, INTEGER)', '{a=1}'],
	["named_struct('a', 1, 'b c', array('x'))", 'STRUCT(a INTEGER, "b c" VARCHAR[])', "{'a': 1, 'b c': [x]}"],
	['NULL', 'INTEGER', null],
];
/** A dataset's value, and its type in Spark. */
const read: readonly (readonly [value: string, spark: string, text: string])[] = [
	['true', 'boolean', 'true'],
	['(-128)::TINYINT', 'tinyint', '-128'],
	['(-32768)::SMALLINT', 'smallint', '-32768'],
	['1::INTEGER', 'int', '1'],
	['9223372036854775807::BIGINT', 'bigint', '9223372036854775807'],
	['255::UTINYINT', 'smallint', '255'],
	['65535::USMALLINT', 'int', '65535'],
	['4294967295::UINTEGER', 'bigint', '4294967295'],
	['18446744073709551615::UBIGINT', 'decimal(20,0)', '18446744073709551615'],
	['170141183460469231731687303715884105727::HUGEINT', 'double', '1.7014118346046923E38'],
	['0.5::FLOAT', 'float', '0.5'],
	['0.1::DOUBLE', 'double', '0.1'],
	['-0.123456789012345678::DECIMAL(38,18)', 'decimal(38,18)', '-0.123456789012345678'],
	["'ä😀'", 'string', 'ä😀'],
	["'ab'::BLOB", 'binary', 'ab'],
	["DATE '2024-02-29'", 'date', '2024-02-29'],
	["TIMESTAMP '2024-03-31 02:30:00.123456'", 'timestamp_ntz', '2024-03-31 02:30:00.123456'],
	["TIMESTAMPTZ '2024-03-31 02:30:00.123456+02'", 'timestamp', '2024-03-31 00:30:00.123456'],
	["TIME '23:59:59.999999'", 'time(6)', '23:59:59.999999'],
	['[1, NULL]', 'array<int>', '[1, null]'],
	["MAP {'a': 1}", 'map<string,int>', '{a -> 1}'],
	["{'a': 1, 'b': ['x']}", 'struct<a:int,b:array<string>>', '{1, [x]}'],
];

describe.skipIf(!process.env.TEST_SPARK_HOME)('types between Spark and datasets', () => {
	let spark: SparkServer;
	let house: EngineHouse;
	let engine: RunEngine & { close(): Promise<void> };
	let dir: string;
	beforeAll(async () => {
		[spark, house] = await Promise.all([startSpark(), openEngine({ deadlineMs: 120_000 })]);
		dir = mkdtempSync(join(tmpdir(), 'spark-test-'));
		const limits = { deadlineMs: 120_000, maxOutputBytes: 50_000_000, concurrency: 2, memoryBytes: 2 ** 30 };
		const settings = { ...limits, waiting: 0, threads: 1, isolation: 'off' } as const;
		const store = createFolderStore(join(dir, 'objects'));
		const rest = { settings, dir: join(dir, 'runs'), stage: () => store.stage(), log: textLog };
		engine = await createSparkEngine({ url: spark.url, duckdb: house.engine, ...rest });
	}, 120_000);
	afterAll(async () => {
		await engine.close();
		await Promise.all([spark.stop(), house.close()]);
		rmSync(dir, { recursive: true, force: true });
	});
	const run = async (sources: readonly EngineSource[], sql: string) => {
		const result = await engine.run({ sources, sql, partSize: () => 2 ** 20 });
		// Spark's file is used unchanged.
		expect(result.staged).toHaveLength(1);
		const [texts = []] = await house.rows(result.file, 'SELECT CAST(COLUMNS(*) AS VARCHAR) FROM file');
		await result.dispose();
		return { types: result.columns.map(({ type }) => type), texts };
	};

	test('Spark’s results become columns with the same values', async () => {
		const { types, texts } = await run(
			[],
			`SELECT ${written.map(([value], index) => `${value} AS c${index}`).join(', ')}`,
		);
		expect(written.map(([value], index) => [value, types[index], texts[index]])).toEqual(written);
	}, 120_000);

	test('Spark reads the same values from a dataset', async () => {
		const columns = read.map(([value], index) => `${value} AS c${index}`).join(', ');
		const source = await house.source('demo', 'all', 'types', `SELECT ${columns}`);
		const sources = [{ ...source, files: source.files.map((file) => `file:${file}`) }];
		const both = read.map((_, index) => `typeof(c${index}) AS t${index}, CAST(c${index} AS STRING) AS v${index}`);
		const { texts } = await run(sources, `SELECT ${both.join(', ')} FROM "all".types`);
		expect(read.map(([value], index) => [value, texts[2 * index], texts[2 * index + 1]])).toEqual(read);
	}, 120_000);

	test.each([
		["INTERVAL '1' DAY", 'INTERVAL'],
		["INTERVAL '1' MONTH", 'INTERVAL'],
		["parse_json('1')", 'VARIANT'],
		["array(INTERVAL '1' DAY)", 'INTERVAL'],
	])('rejects %s and names its type', async (value, name) => {
		await expect(run([], `SELECT ${value} AS odd`)).rejects.toMatchObject({
			code: 'UNSUPPORTED_TYPE',
			message: expect.stringMatching(new RegExp(`"odd", which is .*${name}`)),
		});
	});

	test.each(['uuid()', "TIMESTAMP_NS '2024-01-01 00:00:00'"])(
		'names a source that can’t be read because of %s',
		async (value) => {
			const source = await house.source('demo', 'all', 'odd', `SELECT ${value} AS x`);
			const sources = [{ ...source, files: source.files.map((file) => `file:${file}`) }];
			await expect(run(sources, 'SELECT * FROM demo."all".odd')).rejects.toMatchObject({
				message: expect.stringContaining('odd'),
			});
		},
	);
});
