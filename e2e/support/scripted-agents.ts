import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serviceOrigins } from './service.ts';

/** A question to a scripted agent; the test decides on the answer and its timing. */
export interface ScriptedCall {
	readonly agent: string;
	readonly request: {
		readonly id: string;
		readonly method: string;
		readonly params: {
			readonly message: {
				readonly messageId: string;
				readonly parts: readonly Record<string, unknown>[];
				readonly contextId?: string;
				readonly taskId?: string;
				readonly referenceTaskIds?: readonly string[];
				readonly metadata: Record<string, unknown>;
			};
			readonly configuration?: Record<string, unknown>;
		};
	};
	/** Streams one event: a response with this result. */
	send(result: Record<string, unknown>): void;
	end(): void;
	cut(): void;
	/** Responds with an HTTP error instead of a stream; only before anything was sent. */
	refuse(status: number, body: unknown): void;
	/** Resolves when the console has closed the connection. */
	readonly closed: Promise<unknown>;
}

/** A core-only service whose agents are scripted by a test. */
export interface ScriptedAgents {
	/** Base URL, as entered in a console. */
	readonly url: string;
	/** The next unanswered question. */
	asked(): Promise<ScriptedCall>;
	/** Requested paths that aren't part of any service. */
	readonly strays: string[];
	close(): Promise<void>;
}

/** Requested from every service, but optional: its description, and its sign-in metadata (RFC 8414). */
const optional = new Set(['/api/v1/openapi.json', '/.well-known/oauth-authorization-server']);

export interface AgentHandle {
	card?(agent: string): Readonly<Record<string, unknown>>;
	answer?(agent: string, body: string, request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Every agent is as strict as the protocol allows: a message's id must be a new UUID.
 * @param handle handles the agents' calls instead of a script
 */
export async function startScriptedAgents(
	consoleOrigin: string,
	names: readonly string[],
	handle?: AgentHandle,
): Promise<ScriptedAgents> {
	const calls: ScriptedCall[] = [];
	const strays: string[] = [];
	const bell = new EventEmitter();
	const messageIds = new Set<string>();
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://stub');
		response.setHeader('Access-Control-Allow-Origin', consoleOrigin);
		response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, A2A-Version');
		if (request.method === 'OPTIONS') return void response.writeHead(204).end();
		const agent = names.find((name) => pathname === `/api/v1/a2a/${name}`);
		if (agent === undefined) {
			const found = answerTo(pathname, `http://${request.headers.host}/api/v1`, names, handle);
			if (found === undefined && !optional.has(pathname)) strays.push(pathname);
			response.writeHead(found === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
			response.end(JSON.stringify(found ?? { error_code: 'NOT_FOUND', message: `No ${pathname} here.` }));
			return;
		}
		let body = '';
		request.setEncoding('utf8').on('data', (chunk: string) => {
			body += chunk;
		});
		request.on('end', () => {
			const read = JSON.parse(body) as ScriptedCall['request'];
			const message = problemOf(read.params.message?.messageId, messageIds);
			if (message !== null) {
				const error = { code: -32_602, message };
				return void response
					.writeHead(200, { 'Content-Type': 'application/json' })
					.end(JSON.stringify({ jsonrpc: '2.0', id: read.id, error }));
			}
			if (handle?.answer !== undefined) return handle.answer(agent, body, request, response);
			if (read.method === 'GetExtendedAgentCard') {
				const error = { code: -32_007, message: 'No extended card.' };
				return void response
					.writeHead(200, { 'Content-Type': 'application/json' })
					.end(JSON.stringify({ jsonrpc: '2.0', id: read.id, error }));
			}
			calls.push(callOf(agent, read, response));
			bell.emit('asked');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	serviceOrigins.add(origin);
	return {
		url: `${origin}/api/v1`,
		strays,
		async asked() {
			while (calls.length === 0) await once(bell, 'asked');
			const [call] = calls.splice(0, 1);
			if (call === undefined) throw new Error('Two waited for one question.');
			return call;
		},
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}

/** What is wrong with a message's id, which then counts as used; undefined if there is no message. */
function problemOf(id: string | undefined, used: Set<string>): string | null {
	if (id === undefined) return null;
	if (!/^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)) return `"${id}" is not a UUID.`;
	if (used.has(id)) return `The messageId ${id} was used before.`;
	used.add(id);
	return null;
}

function callOf(agent: string, request: ScriptedCall['request'], response: ServerResponse): ScriptedCall {
	const begin = () => {
		if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'text/event-stream' });
	};
	return {
		agent,
		request,
		send(result) {
			begin();
			response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: request.id, result })}\n\n`);
		},
		end() {
			begin();
			response.end();
		},
		cut: () => response.destroy(),
		refuse: (status, body) =>
			void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
		closed: once(response, 'close'),
	};
}

function answerTo(path: string, base: string, names: readonly string[], handle?: AgentHandle): unknown {
	const entries = names.map((name) => ({ name, url: `${base}/a2a/${name}`, agentCard: cardAddress(base, name) }));
	const answers: Record<string, unknown> = {
		'/api/v1/user/me': { id: '7', username: 'ann', name: 'Ann', email: 'a@example.org' },
		'/api/v1/build-specs': { items: [] },
		'/api/v1/a2a': entries,
	};
	const named = names.find((name) => cardAddress(base, name).endsWith(path));
	return named === undefined ? answers[path] : { ...cardOf(named, base), ...handle?.card?.(named) };
}

const cardAddress = (base: string, name: string): string => `${base}/a2a/${name}/.well-known/agent-card.json`;

const cardOf = (name: string, base: string) => ({
	name,
	description: 'Says what it is told to say.',
	version: '1.0.0',
	capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
	defaultInputModes: ['text'],
	defaultOutputModes: ['text', 'data'],
	skills: [{ id: 'say', name: 'Say', description: 'Says things.', tags: [] }],
	securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'bearer', bearerFormat: 'JWT' } } },
	securityRequirements: [{ schemes: { bearer: { list: [] } } }],
	supportedInterfaces: [{ protocolBinding: 'JSONRPC', url: `${base}/a2a/${name}`, protocolVersion: '1.0' }],
	preferredTransport: 'JSONRPC',
});
