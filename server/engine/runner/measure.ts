import { literal } from '#lib/sql/quoting.ts';
import type { FileValues, MeasuredFile } from '../answers.ts';
import type { Session } from './session.ts';

/** Types whose sort order matches that of Parquet statistics, and whose text is the value. */
const ordered =
	/^(U?(TINY|SMALL|BIG)?INT(EGER)?|DECIMAL\(\d+,\s?\d+\)|FLOAT|DOUBLE|VARCHAR|DATE|TIMESTAMP(_NS)?|TIMESTAMP WITH TIME ZONE)$/;

const columnsAtOnce = 100;

/** Statistics from the footers of Parquet files; reads no rows. Only for a session that is never opened. */
export async function measure(session: Session, files: readonly string[]): Promise<MeasuredFile[]> {
	const measured: MeasuredFile[] = [];
	for (const file of files) measured.push(...(await measureAlike(session, [file])));
	return measured;
}

/** The same for files with the same columns, all at once. */
export async function measureAlike({ connection }: Session, files: readonly string[]): Promise<MeasuredFile[]> {
	const rowsOf = async (sql: string) => (await connection.run(sql)).getRows();
	const [first] = files;
	if (first === undefined) return [];
	const listed = `[${files.map(literal).join(', ')}]`;
	const described = await rowsOf(`DESCRIBE SELECT * FROM read_parquet(${literal(first)}, hive_partitioning = false)`);
	const columns = described
		.map(([name, type]) => ({ name: String(name), type: String(type) }))
		// A field of a struct is listed as \`struct, field\`.
		.filter(({ name, type }) => ordered.test(type) && !name.includes(', '));
	const counted = await rowsOf(`SELECT file_name, num_rows FROM parquet_file_metadata(${listed})`);
	const rows = new Map(counted.map(([file, count]) => [String(file), Number(count)]));
	await connection.run(`CREATE OR REPLACE TEMP TABLE contents AS
		SELECT file_name AS file, path_in_schema AS path, stats_min_value AS low, stats_max_value AS high, stats_null_count AS nulls, num_values AS n
		FROM parquet_metadata(${listed})`);
	const values = new Map<string, [string, FileValues][]>(files.map((file) => [file, []]));
	for (let from = 0; from < columns.length; from += columnsAtOnce) {
		const batch = columns.slice(from, from + columnsAtOnce);
		const sql = batch.map(({ name, type }) => {
			const own = (value: string) => `CASE WHEN path = ${literal(name)} THEN ${value} END`;
			// Every row group must have statistics, or contain only NULL.
			const isKnown = `coalesce((low IS NOT NULL AND high IS NOT NULL) OR nulls = n, false)`;
			return `CAST(min(${own(`CAST(low AS ${type})`)}) AS VARCHAR), CAST(max(${own(`CAST(high AS ${type})`)}) AS VARCHAR),
				sum(${own('nulls')}), bool_and(${own(isKnown)})`;
		});
		for (const [file, ...found] of await rowsOf(`SELECT file, ${sql.join(', ')} FROM contents GROUP BY file`)) {
			for (const [index, { name, type }] of batch.entries()) {
				const [min, max, nulls, isKnown] = found.slice(index * 4, index * 4 + 4);
				if (isKnown !== true || typeof min !== 'string' || typeof max !== 'string') continue;
				if (isStorable(name + min + max))
					values.get(String(file))?.push([name, { type, min, max, nulls: Number(nulls) }]);
			}
		}
	}
	return files.map((file) => {
		const count = rows.get(file);
		if (count === undefined) throw new Error(`The rows of ${file} weren’t counted.`);
		return { rows: count, columns: Object.fromEntries(values.get(file) ?? []) };
	});
}

/** Text that a catalog can store, and short enough to be useful. */
const isStorable = (text: string): boolean => text.length <= 1_000 && !/\0|\p{Surrogate}/u.test(text);
