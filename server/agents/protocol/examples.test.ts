import { afterAll, beforeAll, expect, it } from 'vitest';
import { AgentCard, exampleNamespacesUri } from '#contract/agents/card.ts';
import { post, question, send } from '../../testing/agents.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

async function examplesOf(agent: string, as: string): Promise<[text: string, namespace: unknown][]> {
	const answer = await post(service, agent, { ...question(''), method: 'GetExtendedAgentCard' }, { as });
	const card = AgentCard.parse(((await answer.json()) as { result: unknown }).result);
	const extension = card.capabilities.extensions?.find(({ uri }) => uri === exampleNamespacesUri);
	const namespaces = extension?.params?.namespaces as unknown[];
	const examples = card.skills[0]?.examples ?? [];
	expect(namespaces).toHaveLength(examples.length);
	return examples.map((text, index) => [text, namespaces[index]]);
}

it.each([
	['nl2ql', 'demo', 'result-data'],
	['assistant', 'demo', 'answer'],
	['nl2ql', 'guest', 'result-data'],
	['assistant', 'guest', 'answer'],
])('%s answers every question that it suggests to %s', async (agent, as, artifact) => {
	const examples = await examplesOf(agent, as);
	expect(examples.length).toBeGreaterThan(as === 'demo' ? 5 : 1);
	for (const [text, namespace] of examples) {
		const { result } = await send(service, agent, question(text, { namespace }), as);
		const { status, artifacts = [] } = result?.task ?? {};
		const ids = artifacts.map(({ artifactId }) => artifactId);
		expect({ text, namespace, ids, statusMessage: status?.message }).toMatchObject({
			ids: expect.arrayContaining([artifact]),
		});
		// A search without results is an answer too.
		const [, dataset] = /^Describe (.+)$/.exec(text) ?? [];
		if (dataset !== undefined) expect(JSON.stringify(artifacts)).toContain(dataset.replaceAll(' ', '_'));
		expect(JSON.stringify(artifacts)).not.toContain('"rows":[]');
		expect(status).toMatchObject({ state: 'TASK_STATE_COMPLETED' });
		expect(status?.message).toBeUndefined();
	}
});
