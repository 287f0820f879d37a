import * as z from 'zod/mini';

/** Values of `ErrorResponse.error_code` this contract defines, with their HTTP status. */
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
 * One problem in a rejected request. The interface defines `code` and `message`. The embedded service adds `path`: the
 * member, parameter or header (`sources.0.namespace`, `limit`, `If-Match`), or `body` for the body as a whole.
 */
export const SubError = z.looseObject({
	code: z.string(),
	message: z.string(),
	path: z.optional(z.string()),
});
export type SubError = { code: string; message: string; path?: string | undefined };

/** Body of every REST error (interface, "Errors"). Other services may send codes that aren't listed here. */
export const ErrorResponse = z.looseObject({
	error_code: z.string(),
	message: z.string(),
	error_message: z.optional(z.string()),
	sub_errors: z.optional(z.array(SubError)),
});
export type ErrorResponse = z.infer<typeof ErrorResponse>;
