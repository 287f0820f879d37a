import { expect, test } from 'vitest';
import { guardPage } from './console-policy.ts';

const html = `<!doctype html><html><head><base href="/"><script type="module" crossorigin src="./assets/a.js"></script>
<link rel="modulepreload" href="./assets/b.js"><link rel="stylesheet" href="./assets/c.css"><style>p{}</style></head></html>`;
const addresses = ['https://data.example.org/x', 'https://test.example.org/api/v1', 'https://objects.example.org'];

test('the strict policy has a new nonce each time, and every script and style carries it', () => {
	const nonces = [guardPage(html, addresses), guardPage(html, addresses)].map(({ policy, page }) => {
		const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
		expect(page.match(/<(script|link|style)\b/g)).toHaveLength(4);
		expect(page.split(` nonce="${nonce}"`)).toHaveLength(5);
		expect(Buffer.from(nonce, 'base64')).toHaveLength(18);
		return nonce;
	});
	expect(nonces[0]).not.toBe(nonces[1]);
});

test('the strict policy allows calls only to this service and the listed ones', () => {
	const { policy } = guardPage(html, addresses);
	const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]));
	expect(directives.get('connect-src')).toBe(
		"connect-src 'self' https://data.example.org https://test.example.org https://objects.example.org",
	);
	expect(directives.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
	expect(directives.get('script-src')).toMatch(/^script-src 'nonce-\S+' 'strict-dynamic'$/);
	expect(policy).not.toMatch(/unsafe-eval|blob:|https?:(\s|;)/);
});
