import { literal, quoted } from '#lib/sql/quoting.ts';
import { count } from '../format.ts';
import { damagedChunk } from '../parquet/checksums.ts';
import { durationsIn } from './input/arrow-schema.ts';
import { rangesIn } from './input/pandas-index.ts';
import { unreadable, unreadableParquet } from './input/unpack.ts';
import type { OpenedFile } from './opened-file.ts';
import { prepareOne, type Session } from './session.ts';

/** @throws EngineError for a file that isn't Parquet, or has values that the engine can't hold */
export async function openParquet(session: Session, file: string): Promise<OpenedFile> {
	const opened = await readParquet(session, file);
	await refuseTypes(session, literal(file));
	await refuseDamage(session, file, opened.columns);
	const renamed = await renamedColumns(session, literal(file), opened.columns);
	return { ...opened, remarks: [...renamed, ...(await remarksOf(session, literal(file)))] };
}

async function readParquet({ connection }: Session, file: string): Promise<OpenedFile> {
	const from = `read_parquet(${literal(file)}, hive_partitioning = false)`;
	try {
		const prepared = await prepareOne(connection, `DESCRIBE SELECT * FROM ${from}`);
		const described = (await (await prepared.run()).getRows()).map(([name, type]) => ({
			name: String(name),
			type: String(type),
			isText: false,
		}));
		const values = described.map((column, index) => `${quoted(column.name)} AS c${index}`).join(', ');
		await connection.run(
			`CREATE OR REPLACE TEMP VIEW sent AS SELECT row_number() OVER () AS n, * FROM (SELECT ${values} FROM ${from})`,
		);
		const rows = await countRows(connection, literal(file));
		return { ...nothingElse, format: 'Parquet', options: {}, columns: described, rows };
	} catch (error) {
		throw unreadableParquet(error);
	}
}

/** @throws EngineError that names the first decimal column of more than 38 digits, which the engine would read as wrong floating-point numbers */
async function refuseTypes({ connection }: Session, file: string): Promise<void> {
	const found = await connection.run(`SELECT name, precision, scale FROM parquet_schema(${file}) WHERE precision > 38`);
	const [name, precision, scale] = (await found.getRows())[0] ?? [];
	if (name === undefined) return;
	throw unreadable(
		`The column "${name}" is DECIMAL(${precision},${scale}), but decimals can have at most 38 digits. Export it with fewer digits, or as text.`,
	);
}

/** @throws EngineError that names the first column with bytes that don't match their checksum; the engine would read wrong values */
async function refuseDamage({ connection }: Session, file: string, columns: OpenedFile['columns']): Promise<void> {
	const found = await connection.run(
		`SELECT row_group_id, path_in_schema, least(data_page_offset, nullif(dictionary_page_offset, 0)), total_compressed_size FROM parquet_metadata(${literal(file)})`,
	);
	const chunks = (await found.getRows()).map(([group, path, start, bytes]) => ({
		group: Number(group) + 1,
		path: String(path),
		start: Number(start),
		bytes: Number(bytes),
	}));
	const damaged = damagedChunk(file, chunks);
	if (damaged === null) return;
	const { path, group } = damaged;
	// The names of nested values follow that of the column.
	const column = columns.find(({ name }) => `${path}, `.startsWith(`${name}, `))?.name ?? path;
	throw unreadable(
		`The file is corrupt: in row group ${group.toLocaleString('en')}, the values of the column "${column}" don’t match their checksum. Export or upload it again.`,
	);
}

/** Columns that the engine renames because the file has two with that name. */
async function renamedColumns(
	{ connection }: Session,
	file: string,
	columns: OpenedFile['columns'],
): Promise<string[]> {
	const found = await connection.run(`SELECT name, coalesce(num_children, 0) FROM parquet_schema(${file})`);
	const [, ...fields] = await found.getRows();
	const names: string[] = [];
	let nested = 0;
	for (const [name, children] of fields) {
		if (nested === 0) names.push(String(name));
		else nested -= 1;
		nested += Number(children);
	}
	return columns.flatMap(({ name }, index) =>
		names.length !== columns.length || names[index] === name
			? []
			: [`Column ${index + 1}, "${names[index]}", is read as "${name}", because another column has the same name.`],
	);
}

/** What the engine's types don't preserve. */
async function remarksOf({ connection }: Session, file: string): Promise<string[]> {
	const rowsOf = async (sql: string) => (await (await connection.run(sql)).getRows()).map(([text]) => String(text));
	const precise = await rowsOf(
		`SELECT name FROM parquet_schema(${file}) WHERE type = 'INT96' OR regexp_matches(logical_type, '(TimestampType.isAdjustedToUTC=1,|TimeType).*NANOS=NanoSeconds')`,
	);
	const described = (key: string) =>
		rowsOf(`SELECT decode(value) FROM parquet_kv_metadata(${file}) WHERE decode(key) = '${key}'`);
	const [schema] = await described('ARROW:schema');
	const [ofPandas] = await described('pandas');
	return [
		...precise.map((name) => `Column "${name}": times are read to the microsecond. Nanoseconds are cut off.`),
		...durationsIn(schema ?? '').map(
			({ name, unit }) => `Column "${name}": durations are read as integers, in ${unit}.`,
		),
		...rangesIn(ofPandas ?? '').map(
			(name) =>
				`The index "${name}" isn’t a column of the file, so it isn’t read. To keep it, write the file after reset_index().`,
		),
	];
}

/** @throws Error if the file's metadata is impossible, in which case the engine would read wrong values */
async function countRows(connection: Session['connection'], file: string): Promise<number> {
	const counted = await connection.run(
		`SELECT (SELECT sum(num_rows) FROM parquet_file_metadata(${file})), coalesce(sum(row_group_num_rows) FILTER (WHERE column_id = 0), 0), count(*) FILTER (WHERE num_values < row_group_num_rows) FROM parquet_metadata(${file})`,
	);
	const [rows = 0, inGroups = 0, short = 0] = ((await counted.getRows())[0] ?? []).map(Number);
	if (rows !== inGroups)
		throw new Error(`its metadata lists ${count(rows, 'row')}, but it has ${inGroups.toLocaleString('en-US')}.`);
	if (short > 0) throw new Error(`in ${count(short, 'column')}, its metadata lists fewer values than rows.`);
	return rows;
}

const nothingElse = { sheets: [], remarks: [], rejected: { total: 0, first: [] } } as const;
