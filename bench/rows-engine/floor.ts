import { rm } from 'node:fs/promises';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** DuckDB alone, doing the same work on the same files. */
export interface Floor {
	/** Runs the engine's statements for a piece of work, one after another. */
	run(statements: readonly string[]): Promise<void>;
	/** The last `id` when the table is sorted by `float_1`. */
	readonly lastSorted: number;
	readonly works: Readonly<Record<Work, readonly string[]>>;
	close(): Promise<void>;
}

export type Work =
	| 'sort'
	| 'filter'
	| 'contains'
	| 'find all'
	| 'profile'
	| 'chart'
	| 'compare'
	| 'export CSV'
	| 'export Parquet';

/** @param before and `after`: files with the same columns, matched by `id` @param out a writable file */
export async function openFloor(before: string, after: string, threads: number, out: string): Promise<Floor> {
	const db = await (await DuckDBInstance.create(':memory:', { threads: String(threads) })).connect();
	await db.run(`SET TimeZone = 'UTC'`);
	await db.run(`CREATE VIEW t AS FROM read_parquet('${before}')`);
	await db.run(`CREATE VIEW u AS FROM read_parquet('${after}')`);
	return {
		async run(statements) {
			for (const sql of statements) await db.runAndReadAll(sql);
			await rm(out, { force: true });
		},
		lastSorted: await lastSorted(db),
		works: worksOf(await columnsOf(db), before, out),
		async close() {
			db.closeSync();
		},
	};
}

async function lastSorted(db: DuckDBConnection): Promise<number> {
	const found = await db.runAndReadAll('SELECT id FROM t ORDER BY float_1 DESC, id DESC LIMIT 1');
	return Number(found.getRows()[0]?.[0]);
}

interface Column {
	readonly name: string;
	readonly type: string;
}

async function columnsOf(db: DuckDBConnection): Promise<Column[]> {
	const rows = (await db.runAndReadAll('DESCRIBE t')).getRows();
	return rows.map(([name, type]) => ({ name: String(name), type: String(type) }));
}

function worksOf(columns: readonly Column[], before: string, out: string): Floor['works'] {
	const toParquet = (sql: string) =>
		`COPY (${sql}) TO '${out}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240)`;
	const tests = columns.flatMap(({ name, type }, index) =>
		type === 'VARCHAR' ? [{ at: index, sql: `contains(lower(${name}), 'word 77')` }] : [],
	);
	const cells = tests.map(({ at, sql }) => `CASE WHEN ${sql} THEN ${at} END`).join(', ');
	const found = `SELECT file_row_number AS "row", unnest([${cells}]) AS "column" FROM read_parquet('${before}', file_row_number = true) WHERE ${tests.map(({ sql }) => sql).join(' OR ')}`;
	const totals = columns.flatMap(({ name, type }) => [
		`count(${name}), count(DISTINCT ${name})`,
		...(/INT|DOUBLE|DECIMAL/.test(type) ? [`sum(${name})`] : []),
	]);
	const totalsOf = (table: string) => `SELECT ${totals.join(', ')} FROM ${table}`;
	const others = columns.filter(({ name }) => name !== 'id').map(({ name }) => name);
	const differ = others.map((name) => `b.${name} IS DISTINCT FROM a.${name}`).join(' OR ');
	return {
		sort: [toParquet('FROM t ORDER BY float_1')],
		filter: [toParquet('FROM t WHERE int_0 < 100000')],
		contains: [toParquet("FROM t WHERE contains(lower(text_2), 'ord 11')")],
		'find all': [toParquet(`FROM (${found}) WHERE "column" IS NOT NULL ORDER BY ALL`)],
		profile: ['SUMMARIZE t'],
		chart: ['SELECT state, avg(float_1), count(*) FROM t GROUP BY state ORDER BY 2 DESC LIMIT 20'],
		compare: [
			toParquet(`SELECT a.*, b.* FROM t b FULL JOIN u a ON b.id = a.id WHERE ${differ} ORDER BY a.id, b.id`),
			totalsOf('t'),
			totalsOf('u'),
		],
		'export CSV': [`COPY t TO '${out}' (FORMAT csv, HEADER)`],
		'export Parquet': [toParquet('FROM t')],
	};
}
