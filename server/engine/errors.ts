import type { RunErrorCode } from '#contract/service/problem-codes.ts';

export const engineErrorCodes = [
	'SQL_ERROR',
	'NOT_ONE_SELECT',
	'UNSUPPORTED_TYPE',
	'VALUE_OUT_OF_RANGE',
	'DEADLINE_EXCEEDED',
	'MEMORY_EXCEEDED',
	'OUTPUT_TOO_LARGE',
	'CANCELLED',
	'RUNNER_DIED',
	'RUNNER_NOT_STARTED',
	'STORAGE_FULL',
	'STORAGE_READ_ONLY',
] as const satisfies readonly RunErrorCode[];
type EngineErrorCode = (typeof engineErrorCodes)[number];

export const diskFullText =
	'The service’s disk is full, so this run couldn’t write its rows. Write fewer rows, or ask your admin for more space.';
export const readOnlyText =
	'The service can’t write to its run folder, so this run couldn’t write its rows. Ask your admin to check the data folder.';

/** Message for an unexpected error; its cause is in the log. @param what "run" */
export const unexpectedText = (what: string): string =>
	`The ${what} failed unexpectedly. Try again. If the problem persists, ask your admin to check the service log.`;

/** Rewords the reason a run ended for a query or a check. */
const aboutWork = (reason: string, what: 'query' | 'check'): string =>
	reason
		.replaceAll('The run ', `The ${what} `)
		.replaceAll(/\b(this|a) run\b/g, `$1 ${what}`)
		.replace('Run it again.', 'Try again.')
		.replace('couldn’t write its rows. Write fewer rows, or ask', 'couldn’t finish. Read fewer rows, or ask')
		.replace('couldn’t write its rows', 'couldn’t finish');

/** Rewords the reason a run ended for a query that isn't part of a run. */
export const asQueryText = (reason: string): string => aboutWork(reason, 'query');

/** Message explaining why a check has no result. @param what "the statement" */
export function uncheckedText(reason: string, what: string): string {
	const why = aboutWork(reason, 'check');
	return why.startsWith('The check ') ? why : `Couldn’t check ${what}. ${why}`;
}

/** Why a run or a check has no result. The message is shown to the statement's author. */
export class EngineError extends Error {
	override readonly name = 'EngineError';
	readonly code: EngineErrorCode;
	/** 1-based, in UTF-16 code units of the statement; null if the engine reports no position. */
	readonly line: number | null;
	readonly column: number | null;
	/** Whether the cause may be damaged data instead of the statement. */
	readonly mayBeOfData: boolean;

	constructor(
		code: EngineErrorCode,
		message: string,
		position?: { line: number; column: number },
		mayBeOfData = false,
		cause?: string,
	) {
		super(message, { cause });
		this.code = code;
		this.line = position?.line ?? null;
		this.column = position?.column ?? null;
		this.mayBeOfData = mayBeOfData;
	}
}

/** The file of a source has been replaced or removed since it was looked up. */
export class SourceGoneError extends EngineError {}

const advice: Partial<Record<EngineErrorCode, string>> = {
	DEADLINE_EXCEEDED: 'Read fewer rows, or ask your admin to raise the limit.',
	MEMORY_EXCEEDED: 'Read fewer rows or columns, or ask your admin to raise the limit.',
	OUTPUT_TOO_LARGE: 'Return fewer rows or columns, or ask your admin to raise the limit.',
};

/** Removes the advice for the author of a query from an error's message, for other readers. */
export const withoutAdvice = (message: string): string =>
	message.replace(/ Read fewer rows( or columns)?\.$/, '').replace(/, or read fewer rows\.$/, '.');

/** Adds advice for the author to the error for an exceeded limit of a run. Other errors stay the same. */
export function withAdvice(error: unknown): unknown {
	if (!(error instanceof EngineError) || !error.message.includes(' exceeded the ')) return error;
	const what = advice[error.code];
	return what === undefined ? error : new EngineError(error.code, `${error.message} ${what}`);
}
