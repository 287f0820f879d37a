import { expect, test } from 'vitest';
import { together } from './together.ts';

test('what comes while the work goes on is worked on together next', async () => {
	const worked: (readonly number[])[] = [];
	let others: Promise<unknown> = Promise.resolve();
	const add = together<number>(async (items) => {
		worked.push([...items]);
		if (worked.length === 1) others = Promise.all([add(2), add(3)]);
	});
	await add(1);
	await others;
	expect(worked).toEqual([[1], [2, 3]]);
});

test('what failed together rejects for each, and the next is worked on', async () => {
	const add = together<number>(async (items) => {
		if (items.includes(2)) throw new Error('no');
	});
	const outcomes = await Promise.allSettled([add(1), add(2)]);
	expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	await add(3);
});
