import { statSync, unlinkSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api';
import type { CheckResult } from '#contract/build-spec.ts';
import type { Column } from '#contract/dataset.ts';
import { literal, quoted } from '#lib/sql/quoting.ts';
import type { Described } from '../answers.ts';
import { EngineError } from '../errors.ts';
import type { RunnerRequest, RunnerStart } from '../messages.ts';
import { type Projection, project, wrap } from '../parquet/projection.ts';
import { isoInterval } from '../parquet/types-to-parquet.ts';
import {
	fullName,
	offerFrom,
	ownCatalog,
	parquetOf,
	sourceViews,
	withRealNames,
	withUsableNames,
} from '../sql/source-views.ts';
import { causeOf, type Explained, explain, readDuckError } from '../sql/sql-error.ts';
import { atNamed, rangeAt, withoutFinalSemicolons } from '../sql/sql-text.ts';
import { parseSelect, prepareSelect } from '../sql/statement.ts';
import { textMacros } from '../tables/text-macros.ts';
import type { EngineSource, OnReading } from '../types.ts';
import { lineageOf } from './lineage.ts';
import { planFile, readPlan } from './plan.ts';

export type Log = (level: 'info' | 'warning', message: string) => void;

/** The DuckDB instance of this process: opened once, then runs any number of statements. */
export interface Session {
	readonly connection: DuckDBConnection;
	sources: readonly EngineSource[];
	/** Names under which results of earlier steps can be read. */
	readonly results: string[];
	/** Called while it reads a file. */
	onReading?: OnReading;
}

/** Starts an instance, as warm as possible before the sources are known. */
export async function startSession(start: RunnerStart): Promise<Session> {
	const instance = await DuckDBInstance.create(':memory:', {
		memory_limit: `${Math.floor(start.memoryBytes / 2 ** 20)}MiB`,
		threads: String(start.threads),
		autoinstall_known_extensions: 'false',
		autoload_known_extensions: 'false',
	});
	const connection = await instance.connect();
	for (const statement of [
		'SET errors_as_json = true',
		"SET TimeZone = 'UTC'",
		'SET parquet_metadata_cache = true',
		"SET secret_directory = 'secrets'",
		"SET extension_directory = 'extensions'",
		"SET temp_directory = 'spill'",
		`SET max_temp_directory_size = '${Math.floor(start.spillBytes / 2 ** 20)}MiB'`,
		`ATTACH ':memory:' AS ${quoted(ownCatalog)}`,
		`USE ${quoted(ownCatalog)}`,
		'DETACH memory',
		isoInterval.macro,
		...textMacros,
	]) {
		await connection.run(statement);
	}
	await warmUp(connection);
	return { connection, sources: [], results: [] };
}

/** Runs everything that a run does once, because the first time is many times slower, in the engine and in this code. */
async function warmUp(connection: DuckDBConnection): Promise<void> {
	const [file, output] = ['rehearsal.parquet', 'rehearsed.parquet'];
	const select = "SELECT range AS i, 'a' || range AS t FROM range(3)";
	await connection.run(`COPY (${select}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)`);
	const source = { owner: 'rehearsal', namespace: 'of', datasetName: 'runs', files: [file] };
	await nameSources(connection, [source]);
	const text = 'SELECT t, avg(i) AS mean FROM rehearsal.of.runs GROUP BY t ORDER BY t';
	await write({ connection, sources: [source], results: [] }, text, output, () => {});
	await connection.run(`DROP SCHEMA ${quoted(ownCatalog)}."of" CASCADE`);
	await connection.run('DETACH rehearsal');
	for (const path of [file, output]) unlinkSync(path);
}

/** Settings of a run that make the engine report its progress, and the executed plan afterwards. */
const watched = [
	'SET enable_progress_bar = true',
	'SET enable_progress_bar_print = false',
	'SET progress_bar_time = 1',
	"SET enable_profiling = 'json'",
	`SET profiling_output = ${literal(planFile)}`,
];

/** What may be written: one file, or anything in one folder. */
export type Writable = { readonly file: string } | { readonly folder: string } | null;

/** Opens the sources, then permanently locks every other file, address and setting. @throws EngineError if a source isn't Parquet */
export async function open(session: Session, sources: readonly EngineSource[], writable: Writable): Promise<void> {
	const files = [...new Set(sources.flatMap((source) => source.files))];
	const folders: string[] = [];
	const isFile = writable !== null && 'file' in writable;
	if (isFile) files.push(writable.file, planFile);
	if (writable !== null && 'folder' in writable) folders.push(`${writable.folder}/`);
	await nameSources(session.connection, sources);
	for (const statement of [
		`SET allowed_paths = [${files.map(literal).join(', ')}]`,
		...(folders.length > 0 ? [`SET allowed_directories = [${folders.map(literal).join(', ')}]`] : []),
		...(isFile ? watched : []),
		'SET enable_external_access = false',
		'SET lock_configuration = true',
	]) {
		await session.connection.run(statement);
	}
	session.sources = sources;
}

async function nameSources(connection: DuckDBConnection, sources: readonly EngineSource[]): Promise<void> {
	for (const statement of sourceViews(sources)) {
		await connection.run(statement).catch((error: unknown) => {
			throw unreadable(statement, sources, error);
		});
	}
}

function unreadable(statement: string, sources: readonly EngineSource[], error: unknown): EngineError {
	const source = sources.find((source) => statement.includes(parquetOf(source)));
	const reason = causeOf(readDuckError(error));
	return source === undefined
		? new EngineError(
				'SQL_ERROR',
				'The sources can’t be used together. Remove or rename one of them.',
				undefined,
				false,
				reason,
			)
		: new EngineError(
				'SQL_ERROR',
				`Couldn’t read the source ${fullName(source)}. Build or upload it again.`,
				undefined,
				true,
				reason,
			);
}

type Job = Pick<Extract<RunnerRequest, { kind: 'run' }>, 'sources' | 'output' | 'sql'>;

/** Runs one SELECT into a file. @throws EngineError */
export async function run(session: Session, { sources, output, sql: text }: Job, log: Log) {
	await open(session, sources, { file: output });
	return write(session, text, output, log);
}

/** Runs one SELECT of an open session into a file. @throws EngineError */
export async function write(session: Session, text: string, output: string, log: Log) {
	const { sql, projection } = await prepare(session, text);
	report(projection, log);
	const wrapped = wrap('COPY (', withoutFinalSemicolons(sql), projection, `)${toParquet(output)}`);
	const copied = await prepareOne(session.connection, wrapped.sql)
		.then((statement) => statement.run())
		.catch((error: unknown) => {
			throw outOfRange(error, wrapped.columnAt) ?? explained(session, error, sql, wrapped.lead).error;
		});
	const rows = Number((await copied.getRows())[0]?.[0] ?? 0);
	// The next statement overwrites the plan.
	const plan = readPlan(session.sources);
	return { ...(await writtenTo(session, output, rows)), plan };
}

const toParquet = (output: string): string =>
	` TO ${literal(output)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240, USE_TMP_FILE false)`;

/** Writes a SELECT whose columns Parquet can store unchanged. */
export const copyTo = (select: string, output: string): string => `COPY (${select})${toParquet(output)}`;

export async function writtenTo({ connection }: Session, output: string, rows: number) {
	const columns = await describeColumns(connection, `SELECT * FROM read_parquet(${literal(output)})`);
	return { rows, bytes: statSync(output).size, columns };
}

interface CheckedColumns extends Pick<CheckResult, 'diagnostics' | 'columns'> {
	/** Null if it has an error. */
	readonly prepared: Prepared | null;
}

/** Errors of a statement, and the columns it would return. Nothing runs. */
export const checkColumns = (session: Session, text: string): Promise<CheckedColumns> =>
	orDiagnostic(text, async () => {
		const prepared = await prepare(session, text);
		const { sql, projection } = prepared;
		const wrapped = wrap('', withoutFinalSemicolons(sql), projection, '');
		const columns = await describeColumns(session.connection, wrapped.sql);
		const diagnostics = projection.warnings.map((message) => diagnostic(text, { message, offset: null }, 'warning'));
		return { diagnostics, columns, prepared };
	});

/** Like `checkColumns`, plus lineage. @param onlySyntax checks only the syntax, not names */
export async function check(session: Session, text: string, onlySyntax = false): Promise<CheckResult> {
	const { diagnostics, columns, prepared } = onlySyntax
		? await orDiagnostic(text, async () => {
				await parsed(session, text, (sql) => parseSelect(session.connection, sql));
				return { diagnostics: [], columns: [], prepared: null };
			})
		: await checkColumns(session, text);
	if (prepared === null) return { diagnostics, columns, lineage: null };
	const { lineage } = await lineageOf(session, prepared.sql, namesOf(prepared));
	return { diagnostics, columns, lineage };
}

/** Runs a check; turns a problem of the statement into a diagnostic. */
async function orDiagnostic(text: string, work: () => Promise<CheckedColumns>): Promise<CheckedColumns> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const { error: found, offset, suggestions } = error.explained;
		const { message } = found;
		return {
			diagnostics: [diagnostic(text, { message, offset }, 'error', suggestions)],
			columns: [],
			prepared: null,
		};
	}
}

/** Rows and columns of any Parquet file; only for a session that is never opened. */
export async function describeFile(session: Session, file: string): Promise<Described> {
	const from = `FROM ${parquetOf({ files: [file] })}`;
	try {
		const counted = await session.connection.run(`SELECT count(*) ${from}`);
		const rows = Number((await counted.getRows())[0]?.[0]);
		return { rows, columns: await describeColumns(session.connection, `SELECT * ${from}`) };
	} catch (error) {
		throw new EngineError(
			'SQL_ERROR',
			'The file can’t be read as Parquet. Try again. If the problem persists, contact your admin.',
			undefined,
			true,
			causeOf(readDuckError(error)),
		);
	}
}

/** Writes files with the columns of others and no rows; only for a session that is never opened. */
export async function writeEmpty(
	session: Session,
	files: readonly string[],
	outputs: readonly string[],
): Promise<void> {
	for (const [index, file] of files.entries()) {
		const rows = `SELECT * FROM ${parquetOf({ files: [file] })} LIMIT 0`;
		await session.connection.run(
			`COPY (${rows}) TO ${literal(outputs[index] ?? '')} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)`,
		);
	}
}

/** A statement's error with its position and suggestions; an error, so that a run can throw it. */
class Problem extends EngineError {
	readonly explained: Explained;
	constructor(explained: Explained) {
		const { code, message, line, column, mayBeOfData } = explained.error;
		super(code, message, line === null || column === null ? undefined : { line, column }, mayBeOfData);
		this.explained = explained;
	}
}

interface Prepared {
	readonly sql: string;
	readonly projection: Projection;
}

export const namesOf = ({ projection }: Prepared): string[] => projection.columns.map(({ name }) => name);

const prepare = (session: Session, text: string): Promise<Prepared> =>
	prepareAs(session, text, (prepared, sql) => ({ sql, projection: project(prepared) }));

/** Prepares a statement and converts it for its consumer. @throws EngineError with the position in the statement */
export async function prepareAs<T>(
	session: Session,
	text: string,
	make: (prepared: DuckDBPreparedStatement, sql: string) => T,
): Promise<T> {
	return parsed(session, text, async (sql) => make(await prepareSelect(session.connection, sql), sql));
}

async function parsed<T>(session: Session, text: string, work: (sql: string) => Promise<T>): Promise<T> {
	const sql = withUsableNames(text, session.sources);
	try {
		return await work(sql);
	} catch (error) {
		throw new Problem(explained(session, error, sql, 0));
	}
}

/** An error of the engine, with message and position for the user's SQL. @param lead number of our bytes before that SQL */
export function explained(session: Session, error: unknown, sql: string, lead: number): Explained {
	if (error instanceof EngineError) {
		const placed = atNamed(sql, error);
		return { error: placed, offset: offsetOf(sql, placed), suggestions: [] };
	}
	const found = readDuckError(error);
	const words = { ...found, message: withRealNames(found.message), candidates: found.candidates.map(withRealNames) };
	const missing = /^Table with name/.test(found.message) ? 'Table' : 'other';
	const offer = offerFrom(session.sources, missing);
	const names = {
		offer: (name: string) => session.results.find((value) => name.split('.').at(-1) === value) ?? offer(name),
		readable: [...session.sources.map(fullName), ...session.results],
	};
	return explain(words, sql, lead, names);
}

function offsetOf(sql: string, { line, column }: EngineError): number | null {
	if (line === null || column === null) return null;
	const before = sql.split('\n').slice(0, line - 1);
	return before.reduce((sum, value) => sum + value.length + 1, 0) + column - 1;
}

/** A failed cast of ours; an error before the user's SQL can't be anything else. */
function outOfRange(error: unknown, columnAt: (byte: number) => string | null): EngineError | null {
	const { byte, type, message } = readDuckError(error);
	const column = byte === null || type !== 'Conversion' ? null : columnAt(byte);
	if (column === null) return null;
	const target = / to (DECIMAL\(38,0\))/i.exec(message)?.[1] ?? 'the output type';
	return new EngineError(
		'VALUE_OUT_OF_RANGE',
		`A value in the column "${column}" doesn’t fit ${target}. Cast the column, for example to VARCHAR, or use smaller values.`,
	);
}

function report({ columns, warnings }: Projection, log: Log): void {
	for (const message of warnings) log('warning', message);
	for (const { name, type, as } of columns) {
		if (as !== null) log('info', `The column "${name}" is ${type} and is written as ${as}.`);
	}
}

/** Prepares wrapped user SQL: a single statement by itself must still be a single one inside our wrapper. */
export async function prepareOne(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
	const extracted = await connection.extractStatements(sql);
	if (extracted.count !== 1)
		throw new EngineError('NOT_ONE_SELECT', 'The code must be a single SELECT. Remove the other statements.');
	return extracted.prepare(0);
}

async function describeColumns(connection: DuckDBConnection, select: string): Promise<Column[]> {
	const result = await (await prepareOne(connection, `DESCRIBE ${select}`)).run();
	return (await result.getRows()).map(([name, type]) => ({ name: String(name), type: String(type) }));
}

function diagnostic(
	text: string,
	{ message, offset }: { message: string; offset: number | null },
	severity: 'error' | 'warning',
	suggestions: readonly string[] = [],
): CheckResult['diagnostics'][number] {
	return { severity, message, ...rangeAt(text, offset), suggestions: [...suggestions] };
}
