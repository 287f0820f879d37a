import { expect, it } from 'vitest';
import { isMissingChunk } from './missing-chunk.ts';

it.each([
	'Failed to fetch dynamically imported module: https://x/assets/run-page-1.js',
	'error loading dynamically imported module: https://x/assets/run-page-1.js',
	'Importing a module script failed.',
	'Unable to preload CSS for /assets/run-page-1.css',
	"'text/html' is not a valid JavaScript MIME type.",
])('knows "%s" as a part that is gone', (message) => {
	expect(isMissingChunk(new TypeError(message))).toBe(true);
});

it('does not take every error for one', () => {
	expect(isMissingChunk(new TypeError('x is undefined'))).toBe(false);
	expect(isMissingChunk('Failed')).toBe(false);
});
