import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

test('a scratch query is kept, named, and becomes a BuildSpec', async ({ page, ownService }) => {
	await page.goto((await ownService()).signInAddress());
	const editor = new Editor(page);
	const grid = new Grid(page);
	await page.getByRole('link', { name: 'Scratch query' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Scratch query' })).toBeVisible();
	await expect(page.getByLabel('Destination')).toHaveCount(0);
	await editor.replace('select 42 as answer');
	await page.getByRole('button', { name: /^Preview/ }).click();
	await grid.expectRows(1);
	await expect(grid.row(1).filter({ hasText: /^42$/ })).toBeVisible();
	await expect(page.getByText('demo/', { exact: false })).toHaveCount(0);

	// several, each under its name
	await page.getByRole('button', { name: 'More', exact: true }).click();
	await page.getByRole('menuitem', { name: 'Rename…' }).click();
	await page.getByRole('dialog').getByLabel('Name').fill('The answer');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'The answer' })).toBeVisible();
	await page.getByRole('button', { name: 'More', exact: true }).click();
	await page.getByRole('menuitem', { name: 'New scratch query' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Scratch query' })).toBeVisible();
	await editor.replace('select 7 as other');
	await page.getByRole('link', { name: 'Runs' }).click();
	await expect(page.getByRole('link', { name: 'select 42 as answer' })).toBeVisible();
	await page.getByRole('link', { name: 'Scratch query' }).click();
	await expect.poll(() => editor.text()).toContain('select 7 as other');
	await page.getByRole('button', { name: 'More', exact: true }).click();
	await page.getByRole('menuitem', { name: 'The answer' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'The answer' })).toBeVisible();
	await expect.poll(() => editor.text()).toContain('select 42 as answer');

	await page.getByRole('button', { name: 'Make a BuildSpec' }).click();
	const dialog = page.getByRole('dialog', { name: 'Make a BuildSpec' });
	await expect(dialog.getByLabel('Destination')).toBeFocused();
	await dialog.getByLabel('Destination').fill('aviation/the_answer');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'demo/aviation/the_answer' })).toBeVisible();
	await expect.poll(() => editor.text()).toContain('select 42 as answer');
	await page.getByRole('button', { name: /^Preview/ }).click();
	await grid.expectRows(1);

	// the runs of this BuildSpec, and one of them once more
	await page.getByRole('button', { name: 'More', exact: true }).click();
	await page.getByRole('menuitem', { name: 'Runs' }).click();
	await expect(page.getByRole('heading', { level: 1, name: /Runs of demo\/aviation\/the_answer/ })).toBeVisible();
	const runs = page.getByRole('link', { name: 'demo/aviation/the_answer' });
	const first = await runs.first().getAttribute('href');
	await runs.first().click();
	await page.getByRole('button', { name: 'Run again' }).click();
	await expect(page).not.toHaveURL(new RegExp(`${first}$`));
	await grid.expectRows(1);
});

test('code that is empty is not saved, and says so', async ({ signedIn: page }) => {
	await page.getByRole('link', { name: /quakes_daily/ }).click();
	await new Editor(page).replace(' ');
	await page.keyboard.press('Control+S');
	await expect(page.getByText('There is no code. Write what this BuildSpec is to run, then save it.')).toBeVisible();
	await expect(page.getByText('v1', { exact: true })).toBeVisible();
});
