import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

export interface Floor {
	/** Without a trailing slash. */
	readonly url: string;
	close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
	'.css': 'text/css',
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript',
	'.ttf': 'font/ttf',
};

/**
 * Builds a page as the console is built, and serves it as the service does: compressed, with hashed names, on loopback.
 * @param root its folder, with an index.html
 * @param answers its API responses, by path
 */
export async function serveFloor(root: string, answers: Readonly<Record<string, unknown>> = {}): Promise<Floor> {
	const outDir = await mkdtemp(path.join(tmpdir(), 'dataset-console-floor-'));
	await build({
		root: path.resolve(root),
		base: './',
		configFile: false,
		logLevel: 'error',
		plugins: [react(), compression({ algorithms: [defineAlgorithm('brotliCompress')], deleteOriginalAssets: false })],
		build: { outDir, emptyOutDir: true, target: 'es2023' },
		worker: { format: 'es' },
	});
	const files = new Map<string, Buffer>();
	for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const file = path.join(entry.parentPath, entry.name);
		files.set(`/${path.relative(outDir, file)}`, await readFile(file));
	}
	await rm(outDir, { recursive: true });
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://floor');
		const name = pathname === '/' ? '/index.html' : pathname;
		const answer = answers[name];
		if (answer !== undefined) {
			response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
			return;
		}
		const [small, plain] = [files.get(`${name}.br`), files.get(name)];
		response.setHeader('Content-Type', types[path.extname(name)] ?? 'application/octet-stream');
		response.setHeader('Cache-Control', name === '/index.html' ? 'no-cache' : 'public, max-age=31536000, immutable');
		if (small !== undefined) response.setHeader('Content-Encoding', 'br').end(small);
		else if (plain !== undefined) response.end(plain);
		else response.writeHead(404).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
