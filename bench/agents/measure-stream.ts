import { answer, ended, step, working } from '../../e2e/support/agent-events.ts';
import { responseReader } from '../../src/a2a/client.ts';
import { readEvents } from '../../src/a2a/sse.ts';
import { begin, fold, type Turn } from '../../src/features/agents/conversation.ts';
import { median, type Row } from '../table.ts';
import { onAgentsPage } from './agents-page.ts';
import { watchTasks } from './main-thread.ts';

const events = 100_000;
/** Bytes that a network delivers at once. */
const chunkLength = 16_384;

/** A stream of 100,000 events: the time to read them, and the memory that a page keeps afterwards. */
export async function measureStream({ quick }: { quick: boolean }): Promise<Row[]> {
	return [await measureReading(quick ? 5 : 21), ...(await measurePage())];
}

async function measureReading(rounds: number): Promise<Row> {
	const texts = Array.from({ length: events / 5 }, (_, index) => textOf(index));
	const bytes = new TextEncoder().encode(texts.map((text) => `data: ${text}\n\n`).join(''));
	const chunks: Uint8Array[] = [];
	for (let index = 0; index < bytes.length; index += chunkLength)
		chunks.push(bytes.subarray(index, index + chunkLength));
	const ratios: number[] = [];
	const [ours, floors]: [number[], number[]] = [[], []];
	for (let round = 0; round < rounds; round += 1) {
		const floor = await timed(async () => readBare(chunks, texts));
		const mine = await timed(() => read(chunks));
		ours.push(mine);
		floors.push(floor);
		ratios.push(mine / floor);
	}
	const ratio = median(ratios);
	return {
		what: `parsing a stream of ${texts.length.toLocaleString('en-US')} events into a conversation`,
		measured: `${median(ours).toFixed(0)} ms, ${ratio.toFixed(2)} ×`,
		floor: `${median(floors).toFixed(0)} ms`,
		claim: '≤ 1.15 × TextDecoder and JSON.parse',
		holds: ratio <= 1.15,
	};
}

/** Mostly pieces of an answer, with an occasional step and its rows. */
function textOf(at: number): string {
	const rows = Array.from({ length: 50 }, (_, n) => ({ origin: `A${n}`, avg_delay: n / 7, flights: at + n }));
	const result =
		at % 50 === 0
			? step((at / 50) % 8, 'select origin, avg(delay) from flights group by 1', rows)
			: answer('were late by **12** minutes, ', { append: true, lastChunk: false });
	return JSON.stringify({ jsonrpc: '2.0', id: '5b1f7e1c-22c1-4f3e-9a7e-123e98a6c0de', result });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await work();
	return performance.now() - began;
}

function readBare(chunks: readonly Uint8Array[], texts: readonly string[]): number {
	const decoder = new TextDecoder();
	let length = 0;
	for (const chunk of chunks) length += decoder.decode(chunk, { stream: true }).length;
	for (const text of texts) if (JSON.parse(text) === null) length += 1;
	return length;
}

async function read(chunks: readonly Uint8Array[]): Promise<Turn> {
	const stream = new ReadableStream<Uint8Array>({
		start(controller) {
			for (const chunk of chunks) controller.enqueue(chunk);
			controller.close();
		},
	});
	let turn = begin(asked);
	const readResponses = responseReader();
	for await (const texts of readEvents(stream)) {
		const { events } = readResponses(texts);
		turn = fold(
			turn,
			events.map((event) => ({ event, at: 0 })),
		);
	}
	return turn;
}

const asked = {
	id: 't',
	conversation: 'c',
	question: 'How late?',
	agent: 'guide',
	url: 'http://127.0.0.1/api/v1/a2a/guide',
	namespace: 'shop',
	model: null,
	provider: null,
	after: null,
	beside: null,
	at: 0,
	context: [],
};

async function measurePage(): Promise<Row[]> {
	return await onAgentsPage(async ({ context, page, panel, agents }) => {
		// Asks once first, so that code and styles loaded with the first answer aren't attributed to the stream.
		await panel.ask('Say something');
		const first = await agents.asked();
		first.send(working());
		first.send(answer('Something.'));
		first.send(ended());
		first.end();
		await panel.state(1, 'Complete');
		const session = await context.newCDPSession(page);
		const heap = async (): Promise<number> => {
			await session.send('HeapProfiler.collectGarbage');
			return (await session.send('Runtime.getHeapUsage')).usedSize;
		};
		const before = await heap();
		const longestTask = await watchTasks(page);
		await panel.ask('Tell me everything');
		const call = await agents.asked();
		call.send(working());
		for (let index = 0; index < events; index += 1) {
			call.send(answer(index % 40 === 39 ? '.\n\n' : 'ab', { append: true, lastChunk: index === events - 1 }));
			// Keeps data that the network can't take yet from filling this process.
			if (index % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 4));
		}
		call.send(ended());
		call.end();
		await panel.state(2, 'Complete');
		await page.waitForTimeout(3_000);
		const grown = ((await heap()) - before) / 1_000_000;
		const task = await longestTask();
		const what = `${events.toLocaleString('en-US')} events on a page`;
		return [
			{
				what: `${what}: heap afterwards`,
				measured: `+${grown.toFixed(1)} MB`,
				floor: '',
				claim: '≤ +20 MB',
				holds: grown <= 20,
			},
			{
				what: `${what}: longest task`,
				measured: task === 0 ? 'under 50 ms' : `${task.toFixed(0)} ms`,
				floor: '',
				claim: 'none over 100 ms',
				holds: task <= 100,
			},
		];
	});
}
