import { quoted } from '#lib/sql/quoting.ts';
import type { TextRows } from '../answers.ts';
import type { RunnerRequest } from '../messages.ts';
import { parquetOf } from '../sql/source-views.ts';
import { type Log, open, type Session, write } from './session.ts';

type Request<K extends RunnerRequest['kind']> = Extract<RunnerRequest, { kind: K }>;

/** Opens a session whose steps write to one folder and read from it. @throws EngineError */
export const begin = (session: Session, { sources, folder }: Request<'begin'>): Promise<void> =>
	open(session, sources, { folder });

/** Runs one step; if it has a name, later steps can read its result. @throws EngineError */
export async function step(session: Session, { sql, output, as, row }: Request<'step'>, log: Log) {
	if (row !== null) {
		const one = `SELECT * FROM ${parquet(row.file)} LIMIT 1 OFFSET ${row.index}`;
		await session.connection.run(`CREATE OR REPLACE VIEW each_row AS ${one}`);
	}
	const written = await write(session, sql, output, log);
	if (as !== null) {
		await session.connection.run(`CREATE VIEW ${quoted(as)} AS SELECT * FROM ${parquet(output)}`);
		session.results.push(as);
	}
	return written;
}

export async function firstRows(session: Session, { file, limit }: Request<'peek'>): Promise<TextRows> {
	const select = `SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (SELECT * FROM ${parquet(file)} LIMIT ${limit})`;
	const result = await session.connection.run(select);
	const rows = (await result.getRows()).map((row) => row.map((value) => (value === null ? null : String(value))));
	return { columns: result.columnNames(), rows };
}

const parquet = (file: string): string => parquetOf({ files: [file] });
