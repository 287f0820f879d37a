import { expect, it } from 'vitest';
import { createQueue, type Queue } from './queue.ts';

function visitors(queue: Queue) {
	const came: string[] = [];
	const inside = new Map<string, () => void>();
	return {
		came,
		come: (lane: string, name: string, signal?: AbortSignal) =>
			queue.enter(lane, signal).then((leave) => {
				came.push(name);
				inside.set(name, leave);
			}),
		async go(name: string) {
			inside.get(name)?.();
			inside.delete(name);
			await new Promise((resolve) => setImmediate(resolve));
		},
	};
}

it('alternates between lanes, however many wait in one, and keeps the order within each', async () => {
	const { come, go, came } = visitors(createQueue(1));
	for (let n = 1; n <= 50; n++) void come('a', `a${n}`);
	void come('b', 'b1');
	void come('b', 'b2');
	void come('c', 'c1');
	await go('');
	for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await go(name);
	expect(came).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

it('gives a slot to the lane with the fewest, so that one user’s long runs don’t block others', async () => {
	const { come, go, came } = visitors(createQueue(2));
	for (const name of ['a1', 'a2', 'a3', 'a4']) void come('a', name);
	for (const name of ['b1', 'b2', 'b3']) void come('b', name);
	await go('');
	await go('a1');
	await go('b1');
	await go('b2');
	expect(came).toEqual(['a1', 'a2', 'b1', 'b2', 'b3']);
	await go('b3');
	expect(came.at(-1)).toBe('a3');
});

it('forgets callers that stopped waiting, and fills every slot again', async () => {
	const queue = createQueue(1);
	const { come, go, came } = visitors(queue);
	await come('a', 'a1');
	const abort = new AbortController();
	const given = come('b', 'b1', abort.signal);
	void come('c', 'c1');
	abort.abort(new Error('given up'));
	await expect(given).rejects.toThrow('given up');
	await go('a1');
	expect(came).toEqual(['a1', 'c1']);
	expect(queue.full()).toBe(true);
	await go('c1');
	expect(queue.full()).toBe(false);
	await expect(come('b', 'b2', abort.signal)).rejects.toThrow('given up');
});
