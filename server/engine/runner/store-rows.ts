import { literal } from '#lib/sql/quoting.ts';
import type { RowsFile } from './input/rows-file.ts';
import { unreadable } from './input/unpack.ts';
import type { Session } from './session.ts';

/** Reads rows written as NDJSON into the view `sent`. */
export async function storeRows({ connection }: Session, rows: RowsFile, width: number): Promise<void> {
	if (rows.rows === 0) {
		const [first] = rows.rejected;
		throw unreadable(
			first === undefined
				? 'The file has no rows. Choose another file.'
				: `None of the file’s lines could be parsed. Line ${first.line.toLocaleString('en')}: ${first.problem} Correct the file, then upload it again.`,
		);
	}
	const names = Array.from({ length: width }, (_, index) => `c${index}`);
	const columns = names.map((column) => `${column}: 'VARCHAR'`).join(', ');
	await connection.run(
		`CREATE OR REPLACE TEMP TABLE sent_rows AS SELECT n, ${names.join(', ')} FROM read_json(${literal(rows.file)}, format = 'newline_delimited', compression = 'uncompressed', maximum_object_size = ${Math.max(2 ** 20, rows.longestLine)}, columns = {n: 'BIGINT', ${columns}})`,
	);
	await connection.run('CREATE OR REPLACE TEMP VIEW sent AS SELECT * FROM sent_rows');
}
