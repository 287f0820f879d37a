import { describe, expect, it } from 'vitest';
import { isUnder, requestUrl } from './request-url.ts';

const base = 'https://data.example.org/api/v1';

describe('requestUrl', () => {
	it('keeps every value in its own segment', () => {
		const params = { owner: 'a/../b', namespace: 'x?y#z', name: 'ä %2f' };
		expect(requestUrl(base, '/data/{owner}/{namespace}/{name}', params)).toBe(
			`${base}/data/a%2F..%2Fb/x%3Fy%23z/%C3%A4%20%252f`,
		);
	});

	it.each(['.', '..', ''])('rejects "%s" as a segment', (value) => {
		expect(() => requestUrl(base, '/build-specs/{id}', { id: value })).toThrow();
	});

	it('writes the query and omits undefined values', () => {
		expect(requestUrl(base, '/build-runs', {}, { limit: '10', cursor: undefined, q: 'a&b' })).toBe(
			`${base}/build-runs?limit=10&q=a%26b`,
		);
	});
});

describe('isUnder', () => {
	it.each([`${base}`, `${base}/build-runs/1/outputs/x?y=1`, `${base}/build-runs/1/outputs/a%2Fb.c`])(
		'accepts %s',
		(url) => {
			expect(isUnder(base, url)).toBe(true);
		},
	);

	it.each([
		'https://data.example.org.evil.example/api/v1/x',
		'https://data.example.org@evil.example/api/v1/x',
		'https://user:pass@data.example.org/api/v1/x',
		'http://data.example.org/api/v1/x',
		'https://data.example.org:444/api/v1/x',
		'https://data.example.org/api/v10/x',
		'https://data.example.org/api/v1evil',
		'https://data.example.org/api/v1/../other',
		'https://data.example.org/api/v1/%2e%2e/other',
		'https://data.example.org/api/v1/..%2fother',
		'https://data.example.org/api/v1/a%2f..%2f..%2fother',
		'https://data.example.org/api/v1%2fother',
		'https://data.example.org/api/v1/%2e%2e%2fother',
		'https://data.example.org/api/v1/..%5cother',
		'https://data.example.org/api/v1/..\\other',
		'https://data.example.org/objects/x',
		'data:text/plain,x',
		'no address',
	])('rejects %s', (url) => {
		expect(isUnder(base, url)).toBe(false);
	});
});
