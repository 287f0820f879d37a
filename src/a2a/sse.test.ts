import { expect, test } from 'vitest';
import { readEvents, StreamError } from './sse.ts';

const streamOf = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
	new ReadableStream({
		start(controller) {
			for (const chunk of chunks) controller.enqueue(chunk);
			controller.close();
		},
	});

async function collect(chunks: readonly Uint8Array[], limit?: number): Promise<string[]> {
	const found: string[] = [];
	for await (const events of readEvents(streamOf(chunks), limit)) found.push(...events);
	return found;
}

const text =
	'\ufeff: a comment\r\ndata: {"a":"Größe 🛬"}\r\n\r\nid: 7\ndata: one\ndata: two\n\nretry: x\nodd: y\ndata:three\r\r';
const expected = ['{"a":"Größe 🛬"}', 'one\ntwo', 'three'];

test('reads the same events wherever the bytes are split', async () => {
	const bytes = new TextEncoder().encode(text);
	for (let index = 0; index <= bytes.length; index++) {
		expect(await collect([bytes.slice(0, index), bytes.slice(index)])).toEqual(expected);
	}
	expect(await collect([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
});

test('rejects an event that exceeds the size limit', async () => {
	const line = new TextEncoder().encode(`data: ${'x'.repeat(600)}\n`);
	await expect(collect([line, line, line], 1_000)).rejects.toThrow(StreamError);
});

test('yields events received before a stream breaks, then fails', async () => {
	const found: string[] = [];
	let gave = false;
	const broken = new ReadableStream<Uint8Array>({
		pull(controller) {
			if (gave) return controller.error(new TypeError('network error'));
			gave = true;
			controller.enqueue(new TextEncoder().encode('data: first\n\ndata: half'));
		},
	});
	await expect(
		(async () => {
			for await (const events of readEvents(broken)) found.push(...events);
		})(),
	).rejects.toThrow('network error');
	expect(found).toEqual(['first']);
});

test('cancels the stream when the loop ends', async () => {
	let cancelled = false;
	const endless = new ReadableStream<Uint8Array>({
		pull(controller) {
			controller.enqueue(new TextEncoder().encode('data: again\n\n'));
		},
		cancel() {
			cancelled = true;
		},
	});
	for await (const events of readEvents(endless)) {
		expect(events).toEqual(['again']);
		break;
	}
	expect(cancelled).toBe(true);
});
