import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyFilters, readNginx } from '../../testing/nginx.ts';
import { policyOf, withBase, withNonce } from '../console/console-policy.ts';

const nginx = readFileSync('deploy/nginx.conf', 'utf8');
const caddy = readFileSync('deploy/Caddyfile', 'utf8');
const { locations } = readNginx(nginx);
const page = locations.find((location) => location.page);
const html = `<!doctype html><html><head><meta charset="utf-8"><script type="module" src="./assets/a.js"></script>
<link rel="modulepreload" href="./assets/b.js"><style>p{}</style></head><body></body></html>`;

test('nginx and Caddy send exactly the service’s content policy', () => {
	expect(page?.headers).toContainEqual({
		name: 'Content-Security-Policy',
		value: policyOf('$request_id', '$console_calls'),
	});
	const policy = policyOf('{http.request.uuid}', '{$CONSOLE_CALLS}');
	expect(caddy).toContain(`header Content-Security-Policy "${policy}"`);
});

test('nginx and Caddy add the same nonces and base URL to the page as the service', () => {
	if (page === undefined) throw new Error('No location leads to the page.');
	const expected = withNonce(html, 'abc').replace('<head>', () => withBase('<head>', '/data/console/'));
	expect(applyFilters(page, html, { request_id: 'abc' })).toBe(expected);
	for (const tag of ['script', 'style', 'link']) {
		expect(caddy).toContain(`replace "<${tag}" (print "<${tag}" $nonce)`);
	}
	expect(caddy).toContain('replace "<head>" "<head><base href=\\"/data/console/\\">"');
});

test('hashed files are immutable, the page is revalidated and all public files are served', () => {
	const lifetime = (path: string) =>
		locations.find((location) => location.path === path)?.headers.find((header) => header.name === 'Cache-Control')
			?.value;
	expect(lifetime('/data/console/assets/')).toBe('public, max-age=31536000, immutable');
	expect(lifetime('/data/console/')).toBe('no-cache');
	const paths = locations.map((location) => location.path);
	for (const file of ['config.json', ...readdirSync('public')]) {
		expect(paths).toContain(`/data/console/${file}`);
		expect(caddy).toContain(`/data/console/${file}`);
	}
});
