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
] as const satisfies readonly RunErrorCode[];
type EngineErrorCode = (typeof engineErrorCodes)[number];

/** Why a run or a check has no result, in words for the person who wrote the statement. */
export class EngineError extends Error {
	override readonly name = 'EngineError';
	readonly code: EngineErrorCode;
	/** Counted from 1 in UTF-16 code units of the statement; null where the engine names no position. */
	readonly line: number | null;
	readonly column: number | null;

	constructor(code: EngineErrorCode, message: string, position?: { line: number; column: number }) {
		super(message);
		this.code = code;
		this.line = position?.line ?? null;
		this.column = position?.column ?? null;
	}
}
