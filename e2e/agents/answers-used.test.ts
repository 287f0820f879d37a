import type { Page } from '@playwright/test';
import { Agents } from '../support/agents.ts';
import { expect, signIn, test } from '../support/journey.ts';

const asked = async (page: Page, namespace: string, question: string): Promise<Agents> => {
	const panel = new Agents(page);
	await panel.open(namespace);
	await panel.choose('nl2ql');
	await panel.ask(question);
	await panel.state(1, 'Complete');
	return panel;
};

test('an answer is a sentence, a chart and rows, and its words are linked with what they became', async ({
	signedIn: page,
}) => {
	const panel = await asked(page, 'aviation', 'Top 5 origins by number of flights');
	const answer = panel.answer(1);
	await expect(answer.getByText('DFW has the most flights: 1,103, then ORD with 1,095.')).toBeVisible();
	await expect(answer.getByRole('img').first()).toBeVisible();
	await expect(answer.getByRole('grid')).toBeVisible();
	const word = answer.getByRole('button', { name: 'origins: column origin of flights' });
	await expect(word).toBeHidden();
	await panel.evidence(1);
	const part = answer.getByRole('button', { name: '"origin": from “origins”' });
	await word.hover();
	await expect(part).toHaveAttribute('data-active');
	await part.focus();
	await expect(word).toHaveAttribute('data-active');
	await word.focus();
	await expect(part).toHaveAttribute('data-active');
});

test('a rounded figure has all of its digits, in the sentence and in the rows', async ({ signedIn: page }) => {
	const panel = await asked(page, 'aviation', 'What is the average delay?');
	const figure = panel.answer(1).getByText(/^\d+\.\d+$/);
	await figure.focus();
	await expect(page.getByRole('tooltip')).toHaveText(/^Exactly \d+\.\d{3,}$/);
	await panel.ask('average delay by origin');
	await panel.state(2, 'Complete');
	await expect(panel.answer(2).getByRole('gridcell', { name: '8.35' })).toHaveAttribute('title', /^8\.34\d+$/);
});

test('what a question left open is a menu that asks again', async ({ signedIn: page }) => {
	const panel = await asked(page, 'geography', 'Which are the 3 largest US states?');
	const assumption = panel.answer(1).getByRole('button', { name: '“largest” by population, change' });
	await assumption.click();
	await page.getByRole('menuitem', { name: 'engineers' }).click();
	await panel.state(2, 'Complete');
	await expect(panel.answer(2)).toContainText('by engineers?');
	await expect(panel.answer(2)).toContainText('has the highest engineers');
});

test('an answer goes on as a worksheet and as a BuildSpec, and is copied with its query', async ({
	signedIn: page,
	context,
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	const panel = await asked(page, 'aviation', 'Top 5 origins by number of flights');
	const address = page.url();
	const use = panel.answer(1).getByRole('group', { name: 'Use this answer' });
	await use.getByRole('button', { name: 'Copy as Markdown' }).click();
	await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('| DFW | 1103 |');
	const text = await page.evaluate(() => navigator.clipboard.readText());
	expect(text).toContain('**DFW has the most flights: 1,103, then ORD with 1,095.**');
	expect(text).toMatch(/```sql\nSELECT/i);
	await use.getByRole('button', { name: 'Open as worksheet' }).click();
	await expect(page).toHaveURL(/\/worksheets\?name=/);
	await expect(page.getByRole('code').or(page.locator('.view-lines')).first()).toContainText('flights');
	await page.goto(address);
	await panel
		.answer(1)
		.getByRole('group', { name: 'Use this answer' })
		.getByRole('button', { name: 'Open as BuildSpec' })
		.click();
	await expect(page).toHaveURL(/\/build-specs\/new/);
});

test('what an owner describes is understood, and an unknown word leads to where it can be described', async ({
	page,
	ownService,
}) => {
	await signIn(page, await ownService());
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.choose('nl2ql');
	await panel.ask('lateness index by origin');
	await panel.state(1, 'Not answered');
	await panel.answer(1).getByRole('link', { name: 'flights' }).click();
	await page.getByRole('button', { name: 'Edit descriptions' }).click();
	const description = page.getByRole('textbox', { name: 'Description of the dataset' });
	await description.fill('Domestic flights. Lateness index: average of delay, also called tardiness.');
	await page.getByRole('button', { name: 'Save one description' }).click();
	await expect(page.getByRole('button', { name: 'Edit descriptions' })).toBeVisible();
	await panel.open('aviation');
	await panel.choose('nl2ql');
	await panel.ask('Tardiness by month');
	await panel.state(1, 'Complete');
	await expect(panel.answer(1)).toContainText('Average delay: from');
	await expect(panel.answer(1)).toContainText('“tardiness” is average delay, as described in demo/aviation/flights.');
});

test('selected rows are sent along, and are shown before', async ({ signedIn: page }) => {
	await page.goto(new URL('/namespaces/demo/aviation/flights', page.url()).href);
	await page.getByRole('button', { name: 'Ask beside this page' }).click();
	const panel = new Agents(page);
	await panel.choose('nl2ql');
	const grid = page.getByRole('grid', { name: 'Rows of flights' });
	await grid.getByRole('gridcell').first().click();
	await page.keyboard.press('Shift+ArrowDown');
	await page.keyboard.press('Shift+ArrowDown');
	await page.getByRole('checkbox', { name: 'Send the 3 selected rows of demo/aviation/flights along' }).check();
	await page.getByText('3 rows sent with each question').click();
	await expect(page.getByRole('grid', { name: 'Rows to send' })).toHaveAttribute('aria-rowcount', '4');
	await page.getByRole('button', { name: 'Ask assistant instead' }).click();
	await expect(page.getByRole('note', { name: 'Sent along' })).toHaveText('Sent along: rows of demo/aviation/flights.');
	await panel.ask('How many of these rows are there?');
	await panel.state(1, 'Complete');
	await expect(panel.answer(1)).toContainText(/\b3 /);
});
