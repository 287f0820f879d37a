import { readFile } from 'node:fs/promises';
import { Agents } from './support/agents.ts';
import { Editor } from './support/editor.ts';
import { Grid } from './support/grid.ts';
import { expect, test } from './support/journey.ts';

const question = 'What is the average delay by origin?';

for (const agent of ['nl2ql', 'assistant']) {
	test(`${agent} is asked about delays: its query, its rows and their chart are there`, async ({ signedIn: page }) => {
		const panel = new Agents(page);
		await panel.open('aviation');
		await panel.choose(agent);
		await panel.ask(question);
		await panel.state(1, 'Complete');
		const queries = panel.answer(1).getByRole('figure', { name: /query/i });
		await expect(queries.filter({ hasText: /avg\(/ })).toHaveCount(1);
		await expect(panel.answer(1).getByRole('grid').last()).toBeVisible();
		await panel.answer(1).getByText('Chart', { exact: true }).last().click();
		await expect(panel.answer(1).getByRole('img').first()).toBeVisible();
	});
}

test('the assistant is asked more narrowly in the same conversation', async ({ signedIn: page }) => {
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.choose('assistant');
	await panel.ask(question);
	await panel.state(1, 'Complete');
	await panel.ask('only for origin DFW and by month');
	await panel.state(2, 'Complete');
	const queries = panel.answer(2).getByRole('figure', { name: /query/i });
	await expect(queries.filter({ hasText: 'DFW' }).filter({ hasText: '"month"' })).toHaveCount(1);
	await expect(panel.answer(2).getByRole('grid').last()).toBeVisible();
});

test('from the rows of an answer to a chart to a preview of a BuildSpec in three clicks', async ({
	signedIn: page,
}) => {
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.choose('nl2ql');
	await panel.ask('How many flights are there by origin?');
	await panel.state(1, 'Complete');
	await expect(panel.answer(1).getByRole('grid')).toBeVisible();

	await panel.answer(1).getByText('Chart', { exact: true }).click();
	await expect(panel.answer(1).getByRole('img').first()).toBeVisible();
	await panel
		.answer(1)
		.getByRole('button', { name: /Open the query as a BuildSpec/ })
		.click();
	await expect(page.getByRole('heading', { name: 'New BuildSpec', level: 1 })).toBeVisible();
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(new Grid(page).element).toBeVisible();
	expect(await new Editor(page).text()).toContain('flights');
});

test.describe('without a service', () => {
	// What would come while nothing else is done does not come any more.
	test.use({ expectedErrors: /ERR_CONNECTION/ });

	test('a conversation that is exported as a record is replayed in another browser, without a service and a session', async ({
		page,
		another,
		ownService,
	}, info) => {
		const service = await ownService();
		await page.goto(service.signInAddress());
		const panel = new Agents(page);
		await panel.open('aviation');
		await panel.choose('assistant');
		await panel.ask('How many flights are there by origin?');
		await panel.state(1, 'Complete');
		await page.getByRole('button', { name: 'More for this conversation' }).click();
		const downloading = page.waitForEvent('download');
		await page.getByRole('menuitem', { name: 'Export as a record' }).click();
		const file = info.outputPath('record.json');
		await (await downloading).saveAs(file);
		await page.getByRole('button', { name: 'More for this conversation' }).click();
		const markdown = page.waitForEvent('download');
		await page.getByRole('menuitem', { name: 'Export as Markdown' }).click();
		const text = await readFile(await (await markdown).path(), 'utf8');
		expect(text).toContain('## How many flights are there by origin?');
		expect(text).toContain('```sql');
		expect(await readFile(file, 'utf8')).not.toMatch(/eyJ[\w-]+\.eyJ/);

		const other = await (await another()).newPage();
		// Its parts come while nothing else is done.
		const parts = other.waitForResponse(/chart-view[^/]*\.js/);
		await other.goto(`${service.url}/replay`);
		await expect(other.getByRole('heading', { name: 'Replay a conversation', level: 1 })).toBeVisible();
		await parts;
		await other.waitForLoadState('networkidle');
		await page.goto('about:blank');
		await service.kill();
		await other.locator('input[type=file]').setInputFiles(file);
		const replayed = new Agents(other);
		await replayed.state(1, 'Complete');
		await expect(replayed.answer(1).getByRole('figure', { name: /Query of step 1/ })).toContainText('flights');
		await expect(replayed.answer(1).getByRole('grid').first()).toBeVisible();
		await replayed.answer(1).getByText('Chart', { exact: true }).first().click();
		await expect(replayed.answer(1).getByRole('img').first()).toBeVisible();
		await other.getByRole('button', { name: 'Play' }).click();
		await replayed.state(1, 'Complete');
	});
});
