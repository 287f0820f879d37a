import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal, quoted } from '#lib/sql/quoting.ts';
import { cut, partName } from './cut.ts';

/** If none of the first parts, up to this number, equals a former part, the rows are considered new. */
const inVain = 3;

/** The options with which a run's `COPY` writes. */
const options = '(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240, USE_TMP_FILE false)';

/**
 * Writes the rows of a Parquet file as parts that begin at the rows where former parts began, wherever those rows are now. If rows were removed or
 * inserted before them, such a part has the same bytes as before, which cutting between row groups wouldn't achieve.
 * @param most bytes of a part
 * @returns number of parts written as `part-0` and so on; 0 if none of them equals a former part
 */
export async function align(
	connection: DuckDBConnection,
	file: string,
	former: readonly { readonly file: string; readonly sha256: string }[],
	most: number,
): Promise<number> {
	const rowsOf = async (sql: string) => (await connection.run(sql)).getRows();
	const parquet = (name: string, more = '') => `read_parquet(${literal(name)}, hive_partitioning = false${more})`;
	const described = await rowsOf(`DESCRIBE SELECT * FROM ${parquet(file)}`);
	const row = `hash(${described.map(([name]) => quoted(String(name))).join(', ')})`;
	const [[count] = []] = await rowsOf(`SELECT num_rows FROM parquet_file_metadata(${literal(file)})`);
	const total = Number(count);

	const firsts: string[] = [];
	for (const part of former.slice(1)) {
		const [[first] = []] = await rowsOf(`SELECT CAST(${row} AS VARCHAR) FROM (FROM ${parquet(part.file)} LIMIT 1)`);
		firsts.push(String(first));
	}
	const numbered = parquet(file, ', file_row_number = true');
	const found = await rowsOf(`SELECT CAST(hashed AS VARCHAR), min(number)
		FROM (SELECT file_row_number AS number, ${row} AS hashed FROM ${numbered})
		WHERE hashed IN (${firsts.map((first) => `${first}::UBIGINT`).join(', ')}) GROUP BY hashed`);
	const places = new Map(found.map(([hashed, at]) => [String(hashed), Number(at)]));
	// Keeps parts from becoming much smaller than `cut` would make them.
	const least = (total * most) / 8 / (await stat(file)).size;
	const starts = [0];
	for (const first of firsts) {
		const at = places.get(first);
		if (at !== undefined && at - (starts.at(-1) ?? 0) >= least) starts.push(at);
	}

	const schemaOf = async (name: string) =>
		JSON.stringify(await rowsOf(`SELECT * EXCLUDE (file_name) FROM parquet_schema(${literal(name)})`), (_, value) =>
			typeof value === 'bigint' ? String(value) : value,
		);
	const schema = await schemaOf(file);
	const known = new Set(former.map(({ sha256 }) => sha256));
	let [parts, written, shared] = [0, 0, 0];
	for (const [index, start] of starts.entries()) {
		const end = starts[index + 1] ?? total;
		const piece = 'aligned';
		await rm(piece, { force: true });
		// Copied through a table: a row group ends when enough vectors are full, and the vectors of a filtered range aren't.
		await connection.run(`CREATE OR REPLACE TEMP TABLE piece AS SELECT * EXCLUDE (file_row_number) FROM ${numbered}
			WHERE file_row_number >= ${start} AND file_row_number < ${end}`);
		const copied = await connection.run(`COPY piece TO ${literal(piece)} ${options}`);
		written += copied.rowsChanged;
		// Some types change in a round trip through a file.
		if ((await schemaOf(piece)) !== schema) return 0;
		if (known.has(await hashOf(piece))) shared += 1;
		else if (shared === 0 && index + 1 >= inVain) return 0;
		const isLarge = (await stat(piece)).size > 2 * most;
		const cutInto = isLarge ? cut(piece, most, (part) => partName(parts + part)) : 0;
		if (cutInto === 0) await rename(piece, partName(parts));
		parts += cutInto || 1;
	}
	await connection.run('DROP TABLE piece');
	return shared > 0 && written === total ? parts : 0;
}

async function hashOf(file: string): Promise<string> {
	const hash = createHash('sha256');
	await pipeline(createReadStream(file), hash);
	return hash.digest('hex');
}
