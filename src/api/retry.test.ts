import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { maxReadRetries, readAgain } from './retry.ts';

const failure = (status: number): ApiError =>
	new ApiError({
		...{ kind: 'refused', status, code: 'X', message: String(status), subErrors: [] },
		...{ requestId: null, operation: 'getMe' },
	});

afterEach(() => vi.useRealTimers());

test('a read that must come through is asked again while its failure may pass', async () => {
	vi.useFakeTimers();
	const answers = [failure(503), failure(502), 'here'];
	const read = vi.fn(async () => {
		const next = answers.shift();
		if (next instanceof ApiError) throw next;
		return next;
	});
	const result = readAgain(read);
	await vi.runAllTimersAsync();
	expect(await result).toBe('here');
	expect(read).toHaveBeenCalledTimes(3);
});

test('it ends with the last failure, and at once with one that does not pass', async () => {
	vi.useFakeTimers();
	for (const [status, times] of [
		[503, maxReadRetries + 1],
		[401, 1],
	] as const) {
		const read = vi.fn(() => Promise.reject(failure(status)));
		const result = expect(readAgain(read)).rejects.toThrow(String(status));
		await vi.runAllTimersAsync();
		await result;
		expect(read).toHaveBeenCalledTimes(times);
	}
});
