import { expect, test } from 'vitest';
import { connect } from '../api/http.ts';
import { startService } from '../testing/node/service.ts';
import { ask, messageRequest } from './client.ts';

/** Asks an agent that reaches a state and then keeps the connection open. Resolves when that state arrives. */
async function askToState(word: string) {
	const status = { state: `TASK_STATE_${word}` };
	const result = { statusUpdate: { taskId: 't', contextId: 'c', status } };
	const body = `data: ${JSON.stringify({ jsonrpc: '2.0', id: '1', result })}\n\n`;
	const headers = { 'Content-Type': 'text/event-stream' };
	const service = await startService(() => ({ status: 200, headers, body, isHeld: true }));
	connect({ baseUrl: () => service.baseUrl, token: () => 't', onUnauthorized: () => {}, onExchange: () => {} });
	const left = new AbortController();
	const request = messageRequest({ text: 'How many?', streams: true, namespace: 'shop' });
	const options = { signal: left.signal };
	const events = ask(`${service.baseUrl}/a2a/guide`, request, options);
	expect((await events.next()).value).toMatchObject([{ kind: 'status', status }]);
	return { next: events.next(), leave: () => left.abort() };
}

test.each(['COMPLETED', 'FAILED', 'INPUT_REQUIRED'])('ends the stream after %s', async (word) => {
	const { next } = await askToState(word);
	expect(await next).toEqual({ done: true, value: undefined });
});

test.each(['WORKING', 'AUTH_REQUIRED'])('keeps reading after %s', async (word) => {
	const { next, leave } = await askToState(word);
	leave();
	await expect(next).rejects.toThrow(/abort/i);
});

test('sends the version in a header if the agent doesn’t read it from the URL', async () => {
	const versions: (string | undefined)[] = [];
	const service = await startService((request) => {
		const version = request.headers['a2a-version'];
		versions.push(version === undefined ? undefined : String(version));
		const error = { code: -32_009, message: 'Version 0.3 is not supported.' };
		const result = { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Hello' }] } };
		const answer = version === undefined ? { error } : { result };
		const headers = { 'Content-Type': 'application/json' };
		return { status: 200, headers, body: JSON.stringify({ jsonrpc: '2.0', id: '1', ...answer }) };
	});
	connect({ baseUrl: () => service.baseUrl, token: () => 't', onUnauthorized: () => {}, onExchange: () => {} });
	const texts = async () => {
		const received: unknown[] = [];
		const request = messageRequest({ text: 'Hi', streams: false, namespace: '' });
		for await (const events of ask(`${service.baseUrl}/a2a/hello`, request, { signal: new AbortController().signal })) {
			received.push(...events);
		}
		return received;
	};
	expect(await texts()).toMatchObject([{ kind: 'message' }]);
	expect(await texts()).toMatchObject([{ kind: 'message' }]);
	expect(versions).toEqual([undefined, '1.0', '1.0']);
});
