import { readdirSync, readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ContextDataset, QueryWriter, SchemaContext } from '../../server/agents/query/types.ts';
import { describeTable } from './context.ts';
import { sameRows } from './same-rows.ts';

const folder = new URL(process.env.FAMILIAR_QUESTIONS ?? 'familiar/', import.meta.url);

interface Asked {
	readonly database: string;
	readonly question: string;
	readonly result: 'right' | 'wrong' | 'refused';
	readonly said: string;
	readonly gold: string;
	readonly ms: number;
}

/** Prints how the questions in the SQL files of this folder are answered. */
export const measureFamiliar = async (
	writer: QueryWriter,
	flags: ReadonlySet<string>,
	only: string | undefined,
): Promise<void> => print(await askFamiliar(writer, (database) => only === undefined || only === database), flags);

/**
 * Asks the questions in the SQL files of this folder, each a database followed by questions with their queries; `refuse` if the data has no answer.
 */
export async function askFamiliar(writer: QueryWriter, isWanted: (database: string) => boolean): Promise<Asked[]> {
	const connection = await (await DuckDBInstance.create()).connect();
	await connection.run(`ATTACH ':memory:' AS familiar`);
	const asked: Asked[] = [];
	for (const file of readdirSync(folder).sort()) {
		const database = file.replace('.sql', '');
		if (!isWanted(database)) continue;
		const isSingle = database === 'single-tables';
		await connection.run(`CREATE SCHEMA familiar."${database}"; USE familiar."${database}"`);
		const datasets: ContextDataset[] = [];
		let context: SchemaContext | null = null;
		let question = '';
		for (const line of readFileSync(new URL(file, folder), 'utf8').split('\n')) {
			const [, created] = /^CREATE TABLE (\w+)/.exec(line) ?? [];
			if (created !== undefined) {
				await connection.run(line);
				if (isSingle) datasets.length = 0;
				datasets.push(await describeTable(connection, 'familiar', database, created));
				context = null;
			} else if (line.startsWith('-- ')) question = line.slice(3);
			else if (line !== '') {
				context ??= { namespace: { owner: 'familiar', name: database }, datasets: [...datasets], links: [] };
				const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
				asked.push({ database, question, gold: line, ...(await ask(writer, question, line, context, rowsOf)) });
			}
		}
	}
	return asked;
}

async function ask(
	writer: QueryWriter,
	question: string,
	gold: string,
	context: SchemaContext,
	rowsOf: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<Pick<Asked, 'result' | 'said' | 'ms'>> {
	const started = performance.now();
	const written = await writer.write(question, context, { signal: new AbortController().signal });
	const ms = performance.now() - started;
	if (written.kind === 'refused') return { result: gold === 'refuse' ? 'right' : 'refused', said: written.message, ms };
	const said = `${written.reading}\n    ${written.sql.replaceAll('\n', ' ')}`;
	if (gold === 'refuse') return { result: 'wrong', said, ms };
	const expected = await rowsOf(gold);
	const why = await rowsOf(written.sql).then(
		(rows) => sameRows(expected, rows, / ORDER BY (?!.*LIMIT 1;)/.test(gold)),
		String,
	);
	return { result: why === null ? 'right' : 'wrong', said: `${said}\n    ${why}`, ms };
}

function print(asked: readonly Asked[], flags: ReadonlySet<string>): void {
	console.log('familiar databases        asked  right  wrong  refused');
	const line = (name: string, of: readonly Asked[]) => {
		const count = (result: string) => String(of.filter((item) => item.result === result).length).padStart(7);
		console.log(
			`${name.padEnd(24)}${String(of.length).padStart(7)}${count('right')}${count('wrong')}  ${count('refused')}`,
		);
	};
	for (const name of new Set(asked.map(({ database }) => database)))
		line(
			name,
			asked.filter(({ database }) => database === name),
		);
	line(
		'answerable',
		asked.filter(({ gold }) => gold !== 'refuse'),
	);
	line(
		'unanswerable',
		asked.filter(({ gold }) => gold === 'refuse'),
	);
	const times = asked.map(({ ms }) => ms).sort((a, b) => a - b);
	console.log(`median ${times[times.length >> 1]?.toFixed(1)} ms, longest ${times.at(-1)?.toFixed(0)} ms`);
	for (const { database, question, result, said, gold } of asked)
		if (flags.has(`--${result}`)) console.log(`\n${result} ${database}: ${question}\n    ${said}\n    gold: ${gold}`);
}
