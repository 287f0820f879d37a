import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { connect } from '../../api/http.ts';
import { fakeRun } from '../../testing/fake-run.ts';
import { toOutputItems } from './output-item.ts';
import { clockOffset, isUsable, outputLinkQuery, parseLink, resolveHref } from './output-link.ts';
import { outputsDelay, pollDelay } from './queries.ts';

const base = 'https://data.example/service/api/v1';
const target = 'https://store.example/o/abc?sig=1';

afterEach(() => vi.unstubAllGlobals());

test('resolves an href against the base URL, or against its origin with a leading slash', () => {
	expect(resolveHref('build-runs/1/outputs/a', base)).toBe(`${base}/build-runs/1/outputs/a`);
	expect(resolveHref('/api/v1/x', base)).toBe('https://data.example/api/v1/x');
	expect(resolveHref('https://elsewhere.example/x', base)).toBe('https://elsewhere.example/x');
	for (const hostile of [
		'javascript:alert(1)',
		'data:text/html,x',
		'file:///etc/passwd',
		'https://a:b@c.example/',
		'http://[',
	])
		expect(() => resolveHref(hostile, base), hostile).toThrow(ApiError);
});

test.each([
	[JSON.stringify({ downloadUrl: target, expiresAt: '2026-01-01T00:15:00.000Z' })],
	[JSON.stringify({ url: target, expiresAt: '2026-01-01T00:15:00.000Z' })],
])('reads a link with its expiry: %s', (text) => {
	expect(parseLink(text, base, 0)).toEqual({ downloadUrl: target, expiresAt: Date.UTC(2026, 0, 1, 0, 15) });
});

test.each([[JSON.stringify(target)], [`${target}\n`], [JSON.stringify({ url: target, expiresAt: 'soon' })]])(
	'reads a link without an expiry: %s',
	(text) => expect(parseLink(text, base, 0)).toEqual({ downloadUrl: target, expiresAt: null }),
);

test.each([
	['"javascript:alert(1)"'],
	['{"downloadUrl":"javascript:alert(1)","expiresAt":"2026-01-01T00:00:00Z"}'],
	['{"url":"blob:https://data.example/1"}'],
	['<!doctype html><a href="https://store.example">'],
	['{}'],
	['null'],
	[''],
	['PAR1\u0000'],
])('rejects a response without a usable link: %s', (text) => {
	expect(() => parseLink(text, base, 0)).toThrow('returned no download URL');
});

test("doesn't shorten a link when the service's clock is an hour ahead", () => {
	const now = Date.UTC(2026, 0, 1, 12);
	const offset = clockOffset(new Date(now + 3_600_000).toUTCString(), now);
	const link = parseLink(
		JSON.stringify({ url: target, expiresAt: new Date(now + 3_600_000 + 900_000).toISOString() }),
		base,
		offset,
	);
	expect(isUsable(link, now)).toBe(true);
	expect(isUsable(link, now + 880_000)).toBe(false);
	expect(clockOffset(null, now)).toBe(0);
});

test('sends the token only to the service, whatever the href', async () => {
	const sent: [string, string | null][] = [];
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		sent.push([url, new Headers(init.headers).get('Authorization')]);
		return new Response(JSON.stringify({ url: target }));
	});
	connect({ baseUrl: () => base, token: () => 'secret', onUnauthorized: () => {}, onExchange: () => {} });
	const owner = { owner: 'demo', namespace: 'n', datasetName: 'd' };
	for (const href of ['own/path', 'https://evil.example/x', '//evil.example/x', '/other/on/this/host', '../../v2/x']) {
		const [item] = toOutputItems([{ ...owner, href }]);
		if (item === undefined) throw new Error('one item');
		const { queryFn } = outputLinkQuery('r', item);
		if (typeof queryFn !== 'function') throw new Error('a query');
		await queryFn({ signal: new AbortController().signal } as never);
	}
	expect(sent).toEqual([
		[`${base}/own/path`, 'Bearer secret'],
		['https://evil.example/x', null],
		['https://evil.example/x', null],
		['https://data.example/other/on/this/host', null],
		['https://data.example/service/v2/x', null],
	]);
});

test('reads outputs of both kinds of pipeline', () => {
	const owner = { owner: 'demo', namespace: 'n', datasetName: 'd' };
	const items = toOutputItems([
		{ ...owner, href: 'a/b' },
		{ name: 'part.parquet', downloadUrl: target, expiresAt: '2026-01-01T00:00:00Z' },
		{ name: 'x', target: owner, downloadUrl: target, expiresAt: '2026-01-01T00:00:00Z' },
	]);
	expect(items.map((item) => [item.name, item.target, item.link.kind])).toEqual([
		['d', owner, 'href'],
		['part.parquet', null, 'direct'],
		['x', owner, 'direct'],
	]);
});

test('polls a run quickly, then slowly, and stops when it ends', () => {
	const running = fakeRun({ state: 'running', createdAt: '1999-01-01T00:00:00Z' });
	expect(pollDelay(running, 1)).toBe(120);
	expect(pollDelay(running, 500)).toBe(2_000);
	expect(pollDelay(fakeRun(), 1)).toBe(false);
});

test('polls missing outputs with growing delays, then stops', () => {
	const refused = (code: string, status = 409) =>
		new ApiError({
			kind: 'refused',
			status,
			code,
			message: '',
			subErrors: [],
			requestId: null,
			operation: 'listOutputs',
		});
	const delays = [1, 2, 5, 50].map((failures) => outputsDelay(refused('OUTPUTS_NOT_READY'), failures));
	expect(delays).toEqual([500, 800, 500 * 1.6 ** 4, 15_000]);
	// A service without our codes only reports a conflict.
	expect(outputsDelay(refused('CONFLICT'), 1)).toBe(500);
	expect(outputsDelay(refused('RUN_FAILED'), 1)).toBe(false);
	expect(outputsDelay(refused('RUN_CANCELLED'), 1)).toBe(false);
	expect(outputsDelay(refused('NOT_FOUND', 404), 1)).toBe(false);
	expect(outputsDelay(null, 0)).toBe(false);
});
