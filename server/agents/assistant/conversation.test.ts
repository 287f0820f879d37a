import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AskedAnswer, ask as operation } from '#contract/agents/ask.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const request = (question: string, contextId?: string, as = 'demo', token?: string) =>
	service.request('POST', operation.path, {
		...(token === undefined ? { as } : { token }),
		body: { question, namespace: 'demo/aviation', ...(contextId === undefined ? {} : { contextId }) },
	});
const ask = async (question: string, contextId?: string): Promise<AskedAnswer> =>
	operation.result.parse(await (await request(question, contextId)).json());
const lastRows = (answer: AskedAnswer) => answer.steps.at(-1)?.rows ?? [];

it('understands the follow-ups "and only …", "by month" and "why?"', async () => {
	const first = await ask('How many flights left from ORD?');
	expect(lastRows(first)).toEqual([{ flights: 1095 }]);
	const february = await ask('and only in February?', first.contextId);
	expect(february.steps.at(-1)?.query).toContain("'ORD'");
	const [count] = lastRows(february);
	const months = await ask('by month', first.contextId);
	expect(lastRows(months)).toContainEqual({ month: '2001-02', ...count });
	const why = await ask('why?', first.contextId);
	expect(why.steps.map((step) => step.instruction)).toContain('Break the result down by destination');
	expect(why.answer).toMatch(/^The data doesn’t say why/);
	const again = await ask('why?', first.contextId);
	expect(again.steps.map((step) => step.query)).toEqual(why.steps.map((step) => step.query));
});

it('continues after a question with characters that can’t be stored', async () => {
	const first = await ask('How many flights left from ORD?\u0000 \ud800');
	expect(first.failure).toBeNull();
	expect((await request('What data is there?', first.contextId)).status).toBe(200);
});

it('refuses "why?" if nothing was asked before', async () => {
	expect((await ask('why?')).refusal).toMatch(/^I can’t tell what to explain/);
});

it('doesn’t reveal a conversation to other users or to tokens without access to its data', async () => {
	const { contextId } = await ask('How many flights left from ORD?');
	expect((await request('by month', contextId, 'guest')).status).toBe(400);
	const narrow = await service.tokenFor('demo', [
		{ username: 'demo', namespace: 'aviation', dataset: 'airports', access: 'read' },
	]);
	const answer = operation.result.parse(await (await request('why?', contextId, 'demo', narrow)).json());
	expect(answer.refusal).toMatch(/^I can’t tell what to explain/);
});

it('keeps a limited number of conversations', async () => {
	const small = await createTestService({ conversations: { keepMs: 3_600_000, most: 2 } });
	const begin = async (contextId?: string) =>
		small.request('POST', operation.path, {
			as: 'demo',
			body: { question: 'What data is there?', namespace: 'aviation', ...(contextId ? { contextId } : {}) },
		});
	const ids: string[] = [];
	for (let n = 0; n < 3; n++) {
		small.wait(1_000);
		ids.push(((await (await begin()).json()) as AskedAnswer).contextId);
	}
	const statuses = [];
	for (const id of ids) statuses.push((await begin(id)).status);
	expect(statuses).toEqual([400, 200, 200]);
	await small.close();
});
