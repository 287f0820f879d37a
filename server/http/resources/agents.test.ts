import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerContextUri, conversationTreesUri } from '#contract/agents/artifacts.ts';
import { AgentCard } from '#contract/agents/card.ts';
import { ErrorResponse } from '#contract/error.ts';
import { post, question, type RpcAnswer, send } from '../../testing/agents.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService({ publicUrl: 'https://data.example.org' });
});
afterAll(() => service.close());

describe('without a token', () => {
	it('lists the agents under the public URL, whatever the Host header', async () => {
		const answer = await service.request('GET', '/a2a', { headers: { host: '127.0.0.1:1' } });
		expect(await answer.json()).toEqual(
			['nl2ql', 'assistant'].map((name) => ({
				name,
				url: `https://data.example.org/api/v1/a2a/${name}`,
				agentCard: `https://data.example.org/api/v1/a2a/${name}/.well-known/agent-card.json`,
			})),
		);
	});

	it.each(['nl2ql', 'assistant'])('returns the card of %s', async (name) => {
		const card = AgentCard.parse(await service.json('GET', `/a2a/${name}/.well-known/agent-card.json`));
		expect(card).toMatchObject({
			name,
			capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: true },
			defaultInputModes: ['text'],
			defaultOutputModes: ['text', 'data'],
			skills: [{ id: name, tags: name === 'nl2ql' ? ['query', 'nl2ql'] : ['assistant', 'rag', 'query'] }],
			securitySchemes: { bearer: { httpAuthSecurityScheme: { bearerFormat: 'JWT', scheme: 'bearer' } } },
			securityRequirements: [{ schemes: { bearer: { list: [] } } }],
			supportedInterfaces: [
				{
					protocolBinding: 'JSONRPC',
					url: `https://data.example.org/api/v1/a2a/${name}`,
					protocolVersion: '1.0',
				},
			],
			preferredTransport: 'JSONRPC',
		});
		const uris = card.capabilities.extensions?.map((extension) => extension.uri) ?? [];
		expect(uris).toEqual(name === 'assistant' ? [callerContextUri, conversationTreesUri] : []);
		expect(card.skills[0]?.examples).toBeUndefined();
	});

	it('lets a card be cached for a minute, and answers 304 if it hasn’t changed', async () => {
		const path = '/a2a/nl2ql/.well-known/agent-card.json';
		const { headers } = await service.request('GET', path);
		expect(headers.get('cache-control')).toBe('public, max-age=60');
		expect(Date.parse(headers.get('last-modified') ?? '')).not.toBeNaN();
		const etag = headers.get('etag') ?? '';
		expect(etag).toMatch(/^".+"$/);
		const again = await service.request('GET', path, { headers: { 'if-none-match': etag } });
		expect([again.status, await again.text()]).toEqual([304, '']);
		for (const [name, value] of [
			['if-none-match', `"other", W/${etag}`],
			['if-modified-since', headers.get('last-modified') ?? ''],
		] as const) {
			expect([name, (await service.request('GET', path, { headers: { [name]: value } })).status]).toEqual([name, 304]);
		}
	});

	it('has no card for an unknown agent', async () => {
		const answer = await service.request('GET', '/a2a/nobody/.well-known/agent-card.json');
		expect([answer.status, ErrorResponse.parse(await answer.json()).error_code]).toEqual([404, 'NOT_FOUND']);
	});
});

it('lists examples for the caller’s datasets in the extended card', async () => {
	const ask = (as: string) => post(service, 'assistant', { ...question(''), method: 'GetExtendedAgentCard' }, { as });
	const own = (await (await ask('demo')).json()) as { result: unknown };
	const card = AgentCard.parse(own.result);
	expect(card.skills[0]?.examples).toContain('Describe airports');
	expect(card.skills[0]?.description).toContain('demo/aviation');
});

it('accepts a messageId once per context, even from concurrent requests', async () => {
	const ask = async (messageId: string, contextId?: string): Promise<RpcAnswer> => {
		const rest = { messageId, ...(contextId === undefined ? {} : { contextId }) };
		return await send(service, 'assistant', question('How many airports are there?', undefined, rest));
	};
	const [one, two] = [randomUUID(), randomUUID()];
	const contextId = (await ask(one)).result?.task.contextId;
	const again = await ask(one.toUpperCase(), contextId);
	expect(again.error).toMatchObject({ code: -32_602, message: expect.stringContaining('was used before') });
	const both = await Promise.all([ask(two, contextId), ask(two, contextId)]);
	expect(both.map(({ error }) => error?.code)).toEqual(expect.arrayContaining([undefined, -32_602]));
	// Another conversation doesn't know about it.
	expect((await ask(one)).result?.task.contextId).not.toBe(contextId);
});

const named = question('How many airports are there?');
const { message } = named.params;
const withMessage = (changes: object) => ({ ...named, params: { message: { ...message, ...changes } } });
const context = (data: unknown, uri: string = callerContextUri) => ({ data, metadata: { extension: uri } });
const small = { items: [{ title: 'Earlier', text: 'Only DFW matters.' }] };

it('lists no tasks, since none are stored', async () => {
	const answer = await (
		await post(service, 'nl2ql', { ...named, method: 'ListTasks', params: { pageSize: 5 } })
	).json();
	expect(answer).toMatchObject({ result: { tasks: [], nextPageToken: '', pageSize: 5, totalSize: 0 } });
	const filter = {
		status: 'TASK_STATE_INPUT_REQUIRED',
		statusTimestampAfter: '2026-01-31T13:00:00+01:00',
		historyLength: 0,
	};
	const filtered = await post(service, 'nl2ql', { ...named, method: 'ListTasks', params: filter });
	expect(await filtered.json()).toMatchObject({ result: { tasks: [], pageSize: 50 } });
});

it('returns those of the requested extensions that it supports', async () => {
	const headers = { 'a2a-extensions': `urn:other, ${callerContextUri}`, 'content-type': 'application/json' };
	const body = { ...named, method: 'GetTask', params: { id: 'x' } };
	const [assistant, nl2ql] = await Promise.all(
		['assistant', 'nl2ql'].map((name) => post(service, name, body, { headers })),
	);
	expect(assistant?.headers.get('a2a-extensions')).toBe(callerContextUri);
	expect(nl2ql?.headers.get('a2a-extensions')).toBeNull();
});

describe('an invalid request', () => {
	it.each([
		['another media type', { 'content-type': 'text/xml' }, '{}', -32_005],
		['a large body', { 'content-type': 'application/json' }, `"${'x'.repeat(11_000_000)}"`, -32_600],
	])('is answered with a JSON-RPC error: %s', async (_what, headers, body, code) => {
		const answer = await service.request('POST', '/a2a/nl2ql', { as: 'demo', body, headers });
		expect([answer.status, ((await answer.json()) as RpcAnswer).error?.code]).toEqual([200, code]);
	});

	it.each([
		['no token', {}],
		['an invalid token', { token: 'abc' }],
	])('is rejected for its token before anything else: %s', async (_what, options) => {
		const answer = await service.request('POST', '/a2a/nl2ql', { body: 'not even a request', ...options });
		expect([answer.status, ErrorResponse.parse(await answer.json()).error_code]).toEqual([401, 'UNAUTHORIZED']);
	});

	it('is answered with 404 for an unknown agent', async () => {
		const answer = await post(service, 'nobody', named);
		expect([answer.status, ErrorResponse.parse(await answer.json()).error_code]).toEqual([404, 'NOT_FOUND']);
	});

	it.each<[what: string, body: unknown, code: number, reason: string]>([
		['a list of requests', [named], -32600, 'INVALID_REQUEST'],
		['text', 'hello', -32600, 'INVALID_REQUEST'],
		['another JSON-RPC version', { ...named, jsonrpc: '1.0' }, -32600, 'INVALID_REQUEST'],
		['no id', { ...named, id: undefined }, -32600, 'INVALID_REQUEST'],
		['no method', { ...named, method: undefined }, -32600, 'INVALID_REQUEST'],
		['an unknown method', { ...named, method: 'message/send' }, -32601, 'METHOD_NOT_FOUND'],
		['no params', { ...named, params: undefined }, -32602, 'INVALID_PARAMS'],
		['no message', { ...named, params: {} }, -32602, 'INVALID_PARAMS'],
		['no messageId', withMessage({ messageId: undefined }), -32602, 'INVALID_PARAMS'],
		[
			'a messageId that isn’t a UUID',
			withMessage({ messageId: randomUUID().replaceAll('-', '') }),
			-32602,
			'INVALID_PARAMS',
		],
		['an unknown role', withMessage({ role: 'user' }), -32602, 'INVALID_PARAMS'],
		['the role of an agent', withMessage({ role: 'ROLE_AGENT' }), -32602, 'INVALID_PARAMS'],
		['no parts', withMessage({ parts: undefined }), -32602, 'INVALID_PARAMS'],
		['empty parts', withMessage({ parts: [] }), -32602, 'INVALID_PARAMS'],
		['a part without content', withMessage({ parts: [{}] }), -32602, 'INVALID_PARAMS'],
		['an empty question', withMessage({ parts: [{ text: ' ' }] }), -32602, 'INVALID_PARAMS'],
		['a file', withMessage({ parts: [{ url: 'https://x.example' }] }), -32005, 'CONTENT_TYPE_NOT_SUPPORTED'],
		[
			'other data',
			withMessage({ parts: [{ text: 'a' }, context(small, 'urn:x')] }),
			-32005,
			'CONTENT_TYPE_NOT_SUPPORTED',
		],
		['no metadata', withMessage({ metadata: undefined }), -32602, 'INVALID_PARAMS'],
		['no namespace', withMessage({ metadata: {} }), -32602, 'INVALID_PARAMS'],
		['an unknown namespace', withMessage({ metadata: { namespace: 'nowhere' } }), -32602, 'INVALID_PARAMS'],
		['a foreign namespace', withMessage({ metadata: { namespace: 'nobody/aviation' } }), -32602, 'INVALID_PARAMS'],
		[
			'an unknown provider',
			withMessage({ metadata: { namespace: 'aviation', provider: 'x' } }),
			-32602,
			'INVALID_PARAMS',
		],
		['an unknown model', withMessage({ metadata: { namespace: 'aviation', model: 'x' } }), -32602, 'INVALID_PARAMS'],
		['an unknown task', withMessage({ taskId: 'x' }), -32001, 'TASK_NOT_FOUND'],
		['misplaced caller context', withMessage({ parts: [{ text: 'a' }, context(small)] }), -32602, 'INVALID_PARAMS'],
		['GetTask', { ...named, method: 'GetTask', params: { id: 'x' } }, -32001, 'TASK_NOT_FOUND'],
		['CancelTask', { ...named, method: 'CancelTask', params: { id: 'x' } }, -32001, 'TASK_NOT_FOUND'],
		...[
			{ pageSize: 0 },
			{ pageSize: 101 },
			{ pageSize: '5' },
			{ pageToken: 'x' },
			{ status: 'done' },
			{ contextId: 7 },
			{ historyLength: -1 },
			{ statusTimestampAfter: 'yesterday' },
			{ statusTimestampAfter: '2026-01-31' },
			{ includeArtifacts: 'yes' },
			[],
		].map((params): [string, unknown, number, string] => [
			`tasks with ${JSON.stringify(params)}`,
			{ ...named, method: 'ListTasks', params },
			-32602,
			'INVALID_PARAMS',
		]),
		['SubscribeToTask', { ...named, method: 'SubscribeToTask', params: { id: 'x' } }, -32001, 'TASK_NOT_FOUND'],
		[
			'push notifications',
			{ ...named, method: 'CreateTaskPushNotificationConfig' },
			-32003,
			'PUSH_NOTIFICATION_NOT_SUPPORTED',
		],
		[
			'an unsupported output mode',
			{ ...named, params: { message, configuration: { acceptedOutputModes: ['image/png'] } } },
			-32005,
			'CONTENT_TYPE_NOT_SUPPORTED',
		],
	])('is answered with its error code: %s', async (_what, body, code, reason) => {
		for (const method of ['SendMessage', 'SendStreamingMessage']) {
			const streamed = Object(body).method === 'SendMessage' ? { ...Object(body), method } : body;
			const answer = await post(service, 'nl2ql', streamed);
			const { error } = (await answer.json()) as RpcAnswer;
			expect([answer.status, error?.code]).toEqual([200, code]);
			expect(error?.data).toEqual([
				{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' },
			]);
			expect(error?.message).toMatch(/[a-z].*\.$/s);
		}
	});

	it('suggests only methods that work if the method is unknown', async () => {
		const answer = await post(service, 'nl2ql', { ...named, method: 'message/send' });
		const { error } = (await answer.json()) as RpcAnswer;
		const offered = /these: (.+)\.$/.exec(error?.message ?? '')?.[1]?.split(', ') ?? [];
		expect(offered).toContain('SendMessage');
		for (const method of offered) {
			const params = method.startsWith('Send') ? named.params : {};
			const text = await (await post(service, 'nl2ql', { ...named, method, params })).text();
			expect(text).not.toMatch(/"error"/);
		}
	});

	it.each([
		['too large', { items: [{ title: 'x'.repeat(65_536) }] }],
		['malformed', { items: [{ text: 'no title' }] }],
		['not an object', 'text'],
	])('is answered with its error code: caller context that is %s', async (_what, data) => {
		const answer = await post(service, 'assistant', withMessage({ parts: [{ text: 'a' }, context(data)] }));
		expect(((await answer.json()) as RpcAnswer).error?.code).toBe(-32602);
	});

	it('is answered with its error code: invalid JSON', async () => {
		const answer = await service.app.fetch(
			new Request('https://data.example.org/api/v1/a2a/nl2ql', {
				method: 'POST',
				headers: { authorization: `Bearer ${await service.tokenFor('demo')}`, 'content-type': 'application/json' },
				body: '{"jsonrpc": ',
			}),
		);
		expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } });
	});

	it.each([
		[{ 'a2a-version': '0.3' }, '', -32009],
		[{}, '?A2A-Version=2.0', -32009],
		[{ 'a2a-version': '1.0' }, '?A2A-Version=1.0', -32001],
	])('is answered with its error code: version headers %o with query "%s"', async (headers, query, code) => {
		const body = { ...named, method: 'GetTask', params: { id: 'x' } };
		const answer = await service.request('POST', `/a2a/nl2ql${query}`, { as: 'demo', body, headers });
		expect(((await answer.json()) as RpcAnswer).error?.code).toBe(code);
	});
});

it.each(['"a\\u0001"', '7', '12345678901234567890', '0'])('echoes the id %s unchanged', async (id) => {
	const text = `{"jsonrpc":"2.0","id":${id},"method":"GetTask","params":{}}`;
	const answer = await service.app.fetch(
		new Request('https://data.example.org/api/v1/a2a/nl2ql', {
			method: 'POST',
			headers: { authorization: `Bearer ${await service.tokenFor('demo')}`, 'content-type': 'application/json' },
			body: text,
		}),
	);
	expect(await answer.text()).toContain(`"id":${id},"error"`);
});

it('works if only the core is offered, unlike /query/ask', async () => {
	const core = await createTestService({ coreOnly: true });
	expect((await core.request('GET', '/a2a')).status).toBe(200);
	const answer = await post(core, 'nl2ql', question('How many airports are there?'));
	expect(((await answer.json()) as RpcAnswer).result?.task.artifacts?.at(-1)?.parts).toEqual([
		{ data: { rows: [{ airports: 3376 }] } },
	]);
	expect((await core.request('POST', '/query/ask', { as: 'demo', body: {} })).status).toBe(404);
	await core.close();
});
