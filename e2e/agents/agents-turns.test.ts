import { answer, ended } from '../support/agent-events.ts';
import { Agents, test as scriptedTest } from '../support/agents.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';
import type { ScriptedCall } from '../support/scripted-agents.ts';

function say(call: ScriptedCall, text: string, contextId: string, taskId?: string): void {
	for (const event of [answer(text), ended()]) {
		const [[name, update] = ['', {}]] = Object.entries(event) as [string, object][];
		call.send({ [name]: { ...update, contextId, ...(taskId === undefined ? {} : { taskId }) } });
	}
	call.end();
}

scriptedTest.describe('a conversation with several questions', () => {
	// The scripted service has no document at /openapi.json.
	scriptedTest.use({
		expectedErrors: /404/,
		agentCard: { capabilities: { streaming: true, extensions: [{ uri: 'urn:dataset-platform:caller-context:1' }] } },
	});

	scriptedTest(
		'is replayed with every question in order',
		async ({ scripted: { agents, console, panel }, page }, info) => {
			const questions = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
			for (const [index, question] of questions.entries()) {
				await panel.ask(question);
				say(await agents.asked(), `Answer to ${question}.`, 'context-1');
				await panel.state(index + 1, 'Complete');
			}
			await page.getByRole('button', { name: 'Actions for this conversation' }).click();
			const downloading = page.waitForEvent('download');
			await page.getByRole('menuitem', { name: 'Export recording' }).click();
			const file = info.outputPath('record.json');
			await (await downloading).saveAs(file);
			await page.goto(`${console.url}/replay`);
			await page.locator('input[type=file]').setInputFiles(file);
			await expect(page.getByRole('article')).toHaveCount(questions.length);
			for (const [index, question] of questions.entries()) {
				await expect(panel.answer(index + 1)).toContainText(`Answer to ${question}.`);
			}
		},
	);

	scriptedTest(
		'branches into its own context, built from the earlier turns',
		async ({ scripted: { agents, panel }, page }) => {
			await panel.ask('How many loans?');
			const first = await agents.asked();
			expect(first.request.params.message).not.toHaveProperty('contextId');
			say(first, 'Twelve.', 'context-1');
			await panel.state(1, 'Complete');
			await panel.ask('by month');
			const second = await agents.asked();
			expect(second.request.params.message.contextId).toBe('context-1');
			expect(second.request.params.message.parts).toHaveLength(1);
			say(second, 'One a month.', 'context-1');
			await panel.state(2, 'Complete');

			await panel.answer(2).getByRole('button', { name: 'Edit question' }).click();
			await panel.ask('by reader');
			const branch = await agents.asked();
			expect(branch.request.params.message).not.toHaveProperty('contextId');
			const [asked, ...context] = branch.request.params.message.parts;
			expect(asked).toEqual({ text: 'by reader' });
			expect(JSON.stringify(context)).toContain('Twelve.');
			expect(JSON.stringify(context)).not.toContain('One a month.');
			say(branch, 'Two a reader.', 'context-2');
			await expect(panel.answer(2)).toContainText('with 1 earlier question');

			await panel.ask('and in total?');
			const third = await agents.asked();
			expect(third.request.params.message.contextId).toBe('context-2');
			expect(third.request.params.message.parts).toHaveLength(1);
			say(third, 'Twenty-four.', 'context-2');
			await panel.state(3, 'Complete');
			await page.getByRole('button', { name: 'Previous version' }).click();
			await panel.ask('and by year?');
			expect((await agents.asked()).request.params.message.contextId).toBe('context-1');
		},
	);
});

const callerContext = { uri: 'urn:dataset-platform:caller-context:1' };

scriptedTest.describe('an agent that keeps conversations as trees', () => {
	scriptedTest.use({
		expectedErrors: /404/,
		agentCard: {
			capabilities: {
				streaming: true,
				extensions: [callerContext, { uri: 'urn:dataset-platform:conversation-trees:1' }],
			},
		},
	});

	scriptedTest('gets the task that each question continues', async ({ scripted: { agents, panel } }) => {
		await panel.ask('How many loans?');
		say(await agents.asked(), 'Twelve.', 'context-1', 'task-1');
		await panel.state(1, 'Complete');
		await panel.ask('by month');
		const second = await agents.asked();
		expect(second.request.params.message).toMatchObject({ contextId: 'context-1', referenceTaskIds: ['task-1'] });
		say(second, 'One a month.', 'context-1', 'task-2');
		await panel.state(2, 'Complete');
		await panel.answer(2).getByRole('button', { name: 'Edit question' }).click();
		await panel.ask('by reader');
		const branch = await agents.asked();
		expect(branch.request.params.message).toMatchObject({ contextId: 'context-1', referenceTaskIds: ['task-1'] });
		expect(branch.request.params.message.parts).toEqual([{ text: 'by reader' }]);
		say(branch, 'Two a reader.', 'context-1', 'task-3');
		await panel.state(2, 'Complete');
		await panel.ask('and in total?');
		expect((await agents.asked()).request.params.message).toMatchObject({ referenceTaskIds: ['task-3'] });
	});

	scriptedTest('gets the earlier questions again if it has forgotten them', async ({ scripted }) => {
		const { agents, panel } = scripted;
		await panel.ask('How many loans?');
		say(await agents.asked(), 'Twelve.', 'context-1', 'task-1');
		await panel.state(1, 'Complete');
		await panel.ask('by month');
		const refused = await agents.asked();
		const error = { code: -32_001, message: 'There is no such task.' };
		refused.refuse(200, { jsonrpc: '2.0', id: refused.request.id, error });
		const again = await agents.asked();
		expect(again.request.params.message).not.toHaveProperty('contextId');
		expect(again.request.params.message).not.toHaveProperty('referenceTaskIds');
		expect(JSON.stringify(again.request.params.message.parts)).toContain('How many loans?');
		say(again, 'One a month.', 'context-2', 'task-2');
		await panel.state(2, 'Complete');
		await expect(panel.answer(2)).toContainText('One a month.');
	});
});

test('two tabs on one conversation show the same questions and answers', async ({ signedIn: page, context }) => {
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.ask('How many flights left from ORD?');
	await panel.state(1, 'Complete');
	const otherPage = await context.newPage();
	await otherPage.goto(page.url());
	const other = new Agents(otherPage);
	await other.state(1, 'Complete');

	await panel.ask('by destination');
	await panel.state(2, 'Complete');
	await other.state(2, 'Complete');
	await expect(other.answer(2)).toContainText('destination');
	await other.ask('only the top 3');
	await other.state(3, 'Complete');
	await panel.state(3, 'Complete');
	await expect(page.getByRole('article')).toHaveCount(3);
	await expect(page.getByText(/3 questions/)).toBeVisible();
});

test('the answer to an edited question ignores the question it replaces', async ({ signedIn: page }) => {
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.choose('assistant');
	await panel.ask('How many flights left from ORD?');
	await panel.state(1, 'Complete');
	await panel.ask('by month');
	await panel.state(2, 'Complete');
	await panel.answer(2).getByRole('button', { name: 'Edit question' }).click();
	await panel.ask('by destination');
	// Before that, the second answer is still the one to be replaced.
	await expect(panel.answer(2)).toContainText('by destination');
	await panel.state(2, 'Complete');
	await panel.evidence(2);
	const grid = new Grid(page, 'Rows of step 2');
	await expect(grid.element.last()).toBeVisible();
	const query = panel.answer(2).getByRole('figure', { name: 'Query for step 2' });
	await expect(query).toContainText("'ORD'");
	await expect(query).toContainText('"destination"');
	await expect(query).not.toContainText('month');
});

for (const agent of ['nl2ql', 'assistant']) {
	test(`a question that ${agent} can’t answer is marked as not answered, also in a replay`, async ({
		signedIn: page,
		service,
	}, info) => {
		const panel = new Agents(page);
		await panel.open('aviation');
		await panel.choose(agent);
		await panel.ask('What is the airspeed of an unladen swallow?');
		await panel.state(1, 'Not answered');
		await expect(panel.answer(1).getByText('Complete', { exact: true })).toHaveCount(0);
		await page.getByRole('button', { name: 'Actions for this conversation' }).click();
		const downloading = page.waitForEvent('download');
		await page.getByRole('menuitem', { name: 'Export recording' }).click();
		const file = info.outputPath('record.json');
		await (await downloading).saveAs(file);
		await page.goto(`${service.url}/replay`);
		await page.locator('input[type=file]').setInputFiles(file);
		await panel.state(1, 'Not answered');
	});
}

test('every suggested question is answered', async ({ signedIn: page }) => {
	test.slow();
	const panel = new Agents(page);
	await panel.open('geography');
	const suggestions = page.getByRole('region', { name: /^(nl2ql|assistant)$/ }).getByRole('button');
	await expect(suggestions.nth(7)).toBeVisible();
	const count = await suggestions.count();
	for (let index = 0; index < count; index++) {
		await suggestions.nth(index).click();
		await panel.field.press('Enter');
		await panel.state(1, 'Complete');
		await page.getByRole('link', { name: 'New conversation' }).click();
		await expect(suggestions).toHaveCount(count);
	}
});
