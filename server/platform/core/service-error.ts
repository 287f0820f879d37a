import type { ErrorCode, SubError } from '#contract/error.ts';
import type { Problem } from '#contract/service/problem-codes.ts';

/** Why the service refuses a request: an error code of the contract and a message for users. */
export class ServiceError extends Error {
	override name = 'ServiceError';
	readonly code: ErrorCode;
	readonly subErrors: readonly SubError[];
	/** When the same request may succeed, seconds from now; null if waiting doesn't help, or it's unknown. */
	readonly retryAfter: number | null;

	constructor(code: ErrorCode, message: string, subErrors: readonly SubError[] = [], retryAfter: number | null = null) {
		super(message);
		this.code = code;
		this.subErrors = subErrors;
		this.retryAfter = retryAfter;
	}
}

/** Whether the error reports corrupt or missing data of a named dataset. */
export const isCorrupt = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && error.code === 'DATA_CORRUPT';

export const notFound = (what: string): ServiceError => new ServiceError('NOT_FOUND', what);

export const forbidden = (why: string): ServiceError => new ServiceError('FORBIDDEN', why);

export const conflict = (why: string): ServiceError => new ServiceError('CONFLICT', why);

export const unauthorized = (why: string): ServiceError => new ServiceError('UNAUTHORIZED', why);

/** A single error for all problems of a request, without repetitions. */
export function invalid(problems: readonly Problem[]): ServiceError {
	const [first] = problems;
	const message =
		problems.length > 1
			? `The request has ${problems.length} problems.`
			: (first?.message ?? 'The request isn’t valid.');
	return new ServiceError('VALIDATION_FAILED', message, problems.slice(0, maxSubErrors));
}

const maxSubErrors = 100;
