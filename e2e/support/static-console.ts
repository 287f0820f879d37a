import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { applyFilters, type Location, readNginx, withVariables } from '../../server/testing/nginx.ts';
import { serviceOrigins } from './service.ts';

/** The built console as another web server serves it, below a path. */
export interface StaticConsole {
	/** With a trailing slash. */
	readonly url: string;
	configure(config: object): void;
	close(): Promise<void>;
}

const types: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript',
	'.css': 'text/css',
	'.svg': 'image/svg+xml',
	'.json': 'application/json',
	'.ttf': 'font/ttf',
	'.woff2': 'font/woff2',
};

/**
 * Serves dist/console according to `deploy/nginx.conf`: its locations, its headers and what it inserts into the page.
 * @param calls origins that the console may call, space-separated
 */
export async function startStaticConsole(calls: string): Promise<StaticConsole> {
	const { locations, variables } = readNginx(readFileSync('deploy/nginx.conf', 'utf8'));
	let config = '{}';
	const server = createServer((request, response) => {
		const address = (request.url ?? '/').split('?')[0] ?? '/';
		const found = locations.find((location) =>
			location.exact ? address === location.path : address.startsWith(location.path),
		);
		if (found === undefined) return void response.writeHead(404).end();
		const values = { ...variables, console_calls: calls, request_id: crypto.randomUUID().replaceAll('-', '') };
		for (const { name, value } of found.headers) response.setHeader(name, withVariables(value, values));
		if (found.redirect !== null) return void response.writeHead(301, { Location: found.redirect }).end();
		answer(response, found, address, config, (html) => applyFilters(found, html, values));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	serviceOrigins.add(origin);
	return {
		url: `${origin}/data/console/`,
		configure: (next) => {
			config = JSON.stringify(next);
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function answer(
	response: ServerResponse,
	location: Location,
	address: string,
	config: string,
	filter: (html: string) => string,
): void {
	if (address.endsWith('/config.json')) return void response.setHeader('Content-Type', 'application/json').end(config);
	const below = location.page ? 'index.html' : address.slice('/data/console/'.length);
	const file = path.join('dist/console', path.normalize(below));
	if (below.includes('..') || !existsSync(file)) return void response.writeHead(404).end();
	response.setHeader('Content-Type', types[path.extname(file)] ?? 'application/octet-stream');
	response.end(location.page ? filter(readFileSync(file, 'utf8')) : readFileSync(file));
}
