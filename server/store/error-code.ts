/** System error codes if another machine or program can't be reached. */
export const networkCodes = 'ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT'.split(' ');

/** Why a file or folder can’t be used, by system error code (errno(3)). */
export const fileProblems: Readonly<Record<string, string>> = {
	ENOENT: 'the file or folder doesn’t exist. Create it, or correct the path.',
	ENOSPC: 'the disk is full. Free some space. To put temporary files on another disk, set TMPDIR to a folder there.',
	EDQUOT: 'your disk quota is used up. Free some space, or ask for a larger quota.',
	EROFS: 'the file system is read-only. Mount it as writable, or choose another folder.',
	EACCES: 'permission denied. Run this as the service’s user, and check who owns the file.',
	EPERM: 'permission denied. Run this as the service’s user, and check who owns the file.',
	ENOTDIR: 'part of the path is a file, not a folder. Correct the path.',
	EISDIR: 'it’s a folder, not a file. Correct the path.',
	EIO: 'the disk couldn’t be read or written. Check it for errors.',
};

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
