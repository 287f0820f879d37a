import { expect, test } from 'vitest';
import { EngineError } from '../../engine/errors.ts';
import { engineText } from './stopped.ts';

test.each([
	[
		'The run was stopped because it exceeded the memory limit of 1 GB.',
		'The import was stopped because it exceeded the memory limit of 1 GB. Split the data into smaller files, or ask your admin to raise the limit.',
	],
	[
		'The run was stopped because it reached its memory limit. Read fewer rows or columns.',
		'The import was stopped because it reached its memory limit. Split the data into smaller files, or ask your admin to raise the limit.',
	],
	[
		'The run was stopped because the system ran out of memory. Try again in a moment, or read fewer rows.',
		'The import was stopped because the system ran out of memory. Try again in a moment.',
	],
])('gives advice for an import, not for a query: %s', (message, text) => {
	expect(engineText(new EngineError('MEMORY_EXCEEDED', message))).toBe(text);
});

test('keeps an error’s own advice', () => {
	const large = new EngineError('OUTPUT_TOO_LARGE', 'The dataset would be 2 GB. The limit is 1 GB. Save fewer rows.');
	expect(engineText(large)).toBe(large.message);
});
