import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerContextUri } from '#contract/agents/artifacts.ts';
import { JsonText } from '#lib/exact-json/exact-json.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { question, type RpcAnswer } from '../../testing/agents.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

interface Item {
	readonly title: string;
	readonly text?: string;
	readonly rows?: readonly Record<string, unknown>[];
}
interface Options {
	readonly contextId?: string;
	readonly as?: string;
	readonly namespace?: string;
}

/** Asks with attached items; numbers may be JsonText to keep all digits. */
async function ask(text: string, items: readonly Item[], { contextId, as = 'demo', namespace }: Options = {}) {
	const context = { data: { items }, metadata: { extension: callerContextUri } };
	const body = question(text, namespace === undefined ? undefined : { namespace }, {
		parts: [{ text }, ...(items.length === 0 ? [] : [context])],
		...(contextId === undefined ? {} : { contextId }),
	});
	const headers = { authorization: `Bearer ${await service.tokenFor(as)}`, 'content-type': 'application/json' };
	const address = `${service.settings.publicUrl}/api/v1/a2a/assistant`;
	const request = new Request(address, { method: 'POST', headers, body: stringifyJson(body) });
	const sent = await (await service.app.fetch(request)).text();
	const { result, error } = JSON.parse(sent) as RpcAnswer;
	const artifacts = result?.task.artifacts ?? [];
	const steps = artifacts.filter(({ artifactId }) => artifactId.startsWith('step-'));
	return {
		error,
		/** Unparsed, for numbers with many digits. */
		json: sent,
		state: result?.task.status.state,
		contextId: result?.task.contextId ?? '',
		refusal: result?.task.status.message?.parts[0]?.text ?? '',
		answer: artifacts.find(({ artifactId }) => artifactId === 'answer')?.parts[0]?.text ?? '',
		queries: steps.map(({ parts: [query] }) => query?.text ?? ''),
		lastRows: Object(steps.at(-1)?.parts[1]?.data).rows as Record<string, unknown>[] | undefined,
	};
}

const staff: Item = {
	title: 'Staff',
	rows: [
		{ name: 'Ada', team: 'North', age: 41, joined: '2020-01-15', active: true },
		{ name: 'Ben', team: 'South', age: 29, joined: '2021-03-01', active: false },
		{ name: 'Cleo', team: 'North', age: 35, joined: '2022-07-30', active: true },
	],
};
const only = (row: Record<string, unknown> | undefined) => Object.values(row ?? {})[0];

describe('attached rows', () => {
	it.each([
		['How many rows are there?', 3],
		['How many of the attached rows are there?', 3],
		['What is the highest age?', 41],
		['What is the average age in this table?', 35],
		['How many names of team North are in these rows?', 2],
		['How many staff joined after 2021?', 1],
	])('answer "%s"', async (text, figure) => {
		const { lastRows, answer, queries } = await ask(text, [staff]);
		expect(lastRows?.map(only)).toEqual([figure]);
		expect(answer).toContain('from the rows sent with the question');
		expect(queries.join('\n')).toContain('"attached Staff"');
	});

	it('are used in follow-ups only if they’re sent again', async () => {
		const first = await ask('How many staff are there?', [staff]);
		expect(first.lastRows?.map(only)).toEqual([3]);
		const second = await ask('and only of team North?', [staff], first);
		expect(second.lastRows?.map(only)).toEqual([2]);
		const third = await ask('by team', [], first);
		expect(third.refusal).toMatch(/from rows sent with it.*Send them again/);
		expect(third.queries).toEqual([]);
		const why = await ask('why?', [], first);
		expect(why.refusal).toMatch(/Send them again/);
		const other = await ask('How many flights are there?', [], first);
		expect(other.lastRows?.map(only)).toEqual([20_000]);
	});

	it('can be described', async () => {
		const { lastRows, answer } = await ask('Describe these rows', [staff]);
		expect(lastRows?.map((row) => [row.column, row.type])).toEqual([
			['name', 'VARCHAR'],
			['team', 'VARCHAR'],
			['age', 'BIGINT'],
			['joined', 'DATE'],
			['active', 'BOOLEAN'],
		]);
		expect(answer).toContain('from the rows sent with the question');
	});

	it('mention the total if only some were sent', async () => {
		const text = 'The page shows Staff; these are the first 3 of 1,200 rows.';
		const { answer } = await ask('What is the highest age?', [{ ...staff, text }]);
		expect(answer).toContain('Only 3 of the 1,200 rows in attached Staff were sent');
		expect(answer).not.toContain('language model');
		expect((await ask('What is the highest age?', [staff])).answer).not.toContain('Only 3');
	});

	it('keep all digits of numbers', async () => {
		const amounts = ['9007199254740993', '9007199254740992', '-5'];
		const prices = ['12345678901234567890.123456789', '0.000000001', '7'];
		const rows = amounts.map((amount, index) => ({
			balance: new JsonText(amount),
			price: new JsonText(prices[index] ?? '0'),
		}));
		const items = [{ title: 'Ledger', rows }];
		expect((await ask('What is the highest balance?', items)).json).toContain('9007199254740993');
		expect((await ask('What is the highest price?', items)).json).toContain('12345678901234567890.123456789');
	});

	it('can contain quotes, nested values and names that look like SQL', async () => {
		const hostile = '"; DROP TABLE x; --';
		const rows = [
			{ note: `it's "so"`, [hostile]: 5, tags: ['a', { b: 1 }], 'a.b': 1, A: 1, a: 2, '': 3, __metadata: { score: 1 } },
			{ note: "'); SELECT 1 --", [hostile]: 7, tags: [], 'a.b': 2, A: 1, a: 2, '': 3 },
		];
		const { lastRows } = await ask('Describe these rows', [{ title: `x"; DROP 'y`, rows }]);
		expect(lastRows?.map((row) => row.column)).toEqual(['note', hostile, 'tags', 'a.b', 'A', 'a 2', 'column 7']);
		expect((await ask('What is the highest drop table x?', [{ title: 'x', rows }])).lastRows?.map(only)).toEqual([7]);
		expect((await ask('How many rows have the note "it\'s so"?', [{ title: 'x', rows }])).state).toBe(
			'TASK_STATE_COMPLETED',
		);
	});

	it('can’t read files through their names or values', async () => {
		const rows = [{ path: '/etc/passwd', "read_text('/etc/passwd')": 1 }];
		const { json } = await ask('Describe these rows', [{ title: "read_csv('/etc/passwd')", rows }]);
		expect(json).not.toContain('root:');
	});

	it('can belong to several tables', async () => {
		const pets: Item = {
			title: 'Pets',
			rows: [
				{ animal: 'cat', weight: 4 },
				{ animal: 'dog', weight: 20 },
			],
		};
		expect((await ask('What is the highest weight?', [staff, pets])).lastRows?.map(only)).toEqual([20]);
		expect((await ask('What is the lowest age?', [staff, pets])).lastRows?.map(only)).toEqual([29]);
		expect((await ask('How many rows are in the attached rows?', [staff, pets])).refusal).toMatch(
			/attached Pets.*Which one do you mean|attached Staff.*Which one do you mean/,
		);
		const twice = await ask('How many attached Staff 2 are there?', [staff, { ...pets, title: 'Staff' }]);
		expect(twice.lastRows?.map(only)).toEqual([2]);
	});
});

describe('the namespace next to attached rows', () => {
	const flights: Item = {
		title: 'demo/aviation/flights',
		rows: [
			{ origin: 'ORD', delay: 900_000 },
			{ origin: 'DFW', delay: 5 },
		],
	};

	it('answers questions that name its datasets, and says that the rows weren’t used', async () => {
		const { lastRows, answer } = await ask('How many flights left from ORD?', [flights]);
		expect(lastRows).toEqual([{ flights: 1095 }]);
		expect(answer).toContain('The rows sent with the question weren’t used');
		expect(answer).not.toContain('from the rows sent with the question');
	});

	it('is ignored for questions that fit the rows or name them', async () => {
		expect((await ask('What is the highest delay?', [flights])).lastRows?.map(only)).toEqual([900_000]);
		expect((await ask('How many attached flights are there?', [flights])).lastRows?.map(only)).toEqual([2]);
		expect((await ask('How many flights are in these rows?', [flights])).lastRows?.map(only)).toEqual([2]);
	});

	it('continues from its own answers', async () => {
		const first = await ask('How many flights left from ORD?', [flights]);
		const second = await ask('and only in February?', [flights], first);
		expect(second.queries.join('\n')).toContain('"demo"."aviation"."flights"');
	});

	it('answers questions that the rows can’t answer', async () => {
		const { queries } = await ask('What is the average delay by origin?', [staff]);
		expect(queries.join('\n')).toContain('"demo"."aviation"."flights"');
	});
});

describe('attachments that can’t be used', () => {
	it.each([
		['no rows', [], 'has no rows'],
		['no columns', [{}, {}], 'has no columns'],
		[
			'too many columns',
			[Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`c${index}`, 1]))],
			'300 columns',
		],
	])('are reported for a table with %s', async (_what, rows, words) => {
		const asked = await ask('How many of these rows are there?', [{ title: 'Staff', rows }]);
		expect(asked.refusal).toContain(words);
		const { answer } = await ask('How many flights are there?', [{ title: 'Staff', rows }]);
		expect(answer).toContain('20,000');
		expect(answer).toContain(words);
	});

	it('are reported once for several text items', async () => {
		const { answer } = await ask('How many flights are there?', [
			{ title: 'Before', text: 'Only DFW matters.' },
			{ title: 'Note', text: 'Nothing else.' },
		]);
		expect(answer.match(/language model/g)).toHaveLength(1);
	});

	it('are rejected if they’re too large', async () => {
		const rows = Array.from({ length: 700 }, () => ({ text: 'x'.repeat(100) }));
		expect((await ask('How many rows?', [{ title: 'Big', rows }])).error?.code).toBe(-32602);
	});
});

describe('attached rows stay with their request', () => {
	it('aren’t available to other users or to the next question', async () => {
		await ask('What is the highest age?', [staff]);
		for (const as of ['demo', 'guest']) {
			const other = await ask('What is the highest age?', [], { as, namespace: 'demo/aviation' });
			expect([other.lastRows, other.answer]).toEqual([undefined, '']);
			const named = await ask('How many attached Staff are there?', [], { as, namespace: 'demo/aviation' });
			expect(named.lastRows).toBeUndefined();
		}
	});

	it('aren’t mixed up if two users send the same title at the same time', async () => {
		const others = { title: 'Staff', rows: [{ name: 'Zoe', age: 99 }] };
		const [mine, theirs] = await Promise.all([
			ask('What is the highest age?', [staff]),
			ask('What is the highest age?', [others], { as: 'guest', namespace: 'demo/aviation' }),
		]);
		expect(mine.lastRows?.map(only)).toEqual([41]);
		expect(theirs.lastRows?.map(only)).toEqual([99]);
	});

	it('leave no files or objects behind', async () => {
		const filesOf = async (folder: string) =>
			(await readdir(join(service.settings.dataDir, folder), { recursive: true })).sort();
		await ask('What is the highest delay?', []);
		const [objects, runs] = [await filesOf('objects'), await filesOf('runs')];
		await ask('What is the highest age?', [{ title: 'Once', rows: [{ age: 1234 }] }]);
		expect(await filesOf('objects')).toEqual(objects);
		expect((await filesOf('runs')).filter((file) => !runs.includes(file))).toEqual([]);
	});
});
