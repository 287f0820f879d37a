import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textLog } from '../../logging/log.ts';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import { chooseIsolation } from '../isolation/choose.ts';
import type { EngineSource } from '../types.ts';
import { createEngine } from './engine.ts';

let house: EngineHouse;
let source: EngineSource;
beforeAll(async () => {
	house = await openEngine();
	source = await house.source('demo', 'aviation', 'pg_settings', "SELECT 'mine' AS setting");
});
afterAll(() => house.close());

async function outcomeText(sql: string): Promise<string> {
	const outcome = await house.run(sql, [source]).catch((error: unknown) => error);
	return JSON.stringify(
		outcome instanceof Error ? { ...outcome, message: outcome.message } : (outcome as object),
		(_, value) => (typeof value === 'bigint' ? String(value) : value),
	).replaceAll(/"file":"[^"]*"/g, '');
}

describe('the configuration of the service', () => {
	it.each([
		'FROM duckdb_settings()',
		'SELECT * FROM "DuckDB_Settings" ()',
		'SELECT (SELECT string_agg(value) FROM duckdb_settings()) AS all_of_them',
		'FROM pg_settings',
		'FROM pg_catalog.pg_settings',
		"FROM 'pg_settings'",
		"FROM E'pg\\x5fsettings'",
		'FROM $$pg_settings$$',
		'SUMMARIZE pg_settings',
		"SELECT current_setting('allowed_paths')",
		"SELECT system.main.current_setting('temp_directory')",
		'FROM duckdb_external_file_cache()',
		'FROM duckdb_temporary_files()',
		'FROM duckdb_secrets()',
		'FROM duckdb_extensions()',
	])('is hidden from %s', async (sql) => {
		const text = await outcomeText(sql);
		expect(text).toContain('isn’t available here: a query can’t read the service’s configuration.');
		expect(text).not.toContain(house.dir);
	});

	it('doesn’t appear in other metadata or in errors', async () => {
		for (const sql of [
			'FROM pragma_database_list',
			'FROM duckdb_databases()',
			'FROM duckdb_views()',
			'FROM duckdb_functions()',
			'FROM sqlite_master',
			'SELECT * FROM information_schema.tables',
			"FROM read_duckdb('source-1')",
			"FROM read_parquet('source-1', filename = true)",
			"FROM glob('*')",
			"FROM glob('/etc/*')",
			"FROM sniff_csv('source-1')",
			"FROM read_csv('source-1')",
			"FROM read_json('source-1')",
			"FROM parquet_metadata('source-1')",
			"FROM read_blob('result.parquet')",
			"SELECT getenv('HOME')",
			'SELECT current_query()',
			"FROM '/etc/passwd'",
		]) {
			const text = await outcomeText(sql);
			for (const path of [house.dir, process.cwd(), process.env.HOME ?? house.dir])
				expect([sql, text]).toEqual([sql, expect.not.stringContaining(`${path}/`)]);
		}
	});

	it('doesn’t hide a dataset with the same name', async () => {
		const { rows } = await house.run('SELECT setting FROM demo.aviation.pg_settings', [source]);
		expect(rows).toEqual([['mine']]);
		expect(
			(await house.run("SELECT s.setting AS current_setting, E'x\\n' AS e FROM aviation.pg_settings s", [source])).rows,
		).toEqual([['mine', 'x\n']]);
	});
});

it.skipIf(!existsSync('/dev/shm'))('doesn’t reveal the path of a source on another file system', async () => {
	const dir = `/dev/shm/engine-${process.pid}`;
	const engine = createEngine({
		settings: {
			deadlineMs: 20_000,
			memoryBytes: 2 ** 30,
			maxOutputBytes: 50_000_000,
			concurrency: 1,
			waiting: 0,
			threads: 1,
			isolation: 'auto',
		},
		dir,
		isolation: await chooseIsolation('auto', dir),
		log: textLog,
	});
	const options = { lane: 'a', signal: new AbortController().signal, most: 10, maxBytes: 1_000_000 };
	const sources = [source];
	const views = await engine.query({
		...options,
		sources,
		sql: "SELECT sql FROM duckdb_views() WHERE sql LIKE '%source-1%'",
	});
	expect(views.total).toBe(1);
	expect(views.rows.join()).not.toContain(house.dir);
	const { rows } = await engine.query({ ...options, sources, sql: 'SELECT setting FROM aviation.pg_settings' });
	expect(rows).toEqual(['{"setting":"mine"}']);
	await engine.close();
});
