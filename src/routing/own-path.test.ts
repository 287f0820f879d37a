import { expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

it.each(['/build-specs', '/build-specs?owner=demo', '/runs/1#log'])('accepts %s', (path) => {
	expect(ownPath(path)).toBe(path);
});

it.each([
	null,
	'',
	'build-specs',
	'https://evil.example',
	'//evil.example',
	'/\\evil.example',
	'/\t/evil.example',
	'/..//evil.example',
	'/.//evil.example',
	'javascript:alert(1)',
	'/sign-in?next=/sign-in',
])('rejects %s', (path) => {
	expect(ownPath(path)).toBe('/');
});
