import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textLog } from '../../logging/log.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { createTestService, type TestService } from '../../testing/service.ts';
import { createConsoleApp } from './console-app.ts';

const script = 'document.title = "Dataset Console"';
let folder: string;
let service: TestService;
let bare: TestService;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'dataset-built-'));
	await mkdir(join(folder, 'assets'));
	await writeFile(
		join(folder, 'index.html'),
		`<!doctype html><html><head></head><body><p>The console</p></body></html>`,
	);
	await writeFile(join(folder, 'assets/main-1234.js'), script);
	await writeFile(join(folder, 'assets/main-1234.js.br'), brotliCompressSync(script));
	[service, bare] = await Promise.all([createTestService({ consoleDir: folder }), createTestService()]);
});
afterAll(async () => {
	await Promise.all([service.close(), bare.close()]);
	await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }, from = service) =>
	from.request('GET', from.settings.publicUrl + path, { headers });

test('serves the same page at every page URL, and has browsers revalidate it', async () => {
	for (const path of ['/', '/index.html', '/build-specs/5a3c1f60?tab=code', '/sign-in']) {
		const answer = await get(path);
		expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
		const html = await answer.text();
		expect(html).toContain('The console');
		expect(html).toContain('<base href="/">');
		expect(answer.headers.get('content-security-policy')).toContain("script-src 'nonce-");
		expect(answer.headers.get('strict-transport-security')).toBeNull();
	}
});

test('serves files as immutable, compressed if the browser accepts it', async () => {
	const answer = await get('/assets/main-1234.js', { 'accept-encoding': 'br, gzip' });
	expect(answer.headers.get('content-encoding')).toBe('br');
	expect(answer.headers.get('cache-control')).toContain('immutable');
	expect(answer.headers.get('content-type')).toContain('javascript');
	expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(script);
	expect(await (await get('/assets/main-1234.js', {})).text()).toBe(script);
});

test('answers 404 for missing files, and serves nothing outside the folder', async () => {
	for (const path of ['/assets/gone.js', '/favicon.ico', '/%2e%2e/%2e%2e/etc/passwd.txt', '/api/v1/x']) {
		expect([path, (await get(path)).status]).toEqual([path, 404]);
	}
	expect((await get('/..%2f..%2fetc%2fpasswd')).status).toBe(400);
	expect((await get('/build-specs', { accept: 'application/json' })).status).toBe(404);
});

test('lists the services for the console', async () => {
	const config = await (await get('/config.json')).json();
	const here = { name: 'This machine', baseUrl: '/api/v1' };
	expect(config).toEqual({ title: 'Dataset Console', services: [here] });
	const other = { name: 'Test', baseUrl: 'https://test.example.org/api/v1' };
	const listed = await createTestService({ services: [other], connect: ['https://objects.example.org'] });
	const answer = await get('/config.json', {}, listed);
	expect(await answer.json()).toEqual({ title: 'Dataset Console', services: [here, other] });
	await listed.close();
	const publicUrl = 'http://127.0.0.1:8750/data/';
	const below = await createTestService({ publicUrl });
	const response = await below.request('GET', `${new URL(publicUrl).origin}/config.json`);
	expect(await response.json()).toMatchObject({ services: [{ baseUrl: '/data/api/v1' }] });
	await below.close();
	const { settings, alone } = readSettings(
		['--service', 'https://a.example', '--proxy', '--public-url', publicUrl],
		{},
	);
	if (alone === null) throw new Error('No console alone was asked for.');
	const proxied = await createConsoleApp(settings, alone, textLog).request(
		`${publicUrl}config.json`.replace('/data', ''),
	);
	expect(await proxied.json()).toMatchObject({ services: [{ baseUrl: '/data/api/v1' }] });
});

test('shows how to build the console if it isn’t built', async () => {
	const answer = await get('/', undefined, bare);
	expect(await answer.text()).toContain('npm run build');
});
