export type SourceErrorCode =
	/** The browser was not allowed to read the answer (CORS). */
	| 'BLOCKED'
	| 'UNREACHABLE'
	/** It came only in part, or could not be sent just now. */
	| 'LOST'
	/** The address is not valid any more, and a fresh one did not help. */
	| 'REFUSED'
	| 'NOT_PARQUET'
	/** The service found its bytes changed or gone. */
	| 'DATA_CORRUPT'
	/** It says of itself what it is, but is not whole or not right. */
	| 'DAMAGED'
	| 'TOO_LARGE'
	| 'UNSUPPORTED';

/** Why a file cannot be read, in words for a person. */
export class SourceError extends Error {
	readonly code: SourceErrorCode;

	constructor(code: SourceErrorCode, message: string, cause?: unknown) {
		super(message, { cause });
		this.name = 'SourceError';
		this.code = code;
	}
}
