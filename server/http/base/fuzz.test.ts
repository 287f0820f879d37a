import { expect, test } from 'vitest';
import { operations } from '#contract/service/operations.ts';
import { fuzz } from '../../testing/fuzz/fuzz.ts';
import { createTestService } from '../../testing/service.ts';

/** Changes daily; a failure reports it. */
const seed = Math.floor(Date.now() / 86_400_000);

// A small share of `npm run fuzz`.
test('every operation answers any request as the contract says, or with one of its errors', async () => {
	const tally = await fuzz(createTestService, { requests: 500, seed });
	expect([...tally.keys()].sort()).toEqual(operations.map((operation) => operation.id).sort());
});

test('rejects a run with too few requests for all operations', async () => {
	await expect(fuzz(createTestService, { requests: operations.length - 1, seed })).rejects.toThrow('not enough');
});
