import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** Table files, by the namespace into which they are loaded. */
const files: Readonly<Record<string, readonly string[]>> = {
	ferries: ['ferries', 'crossings', 'ports'],
	league: ['games'],
};
const sample: Readonly<Record<string, readonly string[]>> = {
	aviation: ['flights', 'airports', 'bird_strikes'],
	nature: ['daily_weather', 'earthquakes', 'field_notes'],
	geography: ['countries', 'country_years', 'us_states'],
};

const fileOf = (name: string): string => join(import.meta.dirname, 'ferries', `${name}.csv`);
const sampleFile = (namespace: string, name: string): string =>
	join(import.meta.dirname, '../../sample/data', namespace, `${name}.parquet`);

type Send = (method: string, path: string, body: string, type: string) => Promise<Response>;

/** Loads the tables into their namespaces by ingestions. */
export async function loadTables(send: Send): Promise<void> {
	const json = async <T>(method: string, path: string, body: unknown): Promise<T> => {
		const answer = await send(method, path, JSON.stringify(body), 'application/json');
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
		return (await answer.json()) as T;
	};
	for (const [namespace, names] of Object.entries(files)) {
		await json('POST', '/namespaces', { namespace });
		for (const datasetName of names) {
			const { fields, text } = await recordsIn(fileOf(datasetName));
			const target = { owner: 'demo', namespace, datasetName };
			const mapping = fields.map((field) => ({ from: field, column: field }));
			const { id } = await json<{ id: string }>('POST', '/ingestions', { target, mode: 'create', mapping });
			const sha256 = createHash('sha256').update(text).digest('hex');
			await send('PUT', `/ingestions/${id}/chunks/1?sha256=${sha256}`, text, 'text/plain');
			await json('POST', `/ingestions/${id}/commit`, { chunks: 1 });
		}
	}
}

async function recordsIn(file: string): Promise<{ fields: string[]; text: string }> {
	const [head = '', ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
	const fields = head.split(',');
	const records = lines.map((line) =>
		Object.fromEntries(line.split(',').map((value, index) => [fields[index] ?? '', value])),
	);
	return { fields, text: records.map((record) => JSON.stringify(record)).join('\n') };
}

/** The engine's own results over the same tables: rows of values as text. */
export async function openTables(): Promise<(namespace: string, sql: string) => Promise<string[][]>> {
	const connection: DuckDBConnection = await (await DuckDBInstance.create(':memory:')).connect();
	for (const [namespace, names] of [...Object.entries(files), ...Object.entries(sample)]) {
		await connection.run(`CREATE SCHEMA ${namespace}`);
		for (const name of names) {
			const source =
				namespace in files ? `read_csv('${fileOf(name)}')` : `read_parquet('${sampleFile(namespace, name)}')`;
			await connection.run(`CREATE VIEW ${namespace}.${name} AS FROM ${source}`);
		}
	}
	return async (namespace, sql) => {
		await connection.run(`SET schema = '${namespace}'`);
		return (await connection.runAndReadAll(sql)).getRowsJson().map((row) => row.map(String));
	};
}
