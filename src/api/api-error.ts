import type { SubError } from '#contract/error.ts';

export interface ApiErrorDetails {
	/**
	 * `refused`: the service responded with an error. `unreachable`: no response. `unreadable`: the response doesn't
	 * match the contract.
	 */
	readonly kind: 'refused' | 'unreachable' | 'unreadable';
	/** HTTP status; 0 without a response. */
	readonly status: number;
	/** `error_code` of the ErrorResponse, or `UNREACHABLE`, `UNREADABLE`, `HTTP_<status>`. */
	readonly code: string;
	readonly message: string;
	readonly subErrors: readonly SubError[];
	/** `X-Request-Id` of the response. */
	readonly requestId: string | null;
	/** Operation id from the contract. */
	readonly operation: string;
	/** Delay until the next attempt, in ms from the response. Absent if the response doesn't specify one. */
	readonly retryAfter?: number | null;
}

export class ApiError extends Error {
	readonly kind: ApiErrorDetails['kind'];
	readonly status: number;
	readonly code: string;
	readonly subErrors: readonly SubError[];
	readonly requestId: string | null;
	readonly operation: string;
	readonly retryAfter: number | null;

	constructor(details: ApiErrorDetails, cause?: unknown) {
		super(details.message, { cause });
		this.name = 'ApiError';
		this.kind = details.kind;
		this.status = details.status;
		this.code = details.code;
		this.subErrors = details.subErrors;
		this.requestId = details.requestId;
		this.operation = details.operation;
		this.retryAfter = details.retryAfter ?? null;
	}
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** Whether a failed read may succeed when retried. */
export const isPassing = (error: unknown): boolean =>
	isApiError(error) &&
	error.code !== 'DATA_CORRUPT' &&
	(error.kind === 'unreachable' || error.status >= 500 || error.status === 429);
