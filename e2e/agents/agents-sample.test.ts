import { readFile } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { roundedText } from '../../lib/text/rounded-text.ts';
import { Agents } from '../support/agents.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

const question = 'What is the average delay by origin airport?';

/** The engine's own result over the sample's flights. */
async function read(query: string): Promise<string[][]> {
	const db = await (await DuckDBInstance.create(':memory:')).connect();
	const flights = `read_parquet('dist/server/sample/aviation/flights.parquet')`;
	const rows = (await db.runAndReadAll(query.replace('flights', flights))).getRowsJson();
	return rows.map((row) => row.map(String));
}

test('both agents answer about delays and a narrower follow-up with correct queries, rows and charts', async ({
	signedIn: page,
}) => {
	test.slow();
	const panel = new Agents(page);
	await panel.open('aviation');
	const byOrigin = await read('select origin, avg(delay) from flights group by 1 order by 1');
	for (const [index, agent] of ['nl2ql', 'assistant'].entries()) {
		await panel.choose(agent);
		await panel.ask(question);
		const answer = panel.answer(index + 1);
		await panel.state(index + 1, 'Complete');
		await expect(answer.getByRole('img').first()).toBeVisible();
		await panel.evidence(index + 1);
		await expect(answer.getByRole('figure', { name: /query/i }).filter({ hasText: /avg\(/ })).toHaveCount(1);
		const grid = new Grid(page, agent === 'nl2ql' ? 'Rows from nl2ql' : 'Rows of step 2');
		await grid.expectRows(byOrigin.length);
		// An answer is rounded; the underlying rows are exact.
		const shown = agent === 'nl2ql' ? byOrigin.map((cells) => cells.map((digits) => roundedText(digits))) : byOrigin;
		for (const row of [1, 2, 3, 4]) await expect(grid.row(row)).toHaveText(shown[row - 1] ?? []);
		await panel.evidence(index + 1);
	}

	await panel.ask('only for DFW and by month');
	await panel.state(3, 'Complete');
	await panel.evidence(3);
	const queries = panel.answer(3).getByRole('figure', { name: /query/i });
	await expect(queries.filter({ hasText: 'DFW' }).filter({ hasText: '"month"' })).toHaveCount(1);
	const months = await read(
		"select strftime(departure, '%Y-%m'), avg(delay) from flights where origin = 'DFW' group by 1 order by 1",
	);
	const grid = new Grid(page, 'Rows of step 2');
	await expect(grid.element).toHaveCount(1);
	await grid.expectRows(months.length);
	for (const [row, cells] of months.entries()) await expect(grid.row(row + 1)).toHaveText(cells);
	await panel.answer(3).getByRole('link', { name: 'step 2', exact: true }).click();
	await expect(panel.answer(3).getByRole('listitem').filter({ hasText: 'Step 2' })).toBeFocused();
});

test('a query is edited in place and previewed as a new BuildSpec', async ({ signedIn: page }) => {
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.choose('nl2ql');
	await panel.ask(question);
	await panel.state(1, 'Complete');
	await panel.evidence(1);
	await panel
		.answer(1)
		.getByRole('button', { name: /^Edit query/ })
		.click();
	const query = panel.answer(1).getByRole('textbox', { name: /^Generated query, edited/ });
	await new Editor(page).ready();
	await expect(query).toBeFocused();
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText(
		`select origin, count(*) as n from demo.aviation.flights where origin = 'DFW' group by 1`,
	);
	await panel.answer(1).getByRole('button', { name: 'Preview as BuildSpec' }).click();
	await expect(page.getByRole('heading', { name: 'New BuildSpec', level: 1 })).toBeVisible();
	await new Grid(page).expectRows(1);
	const [[, count = ''] = []] = await read("select 1, count(*) from flights where origin = 'DFW'");
	await expect(new Grid(page).row(1).last()).toHaveText(Number(count).toLocaleString('en-US'));
	expect(await new Editor(page).text()).toContain("'DFW'");
});

test('an answer shows a chart and rows, and becomes a BuildSpec preview in three clicks', async ({
	signedIn: page,
}) => {
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.choose('nl2ql');
	await panel.ask('How many flights are there by origin?');
	await panel.state(1, 'Complete');
	await expect(panel.answer(1).getByRole('grid')).toBeVisible();

	await expect(panel.answer(1).getByRole('img').first()).toBeVisible();
	await panel.evidence(1);
	await panel
		.answer(1)
		.getByRole('button', { name: /^Open as BuildSpec: query from / })
		.click();
	await expect(page.getByRole('heading', { name: 'New BuildSpec', level: 1 })).toBeVisible();
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(new Grid(page).element).toBeVisible();
	expect(await new Editor(page).text()).toContain('flights');
});

test.describe('without a service', () => {
	// Code that loads while idle can't arrive anymore.
	test.use({ expectedErrors: /ERR_CONNECTION|ERR_CONTENT_LENGTH_MISMATCH/, savesData: false });

	test('replays an exported recording in another browser without a session', async ({
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
		await page.getByRole('button', { name: 'Actions for this conversation' }).click();
		const downloading = page.waitForEvent('download');
		await page.getByRole('menuitem', { name: 'Export recording' }).click();
		const file = info.outputPath('record.json');
		await (await downloading).saveAs(file);
		await page.getByRole('button', { name: 'Actions for this conversation' }).click();
		const markdown = page.waitForEvent('download');
		await page.getByRole('menuitem', { name: 'Export as Markdown' }).click();
		const text = await readFile(await (await markdown).path(), 'utf8');
		expect(text).toContain('## How many flights are there by origin?');
		expect(text).toContain('```sql');
		expect(await readFile(file, 'utf8')).not.toMatch(/eyJ[\w-]+\.eyJ/);

		const other = await (await another()).newPage();
		// Its code loads while idle.
		const parts = Promise.all(
			[/chart-view[^/]*\.js/, /read-columns-job[^/]*\.js/].map((part) => other.waitForResponse(part)),
		);
		await other.goto(`${service.url}/replay`);
		await expect(other.getByRole('heading', { name: 'Replay recording', level: 1 })).toBeVisible();
		const addresses = (await parts).map((part) => part.url());
		// Resolves when all imports have arrived too.
		await other.evaluate((all) => Promise.all(all.map((address) => import(address))).then(() => undefined), addresses);
		await page.goto('about:blank');
		await service.kill();
		await other.locator('input[type=file]').setInputFiles(file);
		const replayed = new Agents(other);
		await replayed.state(1, 'Complete');
		await expect(replayed.answer(1).getByRole('img').first()).toBeVisible();
		await replayed.evidence(1);
		await expect(replayed.answer(1).getByRole('figure', { name: /Query for step 1/ })).toContainText('flights');
		await expect(replayed.answer(1).getByRole('grid').first()).toBeVisible();
	});
});
