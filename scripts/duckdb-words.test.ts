import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { reservedWords } from '#lib/sql/quoting.ts';

it('the editor describes the functions of the installed DuckDB', () => {
	const made = execFileSync(process.execPath, ['scripts/duckdb-functions.mjs', '--print'], { encoding: 'utf8' });
	expect(made).toBe(readFileSync('src/ui/editor/sql/duckdb-functions.json', 'utf8'));
});

it('the editor quotes the reserved words of the installed DuckDB', async () => {
	const connection = await (await DuckDBInstance.create(':memory:')).connect();
	const answer = await connection.runAndReadAll(
		"SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category IN ('reserved', 'type_function') ORDER BY 1",
	);
	expect([...reservedWords].sort()).toEqual(answer.getRows().map(([name]) => name));
});
