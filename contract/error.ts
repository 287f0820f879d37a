import * as z from 'zod/mini';

/** Codes of `ErrorResponse.error_code` that this contract knows, with the HTTP status each is sent with. */
export const errorStatus = {
	VALIDATION_FAILED: 400,
	UNAUTHORIZED: 401,
	FORBIDDEN: 403,
	NOT_FOUND: 404,
	METHOD_NOT_ALLOWED: 405,
	CONFLICT: 409,
	OUTPUTS_NOT_READY: 409,
	RUN_FAILED: 409,
	RUN_CANCELLED: 409,
	VERSION_CONFLICT: 412,
	PAYLOAD_TOO_LARGE: 413,
	RANGE_NOT_SATISFIABLE: 416,
	RATE_LIMITED: 429,
	INTERNAL: 500,
	DATA_CORRUPT: 500,
	CATALOG_DAMAGED: 500,
	SERVICE_UNREACHABLE: 502,
	UNAVAILABLE: 503,
	OVERLOADED: 503,
	STORAGE_READ_ONLY: 503,
	STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/**
 * One problem of a refused request. The interface states `code` and `message`; `path` is the embedded service's: the member,
 * parameter or header, such as `sources.0.namespace`, `limit` or `If-Match`, and `body` for the body as a whole.
 */
export const SubError = z.looseObject({
	code: z.string(),
	message: z.string(),
	path: z.optional(z.string()),
});
export type SubError = { code: string; message: string; path?: string | undefined };

/** The body of every REST error (interface, "Errors"). A foreign service may send codes that are not listed here. */
export const ErrorResponse = z.looseObject({
	error_code: z.string(),
	message: z.string(),
	error_message: z.optional(z.string()),
	sub_errors: z.optional(z.array(SubError)),
});
export type ErrorResponse = z.infer<typeof ErrorResponse>;
