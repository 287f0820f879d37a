import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { createContextReader } from '../../server/agents/query/read-context.ts';
import type { QueryWriter } from '../../server/agents/query/types.ts';
import { findNamespace } from '../../server/platform/access/namespace-access.ts';
import { findUser } from '../../server/platform/access/users.ts';
import { readSettings } from '../../server/settings/read-settings.ts';
import { testCaller } from '../../server/testing/caller.ts';
import { putTable } from '../../server/testing/put-table.ts';
import { createTestService } from '../../server/testing/service.ts';

/** Familiar databases with 24 tables in total, all with different names. */
const databases = ['northwind', 'chinook', 'races'];
/** How often the rows of a table are repeated, each time with other keys and, for some tables, other names. */
const copies: Record<string, number> = {
	orders: 1_000,
	order_details: 500,
	invoice: 1_000,
	invoice_line: 500,
	results: 900,
	products: 1_000,
	customers: 2_500,
	track: 400,
};
const isName = /name$/i;

/** Time for the first question and for later ones in a namespace of 24 datasets, from reading the context until the query is written. */
export async function measureTime(writer: QueryWriter): Promise<void> {
	// One runner waits for work, as in a service that has been idle for a minute.
	const { engine } = readSettings([], {}).settings;
	const service = await createTestService({ engine: { ...engine, waiting: 1 } });
	const connection = await (await DuckDBInstance.create()).connect();
	const questions: string[] = [];
	let [tables, rows] = [0, 0];
	for (const database of databases)
		for (const line of readFileSync(new URL(`familiar/${database}.sql`, import.meta.url), 'utf8').split('\n')) {
			const [, name = '', select = ''] = /^CREATE TABLE (\w+) AS (.*);$/.exec(line) ?? [];
			if (/^-- .*\?$/.test(line)) questions.push(line.slice(3));
			if (name === '') continue;
			await putTable(service, name, await grown(connection, select, copies[name] ?? 1));
			tables++;
		}
	const { platform } = service;
	const user = await findUser(platform.catalog.db, 'demo');
	const caller = testCaller({ userId: user?.id ?? '' });
	const namespace = await findNamespace(platform.catalog.db, caller, 'demo', 'tests');
	const reader = createContextReader();
	const signal = new AbortController().signal;
	await setTimeout(3_000);
	const times: { question: string; read: number; written: number }[] = [];
	for (const question of questions) {
		const started = performance.now();
		const context = await reader.read(platform, caller, namespace, { question, signal });
		const read = performance.now() - started;
		await writer.write(question, context, { signal });
		times.push({ question, read, written: performance.now() - started });
		rows = context.datasets.reduce((sum, dataset) => sum + dataset.rows, 0);
	}
	const [first, ...later] = times;
	const middle = (of: (item: (typeof times)[number]) => number) =>
		later
			.map(of)
			.sort((a, b) => a - b)
			.at(later.length >> 1)
			?.toFixed(0);
	console.log(`${tables} datasets, ${rows} rows, ${times.length} questions`);
	console.log(
		`first question ${first?.written.toFixed(0)} ms, of which ${first?.read.toFixed(0)} ms to look at the datasets`,
	);
	console.log(
		`later ones ${middle(({ written }) => written)} ms at the median, of which ${middle(({ read }) => read)} ms to look at the datasets`,
	);
	const slowest = later.toSorted((a, b) => b.written - a.written).slice(0, 3);
	for (const { question, written } of slowest) console.log(`${written.toFixed(0).padStart(6)} ms  ${question}`);
	await service.close();
}

/** Repeats the rows of a query, each time with other keys, which are the first column, and other names. */
async function grown(connection: DuckDBConnection, select: string, times: number): Promise<string> {
	if (times === 1) return `SELECT * FROM (${select})`;
	const described = (await connection.runAndReadAll(`DESCRIBE ${select}`)).getRows();
	const columns = described.map(([name, type], index) => {
		const column = `"${name}"`;
		const isText = type === 'VARCHAR';
		if (index > 0 && !(isText && isName.test(String(name)))) return column;
		const other = isText ? `${column} || ' ' || copy` : `${column} + copy * 1000000`;
		return `CASE copy WHEN 0 THEN ${column} ELSE ${other} END AS ${column}`;
	});
	return `SELECT ${columns.join(', ')} FROM (${select}), range(${times}) AS copies(copy)`;
}
