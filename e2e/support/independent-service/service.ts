import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { agentList, answerAgent, cardOf, isAgent, type Talk } from './agents.ts';
import { Store } from './data.ts';
import { rangeOf, writeFile } from './files.ts';
import { empty, type Freedom } from './freedom.ts';
import { Refused } from './refuse.ts';
import { type Answer, answerRest, type World } from './rest.ts';

/**
 * A service implemented only from the interface, without our code. It accepts what the interface allows and refuses everything else; where the
 * interface leaves room, its configuration decides.
 */
export interface IndependentService {
	/** The URL of its API, which ends in `/api/v1`. */
	readonly api: string;
	readonly signInPage: string;
	/** Origins that it serves from. */
	readonly origins: readonly string[];
	/** Requests that it refused because the interface doesn't allow them, and tokens sent to the wrong place. */
	readonly violations: string[];
	readonly store: Store;
	/** Allows calls from pages of this origin only. */
	letIn(consoleOrigin: string): void;
	close(): Promise<void>;
}

export const accessToken = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.';

export async function startIndependentService(freedom: Freedom): Promise<IndependentService> {
	const violations: string[] = [];
	let consoleOrigin = 'null';
	const store = new Store(freedom.names);
	/** URLs that the gateway has seen before. */
	const met = new Set<string>();
	const talk: Talk = { messages: new Set(), contexts: new Set() };
	const files = createServer((request, response) => {
		allow(request, response, consoleOrigin, freedom);
		if (request.method === 'OPTIONS') return void response.writeHead(204).end();
		answerFile(request, response);
	});
	const main = createServer((request, response) => {
		answer(request, response).catch((error: unknown) => {
			// Leaving a page cancels its requests.
			if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET')
				violations.push(`broke at ${request.method} ${request.url}: ${error}`);
			response.destroy();
		});
	});
	const origin = await listen(main);
	const filesOrigin = freedom.store === 'other-origin' ? await listen(files) : origin;
	const api = `${origin}${freedom.basePath}/api/v1`;
	const world: World = {
		store,
		freedom,
		api,
		asked: new Map(),
		now: () => Date.now() + freedom.clock,
		fileOf: (run, name) => `${filesOrigin}/objects/${run}/${encodeURIComponent(name)}?signature=5b1f`,
	};

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = new URL(request.url ?? '/', origin);
		allow(request, response, consoleOrigin, freedom);
		if (request.method === 'OPTIONS') return void response.writeHead(204).end();
		if (url.pathname.startsWith('/objects/')) return answerFile(request, response);
		const base = new URL(api).pathname;
		if (url.pathname === `${freedom.basePath}/authorize`) return signInPage(response, url.searchParams);
		if (!url.pathname.startsWith(`${base}/`))
			return send(response, { status: 404, json: errorOf(notFound(url.pathname)) }, freedom);
		if (freedom.delay > 0) await new Promise((resolve) => setTimeout(resolve, freedom.delay));
		if (freedom.busy && request.method === 'GET' && !met.has(url.pathname)) {
			met.add(url.pathname);
			response.writeHead(429, { 'Retry-After': '1', 'Content-Type': 'text/html' });
			return void response.end('<!doctype html><title>429</title><h1>Too Many Requests</h1><hr>gateway/1.27');
		}
		const path = url.pathname
			.slice(base.length + 1)
			.split('/')
			.map(decodeURIComponent);
		const [first, name] = path;
		if (first === 'a2a' && path.length === 1 && request.method === 'GET')
			return send(response, { status: 200, json: agentList(api) }, freedom);
		if (first === 'a2a' && path.slice(2).join('/') === '.well-known/agent-card.json' && isAgent(name))
			return send(response, { status: 200, json: cardOf(name, api, freedom, false) }, freedom);
		try {
			if (request.headers.authorization !== `Bearer ${accessToken}`)
				throw new Refused(401, 'UNAUTHORIZED', 'The access token is missing or is not valid.');
			const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
			const body = await readBody(request);
			if (first === 'a2a' && request.method === 'POST' && isAgent(name)) {
				if (type !== 'application/json') throw new Refused(415, 'MEDIA_TYPE', `"${type}" is not application/json.`);
				const refused = (problem: string) => violations.push(`${name}: ${problem}`);
				return await answerAgent(response, name, body, { api, freedom, store, talk, refused });
			}
			send(
				response,
				answerRest(world, { method: request.method ?? '', path, query: url.searchParams, type, body }),
				freedom,
			);
		} catch (error) {
			if (!(error instanceof Refused)) throw error;
			if (![401, 404, 409].includes(error.status))
				violations.push([`${request.method} ${url.pathname}: ${error.message}`, ...error.problems].join('; '));
			send(response, { status: error.status, json: errorOf(error) }, freedom);
		}
	}

	function answerFile(request: IncomingMessage, response: ServerResponse): void {
		// A browser that follows a redirect to the same origin sends the token along, whatever the page requested.
		const redirected = freedom.link === 'redirect' && freedom.store === 'same-origin';
		if (request.headers.authorization !== undefined && !redirected)
			violations.push(`an access token came to ${request.url}`);
		const [, , run = '', name = ''] = new URL(request.url ?? '/', origin).pathname.split('/').map(decodeURIComponent);
		const rows = store.outputs(run).get(name);
		if (rows === undefined) return void response.writeHead(404).end();
		const { type, bytes } = writeFile(rows, freedom.format);
		const range = rangeOf(request.headers.range, bytes.length);
		response.setHeader('Content-Type', type).setHeader('Accept-Ranges', 'bytes');
		if (range === null) return void response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
		const { from, to } = range;
		response
			.writeHead(206, { 'Content-Range': `bytes ${from}-${to - 1}/${bytes.length}` })
			.end(bytes.subarray(from, to));
	}

	const errorOf = ({ code, message, problems }: Refused): object =>
		freedom.errors === 'required-only'
			? { error_code: code === 'UNAUTHORIZED' ? code : `E-${code.length}0${code.charCodeAt(0)}`, message }
			: freedom.absent === 'null'
				? { error_code: code, message, ...empty(freedom, 'error_message', 'sub_errors') }
				: {
						error_code: code,
						message,
						error_message: '',
						sub_errors: problems.map((problem) => ({ code: 'INVALID_VALUE', message: problem })),
					};

	return {
		api,
		signInPage: `${origin}${freedom.basePath}/authorize`,
		origins: [...new Set([origin, filesOrigin])],
		violations,
		store,
		letIn: (origin) => {
			consoleOrigin = origin;
		},
		close: async () => {
			for (const server of [main, files]) {
				if (!server.listening) continue;
				server.closeAllConnections();
				await new Promise((resolve) => server.close(resolve));
			}
		},
	};
}

const notFound = (path: string): Refused => new Refused(404, 'NO_SUCH_RESOURCE', `There is nothing at ${path}.`);

async function listen(server: Server): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What browsers may send and read: only what the interface names. */
function allow(request: IncomingMessage, response: ServerResponse, consoleOrigin: string, freedom: Freedom): void {
	response.setHeader('Access-Control-Allow-Origin', consoleOrigin);
	response.setHeader('Vary', 'Origin');
	if (freedom.exposesHeaders)
		response.setHeader('Access-Control-Expose-Headers', 'Content-Range, Accept-Ranges, Content-Disposition, Date');
	if (request.method !== 'OPTIONS') return;
	response.setHeader('Access-Control-Allow-Methods', 'GET, PUT, POST, DELETE');
	response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, Range');
}

function send(response: ServerResponse, answer: Answer, freedom: Freedom): void {
	if ('location' in answer) return void response.writeHead(answer.status, { Location: answer.location }).end();
	if ('json' in answer) {
		const text = JSON.stringify(answer.json);
		response.statusCode = answer.status;
		response.setHeader('Content-Type', freedom.json === 'marked' ? 'application/vnd.sky.v1+json' : 'application/json');
		if (freedom.json !== 'gzip') return void response.end(freedom.json === 'marked' ? `\ufeff${text}\n` : text);
		return void response.setHeader('Content-Encoding', 'gzip').end(gzipSync(text));
	}
	if (answer.status === 204) return void response.writeHead(204).end();
	response.writeHead(answer.status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(answer.text);
}

async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

/** The implicit flow: the page redirects back with the access token after the `#`. */
function signInPage(response: ServerResponse, asked: URLSearchParams): void {
	const back = asked.get('redirect_uri');
	if (
		asked.get('response_type') !== 'token' ||
		back === null ||
		asked.get('scope')?.split(' ').includes('openid') !== true
	)
		return void response
			.writeHead(400, { 'Content-Type': 'text/plain' })
			.end('This page answers response_type=token and scope=openid.');
	const parts = new URLSearchParams({
		access_token: accessToken,
		token_type: 'Bearer',
		state: asked.get('state') ?? '',
	});
	const href = `${back}#${parts}`.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
	response
		.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
		.end(
			`<!doctype html><html lang="en"><title>Sign in</title><link rel="icon" href="data:,"><a href="${href}">Continue as Ada</a></html>`,
		);
}
