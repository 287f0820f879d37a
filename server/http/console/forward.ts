import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { StatusCode } from 'hono/utils/http-status';
import { errorStatus } from '#contract/error.ts';
import { errorBody } from '../base/errors.ts';
import { apiBase, type ServiceApp, type ServiceContext } from '../base/service-app.ts';
import { answerHeaders, requestHeaders, type ServiceAddresses } from './forward-headers.ts';

/** Maximum size of JSON in which URLs are rewritten, bytes; larger responses pass unchanged. */
const maxMapped = 4 * 1024 ** 2;

/**
 * Forwards calls of the API, one-time codes and signed downloads to a service that doesn't allow this console's origin, rewriting the service's URLs
 * in responses to this origin.
 */
export function routeForward(app: ServiceApp, addresses: ServiceAddresses): void {
	const pass = (c: ServiceContext) => forward(c, addresses);
	const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
	for (const path of [apiBase, `${apiBase}/*`]) app.on(methods, path, pass);
	for (const path of ['/auth/code', '/auth/token']) app.post(path, pass);
	app.get('/objects/:sha256', pass);
}

async function forward(c: ServiceContext, addresses: ServiceAddresses): Promise<Response> {
	const { pathname, search } = new URL(c.req.url);
	const target = new URL(addresses.root + pathname + search);
	const mayNameAddresses = namesAddresses(c.req.method, pathname);
	const headers = requestHeaders(c.req.raw.headers, target.origin, mayNameAddresses);
	const { signal } = c.req.raw;
	let answer: IncomingMessage;
	try {
		const sendsBody = ['content-length', 'transfer-encoding'].some((value) => c.req.raw.headers.has(value));
		answer = await ask(target, { method: c.req.method, headers, signal }, sendsBody ? c.req.raw.body : null);
	} catch (error) {
		// The client is gone.
		if (signal.aborted) return c.body(null, 499 as StatusCode);
		const message = `The service at ${addresses.root} isn’t responding (${(error as NodeJS.ErrnoException).code ?? 'connection lost'}). Check that it’s running, then try again.`;
		return c.json(errorBody('SERVICE_UNREACHABLE', message), errorStatus.SERVICE_UNREACHABLE);
	}
	const status = answer.statusCode ?? 502;
	const isJson = /^application\/([\w.+-]+\+)?json\b/i.test(answer.headers['content-type'] ?? '');
	const isMapped = mayNameAddresses && isJson && answer.headers['content-encoding'] === undefined;
	const responseHeaders = answerHeaders(answer.headersDistinct, addresses, isMapped);
	const hasBody = c.req.method !== 'HEAD' && status !== 204 && status !== 304;
	if (!hasBody) answer.resume();
	const body = hasBody
		? Readable.toWeb(isMapped ? Readable.from(mapped(answer, c.req.method, addresses)) : answer)
		: null;
	// The service's headers, such as its request id, replace those set here.
	return c.newResponse(body as ReadableStream<Uint8Array<ArrayBuffer>> | null, status as StatusCode, responseHeaders);
}

/**
 * Sends a request and returns the response once it starts; always frames the body (RFC 9112, section 6.3), because Node leaves that to the headers
 * and the service could parse the rest as another request.
 */
function ask(
	target: URL,
	options: RequestOptions & { readonly headers: Readonly<Record<string, string>> },
	body: ReadableStream | null,
): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		const send = target.protocol === 'https:' ? requestHttps : requestHttp;
		const { 'content-length': length, ...others } = options.headers;
		const frame = length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length };
		const headers = body === null ? others : { ...others, ...frame };
		const request = send(target, { ...options, headers }, resolve);
		request.once('error', reject);
		if (body === null) request.end();
		else {
			const content = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
			content.once('error', (error) => request.destroy(error));
			content.pipe(request);
		}
	});
}

/** Responses that contain URLs according to the interface: agents and their cards, and outputs of runs. */
function namesAddresses(method: string, pathname: string): boolean {
	const path = pathname.slice(apiBase.length);
	if (method === 'POST') return /^\/a2a\/[^/]+$/.test(path);
	return /^\/a2a(\/[^/]+\/\.well-known\/agent-card\.json)?$/.test(path) || /^\/build-runs\/[^/]+\/outputs\b/.test(path);
}

/** A response with the service's URLs rewritten. Every other byte stays the same. */
async function* mapped(answer: IncomingMessage, method: string, addresses: ServiceAddresses): AsyncIterable<Buffer> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of answer as AsyncIterable<Buffer>) {
		bytes += chunk.length;
		chunks.push(chunk);
		if (bytes > maxMapped) yield* chunks.splice(0);
	}
	if (bytes > maxMapped) return;
	const text = Buffer.concat(chunks).toString('utf8');
	// Among agents' responses only cards contain URLs; rows must not be changed.
	yield Buffer.from(method === 'POST' && !isCard(text) ? text : mapAddresses(text, addresses));
}

function isCard(text: string): boolean {
	try {
		return Array.isArray(Object(Object(JSON.parse(text)).result).supportedInterfaces);
	} catch {
		return false;
	}
}

const named = /("(?:url|agentCard|downloadUrl|href)"\s*:\s*")((?:[^"\\]|\\.)*)"/g;

function mapAddresses(text: string, addresses: ServiceAddresses): string {
	return text.replaceAll(named, (whole, before: string, address: string) => {
		const ours = addresses.ours(address.replaceAll('\\/', '/'));
		return ours === null ? whole : `${before}${ours}"`;
	});
}
