import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createGitHttp, type GitHttpOptions } from './git-http.ts';

let server: Server | null = null;
const requests: string[] = [];
afterEach(async () => {
	requests.length = 0;
	await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
	server = null;
});

/** A local server that stands in for internet hosts: names resolve to it, and its address counts as public. */
async function serve(listener: RequestListener): Promise<number> {
	const listening = createServer((incoming, answer) => {
		requests.push(`${incoming.method} ${incoming.headers.host}${incoming.url}`);
		listener(incoming, answer);
	});
	server = listening;
	await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
	return (listening.address() as AddressInfo).port;
}
const resolve = ((_name: string, _options: object, done: (error: null, all: object[]) => void) =>
	done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as NonNullable<GitHttpOptions['resolve']>;
const testing = { resolve, send: request as never, protocol: 'http:', isAllowed: () => true, maxBytes: 1_000 };

async function get(options: GitHttpOptions, url: string): Promise<string> {
	const answer = await createGitHttp(options).request({ url, method: 'GET', headers: {} });
	const chunks: Uint8Array[] = [];
	for await (const chunk of answer.body as AsyncIterable<Uint8Array>) chunks.push(chunk);
	return `${answer.statusCode} ${Buffer.concat(chunks)}`;
}

test('follows redirects between listed hosts, without sending credentials to another host', async () => {
	const keys: (string | undefined)[] = [];
	const port = await serve((incoming, answer) => {
		keys.push(incoming.headers.authorization);
		if (incoming.url === '/older') answer.writeHead(302, { location: '/old' }).end();
		else if (incoming.url === '/old') answer.writeHead(302, { location: `http://b.example:${port}/new` }).end();
		else answer.end('refs');
	});
	const hosts = [`a.example:${port}`, `b.example:${port}`];
	expect(await get({ ...testing, hosts }, `http://a.example:${port}/old`)).toBe('200 refs');
	expect(requests).toEqual([`GET a.example:${port}/old`, `GET b.example:${port}/new`]);
	keys.length = 0;
	const headers = { Authorization: 'Basic key' };
	await createGitHttp({ ...testing, hosts }).request({ url: `http://a.example:${port}/older`, headers });
	expect(keys).toEqual(['Basic key', 'Basic key', undefined]);
});

test('never contacts unlisted hosts or addresses that aren’t public, even after a redirect', async () => {
	const port = await serve((_, answer) => {
		answer.writeHead(302, { location: `http://other.example:${port}/` }).end();
	});
	const hosts = [`a.example:${port}`, `127.0.0.1:${port}`];
	await expect(get({ ...testing, hosts }, `http://c.example:${port}/`)).rejects.toThrow(
		'doesn’t fetch repositories from c.example',
	);
	expect(requests).toEqual([]);
	await expect(get({ ...testing, hosts }, `http://a.example:${port}/`)).rejects.toThrow(
		'doesn’t fetch repositories from other.example',
	);
	expect(requests).toHaveLength(1);
	const { isAllowed: _, ...judging } = testing;
	for (const name of ['a.example', '127.0.0.1']) {
		await expect(get({ ...judging, hosts }, `http://${name}:${port}/`)).rejects.toThrow('isn’t a public address');
	}
	expect(requests).toHaveLength(1);
});

test('accepts only https URLs without usernames and passwords', async () => {
	const { protocol: _, ...https } = testing;
	await expect(get({ ...https, hosts: ['a.example'] }, 'http://a.example/')).rejects.toThrow('Use an https URL');
	await expect(get({ ...https, hosts: ['a.example'] }, 'https://me:secret@a.example/')).rejects.toThrow('password');
});

test('stops at the size limit for all responses together, and at endless redirects', async () => {
	const port = await serve((incoming, answer) => {
		if (incoming.url === '/round') answer.writeHead(301, { location: '/round' }).end();
		else answer.end('x'.repeat(600));
	});
	const hosts = [`a.example:${port}`];
	await expect(get({ ...testing, hosts }, `http://a.example:${port}/round`)).rejects.toThrow('redirects');
	const http = createGitHttp({ ...testing, hosts });
	const read = async () => {
		const answer = await http.request({ url: `http://a.example:${port}/pack` });
		let bytes = 0;
		for await (const chunk of answer.body as AsyncIterable<Uint8Array>) bytes += chunk.length;
		return bytes;
	};
	expect(await read()).toBe(600);
	await expect(read()).rejects.toThrow('the limit');
});
