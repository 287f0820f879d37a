import { afterEach, expect, it, vi } from 'vitest';
import { Uuid } from '#contract/ids.ts';
import { randomId } from './random-id.ts';

afterEach(() => vi.unstubAllGlobals());

it('makes unique version 4 UUIDs on an insecure page', () => {
	const { getRandomValues } = crypto;
	vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
	const ids = Array.from({ length: 1_000 }, randomId);
	for (const id of ids) {
		expect(Uuid.safeParse(id).success).toBe(true);
		expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
	}
	expect(new Set(ids).size).toBe(ids.length);
});
