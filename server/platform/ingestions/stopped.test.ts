import { expect, test } from 'vitest';
import { EngineError } from '../../engine/errors.ts';
import { engineText } from './stopped.ts';

test('adds advice to a limit error, unless the error has its own', () => {
	const stopped = new EngineError(
		'MEMORY_EXCEEDED',
		'The run was stopped because it exceeded the memory limit of 1 GB.',
	);
	expect(engineText(stopped, 'Reading the file was')).toBe(
		'Reading the file was stopped because it exceeded the memory limit of 1 GB. Split the data into smaller files, or ask your admin to raise the limit.',
	);
	const busy = new EngineError(
		'MEMORY_EXCEEDED',
		'The run was stopped because the system ran out of memory. Try again in a moment, or read fewer rows.',
	);
	expect(engineText(busy, 'The upload was')).toBe(
		'The upload was stopped because the system ran out of memory. Try again in a moment, or read fewer rows.',
	);
	const large = new EngineError('OUTPUT_TOO_LARGE', 'The dataset would be 2 GB. The limit is 1 GB. Save fewer rows.');
	expect(engineText(large, 'The upload was')).toBe(large.message);
});
