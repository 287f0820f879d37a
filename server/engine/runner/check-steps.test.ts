import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.mock('./lineage.ts', async (actual) => ({
	...(await actual<typeof import('./lineage.ts')>()),
	lineageOf: () => Promise.reject(new Error('The lineage is broken.')),
}));

// Another test in this process may have loaded the module with the real lineage.
vi.resetModules();
const { checkSteps } = await import('./check-steps.ts');
const { check } = await import('./session.ts');

let connection: DuckDBConnection;
beforeAll(async () => {
	connection = await (await DuckDBInstance.create(':memory:')).connect();
	await connection.run('SET errors_as_json = true');
});
afterAll(() => connection.closeSync());

test('checks steps without computing their lineage', async () => {
	const session = { connection, sources: [], results: [] };
	await expect(check(session, 'SELECT 1 AS a')).rejects.toThrow('The lineage is broken.');
	const steps = [
		{ sql: 'SELECT 1 AS a', as: 'one', each: null },
		{ sql: 'SELECT a + 1 AS b FROM one', as: 'two', each: null },
	];
	expect(await checkSteps(session, { kind: 'check-steps', steps })).toMatchObject([
		{ state: 'valid', columns: [{ name: 'a' }], lineage: null },
		{ state: 'valid', reads: ['one'], columns: [{ name: 'b' }], lineage: null },
	]);
});
