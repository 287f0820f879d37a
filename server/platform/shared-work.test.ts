import { expect, test } from 'vitest';
import { createSharedWork } from './shared-work.ts';

test('is done once for all who wait, and stopped when the last one leaves', async () => {
	const work = createSharedWork<string>();
	const begun: AbortSignal[] = [];
	const begin = (signal: AbortSignal) => {
		begun.push(signal);
		return new Promise<string>(() => undefined);
	};
	const [first, second] = [new AbortController(), new AbortController()];
	const waiting = [work.join('a', first.signal, begin), work.join('a', second.signal, begin)];
	expect(begun).toHaveLength(1);
	first.abort(new Error('gone'));
	await expect(waiting[0]).rejects.toThrow('gone');
	expect(begun[0]?.aborted).toBe(false);
	second.abort(new Error('gone too'));
	await expect(waiting[1]).rejects.toThrow('gone too');
	expect(begun[0]?.aborted).toBe(true);
});

test('gives the result to all, and begins anew afterwards', async () => {
	const work = createSharedWork<number>();
	let times = 0;
	const begin = async () => ++times;
	const { signal } = new AbortController();
	expect(await Promise.all([work.join('a', signal, begin), work.join('a', signal, begin)])).toEqual([1, 1]);
	expect(await work.join('a', signal, begin)).toBe(2);
});
