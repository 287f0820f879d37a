import { expect, test } from 'vitest';
import { toApiError } from './answer.ts';
import { retryDelayAfter, shouldRetry } from './retry.ts';

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
