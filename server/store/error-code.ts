/** System error codes if another machine or program can't be reached. */
export const networkCodes = 'ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT'.split(' ');

/** The code of the system, a driver or PostgreSQL in an error or its causes; empty if there is none. */
export function errorCode(error: unknown): string {
	if (!(error instanceof Error)) return '';
	if ('code' in error && typeof error.code === 'string') return error.code;
	return errorCode(error instanceof AggregateError ? error.errors[0] : error.cause);
}

/** For reading a file or folder that may be missing: returns null then, and rethrows other errors. */
export function nullIfMissing(error: unknown): null {
	if (errorCode(error) === 'ENOENT') return null;
	throw error;
}
