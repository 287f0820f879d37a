import { afterEach, expect, test, vi } from 'vitest';
import { toApiError } from './answer.ts';
import { ApiError } from './api-error.ts';
import { maxReadRetries, readAgain, retryDelayAfter, shouldRetry, shouldRetrySoon } from './retry.ts';

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

const refused = (retryAfter: string | null) =>
	toApiError('getMe', 429, '{"error_code":"RATE_LIMITED","message":"Too many."}', 'r1', retryAfter);

test('a read that was too much is asked again when the service said, not before', () => {
	expect(shouldRetry(0, refused('5'))).toBe(true);
	expect(retryDelayAfter(0, refused('5'))).toBe(5_000);
	expect(retryDelayAfter(0, refused(null))).toBeLessThanOrEqual(1_000);
	expect(retryDelayAfter(0, refused('Wed, 21 Oct 2026 07:28:00 GMT'))).toBeLessThanOrEqual(1_000);
});

test('what is possible in an hour only is told at once', () => {
	expect(shouldRetry(0, refused('3600'))).toBe(false);
});

test('a read that a person waits for is asked again only where the service asks for patience', async () => {
	expect(shouldRetrySoon(0, refused(null))).toBe(true);
	expect(shouldRetrySoon(0, toApiError('getMe', 503, '', null, '2'))).toBe(true);
	expect(shouldRetrySoon(0, toApiError('getMe', 503, '', null, null))).toBe(false);
	expect(shouldRetrySoon(maxReadRetries, refused('1'))).toBe(false);
});
