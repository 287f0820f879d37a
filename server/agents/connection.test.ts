import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { toolsWith, writerOf } from '../testing/agent-tools.ts';
import { events, question, word } from '../testing/agents.ts';
import { createTestService, type TestService } from '../testing/service.ts';
import { openWire, type Wire } from '../testing/wire.ts';
import { createAgents } from './agents.ts';
import type { QueryWriter } from './query/types.ts';

const slow = 'SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = 7';
const known = writerOf({
	'Take your time': slow,
	'How many flights?': 'SELECT count(*) AS n FROM demo.aviation.flights',
});
let signals: AbortSignal[] = [];
const writer: QueryWriter = {
	write: (input, context, options) => {
		signals.push(options.signal);
		return known.write(input, context, options);
	},
};

let service: TestService;
let wire: Wire;
let token: string;
beforeAll(async () => {
	service = await createTestService();
	const app = createApp(service.platform, createAgents(service.platform, toolsWith(writer)));
	service.app.fetch = app.fetch.bind(app);
	wire = await openWire(service);
	token = await service.tokenFor('demo');
});
afterAll(async () => {
	await wire.close();
	await service.close();
});

const body = (text: string, method: string) => JSON.stringify({ ...question(text), method });
const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

/** Sends a question; returns the connection, the data received so far, and whether anything else came. */
function open(text: string, method = 'SendStreamingMessage') {
	const call = request({
		host: '127.0.0.1',
		port: wire.port,
		path: '/api/v1/a2a/nl2ql',
		method: 'POST',
		headers: headers(),
	});
	const came = { text: '', response: undefined as IncomingMessage | undefined };
	call.on('error', () => undefined);
	call.on('response', (response) => {
		came.response = response;
		response.on('error', () => undefined);
		response.setEncoding('utf8').on('data', (part: string) => {
			came.text += part;
		});
	});
	call.end(body(text, method));
	return { call, came };
}

it('sends each event as soon as it’s available', async () => {
	const { call, came } = open('Take your time');
	await expect.poll(() => events(came.text).map(word), { timeout: 10_000 }).toEqual(['WORKING', 'generated-query']);
	expect(came.response?.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	call.destroy();
});

it.each(['SendStreamingMessage', 'SendMessage'])(
	'stops the work within a second after the client of %s disconnects',
	async (method) => {
		signals = [];
		// As many as can run at the same time: if they continued, nothing else could run.
		const slots = service.settings.engine.concurrency;
		const calls = Array.from({ length: slots }, () => open('Take your time', method).call);
		await expect.poll(() => signals.length, { timeout: 5_000 }).toBe(slots);
		for (const call of calls) call.destroy();
		await expect.poll(() => signals.every((signal) => signal.aborted), { timeout: 1_000, interval: 10 }).toBe(true);
		const answer = await wire.ask('/api/v1/a2a/nl2ql', {
			method: 'POST',
			headers: headers(),
			body: body('How many flights?', 'SendMessage'),
		});
		expect(answer.body).toContain('"rows":[{"n":20000}]');
	},
);

it('completes many concurrent streams while the service stays responsive', async () => {
	const streams = Array.from({ length: 50 }, () =>
		wire.ask('/api/v1/a2a/nl2ql', {
			method: 'POST',
			headers: headers(),
			body: body('How many flights?', 'SendStreamingMessage'),
		}),
	);
	const me = await wire.ask('/api/v1/user/me', { headers: headers() });
	expect(me.status).toBe(200);
	const ends = (await Promise.all(streams)).map((wireAnswer) => events(wireAnswer.body).map(word).join(' '));
	expect(new Set(ends)).toEqual(new Set(['WORKING generated-query result-data COMPLETED']));
}, 60_000);

it.each(['token', 'share'])(
	'ends requests within a second after their %s is revoked, and says so',
	async (what) => {
		const [owner, reader] = [token, await service.tokenFor(what === 'share' ? 'guest' : 'demo')];
		const share = { username: 'guest', role: 'viewer' };
		token = reader;
		signals = [];
		const { came } = open('Take your time');
		token = owner;
		await expect.poll(() => events(came.text).map(word), { timeout: 10_000 }).toEqual(['WORKING', 'generated-query']);
		const waiting = [
			{ path: '/a2a/nl2ql', payload: question('Take your time', { namespace: 'demo/aviation' }) },
			{ path: '/query/ask', payload: { question: 'Take your time', namespace: 'demo/aviation' } },
		].map(({ path, payload }) => {
			const given = { authorization: `Bearer ${reader}`, 'content-type': 'application/json' };
			return wire.ask(`/api/v1${path}`, { method: 'POST', headers: given, body: JSON.stringify(payload) });
		});
		await expect.poll(() => signals.length, { timeout: 10_000 }).toBeGreaterThan(2);
		const ended = new Promise<number>((resolve) => came.response?.once('close', () => resolve(Date.now())));
		const revoked = Date.now();
		if (what === 'token') {
			const { items } = await service.json<{ items: { id: string; current: boolean }[] }>('GET', '/user/tokens', {
				token: reader,
			});
			await service.request('DELETE', `/user/tokens/${items.find((item) => item.current)?.id}`, { token: owner });
		} else {
			const path = '/permissions/namespaces/demo/aviation/shares';
			expect((await service.request('DELETE', path, { token: owner, body: share })).status).toBe(204);
		}
		expect((await ended) - revoked).toBeLessThan(1_000);
		expect(signals.every((signal) => signal.aborted)).toBe(true);
		expect(events(came.text).map(word)).toEqual(['WORKING', 'generated-query', 'FAILED']);
		expect(came.text).toContain('your access was changed or revoked');
		const [rpc, askAnswer] = await Promise.all(waiting);
		expect(JSON.parse(rpc?.body ?? '')).toMatchObject({
			id: 'one',
			error: { message: expect.stringContaining('revoked') },
		});
		expect([askAnswer?.status, JSON.parse(askAnswer?.body ?? '')]).toMatchObject([403, { error_code: 'FORBIDDEN' }]);
	},
	30_000,
);
