export type SourceErrorCode =
	/** The browser wasn't allowed to read the response (CORS). */
	| 'BLOCKED'
	| 'UNREACHABLE'
	/** The response was incomplete, or the store temporarily unavailable. */
	| 'LOST'
	/** The URL is no longer valid, and a new one didn't help. */
	| 'REFUSED'
	| 'NOT_PARQUET'
	/** The service found the data changed or missing. */
	| 'DATA_CORRUPT'
	/** The format is recognized, but the file is incomplete or invalid. */
	| 'DAMAGED'
	| 'TOO_LARGE'
	| 'UNSUPPORTED';

/** Why a file can't be read, as a message for users. */
export class SourceError extends Error {
	readonly code: SourceErrorCode;

	constructor(code: SourceErrorCode, message: string, cause?: unknown) {
		super(message, { cause });
		this.name = 'SourceError';
		this.code = code;
	}
}
