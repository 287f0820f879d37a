import { expect, test } from 'vitest';
import { CallerContext, maxCallerContextBytes } from '#contract/agents/artifacts.ts';
import { begin, type Ending, type Turn } from '../conversation.ts';
import { contextParts } from './context-items.ts';
import { contextItemOf, continuationOf } from './continuation.ts';

const completed: Ending = { kind: 'said', state: 'TASK_STATE_COMPLETED' };
const turn = (id: string, after: string | null, changes: Partial<Turn> = {}): Turn => ({
	...begin({
		...{ id, conversation: 'c', question: `Question ${id}`, agent: 'assistant', url: '', namespace: 'n' },
		...{ model: null, provider: null, after, beside: null, at: Number(id), context: [] },
	}),
	...{ contextId: 'x', taskId: `task ${id}`, state: 'TASK_STATE_COMPLETED', ending: completed, endedAt: 1 },
	...changes,
});
const assistant = { name: 'assistant', url: '' };
const first = turn('1', null);
const second = turn('2', '1');

test('continues a conversation in its context', () => {
	expect(continuationOf([], null, assistant)).toEqual({ forgotten: [] });
	expect(continuationOf([first, second], second, assistant)).toEqual({ contextId: 'x', forgotten: [] });
});

test('gives an agent that keeps trees the turn a question follows, in that turn’s context', () => {
	const treeAgent = { ...assistant, keepsTrees: true };
	const after = (taskId: string) => ({ contextId: 'x', referenceTaskIds: [taskId], forgotten: [] });
	expect(continuationOf([first, second], second, treeAgent)).toEqual(after('task 2'));
	expect(continuationOf([first, second], first, treeAgent)).toEqual(after('task 1'));
	expect(continuationOf([first], first, treeAgent, false)).toEqual(after('task 1'));
	expect(continuationOf([first], first, { ...treeAgent, name: 'guide' })).toEqual({ forgotten: [first] });
	const cut = turn('2', '1', { contextId: null, taskId: null, ending: { kind: 'cut', message: '' } });
	expect(continuationOf([first, cut], cut, treeAgent)).toEqual({ forgotten: [first, cut] });
});

test('gives another version of a question a new context with the earlier turns', () => {
	expect(continuationOf([first, second], first, assistant)).toEqual({ forgotten: [first] });
	const third = turn('3', '2');
	expect(continuationOf([first, second, third], second, assistant)).toEqual({ forgotten: [first, second] });
	const branch = turn('4', '1', { contextId: 'y' });
	expect(continuationOf([first, second, branch], branch, assistant).contextId).toBe('y');
	expect(continuationOf([first, second, branch], second, assistant).contextId).toBe('x');
});

test('reuses the context after a refused question, but not after an interrupted one', () => {
	const refused = turn('2', '1', {
		contextId: null,
		ending: { kind: 'refused', message: '', code: 'UNAUTHORIZED', requestId: null },
	});
	expect(continuationOf([first, refused], first, assistant).contextId).toBe('x');
	const cut = turn('2', '1', { contextId: null, ending: { kind: 'cut', message: '' } });
	expect(continuationOf([first, cut], first, assistant)).toEqual({ forgotten: [first] });
});

test('gives another agent or a parallel question its own context', () => {
	expect(continuationOf([first], first, { name: 'guide', url: '' })).toEqual({ forgotten: [first] });
	expect(continuationOf([first], first, assistant, false)).toEqual({ forgotten: [first] });
});

test('sends the task ID with a reply to a task that awaits input', () => {
	const waiting = turn('1', null, { state: 'TASK_STATE_INPUT_REQUIRED' });
	expect(continuationOf([waiting], waiting, assistant)).toEqual({ contextId: 'x', taskId: 'task 1', forgotten: [] });
	expect(continuationOf([waiting, second], waiting, assistant)).toEqual({ forgotten: [waiting] });
});

test('resends an undelivered reply to the task that awaits input', () => {
	const waiting = turn('1', null, { state: 'TASK_STATE_INPUT_REQUIRED' });
	const lost = (id: string, after: string) =>
		turn(id, after, {
			...{ contextId: null, taskId: null, state: null },
			ending: { kind: 'refused', message: '', code: 'UNREACHABLE', requestId: null },
		});
	const [once, twice] = [lost('2', '1'), lost('3', '2')];
	const expected = { contextId: 'x', taskId: 'task 1', forgotten: [] };
	expect(continuationOf([waiting, once], once, assistant)).toEqual(expected);
	expect(continuationOf([waiting, once, twice], twice, assistant)).toEqual(expected);
	const asksForSignIn = turn('1', null, { state: 'TASK_STATE_AUTH_REQUIRED' });
	expect(continuationOf([asksForSignIn], asksForSignIn, assistant)).toEqual(expected);
	expect(continuationOf([lost('1', '0')], lost('1', '0'), assistant)).toEqual({ forgotten: [lost('1', '0')] });
});

test('sends the latest turns that fit the extension’s size limit', () => {
	const earlier = Array.from({ length: 40 }, (_, index) =>
		contextItemOf(
			turn(String(index), null, {
				entries: [
					{ kind: 'message', at: 1, parts: [{ text: 'x'.repeat(4_000) }] },
					{
						...{ kind: 'artifact', at: 1, endedAt: 1, isOpen: false },
						artifact: { artifactId: 'result-data', parts: [{ data: { rows: [{ n: 1 }, { n: 2 }] } }] },
					},
				],
			}),
		),
	);
	const page = { title: 'Rows', rows: [{ n: 1 }] };
	const parts = contextParts([page], earlier) as { data: unknown; metadata: Record<string, unknown> }[];
	expect(parts.map(({ metadata }) => metadata.earlierTurns)).toEqual([true, undefined]);
	const [items = [], rest] = parts.map(({ data }) => CallerContext.parse(data).items);
	expect(items.at(-1)?.title).toBe('Question 39');
	expect(rest).toEqual([page]);
	const bytes = parts.reduce((sum, { data }) => sum + new TextEncoder().encode(JSON.stringify(data)).length, 0);
	expect(bytes).toBeLessThanOrEqual(maxCallerContextBytes);
	expect(contextParts([])).toEqual([]);
});
