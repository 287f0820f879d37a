import type { MiddlewareHandler } from 'hono';
import { joinBytes } from '#lib/join-bytes.ts';
import { badBody, jsonOfBody, textOfBody } from '../../platform/core/body-text.ts';
import { ServiceError } from '../../platform/core/service-error.ts';
import { apiBase, type Env } from './service-app.ts';

/** The text of a text/plain request. @throws ServiceError PAYLOAD_TOO_LARGE, VALIDATION_FAILED */
export const readPlainText = async (request: Request, limit: number): Promise<string> =>
	textOfBody(await readPlainBytes(request, limit));

/**
 * The JSON of a request; undefined without a body.
 * @param limit bytes
 * @param exact if any number has more digits than a double can hold, all numbers are JsonText
 * @throws ServiceError PAYLOAD_TOO_LARGE, VALIDATION_FAILED
 */
export async function readJson(request: Request, limit: number, exact = false): Promise<unknown> {
	const bytes = await readJsonBytes(request, limit);
	return bytes === undefined ? undefined : jsonOfBody(bytes, exact);
}

/** Like `readPlainText`, for strings decoded elsewhere. @throws ServiceError PAYLOAD_TOO_LARGE, VALIDATION_FAILED */
export async function readPlainBytes(request: Request, limit: number): Promise<Bytes> {
	const bytes = await readBytes(request, limit);
	assertType(request, 'text/plain', /^text\/plain\s*(;|$)/i);
	return bytes;
}

/** The bytes of a file. @throws ServiceError PAYLOAD_TOO_LARGE, VALIDATION_FAILED */
export async function readBinary(request: Request, limit: number): Promise<Bytes> {
	const bytes = await readBytes(request, limit);
	assertType(request, 'application/octet-stream', /^application\/octet-stream\s*(;|$)/i);
	return bytes;
}

/** The bytes of a request of any media type as they arrive, in pieces of this size; the last one may be smaller. */
export async function* readPieces({ body, headers }: Request, size: number): AsyncGenerator<Bytes> {
	const type = headers.get('content-type') ?? '';
	if (/^multipart\//i.test(type)) throw badBody(`Send the file itself as the body, as curl -T does, not as ${type}.`);
	let chunks: Uint8Array[] = [];
	let length = 0;
	for await (const came of body ?? []) {
		for (let rest: Uint8Array = came; rest.length > 0; ) {
			const next = rest.subarray(0, size - length);
			chunks.push(next);
			length += next.length;
			rest = rest.subarray(next.length);
			if (length < size) continue;
			yield joinBytes(chunks, length);
			chunks = [];
			length = 0;
		}
	}
	if (length > 0) yield joinBytes(chunks, length);
}

/** Like `readJson`, for JSON parsed elsewhere. @throws ServiceError PAYLOAD_TOO_LARGE, VALIDATION_FAILED */
export async function readJsonBytes(request: Request, limit: number): Promise<Bytes | undefined> {
	const bytes = await readBytes(request, limit);
	if (bytes.length === 0) return undefined;
	assertType(request, 'application/json', /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i);
	return bytes;
}

function assertType(request: Request, wanted: string, pattern: RegExp): void {
	const type = request.headers.get('content-type') ?? '';
	if (!pattern.test(type)) throw badBody(`Send the body as ${wanted}${type === '' ? '' : `, not as ${type}`}.`);
}

/** The text of a request of any media type. Invalid UTF-8 becomes replacement characters. @throws ServiceError PAYLOAD_TOO_LARGE */
export async function readText(request: Request, limit: number): Promise<string> {
	return new TextDecoder().decode(await readBytes(request, limit));
}

/** Bytes in their own buffer, which can be transferred to a thread. */
export type Bytes = Uint8Array<ArrayBuffer>;

async function readBytes(request: Request, limit: number): Promise<Bytes> {
	if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
	if (request.body === null) return new Uint8Array();
	const reader = request.body.getReader();
	const chunks: Uint8Array[] = [];
	let length = 0;
	for (let next = await reader.read(); !next.done; next = await reader.read()) {
		length += next.value.length;
		if (length > limit) {
			reader.cancel().catch(() => undefined);
			throw tooLarge(limit);
		}
		chunks.push(next.value);
	}
	return joinBytes(chunks, length);
}

/** Refuses requests that announce a body over the limit, even if no body is expected. */
export function smallBody(limit: number): MiddlewareHandler<Env> {
	return async (c, next) => {
		const isLarge = Number(c.req.header('content-length') ?? 0) > limit;
		if (isLarge && !answersInJsonRpc(c.req) && !takesStream(c.req.method, c.req.path)) throw tooLarge(limit);
		await next();
	};
}

/** Whether a request's body is processed while it arrives, such as a whole file. */
export const takesStream = (method = '', path = ''): boolean =>
	method === 'PUT' && path.startsWith(`${apiBase}/file-ingestions/`);

/** Agents report errors in JSON-RPC's format. */
const answersInJsonRpc = ({ method, path }: { method: string; path: string }): boolean =>
	method === 'POST' && path.startsWith(`${apiBase}/a2a/`);

const tooLarge = (limit: number): ServiceError =>
	new ServiceError(
		'PAYLOAD_TOO_LARGE',
		`The request body is larger than the limit of ${limit.toLocaleString('en')} bytes. Send less data per request.`,
	);
