import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serviceOrigins } from './service.ts';

/** A third-party service: core only, odd items, and outputs in any format. */
export interface ForeignService {
	readonly url: string;
	/** Origin of another object store, which lets no page read its files. */
	readonly closedStore: string;
	/** Authorization headers sent to its object stores: there should be none. */
	readonly tokensAtStore: string[];
	/** Parameters that consoles sent to its sign-in page. */
	readonly authorized: Record<string, string>[];
	close(): Promise<void>;
}

export const foreignRun = '11111111-2222-4333-8444-555555555555';

const coordinate = { owner: 'ann', namespace: 'shop', datasetName: 'orders' };
const buildSpec = {
	id: '22222222-2222-4333-8444-555555555555',
	owner: 'ann',
	version: 3,
	sources: [coordinate],
	destination: { ...coordinate, datasetName: 'totals' },
	code: { payload: 'orders | sum', dialect: 'pipes' },
	createdAt: 'a while ago',
	updatedAt: 'yesterday',
};

/** The file of each output, by name. */
const files: Record<string, string> = {
	semicolons: ['id;name;amount', ...Array.from({ length: 1_204 }, (_, n) => `${n};"name; ${n}";9007199254740993`)].join(
		'\n',
	),
	lines: '{"id": 9007199254740993, "note": null}\n{"id": 2, "note": ""}\n{"id": 3}\n',
	records: JSON.stringify([
		{ city: 'Zürich', size: 1.5 },
		{ city: 'Oslo', size: 2 },
	]),
	page: '<!doctype html><html><body>Sign in to continue</body></html>',
};

/** The file of the output that no page may read. */
export const closedFile = 'id,name\n1,one\n';

export async function startForeignService(consoleOrigin: string): Promise<ForeignService> {
	const tokensAtStore: string[] = [];
	const authorized: Record<string, string>[] = [];
	const server = createServer((request, response) => {
		const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://stub');
		response.setHeader('Access-Control-Allow-Origin', consoleOrigin);
		response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, Range');
		if (request.method === 'OPTIONS') return void response.writeHead(204).end();
		if (path === '/authorize') {
			authorized.push(Object.fromEntries(searchParams));
			return void answerSignIn(response, searchParams);
		}
		if (path.startsWith('/store/')) {
			if (request.headers.authorization !== undefined) tokensAtStore.push(request.headers.authorization);
			return void response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(files[path.slice(7)]);
		}
		answer(response, path, `http://${request.headers.host}`, closedStore);
	});
	const closed = createServer((request, response) => {
		if (request.headers.authorization !== undefined) tokensAtStore.push(request.headers.authorization);
		const head = { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment' };
		response.writeHead(200, head).end(closedFile);
	});
	const closedStore = await listen(closed);
	const url = await listen(server);
	return {
		url,
		tokensAtStore,
		authorized,
		closedStore,
		close: async () => {
			for (const listener of [server, closed]) {
				listener.closeAllConnections();
				await new Promise((resolve) => listener.close(resolve));
			}
		},
	};
}

async function listen(server: Server): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	serviceOrigins.add(url);
	return url;
}

/** A sign-in page with the implicit flow, without metadata. */
function answerSignIn(response: ServerResponse, asked: URLSearchParams): void {
	const parts = new URLSearchParams({
		access_token: 'ann-token',
		token_type: 'bearer',
		state: asked.get('state') ?? '',
	});
	const back = `${asked.get('redirect_uri')}#${parts}`.replaceAll('&', '&amp;');
	response
		.writeHead(200, { 'Content-Type': 'text/html' })
		.end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><a href="${back}">Be Ann</a></html>`);
}

function answer(response: ServerResponse, path: string, origin: string, closedStore: string): void {
	const json = (status: number, body: unknown) =>
		response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
	const store = (name: string) => `${origin}/store/${name}`;
	const answers: Record<string, () => void> = {
		'/api/v1/user/me': () => json(200, { id: '7', username: 'ann', name: 'Ann', email: 'ann@example.org' }),
		'/api/v1/build-specs': () => json(200, { items: [buildSpec, { id: 12, version: 'three' }] }),
		[`/api/v1/build-runs/${foreignRun}/outputs`]: () =>
			json(200, {
				items: [
					...[...Object.keys(files), 'closed'].map((name) => ({
						...coordinate,
						datasetName: name,
						href: `links/${name}`,
					})),
					{ owner: 'ann' },
				],
			}),
		// The interface doesn't specify a link's response, and services differ.
		'/api/v1/links/semicolons': () => json(200, { url: store('semicolons') }),
		'/api/v1/links/lines': () => response.writeHead(200, { 'Content-Type': 'text/plain' }).end(store('lines')),
		'/api/v1/links/records': () => json(200, store('records')),
		'/api/v1/links/closed': () => json(200, { url: `${closedStore}/closed` }),
		'/api/v1/links/page': () => json(200, { downloadUrl: store('page'), expiresAt: 'soon' }),
	};
	const found = answers[path];
	if (found === undefined) json(404, { error_code: 'NOT_FOUND', message: `No ${path} here.` });
	else found();
}
