import { expect, test } from 'vitest';
import { rowBlocks } from './row-blocks.ts';

interface PendingRequest {
	readonly offset: number;
	readonly limit: number;
	readonly signal: AbortSignal;
	readonly answer: (rows?: number) => void;
	readonly refuse: (error: Error) => void;
}

/** Rows that equal their index. Every request waits for the test to respond. */
function blocksOf(rowCount: number, size: number) {
	const requests: PendingRequest[] = [];
	const read = (offset: number, limit: number, signal: AbortSignal) =>
		new Promise<number[]>((resolve, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason));
			const answer = (rows = limit) => resolve(Array.from({ length: rows }, (_, index) => offset + index));
			requests.push({ offset, limit, signal, answer, refuse: reject });
		});
	return { blocks: rowBlocks<number>(rowCount, size, read), requests };
}
const never = new AbortController().signal;
/** Lets responses be processed. */
const settle = async () => {
	for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

test('shares requests between adjacent windows, and loads both blocks for a window across an edge', async () => {
	const { blocks, requests } = blocksOf(1_000, 100);
	const first = blocks.rows(10, 20, never);
	const second = blocks.rows(20, 30, never);
	const third = blocks.rows(95, 105, never);
	expect(requests.map((request) => [request.offset, request.limit])).toEqual([
		[0, 100],
		[100, 100],
	]);
	for (const request of requests) request.answer();
	expect(await first).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
	expect((await second)[0]).toBe(20);
	expect(await third).toEqual([95, 96, 97, 98, 99, 100, 101, 102, 103, 104]);
	await blocks.rows(0, 50, never);
	expect(requests).toHaveLength(2);
});

test('requests no more rows than exist', async () => {
	const { blocks, requests } = blocksOf(250, 100);
	const last = blocks.rows(240, 250, never);
	expect(requests.map((request) => [request.offset, request.limit])).toEqual([[200, 50]]);
	requests[0]?.answer();
	expect(await last).toHaveLength(10);
});

test('continues after a response with fewer rows', async () => {
	const { blocks, requests } = blocksOf(1_000, 100);
	const rows = blocks.rows(0, 100, never);
	requests[0]?.answer(30);
	await settle();
	expect([requests[1]?.offset, requests[1]?.limit]).toEqual([30, 70]);
	requests[1]?.answer();
	expect((await rows).at(-1)).toBe(99);
});

test('reports rows that disappear instead of requesting them forever', async () => {
	const { blocks, requests } = blocksOf(1_000, 100);
	const rows = blocks.rows(0, 100, never);
	requests[0]?.answer(0);
	await expect(rows).rejects.toThrow('has fewer rows now');
	expect(requests).toHaveLength(1);
});

test('cancels a request only when nobody waits for it anymore', async () => {
	const { blocks, requests } = blocksOf(1_000, 100);
	const [one, two] = [new AbortController(), new AbortController()];
	const left = blocks.rows(0, 10, one.signal);
	const stays = blocks.rows(10, 20, two.signal);
	one.abort();
	await expect(left).rejects.toThrow();
	expect(requests[0]?.signal.aborted).toBe(false);
	two.abort();
	await expect(stays).rejects.toThrow();
	expect(requests[0]?.signal.aborted).toBe(true);
	void blocks.rows(0, 10, never).catch(() => {});
	expect(requests).toHaveLength(2);
});

test('requests a failed block again', async () => {
	const { blocks, requests } = blocksOf(1_000, 100);
	const rows = blocks.rows(0, 10, never);
	requests[0]?.refuse(new Error('not now'));
	await expect(rows).rejects.toThrow('not now');
	const again = blocks.rows(0, 10, never);
	requests[1]?.answer();
	expect(await again).toHaveLength(10);
});

test('keeps only the most recently used blocks', async () => {
	const { blocks, requests } = blocksOf(100_000, 100);
	const read = async (at: number) => {
		const before = requests.length;
		const rows = blocks.rows(at * 100, at * 100 + 1, never);
		if (requests.length > before) requests.at(-1)?.answer();
		await rows;
		return requests.length > before;
	};
	for (let index = 0; index < 24; index++) await read(index);
	expect(await read(0)).toBe(false);
	await read(24);
	expect(await read(0)).toBe(false);
	expect(await read(1)).toBe(true);
});

test('cancels pending requests when closed', async () => {
	const { blocks, requests } = blocksOf(1_000, 100);
	const rows = blocks.rows(0, 10, never);
	blocks.close();
	await expect(rows).rejects.toThrow();
	expect(requests[0]?.signal.aborted).toBe(true);
});
