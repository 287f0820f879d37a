import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventStream } from './stream.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const large = 'x'.repeat(40_000);
const forever = new AbortController().signal;

/** A stream of large events, and the number sent. */
function openLarge(count: number, gone = forever, over = forever) {
	const sent = { count: 0, signal: undefined as AbortSignal | undefined };
	const stream = eventStream(
		async (send, signal) => {
			sent.signal = signal;
			while (sent.count < count && !signal.aborted) {
				await send(large);
				sent.count += 1;
			}
		},
		gone,
		over,
	);
	return { sent, reader: stream.getReader() };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

it('waits for a slow reader and loses nothing', async () => {
	const { sent, reader } = openLarge(20);
	await settle();
	const ahead = sent.count;
	expect(ahead).toBeLessThan(4);
	const read: string[] = [];
	for (let next = await reader.read(); !next.done; next = await reader.read())
		read.push(new TextDecoder().decode(next.value));
	expect(read).toEqual(Array.from({ length: 20 }, () => `data: ${large}\n\n`));
});

it('stops when the reader cancels, disconnects or reads nothing for a minute', async () => {
	const left = openLarge(20);
	await settle();
	await left.reader.cancel();
	expect(left.sent.signal?.aborted).toBe(true);

	const abort = new AbortController();
	const cut = openLarge(20, abort.signal);
	abort.abort();
	await settle();
	expect(cut.sent.signal?.aborted).toBe(true);

	const asleep = openLarge(20);
	await settle();
	expect(asleep.sent.signal?.aborted).toBe(false);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(asleep.sent.signal?.aborted).toBe(true);
	expect(asleep.sent.count).toBeLessThan(5);
});

it('delivers the final events even if the reader has stalled', async () => {
	const abort = new AbortController();
	const { sent, reader } = openLarge(5, forever, abort.signal);
	await settle();
	expect(sent.count).toBeLessThan(4);
	abort.abort();
	await settle();
	expect(sent.count).toBe(5);
	for (let n = 0; n < 5; n++) expect((await reader.read()).done).toBe(false);
	expect((await reader.read()).done).toBe(true);
});

it('sends keep-alive comments', async () => {
	const stream = eventStream(
		(_send, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
		forever,
		forever,
	);
	const reader = stream.getReader();
	await vi.advanceTimersByTimeAsync(15_000);
	expect(new TextDecoder().decode((await reader.read()).value)).toBe(': at work\n\n');
	await reader.cancel();
});
