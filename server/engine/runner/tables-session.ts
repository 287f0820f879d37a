import { statSync } from 'node:fs';
import { literal, quoted } from '#lib/sql/quoting.ts';
import type { OpenedTable } from '../answers.ts';
import type { RunnerRequest } from '../messages.ts';
import { parquetOf } from '../sql/source-views.ts';
import { cellText, isNested, typeName } from '../tables/cell-text.ts';
import { prepareOne, type Session } from './session.ts';

type Request<K extends RunnerRequest['kind']> = Extract<RunnerRequest, { kind: K }>;

/** Column names that the Parquet reader adds. */
const readersOwn = ['file_row_number', 'file_index', 'filename'];

/**
 * Opens the tables `t0`, `t1` …, with columns `c0`, `c1` …, each column's text as `x0`, `x1` …, and the row number as `r`. For columns that aren't
 * nested, `t0_c0(v)` is the text of such a value. `p0`, `p1` … are the same without the text, which takes milliseconds to prepare. Then locks every
 * other file. Statements after that never use a table's real column names.
 */
export async function openTables(
	{ connection }: Session,
	{ tables, folder }: Request<'tables'>,
): Promise<OpenedTable[]> {
	const opened: OpenedTable[] = [];
	for (const [index, { files }] of tables.entries()) {
		const from = parquetOf({ files });
		const prepared = await prepareOne(connection, `SELECT * FROM ${from}`);
		const columns = Array.from({ length: prepared.columnCount }, (_, at) => ({
			name: prepared.columnName(at),
			type: prepared.columnType(at),
		}));
		const counts = await rowCounts({ connection }, files);
		const hasOwn = columns.some(({ name }) => readersOwn.includes(name.toLowerCase()));
		const row = hasOwn ? 'row_number() OVER () - 1' : rowNumber(counts);
		const values = columns.map(({ name }, at) => `${quoted(name)} AS c${at}`);
		const texts = columns.map(({ name, type }, at) => `${cellText(quoted(name), type)} AS x${at}`);
		for (const [at, { type }] of columns.entries())
			if (!isNested(type)) await connection.run(`CREATE MACRO t${index}_c${at}(v) AS ${cellText('v', type)}`);
		const viewOf = (cells: readonly string[]) => `SELECT ${[...cells, `${row} AS r`].join(', ')} FROM ${from}`;
		await connection.run(`CREATE VIEW t${index} AS ${viewOf([...values, ...texts])}`);
		await connection.run(`CREATE VIEW p${index} AS ${viewOf(values)}`);
		opened.push({
			rows: counts.reduce((sum, count) => sum + count, 0),
			columns: columns.map(({ name, type }) => ({ name, type: typeName(type) })),
		});
	}
	const files = [...new Set(tables.flatMap((table) => table.files))];
	for (const statement of [
		'SET enable_progress_bar = true',
		'SET enable_progress_bar_print = false',
		`SET allowed_paths = [${files.map(literal).join(', ')}]`,
		`SET allowed_directories = [${literal(`${folder}/`)}]`,
		'SET enable_external_access = false',
		'SET lock_configuration = true',
	])
		await connection.run(statement);
	return opened;
}

async function rowCounts({ connection }: Pick<Session, 'connection'>, files: readonly string[]): Promise<number[]> {
	const list = `[${files.map(literal).join(', ')}]`;
	const found = await connection.run(`SELECT file_name, num_rows FROM parquet_file_metadata(${list})`);
	const byFile = new Map((await found.getRows()).map(([name, rows]) => [String(name), Number(rows)]));
	return files.map((file) => byFile.get(file) ?? 0);
}

function rowNumber(counts: readonly number[]): string {
	if (counts.length === 1) return 'file_row_number';
	let before = 0;
	const starts = counts.map((count) => {
		const start = before;
		before += count;
		return start;
	});
	return `([${starts.join(', ')}]::BIGINT[])[CAST(file_index AS BIGINT) + 1] + file_row_number`;
}

export async function runStatement({ connection }: Session, { sql }: Request<'statement'>): Promise<void> {
	await connection.run(sql);
}

const options = {
	parquet: 'FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240',
	stored: 'FORMAT parquet, COMPRESSION lz4_raw, ROW_GROUP_SIZE 10240',
	csv: "FORMAT csv, HEADER true, DELIMITER ','",
	tsv: "FORMAT csv, HEADER true, DELIMITER '\t'",
	lines: "FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\x01'",
} as const;

/** Writes the rows of a SELECT to a file. @throws the engine's error */
export async function writeFile({ connection }: Session, { sql, output, format }: Request<'write'>) {
	const copied = await connection.run(`COPY (${sql}) TO ${literal(output)} (${options[format]}, USE_TMP_FILE false)`);
	const rows = Number((await copied.getRows())[0]?.[0] ?? 0);
	return { rows, bytes: statSync(output).size };
}
