import type { ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorResponse, errorStatus, type SubError } from '#contract/error.ts';
import type { Log } from '../../logging/log.ts';
import { failureOf, isDisconnect } from '../../platform/core/failures.ts';
import { ServiceError } from '../../platform/core/service-error.ts';
import { isCanceled } from '../../platform/rows/query-rows.ts';
import type { FailureCounts } from '../../platform/state/failure-counts.ts';
import type { Env, ServiceContext } from './service-app.ts';

/** The body of an error. `error_message` repeats the text for clients that read only that. */
export function errorBody(code: string, message: string, subErrors: readonly SubError[] = []): ErrorResponse {
	const body = { error_code: code, message, error_message: message };
	return subErrors.length === 0 ? body : { ...body, sub_errors: [...subErrors] };
}

const ofContent = ['Content-Length', 'Content-Range', 'Content-Disposition', 'Accept-Ranges', 'ETag'];

export function answerError(c: ServiceContext, error: ServiceError): Response {
	const status: ContentfulStatusCode = errorStatus[error.code];
	if (error.code === 'UNAUTHORIZED') c.header('WWW-Authenticate', 'Bearer');
	if (error.retryAfter !== null) c.header('Retry-After', String(error.retryAfter));
	c.header('Cache-Control', 'no-store');
	for (const name of ofContent) c.header(name, undefined);
	return c.json(errorBody(error.code, error.message, error.subErrors), status);
}

/**
 * Turns every thrown error into a response. A disconnected client isn't an error. Unexpected errors are logged with their request id, and reported
 * without internals.
 */
export const onError =
	(log: Log, failures?: FailureCounts): ErrorHandler<Env> =>
	(error, c) => {
		if (error instanceof ServiceError) return answerError(c, error);
		if (c.req.raw.signal.aborted && (isCanceled(error) || isDisconnect(error)))
			return answerError(c, new ServiceError('RUN_CANCELLED', 'The request was canceled.'));
		return answerError(c, unexpected(log, c, error, failures));
	};

/** Logs and counts an unexpected error, and returns one without internals. */
export function unexpected(log: Log, c: ServiceContext, error: unknown, failures?: FailureCounts): ServiceError {
	const requestId = c.get('requestId');
	const failure = failureOf(error);
	const why = failure === null ? '' : `: ${failure.kind}`;
	log.error(`request ${requestId}: ${c.req.method} ${c.req.path} failed${why}`, error);
	if (failure !== null) {
		failures?.failed(failure.kind);
		return failure.error;
	}
	const message = `The service failed unexpectedly. Try again. If the problem persists, ask your admin to check the service log for request ID ${requestId}.`;
	return new ServiceError('INTERNAL', message);
}
