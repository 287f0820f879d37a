import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerContextUri, earlierTurnsMember } from '#contract/agents/artifacts.ts';
import { question, type RpcAnswer, send } from '../testing/agents.ts';
import { createTestService, type TestService } from '../testing/service.ts';

/** The product as it is, without a language model. */
let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const earlierTurnsPart = (...questions: string[]) => ({
	data: { items: questions.map((title) => ({ title, text: 'It was answered.' })) },
	metadata: { extension: callerContextUri, [earlierTurnsMember]: true },
});
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

it('goes on from earlier questions that the caller sends, and remembers them', async () => {
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

it('reads earlier questions one after the other, and passes over those that it cannot read', async () => {
	const answer = await ask('by month', ['How many flights left from ORD?', 'How blue is it?', 'and only for DFW?']);
	expect(queriesOf(answer)).toContain("'DFW'");
	expect(queriesOf(answer)).toContain('month');
});
