import { expect, test } from 'vitest';
import { SharedWork } from './shared-work.ts';

test('runs once for all callers and aborts when the last one leaves', async () => {
	const work = new SharedWork();
	const started: AbortSignal[] = [];
	const start = (signal: AbortSignal) => {
		started.push(signal);
		return new Promise<string>(() => undefined);
	};
	const [first, second] = [new AbortController(), new AbortController()];
	const waiting = [work.join('a', first.signal, start), work.join('a', second.signal, start)];
	expect(started).toHaveLength(1);
	first.abort(new Error('gone'));
	await expect(waiting[0]).rejects.toThrow('gone');
	expect(started[0]?.aborted).toBe(false);
	second.abort(new Error('gone too'));
	await expect(waiting[1]).rejects.toThrow('gone too');
	expect(started[0]?.aborted).toBe(true);
});

test('gives all callers the result, then runs again for later ones', async () => {
	const work = new SharedWork();
	let times = 0;
	const start = async () => ++times;
	const { signal } = new AbortController();
	expect(await Promise.all([work.join('a', signal, start), work.join('a', signal, start)])).toEqual([1, 1]);
	expect(await work.join('a', signal, start)).toBe(2);
});
