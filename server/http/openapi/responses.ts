import { callerContextUri } from '#contract/agents/artifacts.ts';
import { type ErrorCode, ErrorResponse, errorStatus, type SubError } from '#contract/error.ts';
import type { Operation } from '#contract/operation.ts';
import { stores } from '#contract/service/operations.ts';
import { exampleOf } from './examples.ts';
import { linksOf } from './links.ts';
import { describeMembers, reference } from './schemas.ts';

export function responsesOf(operation: Operation): Record<string, object> {
	const { status, otherStatus } = operation;
	const other =
		otherStatus === 304
			? {
					description: 'Not modified.',
					headers: { ETag: etag, ...ageOf(operation) },
				}
			: null;
	return {
		[status]: success(operation, exampleOf(operation).result),
		...(otherStatus === undefined
			? {}
			: { [otherStatus]: other ?? success(operation, exampleOf(operation).otherResult) }),
		...failures(operation),
	};
}

const requestId = {
	description: 'ID of the request, as in the service log.',
	schema: { type: 'string', format: 'uuid' },
};
const etag = {
	description: 'Resource version.',
	schema: { type: 'string', pattern: '^"[\\w-]+"$' },
	example: '"3"',
};
const lastModified = {
	description: 'When the resource last changed.',
	schema: { type: 'string' },
	example: 'Sun, 06 Nov 1994 08:49:37 GMT',
};
const cacheControl = {
	description: 'How long the response can be cached.',
	schema: { type: 'string' },
	example: 'public, max-age=60',
};
const extensions = {
	description: 'The requested extensions that are active, separated by commas. Absent if none is active.',
	schema: { type: 'string' },
	example: callerContextUri,
};
const retryAfter = {
	description: 'Seconds to wait before trying again.',
	schema: { type: 'integer', minimum: 0 },
};
const challenge = { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } };

const ageOf = ({ lastModified: isStated }: Operation) =>
	isStated === true ? { 'Last-Modified': lastModified, 'Cache-Control': cacheControl } : {};

function success(operation: Operation, example: unknown) {
	const headers = {
		'X-Request-Id': requestId,
		...(operation.etag === undefined ? {} : { ETag: etag }),
		...ageOf(operation),
		...(operation.streams === true ? { 'A2A-Extensions': extensions } : {}),
	};
	const schema = resultSchema(operation);
	const links = linksOf(operation);
	if (schema === null) return { description: 'Done. The response has no body.', headers };
	const stream = {
		'text/event-stream': {
			schema: { type: 'string', description: 'Server-sent events, each with a JSON-RPC response as its data.' },
		},
	};
	const lines = {
		'application/x-ndjson': {
			schema: {
				type: 'string',
				description:
					'With `Accept: application/x-ndjson`, JSON lines while the query runs: `progress` (`done` and `total`, in rows), `first` (the first rows of a view), and finally `result` or `error`.',
			},
		},
	};
	return {
		description: 'Success.',
		headers,
		...(links === undefined ? {} : { links }),
		content: {
			'application/json': { schema, examples: { example: { value: example } } },
			...(operation.streams === true ? stream : {}),
			...(operation.linesWhileWorking === true ? lines : {}),
		},
	};
}

function resultSchema(operation: Operation): object | null {
	if (operation.items !== undefined) {
		const isPaged = operation.query !== undefined && 'cursor' in operation.query.shape;
		const nextCursor = { type: 'string', description: 'Cursor for the next page. Absent on the last page.' };
		return {
			type: 'object',
			properties: {
				items: { type: 'array', items: reference(operation.items, 'output') },
				...(isPaged ? { nextCursor } : {}),
			},
			required: ['items'],
		};
	}
	if (operation.result === undefined) return null;
	return describeMembers(reference(operation.result, 'output'), operation.id);
}

/** Errors of any request, such as one with `..` in its path, another Host or Origin, or a body that is too large. */
const always = ['VALIDATION_FAILED', 'FORBIDDEN', 'INTERNAL', 'CATALOG_DAMAGED'] as const satisfies ErrorCode[];
const withToken = ['UNAUTHORIZED', 'RATE_LIMITED', 'UNAVAILABLE', 'OVERLOADED'] as const satisfies ErrorCode[];
const whereStored = ['STORAGE_READ_ONLY', 'STORAGE_FULL'] as const satisfies ErrorCode[];

function failures(operation: Operation): Record<string, object> {
	const codes = [
		...new Set<ErrorCode>([
			...operation.errors,
			...always,
			// Agents report a large body as a JSON-RPC error.
			...(operation.streams === true ? [] : (['PAYLOAD_TOO_LARGE'] as const)),
			...(operation.auth === 'public' ? [] : withToken),
			...(stores(operation) ? whereStored : []),
		]),
	];
	const statuses = [...new Set(codes.map((code) => errorStatus[code]))].sort();
	return Object.fromEntries(
		statuses.map((status) => {
			const here = codes.filter((code) => errorStatus[code] === status);
			const [code] = here;
			const isCommon =
				code !== undefined && commonCodes.some((common) => common === code) && here.length === codesOf(code).length;
			return [String(status), isCommon ? { $ref: `#/components/responses/${code}` } : failure(here)];
		}),
	);
}

const explanations = {
	VALIDATION_FAILED: 'The request isn’t valid. Each sub_error names one problem.',
	UNAUTHORIZED: 'The token is missing, invalid, expired or revoked.',
	FORBIDDEN:
		'The user or the token isn’t allowed to do this, or the service doesn’t accept requests for this host or from this origin.',
	NOT_FOUND: 'The resource doesn’t exist, or the caller can’t see it.',
	METHOD_NOT_ALLOWED: 'The path doesn’t support this method.',
	CONFLICT: 'The current state of the resource doesn’t allow this.',
	OUTPUTS_NOT_READY: 'The run hasn’t produced its outputs yet.',
	RUN_FAILED: 'The run failed and has no outputs. A sub_error says why.',
	RUN_CANCELLED: 'The run was canceled and has no outputs.',
	VERSION_CONFLICT: 'The resource’s version differs from the one the request is based on.',
	PAYLOAD_TOO_LARGE: 'The request body or the result is too large.',
	RANGE_NOT_SATISFIABLE: 'The range starts past the end of the file.',
	RATE_LIMITED: 'Too many requests. Retry-After says when to try again.',
	INTERNAL: 'The service failed unexpectedly.',
	DATA_CORRUPT: 'Stored data is corrupt or missing.',
	CATALOG_DAMAGED: 'The service’s catalog is damaged and must be restored.',
	SERVICE_UNREACHABLE: 'Another service isn’t responding.',
	UNAVAILABLE: 'A dependency of the service isn’t responding, or the service is shutting down.',
	OVERLOADED: 'The service is overloaded. Retry-After says when to try again.',
	STORAGE_READ_ONLY: 'The service can’t write to its storage.',
	STORAGE_FULL: 'The service’s disk is almost full. Reads and deletions still work.',
} as const satisfies Record<ErrorCode, string>;

const retried = [
	'RATE_LIMITED',
	'UNAVAILABLE',
	'OVERLOADED',
	'STORAGE_READ_ONLY',
	'STORAGE_FULL',
] as const satisfies ErrorCode[];
/** The codes of a common response, which is named after the first. */
const codesOf = (code: ErrorCode): readonly ErrorCode[] =>
	code === 'INTERNAL' ? ['INTERNAL', 'CATALOG_DAMAGED'] : [code];

function failure(codes: readonly ErrorCode[]) {
	const [code = 'INTERNAL'] = codes;
	const message = explanations[code];
	const headers = {
		'X-Request-Id': requestId,
		...(code === 'UNAUTHORIZED' ? { 'WWW-Authenticate': challenge } : {}),
		...(retried.some((each) => codes.includes(each)) ? { 'Retry-After': retryAfter } : {}),
	};
	const narrowed = { type: 'object', properties: { error_code: { type: 'string', enum: [...codes] } } };
	const schema = { allOf: [reference(ErrorResponse, 'output'), narrowed] };
	const value = {
		error_code: code,
		message,
		error_message: message,
		...(code in subErrors ? { sub_errors: subErrors[code] } : {}),
	};
	return {
		description: codes.map((each) => `${each}: ${explanations[each]}`).join('\n\n'),
		headers,
		content: { 'application/json': { schema, examples: { example: { value } } } },
	};
}

const subErrors: Partial<Record<ErrorCode, readonly SubError[]>> = {
	VALIDATION_FAILED: [
		{ code: 'REQUIRED', path: 'destination', message: 'destination is missing.' },
		{ code: 'INVALID_VALUE', path: 'limit', message: 'limit must be a whole number from 1 to 1000, not "0".' },
	],
	RUN_FAILED: [{ code: 'SQL_ERROR', message: 'Unknown column "iatta". Did you mean iata?' }],
};

const commonCodes = [
	'VALIDATION_FAILED',
	'UNAUTHORIZED',
	'FORBIDDEN',
	'NOT_FOUND',
	'PAYLOAD_TOO_LARGE',
	'RATE_LIMITED',
	'INTERNAL',
	'UNAVAILABLE',
] as const satisfies ErrorCode[];

export const commonResponses = (): Record<string, object> =>
	Object.fromEntries(commonCodes.map((code) => [code, failure(codesOf(code))]));
