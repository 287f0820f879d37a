import type { SubError } from '#contract/error.ts';

export interface ApiErrorDetails {
	/**
	 * `refused`: the service answered with an error. `unreachable`: no answer came. `unreadable`: an answer came that the
	 * contract does not know.
	 */
	readonly kind: 'refused' | 'unreachable' | 'unreadable';
	/** HTTP status; 0 where no answer came. */
	readonly status: number;
	/** `error_code` of an ErrorResponse, or `UNREACHABLE`, `UNREADABLE`, `HTTP_<status>`. */
	readonly code: string;
	/** For a person: what happened, as far as the service said it. */
	readonly message: string;
	readonly subErrors: readonly SubError[];
	/** `X-Request-Id` of the answer. */
	readonly requestId: string | null;
	/** Id of the contract's operation. */
	readonly operation: string;
	/** When the service may be asked again, ms from its answer; absent where it did not say. */
	readonly retryAfter?: number | null;
}

/** The one error that a call to the service rejects with. */
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

/** Whether a read that failed so may succeed when asked again. */
export const isPassing = (error: unknown): boolean =>
	isApiError(error) &&
	error.code !== 'DATA_CORRUPT' &&
	(error.kind === 'unreachable' || error.status >= 500 || error.status === 429);
