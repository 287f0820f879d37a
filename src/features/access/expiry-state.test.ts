import { expect, test } from 'vitest';
import { expiryState } from './expiry-state.ts';

const day = 86_400_000;
const token = (lastsDays: number) => ({
	...{ id: '1', name: 'Nightly', restricted: false, permissions: [], current: false },
	createdAt: new Date(0).toISOString(),
	expiresAt: new Date(lastsDays * day).toISOString(),
});

test('warns from a week before a token expires', () => {
	expect(expiryState(token(30), 22 * day)).toBe(null);
	expect(expiryState(token(30), 24 * day)).toBe('soon');
	expect(expiryState(token(30), 30 * day)).toBe('expired');
});

test('doesn’t warn about a token valid for a week or less', () => {
	expect(expiryState(token(0.5), 0)).toBe(null);
	expect(expiryState(token(7), 6 * day)).toBe(null);
});
