import * as z from 'zod/mini';
import { ErrorResponse } from '#contract/error.ts';
import type { Operation } from '#contract/operation.ts';
import { nextTask } from '#lib/concurrency/next-task.ts';
import { losesDigits } from '#lib/exact-json/loses-digits.ts';
import { ApiError } from './api-error.ts';

/** An item of a list that doesn't match the contract, unchanged. */
export interface Unreadable {
	readonly index: number;
	readonly raw: unknown;
	/** The invalid members, for troubleshooting. */
	readonly reason: string;
}

/**
 * Parses the body of a success. Returns null if the interface leaves the body open and it doesn't match the contract.
 * Long lists are parsed over several tasks.
 * @throws ApiError of kind `unreadable`
 */
export async function parseAnswer(
	operation: Operation,
	text: string,
	status: number,
	requestId: string | null,
): Promise<unknown> {
	if (operation.result === undefined && operation.items === undefined) return undefined;
	const unreadable = (message: string, cause?: unknown) =>
		new ApiError(
			{
				kind: 'unreadable',
				status,
				code: 'UNREADABLE',
				message,
				subErrors: [],
				requestId,
				operation: operation.id,
			},
			cause,
		);
	const parse = await parserOf(text);
	// An HTML page comes from a sign-in proxy, for example: the service itself didn't respond.
	if (operation.resultUnstated === true && !isPage(text)) {
		const content = tryParse(text, parse);
		const error = readLeniently(ErrorResponse, content).data;
		if (error !== undefined) throw unreadable(`The service returned an error with a success status. ${error.message}`);
		return operation.result && (readLeniently(operation.result, content).data ?? null);
	}
	let body: unknown;
	try {
		body = parse(text);
	} catch (cause) {
		if (parse === withoutParser)
			throw unreadable('Part of the console couldn’t be loaded. Try again, or reload the page.');
		throw unreadable(cannotRead(isPage(text) ? 'it’s a web page, not JSON' : 'it isn’t JSON'), cause);
	}
	if (operation.items !== undefined) {
		if (!isListBody(body)) throw unreadable(cannotRead('it has no "items" list'));
		return { ...(await judgeItems(operation.items, body.items)), nextCursor: nextCursor(body) };
	}
	const parsed = operation.result && readLeniently(operation.result, body);
	if (parsed?.success !== true)
		throw unreadable(cannotRead(parsed ? describeIssues(parsed.error) : 'it’s empty'), parsed?.error);
	return parsed.data;
}

const cannotRead = (reason: string): string =>
	`The service’s response can’t be read: ${reason}. Try again, or contact your admin.`;

/** Converts any error response to an ApiError. */
export function toApiError(
	operation: string,
	status: number,
	text: string,
	requestId: string | null,
	retryAfter: string | null = null,
): ApiError {
	const body = tryParse(text, JSON.parse);
	const parsed = readLeniently(ErrorResponse, readOAuthError(body) ?? body);
	const fallback = unexplained(status, text);
	return new ApiError({
		kind: 'refused',
		status,
		code: parsed.success ? parsed.data.error_code : `HTTP_${status}`,
		message: parsed.success ? parsed.data.message || parsed.data.error_message || fallback : fallback,
		subErrors: parsed.success ? (parsed.data.sub_errors ?? []) : [],
		requestId,
		operation,
		// Dates, the header's other form, are ignored because clocks may differ.
		retryAfter: /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : null,
	});
}

/** Message for an error without an ErrorResponse, which may come from something in front of the service. */
function unexplained(status: number, text: string): string {
	if (status === 429) return 'Too many requests at once. Wait a moment, then try again.';
	if (status >= 502 && status <= 504)
		return `The service is temporarily unavailable (${status}). Try again in a moment.`;
	if (isPage(text))
		return `The response was a web page (status ${status}), possibly from a proxy. Check your network connection, or contact your admin.`;
	return `The service returned status ${status} without a message. Try again, or contact your admin.`;
}

/** Error body of a token endpoint (RFC 6749, section 5.2). */
const OAuthError = z.looseObject({ error: z.string(), error_description: z.optional(z.string()) });

function readOAuthError(body: unknown): { error_code: string; message: string } | null {
	const read = OAuthError.safeParse(body);
	if (!read.success || 'error_code' in read.data) return null;
	return {
		error_code: read.data.error,
		message:
			read.data.error_description ??
			`The service returned the error "${read.data.error}". Try again, or contact your admin.`,
	};
}

/** Items validated per task, about 10 ms. */
const portion = 250;

async function judgeItems(
	schema: z.ZodMiniType,
	raw: unknown[],
): Promise<{ items: unknown[]; unreadable: Unreadable[] }> {
	const items: unknown[] = [];
	const unreadable: Unreadable[] = [];
	for (const [index, item] of raw.entries()) {
		if (index > 0 && index % portion === 0) await nextTask();
		const parsed = readLeniently(schema, item);
		if (parsed.success) items.push(parsed.data);
		else unreadable.push({ index, raw: item, reason: describeIssues(parsed.error) });
	}
	return { items, unreadable };
}

/** Treats null as absent where the contract doesn't allow it, since many services write it that way. */
function readLeniently<T>(schema: z.ZodMiniType<T>, value: unknown) {
	const read = schema.safeParse(value);
	if (read.success) return read;
	const full = pathsOf(read.error.issues).reduce(withoutNull, value);
	return full === value ? read : schema.safeParse(full);
}

/** Paths of invalid values. A union counts all of its variants. */
const pathsOf = (issues: readonly z.core.$ZodIssue[]): PropertyKey[][] =>
	issues.flatMap((issue) =>
		issue.code === 'invalid_union'
			? issue.errors.flatMap((kind) => pathsOf(kind).map((path) => [...issue.path, ...path]))
			: [issue.path],
	);

/** Removes the member at the end of the path if it's null. */
function withoutNull(value: unknown, [name, ...rest]: readonly PropertyKey[]): unknown {
	if (typeof value !== 'object' || value === null || name === undefined) return value;
	if (Array.isArray(value)) return value.map((item, index) => (index === name ? withoutNull(item, rest) : item));
	const { [name]: member, ...others } = value as Record<PropertyKey, unknown>;
	if (rest.length > 0) return { ...value, [name]: withoutNull(member, rest) };
	return member === null ? others : value;
}

const isPage = (text: string): boolean => text.trimStart().startsWith('<');

const isListBody = (body: unknown): body is { items: unknown[]; nextCursor?: unknown } =>
	typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);

const nextCursor = (body: { nextCursor?: unknown }): string | null =>
	typeof body.nextCursor === 'string' && body.nextCursor !== '' ? body.nextCursor : null;

function describeIssues(error: z.core.$ZodError): string {
	const fields = [...new Set(error.issues.flatMap(({ path }) => fieldName(path) || []))];
	if (fields.length === 0) return 'its format isn’t supported by this console';
	return `${fields.length === 1 ? '1 field isn’t' : `${fields.length} fields aren’t`} valid: ${fields.join(', ')}`;
}

/** "type in item 2 of columns". */
const fieldName = (path: readonly PropertyKey[]): string =>
	path.reduce<string>((name, part, index) => {
		const own = typeof part === 'number' ? `item ${part + 1}` : String(part);
		return index === 0 ? own : `${own} ${typeof part === 'number' ? 'of' : 'in'} ${name}`;
	}, '');

type Parse = (text: string) => unknown;

/** Few responses contain numbers that JSON.parse changes, so the exact parser loads on demand. */
async function parserOf(text: string): Promise<Parse> {
	if (!losesDigits(text)) return JSON.parse;
	const exact = await import('#lib/exact-json/exact-json.ts').catch(() => null);
	return exact?.parseJson ?? withoutParser;
}

/** Without the parser, the response is unreadable, not unreachable. */
const withoutParser: Parse = () => {
	throw new Error();
};

function tryParse(text: string, parse: Parse): unknown {
	try {
		return parse(text);
	} catch {
		return undefined;
	}
}
