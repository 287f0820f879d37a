import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RowsData } from '#contract/agents/artifacts.ts';
import { AskedAnswer } from '#contract/agents/ask.ts';
import { type Artifact, StreamEvent } from '#contract/agents/events.ts';
import { createApp } from '../app.ts';
import { toolsWith, writerOf } from '../testing/agent-tools.ts';
import { question, send, stream, word } from '../testing/agents.ts';
import { createTestService, type TestService } from '../testing/service.ts';
import { createAgents } from './agents.ts';

const flights = 'demo.aviation.flights';
const writer = writerOf({
	'How many flights are there?': `SELECT count(*) AS flights FROM ${flights}`,
	'List all flights': `SELECT * FROM ${flights}`,
	'Something broken': 'SELECT nothing FROM demo.aviation.flights',
	'Compare delay by origin for DFW and ATL': `SELECT origin, avg(delay)::DECIMAL(9, 2) AS average_delay FROM ${flights} WHERE origin IN ('DFW', 'ATL') GROUP BY origin`,
	'How many airports are there?': 'SELECT count(*) AS airports FROM demo.aviation.airports',
	'Something hostile': `SELECT '<img src=x onerror=alert(1)>' AS "a|b](javascript:1)", '[go](http://evil.example)\n| x | \`' AS "c"\n	UNION ALL SELECT '[step 1]: http://evil.example', '# big'`,
	'Big numbers': "SELECT 9007199254740993 AS big, 'x' AS label, {'score': 0.5} AS __metadata",
});

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
	const app = createApp(service.platform, createAgents(service.platform, toolsWith(writer)));
	service.app.fetch = app.fetch.bind(app);
});
afterAll(() => service.close());

const ask = async (agent: string, text: string, rest: object = {}, params: object = {}) => {
	const body = question(text, { namespace: 'aviation' }, rest);
	return stream(service, agent, { ...body, params: { ...body.params, ...params } });
};
const artifactsOf = (events: readonly StreamEvent[]): Map<string, Artifact> =>
	new Map(
		events.flatMap((event) => {
			const { artifactUpdate } = event as { artifactUpdate?: { artifact: Artifact } };
			return artifactUpdate ? [[artifactUpdate.artifact.artifactId, artifactUpdate.artifact]] : [];
		}),
	);
const lastMessage = (events: readonly StreamEvent[]): string | undefined =>
	(events.at(-1) as { statusUpdate: { status: { message?: { parts: { text: string }[] } } } }).statusUpdate.status
		.message?.parts[0]?.text;

describe('nl2ql', () => {
	it('sends WORKING, the query, its rows and COMPLETED for one task', async () => {
		const events = await ask('nl2ql', 'How many flights are there?');
		expect(events.map(word)).toEqual(['WORKING', 'generated-query', 'result-data', 'COMPLETED']);
		const ids = events.map((event) => {
			const { taskId, contextId } = Object.values(StreamEvent.parse(event))[0] as Record<string, string>;
			return `${taskId} ${contextId}`;
		});
		expect(new Set(ids).size).toBe(1);
		const artifacts = artifactsOf(events);
		expect(artifacts.get('generated-query')?.parts).toEqual([{ text: `SELECT count(*) AS flights FROM ${flights}` }]);
		expect(artifacts.get('result-data')?.parts).toEqual([{ data: { rows: [{ flights: 20000 }] } }]);
	});

	it('returns at most 1,000 rows and the total', async () => {
		const part = artifactsOf(await ask('nl2ql', 'List all flights')).get('result-data')?.parts[0];
		const data = RowsData.parse(part?.data);
		expect([data.rows.length, data.truncated, data.total]).toEqual([1000, true, 20000]);
	});

	it('keeps all digits and __metadata, and sends a table if the client accepts only text', async () => {
		const text = await (
			await service.request('POST', '/a2a/nl2ql', {
				as: 'demo',
				body: { ...question('Big numbers'), method: 'SendStreamingMessage' },
			})
		).text();
		expect(text).toContain('"rows":[{"big":9007199254740993,"label":"x","__metadata":{"score":0.5}}]');
		const events = await ask('nl2ql', 'Big numbers', {}, { configuration: { acceptedOutputModes: ['text'] } });
		expect(artifactsOf(events).get('result-data')?.parts).toEqual([
			{ text: '| big | label |\n| --- | --- |\n| 9007199254740993 | x |' },
		]);
	});

	it('completes a refused question with the reason and suggestions', async () => {
		const events = await ask('nl2ql', 'How blue is it?');
		expect(events.map(word)).toEqual(['WORKING', 'COMPLETED']);
		expect(lastMessage(events)).toMatch(/^What is "How blue is it\?"\?\n\n- How many flights/);
	});

	it('fails with a message if no query works', async () => {
		const events = await ask('nl2ql', 'Something broken');
		expect(events.map(word)).toEqual(['WORKING', 'FAILED']);
		expect(lastMessage(events)).toContain('I couldn’t write a working query');
	});

	it('returns one task with the same artifacts when not streaming', async () => {
		const { result } = await send(service, 'nl2ql', question('How many flights are there?'));
		expect(result?.task.status.state).toBe('TASK_STATE_COMPLETED');
		expect(result?.task.artifacts?.map((artifact) => artifact.artifactId)).toEqual(['generated-query', 'result-data']);
	});

	it('ignores a contextId', async () => {
		const { result } = await send(
			service,
			'nl2ql',
			question('How many flights are there?', undefined, { contextId: 'x' }),
		);
		expect(result?.task.contextId).not.toBe('x');
	});
});

describe('assistant', () => {
	it('sends the task, the plan, each step with its rows, and an answer that cites steps', async () => {
		const events = await ask('assistant', 'How many flights are there?');
		expect(events.map(word)).toEqual([
			'task SUBMITTED',
			'WORKING',
			'WORKING',
			'WORKING',
			'step-1',
			'WORKING',
			'step-2',
			'answer',
			'COMPLETED',
		]);
		expect(events[0]).toMatchObject({ task: { artifacts: [], history: [] } });
		expect(events[2]).toMatchObject({
			statusUpdate: {
				status: {
					message: {
						role: 'ROLE_AGENT',
						parts: [
							{ text: '1. Look at demo/aviation/flights\n2. Reading of: How many flights are there?' },
							{ data: { steps: [{ index: 1, instruction: 'Look at demo/aviation/flights' }, { index: 2 }] } },
						],
					},
				},
			},
		});
		const artifacts = artifactsOf(events);
		expect(artifacts.get('step-2')).toMatchObject({
			parts: [{ text: `SELECT count(*) AS flights FROM ${flights}` }, { data: { rows: [{ flights: 20000 }] } }],
			metadata: { index: 2, instruction: 'Reading of: How many flights are there?', reasoning: expect.any(String) },
		});
		const answer = artifacts.get('answer')?.parts[0]?.text;
		expect(answer).toContain('**20,000 flights** [step 2]');
		expect(answer).toContain('Based on 20,000 rows of flights (2001-01-01 to 2001-03-31) [step 1].');
	});

	it('compares values when asked to', async () => {
		const events = await ask('assistant', 'Compare delay by origin for DFW and ATL');
		const rows = RowsData.parse(artifactsOf(events).get('step-3')?.parts[1]?.data).rows;
		expect(rows).toHaveLength(2);
		expect(rows[1]).toMatchObject({ above_the_lowest: 0, times_the_lowest: 1 });
	});

	it('answers two questions in one message', async () => {
		const events = await ask('assistant', 'How many flights are there? How many airports are there?');
		const answer = artifactsOf(events).get('answer')?.parts[0]?.text;
		expect(answer).toContain('**20,000 flights** [step 2]');
		expect(answer).toContain('**3,376 airports** [step 3]');
	});

	it('finds data about a topic in descriptions, columns and values', async () => {
		const events = await ask('assistant', 'What data is there about gulls?');
		expect(events.map(word).filter((value) => /step|answer/.test(value))).toEqual(['step-1', 'step-2', 'answer']);
		const values = RowsData.parse(artifactsOf(events).get('step-2')?.parts[1]?.data).rows;
		expect(values[0]).toMatchObject({
			dataset: 'demo/aviation/bird_strikes',
			column: 'Wildlife Species',
			value: expect.stringMatching(/gull/i),
			__metadata: { score: expect.any(Number) },
		});
		const scores = values.map((item) => Object(item.__metadata).score);
		expect(scores).toEqual(scores.toSorted((a, b) => b - a));
		const birds = await ask('assistant', 'Which datasets are about birds?');
		const [found] = RowsData.parse(artifactsOf(birds).get('step-1')?.parts[1]?.data).rows;
		expect(found).toMatchObject({ dataset: 'demo/aviation/bird_strikes', rows: 10000 });
		expect(artifactsOf(birds).get('answer')?.parts[0]?.text).toMatch(/mentions? "birds"/);
	});

	it('escapes hostile names and cells', async () => {
		const asText = { configuration: { acceptedOutputModes: ['text'] } };
		const events = await ask('assistant', 'Something hostile', {}, asText);
		const answer = artifactsOf(events).get('answer')?.parts[0]?.text ?? '';
		expect(answer).toContain('\\<img src=x onerror=alert(1)\\>');
		expect(answer).toContain('\\[go\\](http://evil.example) \\| x \\| \\`');
		expect(answer).toContain('\\[step 1\\]: http://evil.example');
		expect(answer.split('\n').filter((part) => part.startsWith('|'))).toHaveLength(4);
	});

	it('says when nothing matches', async () => {
		const events = await ask('assistant', 'What data is there about zeppelins?');
		expect(artifactsOf(events).get('answer')?.parts[0]?.text).toMatch(/^Nothing here mentions "zeppelins"/);
	});

	it('lists and describes datasets', async () => {
		const all = RowsData.parse(
			artifactsOf(await ask('assistant', 'What data is there?')).get('step-1')?.parts[1]?.data,
		);
		expect(all.rows.map((row) => row.dataset)).toContain('demo/aviation/airports');
		const columns = RowsData.parse(
			artifactsOf(await ask('assistant', 'Describe flights')).get('step-2')?.parts[1]?.data,
		).rows;
		expect(columns).toHaveLength(6);
		expect(columns.find((column) => column.column === 'flight_id')).toMatchObject({ lowest: '1', highest: '20000' });
	});

	it('completes a refused question without a plan', async () => {
		const events = await ask('assistant', 'How blue is it?');
		expect(events.map(word)).toEqual(['task SUBMITTED', 'WORKING', 'COMPLETED']);
		expect(lastMessage(events)).toMatch(/How blue/);
	});

	it('a turn that can’t be stored only fails, with neither an answer nor COMPLETED', async () => {
		const { db } = service.platform.catalog;
		await db.execute(sql`alter table conversation_turns add constraint unread check (reading = '') not valid`);
		try {
			const refused = await ask('assistant', 'How blue is it?');
			expect(refused.map(word)).toEqual(['task SUBMITTED', 'WORKING', 'FAILED']);
			const answered = await ask('assistant', 'How many flights are there?');
			expect(answered.map(word).slice(-2)).toEqual(['step-2', 'FAILED']);
		} finally {
			await db.execute(sql`alter table conversation_turns drop constraint unread`);
		}
	});

	it('answers questions sent to /query/ask in one response', async () => {
		const body = { question: 'How many flights are there?', namespace: 'aviation' };
		const answer = AskedAnswer.parse(await service.json('POST', '/query/ask', { as: 'demo', body }));
		expect(answer.answer).toContain('**20,000 flights** [step 2]');
		expect(answer.steps[1]).toMatchObject({ index: 2, rows: [{ flights: 20000 }] });
		const refused = { ...body, question: 'How blue is it?', contextId: answer.contextId };
		expect(await service.json('POST', '/query/ask', { as: 'demo', body: refused })).toMatchObject({
			contextId: answer.contextId,
			answer: null,
			refusal: expect.stringContaining('How blue'),
		});
		expect((await service.request('POST', '/query/ask', { as: 'guest', body: refused })).status).toBe(400);
	});
});
