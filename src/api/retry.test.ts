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

test('retries a read while the failure may be temporary', async () => {
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

test('gives up with the last failure, and at once if it’s permanent', async () => {
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

test('retries a rate-limited read after the time the service asked for', () => {
	expect(shouldRetry(0, refused('5'))).toBe(true);
	expect(retryDelayAfter(0, refused('5'))).toBe(5_000);
	expect(retryDelayAfter(0, refused(null))).toBeLessThanOrEqual(1_000);
	expect(retryDelayAfter(0, refused('Wed, 21 Oct 2026 07:28:00 GMT'))).toBeLessThanOrEqual(1_000);
});

test('doesn’t retry if the wait would be an hour', () => {
	expect(shouldRetry(0, refused('3600'))).toBe(false);
});

test('retries a read that a user waits for only if the service asks for it', async () => {
	expect(shouldRetrySoon(0, refused(null))).toBe(true);
	expect(shouldRetrySoon(0, toApiError('getMe', 503, '', null, '2'))).toBe(true);
	expect(shouldRetrySoon(0, toApiError('getMe', 503, '', null, null))).toBe(false);
	expect(shouldRetrySoon(maxReadRetries, refused('1'))).toBe(false);
});
