import { expect, it } from 'vitest';
import { isMissingChunk } from './missing-chunk.ts';

it.each([
	'Failed to fetch dynamically imported module: https://x/assets/run-page-1.js',
	'error loading dynamically imported module: https://x/assets/run-page-1.js',
	'Importing a module script failed.',
	'Unable to preload CSS for /assets/run-page-1.css',
	"'text/html' is not a valid JavaScript MIME type.",
])('recognizes "%s" as a missing chunk', (message) => {
	expect(isMissingChunk(new TypeError(message))).toBe(true);
});

it('ignores other errors', () => {
	expect(isMissingChunk(new TypeError('x is undefined'))).toBe(false);
	expect(isMissingChunk('Failed')).toBe(false);
});
