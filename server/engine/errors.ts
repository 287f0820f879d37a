import type { EngineErrorCode } from './types.ts';

/** Why a run or a check has no result, in words for the person who wrote the statement. */
export class EngineError extends Error {
	override readonly name = 'EngineError';
	readonly code: EngineErrorCode;
	/** Counted from 1 in UTF-16 code units of the statement; null where the engine names no place. */
	readonly line: number | null;
	readonly column: number | null;

	constructor(code: EngineErrorCode, message: string, place?: { line: number; column: number }) {
		super(message);
		this.code = code;
		this.line = place?.line ?? null;
		this.column = place?.column ?? null;
	}
}
