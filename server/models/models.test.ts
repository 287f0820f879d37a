import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { textLog } from '../logging/log.ts';
import { type ModelServer, modelSettings, openModelServer } from '../testing/model-server.ts';
import { ModelError } from './model.ts';
import { createModels, UnknownModelError } from './models.ts';

let server: ModelServer;
beforeAll(async () => {
	server = await openModelServer();
});
afterAll(() => server.close());

const Animal = z.object({ kind: z.enum(['bird', 'fish']), legs: z.number() });
const bird = { kind: 'bird', legs: 2 };

interface Options {
	readonly deadlineMs?: number;
	readonly structured?: boolean;
	readonly signal?: AbortSignal;
}

function modelOf({ deadlineMs = 5_000, structured = true }: Options = {}) {
	const settings = modelSettings([{ ...server.provider, structured }], { deadlineMs });
	const model = createModels(settings, textLog).choose({ provider: undefined, model: undefined });
	if (model === null) throw new Error('There is a provider.');
	return model;
}

function askAnimal(options: Options = {}) {
	const { signal = new AbortController().signal } = options;
	const question = { name: 'animal', instructions: 'Name one.', prompt: 'It flies.', schema: Animal, signal };
	return modelOf(options).answer(question);
}

async function writeText(options: Options = {}) {
	const pieces: string[] = [];
	const onText = async (piece: string) => void pieces.push(piece);
	const signal = options.signal ?? new AbortController().signal;
	const isWhole = await modelOf(options).write({ instructions: 'Write.', prompt: 'Anything.', signal, onText });
	return { pieces, isWhole };
}

it('requests an object with a JSON schema and the API key, and returns it', async () => {
	server.reply({ object: bird });
	expect(await askAnimal()).toEqual(bird);
	const [request] = server.requests;
	expect(request).toMatchObject({
		path: '/v1/chat/completions',
		authorization: 'Bearer secret-key',
		model: 'small',
		messages: [
			{ role: 'system', content: 'Name one.' },
			{ role: 'user', content: 'It flies.' },
		],
		response_format: { type: 'json_schema', json_schema: { name: 'animal' } },
	});
	expect(request?.response_format?.json_schema?.schema).toMatchObject({ required: ['kind', 'legs'] });
});

it('puts the schema in the instructions if the provider has no structured output', async () => {
	server.reply({ object: bird });
	expect(await askAnimal({ structured: false })).toEqual(bird);
	expect(server.requests[0]?.text).toContain('"required":["kind","legs"]');
	expect(server.requests[0]?.response_format?.type).not.toBe('json_schema');
});

it('retries once if the answer doesn’t match the schema', async () => {
	server.reply({ text: 'I think it is a bird.' }, { object: bird });
	expect(await askAnimal()).toEqual(bird);
	server.reply({ object: { kind: 'tree', legs: 0 } }, { text: '{}' });
	await expect(askAnimal()).rejects.toThrow(/returned an answer in the wrong format/);
	expect(server.requests).toHaveLength(2);
});

it.each([
	['an error', { status: 400 } as const, /status 400/],
	['a truncated answer', 'cut' as const, /model small \(local\)/],
	['silence', 'silence' as const, /timed out after 0.3 s/],
])('reports %s without revealing the API key', async (_what, reply, words) => {
	server.reply(reply);
	const error: unknown = await askAnimal({ deadlineMs: 300 }).catch((item) => item);
	expect(error).toBeInstanceOf(ModelError);
	expect((error as Error).message).toMatch(words);
	expect((error as Error).message).not.toContain('secret-key');
});

it.each(['openai', 'ollama', 'vllm'] as const)('passes on streamed text from %s chunk by chunk', async (dialect) => {
	server.speak(dialect);
	server.reply({ pieces: ['One ', 'two ', 'three.'] });
	expect(await writeText()).toEqual({ pieces: ['One ', 'two ', 'three.'], isWhole: true });
	server.reply({ pieces: ['One ', 'two'], finish: 'length' });
	expect(await writeText()).toEqual({ pieces: ['One ', 'two'], isWhole: false });
	server.reply({ object: bird });
	expect(await askAnimal()).toEqual(bird);
	server.speak('openai');
});

it('removes a model’s thinking, and the code fence around its JSON', async () => {
	server.reply({ pieces: ['<think>Hm', 'm.</think>', 'Two.'] });
	expect((await writeText()).pieces.join('')).toBe('Two.');
	server.reply({ text: `<think>A bird.</think>\`\`\`json\n${JSON.stringify(bird)}\n\`\`\`` });
	expect(await askAnimal()).toEqual(bird);
	expect(server.requests).toHaveLength(1);
});

it('retries after a temporary error, when the provider says', async () => {
	const began = performance.now();
	server.reply({ status: 429, headers: { 'retry-after': '0' } }, { object: bird });
	expect(await askAnimal()).toEqual(bird);
	server.reply({ status: 503, headers: { 'retry-after': new Date().toUTCString() } }, { pieces: ['Here.'] });
	expect((await writeText()).pieces).toEqual(['Here.']);
	expect(performance.now() - began).toBeLessThan(900);
});

it.each([
	[{ status: 429, headers: { 'retry-after': '3600' } }, 1, 'rate-limited', 429],
	[{ status: 429, headers: { 'retry-after': '0' } }, 2, 'rate-limited', 429],
	[{ status: 401 }, 1, 'unauthorized', 401],
	[{ status: 403 }, 1, 'unauthorized', 403],
	[{ status: 400 }, 1, 'error', 400],
	[{ status: 500, headers: { 'retry-after': '0' } }, 2, 'error', 500],
	['tool', 2, 'invalid', null],
	[{ text: '' }, 2, 'invalid', null],
	[{ text: '{"kind":' }, 2, 'invalid', null],
	['silence', 1, 'timed-out', null],
] as const)('after %j (requests: %i) fails as %s', async (reply, times, kind, status) => {
	server.reply(reply);
	await expect(askAnimal({ deadlineMs: 500 })).rejects.toMatchObject({ kind, status });
	expect(server.requests).toHaveLength(times);
});

it('counts the tokens of an aborted answer', async () => {
	const counted: number[] = [];
	const meter = {
		timeLeft: () => 5_000,
		admit: async () => 100,
		count: async ({ tokens }: { tokens: number }) => void counted.push(tokens),
	};
	const model = createModels(modelSettings([server.provider]), textLog).choose(
		{ provider: undefined, model: undefined },
		meter,
	);
	const abort = new AbortController();
	server.reply({ pieces: ['Sixteen letters.', once(new EventEmitter(), 'never')] });
	const text = { instructions: 'x'.repeat(400), prompt: '', signal: abort.signal, onText: async () => abort.abort() };
	await expect(model?.write(text)).rejects.toThrow();
	expect(counted).toEqual([104]);
});

it('fails as unreachable if nothing is listening, or if the stream breaks off', async () => {
	server.reply('cut');
	const pieces: string[] = [];
	const onText = async (piece: string) => void pieces.push(piece);
	const signal = new AbortController().signal;
	const text = { instructions: 'Write.', prompt: 'Anything.', signal, onText };
	await expect(modelOf().write(text)).rejects.toMatchObject({ kind: 'unreachable', status: null });
	// Text that was already shown can't be requested again.
	expect([pieces, server.requests.length]).toEqual([['Half '], 1]);
	const nobody = { ...server.provider, baseUrl: 'http://127.0.0.1:9/v1' };
	const model = createModels(modelSettings([nobody], { deadlineMs: 900 }), textLog).choose({
		...{ provider: undefined, model: undefined },
	});
	await expect(model?.write(text)).rejects.toMatchObject({ kind: 'unreachable' });
});

it('closes the connection when aborted', async () => {
	server.reply('silence');
	const abort = new AbortController();
	const answer = askAnimal({ signal: abort.signal });
	await expect.poll(() => server.requests.length).toBe(1);
	abort.abort();
	await expect(answer).rejects.toThrow();
	await expect.poll(() => server.open()).toBe(0);
});

it('finds models by name, and names unknown ones in the error', () => {
	const other = { ...server.provider, name: 'other', models: ['huge'] };
	const models = createModels(modelSettings([server.provider, other]), textLog);
	const choose = (provider?: string, model?: string) => {
		const found = models.choose({ provider, model });
		return found === null ? 'none' : `${found.provider}/${found.name}`;
	};
	expect(choose()).toBe('local/small');
	expect(choose('local', 'large')).toBe('local/large');
	expect(choose('other')).toBe('other/huge');
	expect(choose(undefined, 'huge')).toBe('other/huge');
	expect(choose('builtin')).toBe('none');
	expect(() => choose('nobody')).toThrow(UnknownModelError);
	expect(() => choose('nobody')).toThrow(/"nobody".*local, other, builtin/);
	expect(() => choose('local', 'huge')).toThrow(/"huge".*small, large/);
	expect(() => choose(undefined, 'tiny')).toThrow(/"tiny"/);
	expect(createModels(modelSettings([]), textLog).choose({ provider: undefined, model: undefined })).toBeNull();
});
