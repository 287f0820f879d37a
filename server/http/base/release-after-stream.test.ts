import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BuildRun, OutputLink } from '#contract/build-run.ts';
import { post, question } from '../../testing/agents.ts';
import { createTestService, type TestService } from '../../testing/service.ts';
import { releaseAfterStream } from './release-after-stream.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService({ requestsAtOnce: 4 });
});
afterAll(() => service.close());

const refused = async (answer: Response) => [
	answer.status,
	answer.headers.get('retry-after'),
	Object(await answer.json()).error_code,
];

async function addressFor(as: string): Promise<string> {
	const body = { sources: [], code: { payload: 'SELECT range AS n FROM range(1000)' } };
	const { id } = await service.json<BuildRun>('POST', '/preview-runs', { as, body });
	await service.platform.running.ended(id);
	return OutputLink.parse(await service.json('GET', `/build-runs/${id}/outputs/result`, { as })).downloadUrl;
}

test('limits a user’s concurrent downloads, until their bytes are read or canceled', async () => {
	const url = await addressFor('demo');
	const download = () => service.request('GET', url);
	const [one, two] = [await download(), await download()];
	expect(await refused(await download())).toEqual([429, '1', 'RATE_LIMITED']);
	expect(service.platform.admission.counts('downloads')).toEqual({ active: 2, rejected: { user: 1, service: 0 } });
	const ofGuest = await service.request('GET', await addressFor('guest'));
	expect(ofGuest.status).toBe(200);
	const bytes = Buffer.from(await one.arrayBuffer());
	expect(bytes).toHaveLength(Number(one.headers.get('content-length')));
	await two.body?.cancel();
	await ofGuest.arrayBuffer();
	expect(service.platform.admission.counts('downloads').active).toBe(0);
	expect(Buffer.from(await (await download()).arrayBuffer()).equals(bytes)).toBe(true);
});

test('an agent stream takes up a slot until its last event', async () => {
	const body = { ...question('how many airports?'), method: 'SendStreamingMessage' };
	const ask = (as: string) => post(service, 'nl2ql', body, { as });
	const [one, two] = [await ask('demo'), await ask('demo')];
	expect(await refused(await ask('demo'))).toEqual([429, '1', 'RATE_LIMITED']);
	expect(service.platform.admission.counts('agents')).toEqual({ active: 2, rejected: { user: 1, service: 0 } });
	expect((await ask('guest')).status).toBe(200);
	for (const stream of [one, two]) expect(await stream.text()).toMatch(/TASK_STATE_COMPLETED[^\n]*\n\n$/);
	expect((await ask('demo')).status).toBe(200);
});

test('releases the slot of a client that stops reading for a minute', async () => {
	vi.useFakeTimers();
	const [leave, cancel] = [vi.fn(), vi.fn()];
	const reader = releaseAfterStream(
		new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(10)), cancel }),
		leave,
	).getReader();
	await vi.advanceTimersByTimeAsync(50_000);
	expect((await reader.read()).value).toHaveLength(10);
	await vi.advanceTimersByTimeAsync(50_000);
	expect(leave).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(10_000);
	expect([leave.mock.calls.length, cancel.mock.calls.length]).toEqual([1, 1]);
	await expect(reader.read()).rejects.toThrow('The client disconnected.');
	vi.useRealTimers();
});
