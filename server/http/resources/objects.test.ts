import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuildRun, OutputLink } from '#contract/build-run.ts';
import type { ErrorResponse } from '#contract/error.ts';
import { findUser } from '../../platform/access/users.ts';
import { shares } from '../../store/catalog/schema/namespaces.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService({ consoleOrigins: ['https://console.example.org'] });
});
afterAll(() => service.close());

async function preview(as: string): Promise<string> {
	const sources = [{ owner: 'demo', namespace: 'aviation', datasetName: 'airports' }];
	const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'Flughäfen' };
	const body = { sources, destination, code: { payload: 'SELECT iata, name FROM aviation.airports ORDER BY iata' } };
	const run = await service.json<BuildRun>('POST', '/preview-runs', { as, body });
	await service.platform.running.ended(run.id);
	const { items } = await service.json<{ items: { href: string }[] }>('GET', `/build-runs/${run.id}/outputs`, { as });
	return `/${items[0]?.href}`;
}
const link = async (as = 'demo') => OutputLink.parse(await service.json('GET', await preview(as), { as }));
const download = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
	service.request(method, url, { headers });

describe('a signed URL', () => {
	test('serves the object that its hash names, as a sandboxed download', async () => {
		const { downloadUrl } = await link();
		expect(downloadUrl.startsWith(`${service.settings.publicUrl}/objects/`)).toBe(true);
		const answer = await download(downloadUrl);
		const bytes = Buffer.from(await answer.arrayBuffer());
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		expect(new URL(downloadUrl).pathname).toBe(`/objects/${sha256}`);
		expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
		expect(Object.fromEntries(answer.headers)).toMatchObject({
			etag: `"${sha256}"`,
			'accept-ranges': 'bytes',
			'content-length': String(bytes.length),
			'x-content-type-options': 'nosniff',
			'content-security-policy': expect.stringContaining('sandbox'),
			'content-disposition': expect.stringContaining("filename*=UTF-8''Flugh%C3%A4fen.parquet"),
		});
	});

	test('serves byte ranges', async () => {
		const { downloadUrl } = await link();
		const whole = Buffer.from(await (await download(downloadUrl)).arrayBuffer());
		const size = whole.length;
		for (const [range, start, end] of [
			['bytes=0-3', 0, 3],
			['bytes=4-', 4, size - 1],
			['bytes=-8', size - 8, size - 1],
			[`bytes=10-${size + 100}`, 10, size - 1],
		] as const) {
			const answer = await download(downloadUrl, { range });
			expect(answer.status).toBe(206);
			expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
			expect(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true);
		}
		const beyond = await download(downloadUrl, { range: `bytes=${size}-` });
		expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
		for (const range of ['bytes=5-2', 'lines=1-2', 'bytes=0-1,3-4']) {
			expect((await download(downloadUrl, { range })).status).toBe(200);
		}
	});

	test('supports validators and HEAD', async () => {
		const { downloadUrl } = await link();
		const head = await download(downloadUrl, {}, 'HEAD');
		const etag = head.headers.get('etag') ?? '';
		expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1_000);
		expect((await head.arrayBuffer()).byteLength).toBe(0);
		expect((await download(downloadUrl, { 'if-none-match': etag })).status).toBe(304);
		expect((await download(downloadUrl, { range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
		expect((await download(downloadUrl, { range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200);
	});

	test('is rejected if any part of it was changed', async () => {
		const { downloadUrl } = await link();
		const address = new URL(downloadUrl);
		for (const name of [...address.searchParams.keys()]) {
			const changed = new URL(downloadUrl);
			const value = changed.searchParams.get(name) ?? '';
			changed.searchParams.set(name, name === 'expires' ? String(Number(value) + 1) : `${value}0`);
			expect([name, (await download(changed.href)).status]).toEqual([name, 403]);
		}
		const other = downloadUrl.replace(/objects\/./, (value) => `objects/${value.endsWith('0') ? '1' : '0'}`);
		expect((await download(other)).status).toBe(403);
		expect((await download(`${address.origin}${address.pathname}`)).status).toBe(403);
	});

	test('is rejected with a message once it has expired', async () => {
		const { downloadUrl } = await link();
		service.wait(service.settings.linkSeconds * 1000 + 1);
		const answer = await download(downloadUrl);
		expect(answer.status).toBe(403);
		expect(((await answer.json()) as ErrorResponse).message).toContain('This download link has expired.');
		service.wait(-service.settings.linkSeconds * 1000 - 1);
	});

	test('can be read by pages of a configured console only', async () => {
		const { downloadUrl } = await link();
		const answer = await download(downloadUrl, { origin: 'https://console.example.org' });
		expect(answer.headers.get('access-control-allow-origin')).toBe('https://console.example.org');
		expect((await download(downloadUrl, { origin: 'https://evil.example' })).status).toBe(403);
	});
});

test('losing access to a source also ends access to outputs: listing, link and signed URL', async () => {
	const { db } = service.platform.catalog;
	const href = await preview('guest');
	const { downloadUrl } = OutputLink.parse(await service.json('GET', href, { as: 'guest' }));
	expect((await download(downloadUrl)).status).toBe(200);
	const guest = await findUser(db, 'guest');
	const mine = and(eq(shares.userId, guest?.id ?? ''), eq(shares.role, 'viewer'));
	const removed = await service.platform.catalog.write((tx) => tx.delete(shares).where(mine).returning());
	expect((await download(downloadUrl)).status).toBe(404);
	const list = href.replace(/\/outputs\/.*/, '/outputs');
	for (const path of [href, list]) {
		const answer = await service.request('GET', path, { as: 'guest' });
		expect(answer.status).toBe(404);
		expect(((await answer.json()) as ErrorResponse).message).toContain('demo/aviation/airports');
	}
	await service.platform.catalog.write((tx) => tx.insert(shares).values(removed));
	expect((await download(downloadUrl)).status).toBe(200);
});
