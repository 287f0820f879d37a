import { Agents } from '../support/agents.ts';
import { expectClean } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';

test('an ambiguous question is resolved by a click or by a reply', async ({ signedIn: page }) => {
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.choose('nl2ql');
	await panel.ask('flights by airport');
	await panel.state(1, 'Not answered');
	const choices = panel.answer(1).getByRole('group', { name: 'Ask instead' }).getByRole('button');
	await expect(choices).toHaveText([/origin/, /destination/]);
	await choices.nth(1).click();
	await panel.state(2, 'Complete');
	await expect(panel.answer(2).getByRole('columnheader', { name: /destination/ })).toBeVisible();

	await panel.ask('flights by airport');
	await panel.state(3, 'Not answered');
	await panel.ask('origin');
	await panel.state(4, 'Complete');
	await expect(panel.answer(4)).toContainText('flights by origin airport?');
	await expect(panel.answer(4).getByRole('columnheader', { name: /origin/ })).toBeVisible();
});

test('a follow-up works without choosing an agent', async ({ signedIn: page }) => {
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.ask('How many flights left from ORD?');
	await expect(panel.answer(1)).toContainText('1,095 flights');
	await panel.ask('and in February?');
	await expect(panel.answer(2)).toContainText('333 flights');
});

test('an answer shows its figure first, and the query on request', async ({ signedIn: page }) => {
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.choose('nl2ql');
	await panel.ask('How many flights are there?');
	await panel.state(1, 'Complete');
	await expect(panel.answer(1).getByText('20,000 flights', { exact: true })).toBeVisible();
	const query = panel.answer(1).getByRole('figure', { name: 'Generated query' });
	await expect(query).toBeHidden();
	await panel.evidence(1);
	await expect(query).toContainText('count(*)');
});

test('a question next to a dataset is about it, unless it names another one or the option is off', async ({
	signedIn: page,
}) => {
	await page.goto(new URL('/namespaces/demo/aviation/airports', page.url()).href);
	await page.getByRole('button', { name: 'Ask in side panel' }).click();
	const panel = new Agents(page);
	await expect(page.getByRole('checkbox', { name: 'Ask about airports' })).toBeChecked();
	await panel.ask('how many are there?');
	await panel.state(1, 'Complete');
	await expect(panel.answer(1)).toContainText('3,376 airports');
	await panel.ask('How many flights are there?');
	await panel.state(2, 'Complete');
	await expect(panel.answer(2)).toContainText('20,000 flights');
	await page.getByRole('checkbox', { name: 'Ask about airports' }).uncheck();
	await panel.ask('how many are there?');
	await panel.state(3, 'Complete');
	await expect(panel.answer(3)).toContainText('20,000 flights');
});

test('completes names of datasets and columns after an "@"', async ({ signedIn: page }) => {
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.choose('nl2ql');
	await panel.field.focus();
	await page.keyboard.type('average delay by @ori');
	const names = page.getByRole('listbox', { name: 'Datasets and columns' }).getByRole('option');
	await expect(names.first()).toContainText('origin');
	await expectClean(page, 'names to complete');
	await page.keyboard.press('Enter');
	await expect(panel.field).toHaveValue('average delay by origin ');
	await page.keyboard.press('Enter');
	await panel.state(1, 'Complete');
	await page.keyboard.type('@');
	await expect(names.first()).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(names).toHaveCount(0);
	await expect(panel.field).toHaveValue('@');
});
