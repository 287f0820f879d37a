import type { SubError } from '#contract/error.ts';
import type { InputOf, ItemOf, Operation, ResultOf } from '#contract/operation.ts';
import { randomId } from '../lib/random-id.ts';
import { parseAnswer, toApiError, type Unreadable } from './answer.ts';
import { ApiError } from './api-error.ts';
import { takeEarlyRead } from './early-read.ts';
import { sameAsBefore } from './long-answers.ts';
import { isUnder, requestUrl } from './request-url.ts';

/** The service that calls go to, and the caller's token. Set once at startup; the token is read at every call. */
export interface Connection {
	/** Absolute, ends in `/api/v1`, without a trailing slash. */
	baseUrl(): string | null;
	token(): string | null;
	/** Whether the service already rejected this token. It isn't used again. */
	isRefused?(token: string): boolean;
	/** Called when the service rejects the token that was sent. */
	onUnauthorized(token: string, error: ApiError): void;
	/** Called for every response and every call that got none. */
	onExchange(exchange: Exchange): void;
}

/** A finished call. `ms` is the time until the response was read. */
export interface Exchange {
	readonly operation: string;
	/** Path template from the contract. Null for addresses named by a service or agent. */
	readonly template: string | null;
	readonly method: string;
	readonly url: string;
	readonly at: number;
	readonly ms: number;
	readonly status: number;
	readonly requestId: string | null;
	readonly errorCode: string | null;
	readonly subErrors: readonly SubError[];
	/** Whether the token was sent. */
	readonly bearer: boolean;
	/** Describes a write for the activity log. Has data and secrets, so don't store it with the exchange. */
	readonly write: WriteFacts | null;
}

export interface WriteFacts {
	readonly input: object;
	/** The result, once the response has been read. */
	result?: unknown;
}

/** A list response. Items are validated one by one, so a bad one doesn't hide the rest. */
export interface List<T> {
	readonly items: T[];
	readonly unreadable: Unreadable[];
	readonly nextCursor: string | null;
}

/** Parsed body of a success. Null if the interface leaves it open and the service returns something else or nothing. */
export type Answer<O extends Operation> = O extends { readonly items: NonNullable<Operation['items']> }
	? List<ItemOf<O>>
	: ResultOf<O> | (O['resultUnstated'] extends true ? null : never);

export interface CallOptions {
	readonly signal?: AbortSignal | undefined;
	/** ETag a guarded write is based on, sent as `If-Match`. */
	readonly ifMatch?: string | null | undefined;
	/** An earlier response with its ETag, returned again on 304. */
	readonly known?: { readonly value: unknown; readonly etag: string | null } | undefined;
	/** Sent as `Idempotency-Key`. Of requests with the same key, a service that supports it executes only the first. */
	readonly idempotencyKey?: string | null | undefined;
	/** Calls another service or as another user than this tab, to try a token before storing it. */
	readonly as?: Caller | undefined;
}

export interface Caller {
	/** Absolute, ends in `/api/v1`, without a trailing slash. */
	readonly baseUrl: string;
	readonly token: string | null;
}

const none: Connection = {
	baseUrl: () => null,
	token: () => null,
	onUnauthorized: () => {},
	onExchange: () => {},
};

let connection: Connection = none;

/** Sets the connection of all further calls. A tab works with one service and one user at a time. */
export function connect(next: Connection): void {
	connection = next;
}

/** The service's absolute base URL. Throws if no service has been chosen. */
export function baseUrl(): string {
	const base = connection.baseUrl();
	if (base === null) throw new Error('Choose a service before the first call.');
	return base;
}

/**
 * Calls an operation of the contract and returns its result.
 * @throws ApiError for errors, missing responses and responses that don't match the contract; AbortError when aborted
 */
export async function call<O extends Operation>(
	operation: O,
	input: InputOf<O>,
	options: CallOptions = {},
): Promise<Answer<O>> {
	return (await callWithEtag(operation, input, options)).value;
}

/** Like `call`, with the response's `ETag` or null. */
export async function callWithEtag<O extends Operation>(
	operation: O,
	input: InputOf<O>,
	options: CallOptions = {},
): Promise<{ value: Answer<O>; etag: string | null }> {
	const { value, headers } = await callWithHeaders(operation, input, options);
	return { value, etag: headers.get('ETag') };
}

export async function callWithHeaders<O extends Operation>(
	operation: O,
	input: InputOf<O>,
	options: CallOptions = {},
): Promise<{ value: Answer<O>; headers: Headers }> {
	const parts = input as { params?: object; query?: object; body?: unknown };
	const { known } = options;
	const caller = options.as ?? currentCaller();
	const url = requestUrl(caller.baseUrl, operation.path, parts.params, parts.query);
	const isText = operation.bodyFormat === 'text';
	// A Blob sets its own type.
	const isBlob = parts.body instanceof Blob;
	const init = {
		method: operation.method,
		headers: {
			...(parts.body === undefined || isBlob ? {} : { 'Content-Type': isText ? 'text/plain' : 'application/json' }),
			...(options.ifMatch ? { 'If-Match': options.ifMatch } : {}),
			...(known?.etag ? { 'If-None-Match': known.etag } : {}),
			...keyOf(operation, options.idempotencyKey),
		},
		...(parts.body === undefined
			? {}
			: { body: isBlob ? (parts.body as Blob) : isText ? String(parts.body) : JSON.stringify(parts.body) }),
		...(options.signal ? { signal: options.signal } : {}),
	};
	const write: WriteFacts | null = operation.method === 'GET' ? null : { input: parts };
	const response = await exchange(operation, url, init, operation.auth === 'public' ? null : caller.token, write);
	if (response.status === notModified) return { value: known?.value as Answer<O>, headers: response.headers };
	const read = () => parseAnswer(operation, response.text, response.status, response.requestId);
	const isRead = operation.method === 'GET';
	const value = (await (isRead ? sameAsBefore(`${operation.id} ${url}`, response.text, read) : read())) as Answer<O>;
	if (write !== null) write.result = value;
	return { value, headers: response.headers };
}

const notModified = 304;

/**
 * Browsers repeat a POST when a kept-alive connection ends before the response begins. Services with extensions
 * recognize the repeat by this key. Core operations get a key only if the caller knows it's supported.
 */
function keyOf(operation: Operation, given: string | null | undefined): Record<string, string> {
	const isOurs = operation.method === 'POST' && operation.tier !== 'core';
	const key = given ?? (isOurs ? randomId() : null);
	return key === null ? {} : { 'Idempotency-Key': key };
}

export interface TextAnswer {
	readonly text: string;
	readonly status: number;
	readonly headers: Headers;
	readonly requestId: string | null;
	/** URL of the response, after redirects. */
	readonly url: string;
}

export const currentCaller = (): Caller => ({ baseUrl: baseUrl(), token: connection.token() });

type CalledOperation = Pick<Operation, 'id'> & Partial<Pick<Operation, 'path'>>;

/**
 * Sends one request and reads the whole response.
 * @param token sent as bearer; the caller has checked that this URL may receive it
 */
export async function exchange(
	operation: CalledOperation,
	url: string,
	init: RequestInit,
	token: string | null,
	write: WriteFacts | null = null,
): Promise<TextAnswer> {
	const read = async (response: Response) => (leadsToFile(response) ? await skipBody(response) : await response.text());
	const { response, body, requestId } = await send(operation, url, init, token, read, write);
	return { text: body, status: response.status, headers: response.headers, requestId, url: response.url };
}

/** A response whose body is still arriving. */
export interface OpenAnswer {
	/** URL of the response, after redirects. */
	readonly url: string;
	readonly body: ReadableStream<Uint8Array>;
	/** Media type in lowercase, without parameters. */
	readonly mediaType: string;
	readonly requestId: string | null;
	/** Records that the body ended early. */
	readonly brokeOff: () => void;
}

/**
 * Sends one request and resolves when the response begins. The token is only sent to the service's own origin and base
 * path.
 * @param withToken false: never send the token
 * @throws ApiError for errors and missing responses
 */
export async function openExchange(
	operation: string,
	url: string,
	init: RequestInit,
	withToken: boolean,
): Promise<OpenAnswer> {
	const { baseUrl, token } = currentCaller();
	const read = async (response: Response) => (response.ok ? '' : await response.text());
	const bearer = withToken && isUnder(baseUrl, url) ? token : null;
	const { response, requestId, report } = await send({ id: operation }, url, init, bearer, read);
	const [mediaType = ''] = (response.headers.get('Content-Type') ?? '').split(';');
	const body = response.body ?? new Blob().stream();
	const brokeOff = () => report(response.status, requestId, { code: streamCut, subErrors: [] });
	return { url: response.url, body, mediaType: mediaType.trim().toLowerCase(), requestId, brokeOff };
}

/** `errorCode` of an exchange whose response was cut off. */
export const streamCut = 'STREAM_CUT';

type Report = (status: number, requestId: string | null, error: Pick<ApiError, 'code' | 'subErrors'> | null) => void;

/** @param read the part of the response the call waits for; if it fails, the connection failed */
async function send(
	operation: CalledOperation,
	url: string,
	init: RequestInit,
	token: string | null,
	read: (response: Response) => Promise<string>,
	write: WriteFacts | null = null,
): Promise<{ response: Response; body: string; requestId: string | null; report: Report }> {
	if (token !== null && connection.isRefused?.(token)) throw signInEnded(operation.id);
	const startedAt = Date.now();
	const report: Report = (status, requestId, error) =>
		connection.onExchange({
			operation: operation.id,
			template: operation.path ?? null,
			method: init.method ?? 'GET',
			url,
			at: startedAt,
			ms: Date.now() - startedAt,
			status,
			requestId,
			errorCode: error?.code ?? null,
			subErrors: error?.subErrors ?? [],
			bearer: token !== null,
			write,
		});
	let response: Response;
	let body: string;
	try {
		const early = takeEarlyRead(url, token, init.method === 'GET' && Object.keys(init.headers ?? {}).length === 0);
		response = await (early ??
			fetch(url, {
				redirect: 'error',
				credentials: 'omit',
				cache: 'no-store',
				...init,
				headers: {
					Accept: 'application/json',
					...init.headers,
					...(token ? { Authorization: `Bearer ${token}` } : {}),
				},
			}));
		if (early !== undefined) init.signal?.throwIfAborted();
		body = await read(response);
	} catch (cause) {
		if (init.signal?.aborted) throw cause;
		report(0, null, { code: 'UNREACHABLE', subErrors: [] });
		throw new ApiError(
			{
				kind: 'unreachable',
				status: 0,
				code: 'UNREACHABLE',
				message: `The service at ${new URL(url).origin} isn’t responding. Check your connection, then try again.`,
				subErrors: [],
				requestId: null,
				operation: operation.id,
			},
			cause,
		);
	}
	const requestId = response.headers.get('X-Request-Id');
	if (response.ok || (response.status === notModified && new Headers(init.headers).has('If-None-Match'))) {
		report(response.status, requestId, null);
		return { response, body, requestId, report };
	}
	const error = toApiError(operation.id, response.status, body, requestId, response.headers.get('Retry-After'));
	report(response.status, requestId, error);
	if (response.status === 401 && token !== null) connection.onUnauthorized(token, error);
	throw error;
}

const signInEnded = (operation: string): ApiError =>
	new ApiError({
		kind: 'refused',
		status: 401,
		code: 'UNAUTHORIZED',
		message: 'Your session expired. Sign in again to continue.',
		subErrors: [],
		requestId: null,
		operation,
	});

/** A redirect that ends at a file is a download URL; its megabytes aren't the response. */
const leadsToFile = (response: Response): boolean =>
	response.ok && response.redirected && !/json|text/.test(response.headers.get('Content-Type') ?? '');

async function skipBody(response: Response): Promise<string> {
	await response.body?.cancel();
	return '';
}
