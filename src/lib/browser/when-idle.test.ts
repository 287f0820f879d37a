import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trackPendingWork, whenIdle } from './when-idle.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

it.each(['ends', 'fails'])('runs idle work once the awaited work %s', async (end) => {
	let [resolve, reject]: [() => void, (error: Error) => void] = [() => {}, () => {}];
	const promise = new Promise<void>((done, failed) => {
		[resolve, reject] = [done, failed];
	});
	const work = trackPendingWork(promise).catch(() => {});
	const later = vi.fn();
	whenIdle(later);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(later).not.toHaveBeenCalled();
	if (end === 'ends') resolve();
	else reject(new Error('It failed.'));
	await work;
	await vi.advanceTimersByTimeAsync(0);
	expect(later).toHaveBeenCalledOnce();
});
