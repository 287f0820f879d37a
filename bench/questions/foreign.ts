import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { ContextDataset, ContextLink, QueryWriter, SchemaContext, Turn } from '../../server/agents/query/types.ts';
import { describeTable } from './context.ts';

/** Questions over databases that nobody on the project chose. They are stored outside the project. */
const foreignFolder = resolve(process.env.FOREIGN_QUESTIONS ?? '../shared/questions');

interface Question {
	readonly id: string;
	readonly db: string;
	readonly question: string;
	readonly hint?: string;
	readonly gold_sql: string;
	readonly gold_rows: readonly (readonly unknown[])[];
	readonly ordered: boolean;
	readonly difficulty: string;
	readonly tables: readonly string[];
	readonly n_tables: number;
}
type Grade = (rows: readonly unknown[][], question: Pick<Question, 'gold_rows' | 'ordered'>) => string;

interface Asked {
	readonly id: string;
	readonly question: string;
	readonly result: 'right' | 'wrong' | 'refused';
	readonly labels: readonly string[];
	readonly said: string;
	readonly gold: string;
	readonly ms: number;
}

const lines = <T>(name: string): T[] =>
	readFileSync(join(foreignFolder, name), 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as T);

/** Every second database and every second single table, in name order. */
function developedHalf(): ReadonlySet<string> {
	const databases = readdirSync(join(foreignFolder, 'data')).filter((name) => name !== 'wikisql');
	const tables = readdirSync(join(foreignFolder, 'data/wikisql')).map((name) => name.replace(/\.csv$/, ''));
	const even = (names: string[]) => names.sort().filter((_, index) => index % 2 === 0);
	return new Set([...even(databases), ...even(tables)]);
}

interface Loaded {
	readonly context: (tables: readonly string[] | null, db: string, links: boolean) => SchemaContext;
	readonly rowsOf: (sql: string) => Promise<unknown[][]>;
	readonly columnsOf: (sql: string) => Promise<Turn['columns']>;
}

async function load(connection: DuckDBConnection): Promise<Loaded> {
	await connection.run(`ATTACH ':memory:' AS foreign_data`);
	const datasets = new Map<string, ContextDataset[]>();
	const joins = JSON.parse(readFileSync(join(foreignFolder, 'joins.json'), 'utf8')) as Record<string, string[]>;
	for (const db of readdirSync(join(foreignFolder, 'data'))) {
		await connection.run(`CREATE SCHEMA foreign_data."${db}"`);
		const found: ContextDataset[] = [];
		for (const file of readdirSync(join(foreignFolder, 'data', db)).sort()) {
			const datasetName = file.replace(/\.csv$/, '');
			const path = join(foreignFolder, 'data', db, file).replaceAll("'", "''");
			await connection.run(
				`CREATE TABLE foreign_data."${db}"."${datasetName}" AS SELECT * FROM read_csv('${path}', header = true, sample_size = -1)`,
			);
			found.push(await describeTable(connection, 'foreign_data', db, datasetName));
		}
		datasets.set(db, found);
	}
	const linksOf = (db: string): ContextLink[] =>
		(joins[db] ?? []).map((join) => {
			const [from, to] = join.split(' = ').map((end) => {
				const [datasetName = '', column = ''] = end.split('.');
				return { dataset: { owner: 'foreign_data', namespace: db, datasetName }, column };
			});
			return { from, to, matchType: 'ExactMatch', options: {} } as ContextLink;
		});
	const contexts = new Map<string, SchemaContext>();
	return {
		context: (tables, db, links) => {
			const key = `${db} ${tables?.join() ?? ''} ${links}`;
			const found = contexts.get(key) ?? {
				namespace: { owner: 'foreign_data', name: db },
				datasets: (datasets.get(db) ?? []).filter(
					(dataset) => tables?.includes(dataset.coordinate.datasetName) ?? true,
				),
				links: links ? linksOf(db) : [],
			};
			contexts.set(key, found);
			return found;
		},
		columnsOf: async (sql) => {
			const described = await connection.runAndReadAll(`DESCRIBE ${sql}`);
			return described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
		},
		rowsOf: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson() as unknown[][],
	};
}

const signal = new AbortController().signal;

/** Asks all questions in this process, and prints how many answers were right, wrong and refused. */
export async function measureForeign(writer: QueryWriter, flags: ReadonlySet<string>): Promise<void> {
	if (!existsSync(foreignFolder)) {
		console.log(`There are no foreign questions: ${foreignFolder} is not there.`);
		return;
	}
	const { gradeRows } = (await import(pathToFileURL(join(foreignFolder, 'grade.mjs')).href)) as { gradeRows: Grade };
	const connection = await (await DuckDBInstance.create()).connect();
	const loaded = await load(connection);
	const developed = developedHalf();
	const half = (name: string) => (developed.has(name) ? 'developed' : 'unseen');
	for (const links of [false, true]) {
		const asked: Asked[] = [];
		for (const question of lines<Question>('questions.jsonl')) {
			const single = question.db === 'wikisql';
			const side = half(single ? (question.tables[0] ?? '') : question.db);
			const context = loaded.context(single ? question.tables : null, question.db, links);
			const started = performance.now();
			const written = await writer.write(question.question, context, { signal });
			const ms = performance.now() - started;
			const labels = [
				side,
				`${side} ${question.db}`,
				`${side} ${Math.min(question.n_tables, 4)} tables`,
				`${side} ${question.difficulty}`,
			];
			const base = { id: question.id, question: question.question, labels, gold: question.gold_sql, ms };
			if (written.kind === 'refused') {
				asked.push({ ...base, result: 'refused', said: written.message });
				continue;
			}
			const rows = await loaded.rowsOf(written.sql).catch((error: unknown) => String(error));
			const grade = typeof rows === 'string' ? rows : gradeRows(rows, question);
			const exact = grade === 'exact' ? [`${side} exact`] : [];
			const result = grade === 'exact' || grade === 'superset-columns' ? 'right' : 'wrong';
			const shown = `${written.reading}\n    ${written.sql.replaceAll('\n', ' ')}\n    ${typeof rows === 'string' ? rows : ''}`;
			asked.push({ ...base, labels: [...labels, ...exact], result, said: shown });
		}
		print(links ? 'with declared links' : 'without links', asked);
		tell(asked, flags, links);
		if (flags.has('--quick')) break;
	}
	await refusals(writer, loaded, half, flags);
	await followUps(writer, loaded, half, gradeRows, flags);
}

function print(title: string, asked: readonly Asked[]): void {
	console.log(`\n${title.padEnd(36)} asked  right  wrong  refused`);
	for (const label of [...new Set(asked.flatMap(({ labels }) => labels))].sort()) {
		const of = asked.filter(({ labels }) => labels.includes(label));
		const count = (result: string) => of.filter((item) => item.result === result).length;
		const share = `${Math.round((100 * count('right')) / of.length)} %`;
		console.log(
			`${label.padEnd(36)}${String(of.length).padStart(6)}${String(count('right')).padStart(7)}${String(count('wrong')).padStart(7)}${String(count('refused')).padStart(9)}  ${share}`,
		);
	}
	const times = asked.map(({ ms }) => ms).sort((a, b) => a - b);
	console.log(`median ${times[times.length >> 1]?.toFixed(1)} ms, longest ${times.at(-1)?.toFixed(0)} ms`);
}

/** Shows wrong answers of both halves; right and refused ones only of the developed half, and without links. */
function tell(asked: readonly Asked[], flags: ReadonlySet<string>, links = false): void {
	const wanted = ['right', 'wrong', 'refused'].filter((result) => flags.has(`--${result}`));
	for (const { id, question, result, labels, said, gold } of asked) {
		if (!wanted.includes(result) || (result !== 'wrong' && (links || !labels.includes('developed')))) continue;
		console.log(`\n${result} ${id}: ${question}\n    ${said}\n    gold: ${gold}`);
	}
}

async function refusals(
	writer: QueryWriter,
	loaded: Loaded,
	half: (name: string) => string,
	flags: ReadonlySet<string>,
) {
	const asked: Asked[] = [];
	for (const { id, db, question, category } of lines<Question & { category: string }>('refusals.jsonl')) {
		const written = await writer.write(question, loaded.context(null, db, false), { signal });
		const labels = [half(db), `${half(db)} ${category}`];
		const said = written.kind === 'refused' ? written.message : `${written.reading}\n    ${written.sql}`;
		asked.push({
			id,
			question,
			labels,
			result: written.kind === 'refused' ? 'right' : 'wrong',
			said,
			gold: 'refuse',
			ms: 0,
		});
	}
	print('unanswerable', asked);
	tell(asked, flags);
}

interface Pair {
	readonly id: string;
	readonly table: string;
	readonly first: string;
	readonly followup: string;
	readonly restated: string;
}

/** A follow-up has to return what its standalone form returns. */
async function followUps(
	writer: QueryWriter,
	loaded: Loaded,
	half: (name: string) => string,
	gradeRows: Grade,
	flags: ReadonlySet<string>,
) {
	const asked: Asked[] = [];
	for (const { id, table, first, followup, restated } of lines<Pair>('followups.jsonl')) {
		const context = loaded.context([table], 'wikisql', false);
		const [before, alone] = [
			await writer.write(first, context, { signal }),
			await writer.write(restated, context, { signal }),
		];
		if (before.kind === 'refused') continue;
		const turn: Turn = {
			question: first,
			sql: before.sql,
			reading: before.reading,
			understood: JSON.parse(JSON.stringify(before.understood ?? null)),
			columns: await loaded.columnsOf(before.sql),
			datasets: before.datasets,
		};
		const after = await writer.write(followup, context, { signal, earlier: [turn] });
		const side = half(table);
		const base = { id, question: `${first} / ${followup}`, gold: restated, ms: 0 };
		if (after.kind === 'refused' || alone.kind === 'refused') {
			const said = after.kind === 'refused' ? after.message : 'The restated question is refused.';
			asked.push({ ...base, labels: [side], result: 'refused', said });
			continue;
		}
		const rows = (sql: string) => loaded.rowsOf(sql).catch(() => []);
		const gold = { gold_rows: await rows(alone.sql), ordered: false };
		const result = gradeRows(await rows(after.sql), gold) === 'wrong' ? 'wrong' : 'right';
		asked.push({ ...base, labels: [side], result, said: `${after.reading}\n    ${after.sql}\n    ${alone.sql}` });
	}
	print('follow-ups after an answer', asked);
	tell(asked, flags);
}
