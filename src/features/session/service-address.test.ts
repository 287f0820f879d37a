import { describe, expect, it } from 'vitest';
import { readConfig } from './runtime-config.ts';
import { readServiceAddress } from './service-address.ts';
import { readToken } from './sign-in/sign-in-problem.ts';

describe('a service URL', () => {
	it.each([
		['https://data.example.org', 'https://data.example.org/api/v1'],
		[' http://127.0.0.1:8750/ ', 'http://127.0.0.1:8750/api/v1'],
		['https://data.example.org/team/api/v1/', 'https://data.example.org/team/api/v1'],
	])('expands %s to %s', (text, baseUrl) => {
		expect(readServiceAddress(text, null)).toEqual({ baseUrl });
	});

	it.each([
		'',
		'localhost:8750',
		'javascript:alert(1)',
		'ftp://x',
		'http://',
		'https://me:pw@x.org',
		'https://x.org/?a',
		'https://x.org/#b',
	])('rejects %s with a message', (text) => {
		expect(readServiceAddress(text, null)).toHaveProperty('problem');
	});
});

describe('config.json', () => {
	const base = 'https://console.example.org/tools/';

	it('resolves URLs against the console and keeps valid services despite an invalid one', () => {
		const text = JSON.stringify({
			title: 'Data desk',
			services: [{ name: 'Here', baseUrl: '/api/v1' }, { name: 'Odd' }, { name: 'Mail', baseUrl: 'mailto:x@y' }],
		});
		const config = readConfig(text, base);
		expect(config).toMatchObject({
			title: 'Data desk',
			services: [{ name: 'Here', baseUrl: 'https://console.example.org/api/v1' }],
		});
		expect(config.problem).toContain('Service 2');
		expect(config.problem).toContain('"Mail"');
	});

	it.each(['', '<!doctype html>', '[]', '{"services": {}}'])(
		'leaves the sign-in page usable if it contains "%s"',
		(text) => {
			expect(readConfig(text, base)).toMatchObject({ services: [], problem: expect.stringContaining('config.json') });
		},
	);
});

describe('a pasted token', () => {
	it.each([' abc.def ', 'Bearer abc.def\n'])('accepts "%s" without surrounding text', (text) => {
		expect(readToken(text)).toEqual({ token: 'abc.def' });
	});

	it.each(['', 'abc def', 'abc…'])('rejects "%s" with a message', (text) => {
		expect(readToken(text)).toHaveProperty('problem');
	});
});
