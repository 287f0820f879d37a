/** What the system says where another machine or program cannot be reached. */
export const networkCodes = 'ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT'.split(' ');

/** The code that the system, a driver or PostgreSQL gives to an error or to what caused it; empty where none does. */
export function errorCode(error: unknown): string {
	if (!(error instanceof Error)) return '';
	if ('code' in error && typeof error.code === 'string') return error.code;
	return errorCode(error instanceof AggregateError ? error.errors[0] : error.cause);
}

/** For what reads a file or folder that may be missing: null then, and the error again otherwise. */
export function nullIfMissing(error: unknown): null {
	if (errorCode(error) === 'ENOENT') return null;
	throw error;
}
