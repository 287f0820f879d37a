import type { DuckDBConnection } from '@duckdb/node-api';
import { EngineError } from '../errors.ts';
import { size } from '../format.ts';
import type { RunnerRequest } from '../messages.ts';
import { withoutFinalSemicolons } from '../sql/sql-text.ts';
import type { EngineRows } from '../types.ts';
import { jsonRows } from './row-json.ts';
import { explained, prepareAs, prepareOne, type Session } from './session.ts';

type FirstRows = Pick<EngineRows, 'columns' | 'rows' | 'total' | 'truncated'>;
type Wanted = Omit<Extract<RunnerRequest, { kind: 'rows' }>, 'kind'>;

/** The first rows of one SELECT as JSON. Counts them all only if there are more. @throws EngineError */
export async function readRows(
	session: Session,
	{ sql: text, most, maxBytes, isCounted }: Wanted,
	onPrepared: () => void,
): Promise<FirstRows> {
	const { sql, json } = await prepareAs(session, text, (prepared, sql) => {
		const one = withoutFinalSemicolons(sql);
		return { sql: one, json: jsonRows(prepared, one, most + 1) };
	});
	onPrepared();
	try {
		const { rows, more } = await take(session.connection, json.sql, most, maxBytes);
		const total = more && isCounted ? await count(session.connection, sql) : rows.length;
		return { columns: json.columns, rows, total, truncated: more };
	} catch (error) {
		throw explained(session, error, sql, json.lead).error;
	}
}

async function take(connection: DuckDBConnection, sql: string, most: number, maxBytes: number) {
	const result = await (await prepareOne(connection, sql)).stream();
	const rows: string[] = [];
	let bytes = 0;
	for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
		for (const value of chunk.getColumnValues(0)) {
			const row = String(value);
			bytes += Buffer.byteLength(row);
			if (rows.length === most || (bytes > maxBytes && rows.length > 0)) return { rows, more: true };
			if (bytes > maxBytes) throw tooLarge(maxBytes);
			rows.push(row);
		}
	}
	return { rows, more: false };
}

const tooLarge = (maxBytes: number): EngineError =>
	new EngineError(
		'OUTPUT_TOO_LARGE',
		`A single row is larger than the limit of ${size(maxBytes)}. Select fewer columns.`,
	);

async function count(connection: DuckDBConnection, sql: string): Promise<number> {
	const result = await (await prepareOne(connection, `SELECT count(*) FROM (\n${sql}\n)`)).run();
	return Number((await result.getRows())[0]?.[0]);
}
