import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServerCallContext } from '@a2a-js/sdk/server';
import { sdkHandler, serve } from './sdk-agents.ts';
import { serviceOrigins } from './service.ts';

/** An agent built with the protocol's official implementation, on its own port. */
export interface ExternalAgent {
	readonly origin: string;
	/** The `Authorization` of each received message, or null. */
	readonly authorizations: (string | null)[];
	readonly metadata: unknown[];
	/** The called methods, with the task that each names. */
	readonly calls: string[];
	close(): Promise<void>;
}

interface Wanted {
	/** One of the agents in `sdk-agents.ts`. */
	readonly executor: string;
	/** Requires this token. */
	readonly token?: string;
	readonly streams?: boolean;
}

/** Starts an agent that pages of any origin may call, as agents for browsers must. */
export async function startExternalAgent({ executor, token, streams = true }: Wanted): Promise<ExternalAgent> {
	const handler = sdkHandler(executor);
	const authorizations: (string | null)[] = [];
	const metadata: unknown[] = [];
	const calls: string[] = [];
	const server = createServer(async (request, response) => {
		response.setHeader('Access-Control-Allow-Origin', '*');
		response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, A2A-Version');
		const { pathname } = new URL(request.url ?? '/', 'http://agent');
		if (request.method === 'OPTIONS') return void response.writeHead(204).end();
		if (pathname === '/.well-known/agent-card.json') {
			response.writeHead(200, { 'Content-Type': 'application/json' });
			return void response.end(JSON.stringify(cardOf(`http://${request.headers.host}`, token !== undefined, streams)));
		}
		if (request.method !== 'POST' || pathname !== '/a2a') return void response.writeHead(404).end();
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks).toString('utf8');
		authorizations.push(request.headers.authorization ?? null);
		const { method, params } = JSON.parse(body);
		calls.push(method);
		metadata.push(params?.message?.metadata);
		if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
			response.writeHead(401, { 'Content-Type': 'application/json', 'WWW-Authenticate': 'Bearer' });
			return void response.end(JSON.stringify({ error: 'A token of the library is needed.' }));
		}
		const version = new URL(request.url ?? '/', 'http://agent').searchParams.get('A2A-Version') ?? '1.0';
		await serve(handler, body, new ServerCallContext({ requestedVersion: version }), response);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	serviceOrigins.add(origin);
	return {
		origin,
		authorizations,
		metadata,
		calls,
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}

const cardOf = (origin: string, isGuarded: boolean, streaming: boolean) => ({
	name: 'Library clerk',
	description: 'Knows which branch of the library lent how many books.',
	version: '2.1.0',
	capabilities: { streaming },
	defaultInputModes: ['text/plain'],
	defaultOutputModes: ['text/plain', 'application/json', 'text/csv'],
	skills: [
		{
			id: 'loans',
			name: 'Count loans',
			description: 'Counts the loans of a year by branch.',
			tags: ['library', 'loans'],
			examples: ['How many loans were there?'],
		},
	],
	supportedInterfaces: [{ protocolBinding: 'JSONRPC', url: `${origin}/a2a`, protocolVersion: '1.0' }],
	...(isGuarded
		? {
				securitySchemes: { library: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
				securityRequirements: [{ schemes: { library: { list: [] } } }],
			}
		: {}),
});
