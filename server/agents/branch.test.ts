import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerContextUri, earlierTurnsMember } from '#contract/agents/artifacts.ts';
import { question, type RpcAnswer, send } from '../testing/agents.ts';
import { createTestService, type TestService } from '../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const earlierTurnsPart = (...questions: string[]) => ({
	data: { items: questions.map((title) => ({ title, text: 'It was answered.' })) },
	metadata: { extension: callerContextUri, [earlierTurnsMember]: true },
});
/** Asks with standard A2A members only. */
const goOn = async (text: string, rest: object, as = 'demo') => {
	const answer = await send(service, 'assistant', question(text, { namespace: 'demo/aviation' }, rest), as);
	return { ...answer.result?.task, error: answer.error, queries: queriesOf(answer) };
};
const ask = (text: string, earlier: readonly string[], contextId?: string): Promise<RpcAnswer> =>
	send(
		service,
		'assistant',
		question(text, undefined, {
			parts: [{ text }, ...(earlier.length === 0 ? [] : [earlierTurnsPart(...earlier)])],
			...(contextId === undefined ? {} : { contextId }),
		}),
	);
const queriesOf = ({ result }: RpcAnswer): string =>
	(result?.task.artifacts ?? []).map(({ parts: [part] }) => part?.text ?? '').join('\n');

it('continues from the referenced task and ignores other branches', async () => {
	const first = await goOn('How many flights left from ORD?', {});
	const after = ({ id = '', contextId }: { id?: string; contextId?: string }) => ({
		contextId,
		referenceTaskIds: [id],
	});
	const months = await goOn('by month', after(first));
	const destinations = await goOn('by destination', after(first));
	expect(destinations.contextId).toBe(first.contextId);
	expect(destinations.queries).toContain("'ORD'");
	expect(destinations.queries).not.toContain('month');
	const february = await goOn('and only in February?', after(months));
	expect(february.queries).toContain('February 2001');
	expect(february.queries).toContain('month');
	expect(february.queries).not.toContain('destination');
	const newest = await goOn('and only for DFW?', { contextId: first.contextId });
	expect(newest.queries).toContain('February 2001');
	expect(newest.queries).toContain("'DFW'");
	const withoutContext = await goOn('by month', { referenceTaskIds: [destinations.id] });
	expect(withoutContext.contextId).toBe(first.contextId);
	expect(withoutContext.queries).not.toContain('February 2001');
});

it('continues the conversation of the last referenced task', async () => {
	const first = await goOn('How many flights left from ORD?', {});
	const other = await goOn('How many flights left from DFW?', {});
	const again = await goOn('by month', { referenceTaskIds: [other.id, first.id] });
	expect(again.contextId).toBe(first.contextId);
	expect(again.queries).toContain("'ORD'");
});

it('rejects references to tasks outside the caller’s conversations', async () => {
	const first = await goOn('How many flights left from ORD?', {});
	const unknown = { contextId: first.contextId, referenceTaskIds: ['5b0c9d0e-3c52-4d5c-9a53-0f6a7d6f1c01'] };
	expect((await goOn('by month', unknown)).error?.code).toBe(-32_001);
	expect((await goOn('by month', { referenceTaskIds: [first.id] }, 'guest')).error?.code).toBe(-32_001);
	expect((await goOn('by month', { referenceTaskIds: first.id })).error?.code).toBe(-32_602);
	const lastKnown = { referenceTaskIds: [...unknown.referenceTaskIds, first.id] };
	expect((await goOn('by month', lastKnown)).queries).toContain("'ORD'");
});

it('continues from earlier questions sent by the caller, and remembers them', async () => {
	const branch = await ask('by destination', ['How many flights left from ORD?']);
	expect(queriesOf(branch)).toContain("'ORD'");
	expect(queriesOf(branch)).toContain('"destination"');
	expect(queriesOf(branch)).not.toContain('was not used');
	const { contextId } = branch.result?.task ?? {};
	const next = await ask('and only in February?', [], contextId);
	expect(queriesOf(next)).toContain("'ORD'");

	const refused = await ask('What is the airspeed of a swallow?', ['How many flights left from ORD?']);
	expect(queriesOf(refused)).toBe('');
	const after = await ask('by month', [], refused.result?.task.contextId);
	expect(queriesOf(after)).toContain("'ORD'");
});

it('reads earlier questions in order and skips those it can’t understand', async () => {
	const answer = await ask('by month', ['How many flights left from ORD?', 'How blue is it?', 'and only for DFW?']);
	expect(queriesOf(answer)).toContain("'DFW'");
	expect(queriesOf(answer)).toContain('month');
});

it('asks what a follow-up refers to after an unanswered question', async () => {
	const first = await goOn('How many flights left from ORD?', {});
	const after = ({ id = '' }: { id?: string }) => ({ contextId: first.contextId, referenceTaskIds: [id] });
	const refused = await goOn('exclude blorps in January', after(first));
	expect(refused.queries).toBe('');
	const asked = await goOn('just February', after(refused));
	expect(asked.queries).toBe('');
	const answered = await goOn('From the last answer: just February', after(asked));
	expect(answered.queries).toContain("'ORD'");
	expect(answered.queries).toContain('month(');
	const unanswered = await goOn('How many blorps are there?', {});
	const standalone = await goOn('and the average delay?', {
		contextId: unanswered.contextId,
		referenceTaskIds: [unanswered.id ?? ''],
	});
	expect(standalone.queries).toBe('');
});
