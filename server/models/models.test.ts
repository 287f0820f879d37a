import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { textLog } from '../logging/log.ts';
import { type ModelServer, openModelServer } from '../testing/model-server.ts';
import { ModelError } from './model.ts';
import { createModels, UnknownModelError } from './models.ts';

let server: ModelServer;
beforeAll(async () => {
	server = await openModelServer();
});
afterAll(() => server.close());

const Animal = z.object({ kind: z.enum(['bird', 'fish']), legs: z.number() });
const bird = { kind: 'bird', legs: 2 };

function askAnimal(options: { deadlineMs?: number; structured?: boolean; signal?: AbortSignal } = {}) {
	const { deadlineMs = 5_000, structured = true, signal = new AbortController().signal } = options;
	const model = createModels({ providers: [{ ...server.provider, structured }], deadlineMs }, textLog).choose({
		provider: undefined,
		model: undefined,
	});
	if (model === null) throw new Error('There is a provider.');
	return model.answer({ name: 'animal', instructions: 'Name one.', prompt: 'It flies.', schema: Animal, signal });
}

it('asks for one object in a form, with the key, and gives it back checked', async () => {
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

it('writes the form into the instructions where the provider takes none', async () => {
	server.reply({ object: bird });
	expect(await askAnimal({ structured: false })).toEqual(bird);
	expect(server.requests[0]?.text).toContain('"required":["kind","legs"]');
	expect(server.requests[0]?.response_format?.type).not.toBe('json_schema');
});

it('asks once more where the answer is beside the point', async () => {
	server.reply({ text: 'I think it is a bird.' }, { object: bird });
	expect(await askAnimal()).toEqual(bird);
	server.reply({ object: { kind: 'tree', legs: 0 } }, { text: '{}' });
	await expect(askAnimal()).rejects.toThrow(/did not answer in the form/);
	expect(server.requests).toHaveLength(2);
});

it.each([
	['an error', { status: 400 } as const, /status 400/],
	['a cut answer', 'cut' as const, /model small of local/],
	['silence', 'silence' as const, /did not answer within 0.3 seconds/],
])('says in words what came of %s, and nothing of the key', async (_what, reply, words) => {
	server.reply(reply);
	const error: unknown = await askAnimal({ deadlineMs: 300 }).catch((item) => item);
	expect(error).toBeInstanceOf(ModelError);
	expect((error as Error).message).toMatch(words);
	expect((error as Error).message).not.toContain('secret-key');
});

it('ends with the signal, and the connection with it', async () => {
	server.reply('silence');
	const abort = new AbortController();
	const answer = askAnimal({ signal: abort.signal });
	await expect.poll(() => server.requests.length).toBe(1);
	abort.abort();
	await expect(answer).rejects.toThrow();
	await expect.poll(() => server.open()).toBe(0);
});

it('finds models by name, and refuses by name what there is not', () => {
	const other = { ...server.provider, name: 'other', models: ['huge'] };
	const models = createModels({ providers: [server.provider, other], deadlineMs: 1 }, textLog);
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
	expect(
		createModels({ providers: [], deadlineMs: 1 }, textLog).choose({ provider: undefined, model: undefined }),
	).toBeNull();
});
