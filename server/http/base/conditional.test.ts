import { expect, test } from 'vitest';
import { hasCurrentCopy } from './conditional.ts';

const modified = new Date('1994-11-06T08:49:37.400Z');
const isCurrent = (headers: Record<string, string>) => hasCurrentCopy((name) => headers[name], '"a,b"', modified);

test.each([
	['"a,b"', true],
	['W/"a,b"', true],
	['"x", W/"a,b" , "y"', true],
	['*', true],
	['"x", "y"', false],
	['"a', false],
	['a,b', false],
	['', false],
])('compares If-None-Match: %s', (tags, expected) => {
	expect(isCurrent({ 'If-None-Match': tags })).toBe(expected);
});

test.each([
	['Sun, 06 Nov 1994 08:49:37 GMT', true],
	['Sunday, 06-Nov-94 08:49:37 GMT', true],
	['Sun Nov  6 08:49:37 1994', true],
	['Sun, 06 Nov 1994 08:49:36 GMT', false],
	['1994-11-07', false],
	['tomorrow', false],
])('compares If-Modified-Since: %s', (since, expected) => {
	expect(isCurrent({ 'If-Modified-Since': since })).toBe(expected);
});

test('ignores If-Modified-Since if If-None-Match is sent too', () => {
	const since = 'Sun, 06 Nov 1994 08:49:37 GMT';
	expect(isCurrent({ 'If-None-Match': '"x"', 'If-Modified-Since': since })).toBe(false);
});
