import { EngineError, unexpectedText } from '../errors.ts';
import type { Failure, RunnerMessage, RunnerRequest, RunnerStart } from '../messages.ts';
import { align } from '../parquet/align.ts';
import { cut, partName } from '../parquet/cut.ts';
import { openRows } from '../row-channel.ts';
import { causeOf, codeOf, isOfData, messageFor, readDuckError } from '../sql/sql-error.ts';
import { checkSteps } from './check-steps.ts';
import { readFile } from './file-session.ts';
import { load } from './load.ts';
import { measure, measureAlike } from './measure.ts';
import { begin, firstRows, step } from './pipeline-session.ts';
import { readRows } from './read-rows.ts';
import { readValues } from './read-values.ts';
import { relevant } from './relevant.ts';
import { check, describeFile, type Log, open, run, type Session, startSession, writeEmpty } from './session.ts';
import { openTables, runStatement, writeFile } from './tables-session.ts';

/** The process that runs users' SQL for one run, pipeline or set of checks. Started with its settings as argument and an empty environment. */
const say = (message: RunnerMessage): void => {
	process.send?.(message);
};

// Nothing here may outlive the service, not even a query that blocks the engine's threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const writeRows = openRows();
const start: RunnerStart = JSON.parse(process.argv[2] ?? '');
const session = await startSession(start);
session.onReading = (step, done, total) => say({ kind: 'reading', step, done, total });
let last: Promise<void> = Promise.resolve();
/** Work that the next request will probably need, done after the answer. */
let ahead: (() => Promise<void>) | null = null;
process.on('message', (request: RunnerRequest) => {
	last = last.then(() => answer(session, request));
});
say({ kind: 'ready' });

async function answer(session: Session, request: RunnerRequest): Promise<void> {
	try {
		say({ kind: 'answer', value: (await perform(session, request)) ?? null });
	} catch (error) {
		say({ kind: 'failed', failure: failureOf(error) });
	}
	const work = ahead;
	ahead = null;
	// Work that fails here is done again when it's needed.
	await work?.().catch(() => undefined);
}

function perform(session: Session, request: RunnerRequest): Promise<unknown> {
	const log: Log = (level, message) => say({ kind: 'log', level, message });
	switch (request.kind) {
		case 'run':
			return reporting(session, () => run(session, request, log));
		case 'begin':
			return begin(session, request);
		case 'step':
			return step(session, request, log);
		case 'peek':
			return firstRows(session, request);
		case 'open':
			return open(session, request.sources, null);
		case 'check':
			return check(session, request.sql, request.onlySyntax);
		case 'check-steps':
			return checkSteps(session, request);
		case 'rows':
			return reporting(session, () => rowsOf(session, request));
		case 'empty':
			return writeEmpty(session, request.files, request.outputs);
		case 'load':
			return load(session, request);
		case 'file':
			return readFile(session, request, (work) => {
				ahead = work;
			});
		case 'values':
			return readValues(session, request);
		case 'cut':
			return measureParts(session, cut(request.file, request.most, partName));
		case 'align':
			return align(session.connection, request.file, request.former, request.most).then((parts) =>
				measureParts(session, parts),
			);
		case 'measure':
			return measure(session, request.files);
		case 'relevant':
			return relevant(session, request);
		case 'describe':
			return describeFile(session, request.file);
		case 'tables':
			return openTables(session, request);
		case 'statement':
			return reporting(session, () => runStatement(session, request));
		case 'write':
			return reporting(session, () => writeFile(session, request));
	}
}

const reportMs = 100;

async function reporting<T>({ connection }: Session, work: () => Promise<T>): Promise<T> {
	const timer = setInterval(() => {
		const { percentage, rows_processed: done, total_rows_to_process: total } = connection.progress;
		if (percentage > 0) say({ kind: 'progress', done: Number(done), total: Number(total) });
	}, reportMs);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}

/** Measures the parts that were cut into this process's folder. */
const measureParts = (session: Session, parts: number) =>
	measureAlike(
		session,
		Array.from({ length: parts }, (_, index) => partName(index)),
	);

/** Joined rows, which nobody reads individually, are sent separately from the answer. */
async function rowsOf(session: Session, request: Extract<RunnerRequest, { kind: 'rows' }>): Promise<unknown> {
	const onPrepared = () => say({ kind: 'log', level: 'info', message: 'The statement is prepared' });
	const { rows, ...facts } = await readRows(session, request, onPrepared);
	if (!request.joined) return { ...facts, count: rows.length, rows, bytes: 0 };
	const bytes = Buffer.from(rows.join(','));
	if (bytes.length > 0) await writeRows(bytes);
	return { ...facts, count: rows.length, rows: [], bytes: bytes.length };
}

function failureOf(error: unknown): Failure {
	if (error instanceof EngineError) {
		const { code, message, line, column, mayBeOfData } = error;
		return { code, message, line, column, mayBeOfData, cause: error.cause as string | undefined };
	}
	// For statements that no user wrote.
	const found = readDuckError(error);
	const code = codeOf(found);
	const isUnexpected = code === 'SQL_ERROR';
	const message = isUnexpected ? unexpectedText('engine') : messageFor(found);
	const cause = isUnexpected ? causeOf(found) : undefined;
	return { code, message, line: null, column: null, mayBeOfData: isUnexpected || isOfData(found), cause };
}
