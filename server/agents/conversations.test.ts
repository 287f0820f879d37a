import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { question, type RpcAnswer, send } from '../testing/agents.ts';
import { conversations } from '../testing/conversations/conversations.ts';
import { loadTables, openTables } from '../testing/conversations/tables.ts';
import type { Conversation } from '../testing/conversations/types.ts';
import { createTestService, type TestService } from '../testing/service.ts';

let service: TestService;
let expected: Awaited<ReturnType<typeof openTables>>;
beforeAll(async () => {
	service = await createTestService();
	await loadTables(async (method, path, body, type) => {
		const headers = { authorization: `Bearer ${await service.tokenFor('demo')}`, 'content-type': type };
		return service.app.fetch(new Request(`${service.settings.publicUrl}/api/v1${path}`, { method, headers, body }));
	});
	expected = await openTables();
});
afterAll(() => service.close());

interface Said {
	readonly id: string;
	readonly contextId: string;
	readonly refusal: string | null;
	readonly reading: string;
	readonly rows: readonly Readonly<Record<string, unknown>>[];
	readonly steps: readonly string[];
}

/** Asks as any A2A client would: the reply as typed, and the task it follows. */
async function say(namespace: string, text: string, after: Said | null): Promise<Said> {
	const rest = after === null ? {} : { contextId: after.contextId, referenceTaskIds: [after.id] };
	const answer: RpcAnswer = await send(service, 'assistant', question(text, { namespace: `demo/${namespace}` }, rest));
	if (answer.result === undefined) throw new Error(answer.error?.message);
	const { id, contextId, status, artifacts = [] } = answer.result.task;
	const steps = artifacts.filter(({ artifactId }) => artifactId.startsWith('step-'));
	const last = steps.at(-1);
	return {
		...{ id, contextId, refusal: status.message?.parts[0]?.text ?? null },
		reading: String(last?.metadata?.reading ?? ''),
		rows: (last?.parts[1]?.data as { rows: Record<string, unknown>[] } | undefined)?.rows ?? [],
		steps: steps.map(({ metadata }) => String(metadata?.instruction)),
	};
}

const near = (value: unknown, text: string): boolean =>
	String(value) === text || (text !== '' && Math.abs(Number(value) - Number(text)) <= 1e-6 * Math.abs(Number(text)));

async function expectRows({ namespace }: Conversation, sql: string | null, answer: Said): Promise<void> {
	if (sql === null) return expect(answer.rows).toEqual([]);
	expect(answer.refusal).toBeNull();
	if (sql === '') return expect(answer.steps.join()).toContain('Break the result down by');
	const wanted = await expected(namespace, sql);
	const given = answer.rows.map((row) => Object.values(row));
	const found = wanted.filter((cells) =>
		given.some((row) => cells.every((text) => row.some((value) => near(value, text)))),
	);
	expect({ answer, rows: given.length, found }).toEqual({ answer, rows: wanted.length, found: wanted });
}

describe.each(conversations)('a conversation that $name', (conversation) => {
	it.each(['click', 'reply'] as const)('answers each turn correctly, with clarifications by %s', async (way) => {
		let last: Said | null = null;
		for (const { say: text, rows, unclear } of conversation.turns) {
			last = await say(conversation.namespace, text, last);
			if (unclear !== undefined) {
				const choices = (last.refusal ?? '').split('\n').filter((line) => line.startsWith('- '));
				const choice = choices.find((line) => unclear.click.test(line));
				expect(choice, last.refusal ?? last.reading).toBeDefined();
				last = await say(conversation.namespace, way === 'click' ? (choice ?? '').slice(2) : unclear.reply, last);
			}
			await expectRows(conversation, rows, last);
		}
	});
});
