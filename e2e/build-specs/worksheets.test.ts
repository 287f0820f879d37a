import { readFile } from 'node:fs/promises';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

test('worksheets have tabs, names and a history, and can become BuildSpecs', async ({ page, ownService }) => {
	await page.goto((await ownService()).signInAddress());
	const editor = new Editor(page);
	const grid = new Grid(page);
	const tabs = page.getByRole('navigation', { name: 'Open worksheets' });
	await page.getByRole('link', { name: 'Worksheets', exact: true }).click();
	await expect(tabs.getByRole('link', { name: 'Worksheet', exact: true })).toBeVisible();
	await expect(page.getByLabel('Destination')).toHaveCount(0);

	// runs the statement at the cursor, adds what it reads as sources, and lists each run in the history
	await editor.replace('select 42 as answer;\n\nselect count(*) as n from demo.aviation.flights;\n');
	await page.keyboard.press('Control+Enter');
	await expect(page.getByText('Ran only the selection on line 3')).toBeVisible();
	await grid.expectRows(1);
	await expect(grid.row(1).filter({ hasText: /20,000/ })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Remove source demo/aviation/flights' })).toBeVisible();
	await page.keyboard.press('Control+Home');
	await page.keyboard.press('Control+Enter');
	await expect(grid.row(1).filter({ hasText: /^42$/ })).toBeVisible();
	await page.getByRole('tab', { name: 'History' }).click();
	const history = page.getByRole('list', { name: 'Worksheet history' }).getByRole('listitem');
	await expect(history).toHaveCount(2);
	await expect(history.nth(0)).toContainText('select 42 as answer');
	await history.nth(0).getByRole('button', { name: /^Pin/ }).click();
	await history
		.nth(1)
		.getByRole('button', { name: /^Show rows/ })
		.click();
	await expect(grid.row(1).filter({ hasText: /20,000/ })).toBeVisible();
	await expect(history.nth(1).getByRole('link', { name: /^Compare/ })).toBeVisible();
	// an earlier statement is added to the text, unless it's already there
	const both = await editor.text();
	const again = history.nth(0).getByRole('button', { name: /^Add to code/ });
	await again.click();
	expect(await editor.text()).toBe(both);
	await editor.replace('select 1 as one');
	await again.click();
	await expect.poll(() => editor.text()).toBe('select 1 as one;\n\nselect 42 as answer');

	// a parameter has a field, and an error after it is marked at the right position
	await editor.replace('select :day + 1 as next, nothing as wrong');
	await page.getByLabel('Type of day').selectOption({ label: 'Date' });
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(page.getByRole('alert').filter({ hasText: 'Enter a value for :day.' })).toBeVisible();
	await page.getByLabel('Value of day').fill('2024-02-28');
	await expect(page.getByRole('button', { name: /^line 1, column 26/ })).toBeVisible();
	await editor.replace('select :day + 1 as next');
	await page.keyboard.press('Control+Enter');
	await expect(grid.row(1).filter({ hasText: '2024-02-29' })).toBeVisible();
	await expect(page.getByTitle('The code or its sources have changed since this preview')).toHaveCount(0);
	await expect(history.nth(0)).toContainText('day = 2024-02-28');
	await editor.replace('select 42 as answer');

	// several worksheets, in a folder, found by their contents
	await page.getByRole('button', { name: 'Actions for this worksheet' }).click();
	await page.getByRole('menuitem', { name: 'Rename…' }).click();
	await page.getByRole('dialog').getByLabel('Name').fill('deep/The answer');
	await page.keyboard.press('Enter');
	await expect(tabs.getByRole('link', { name: 'The answer' })).toBeVisible();
	await expect(history).toHaveCount(3);
	await page.getByRole('button', { name: 'New worksheet' }).click();
	await expect(tabs.getByRole('link', { name: 'Worksheet', exact: true })).toBeVisible();
	await editor.replace('select 7 as other');
	await page.getByRole('button', { name: 'Close Worksheet', exact: true }).click();
	await expect.poll(() => editor.text()).toBe('select 42 as answer');
	await page.getByRole('link', { name: 'All worksheets' }).click();
	await page.getByRole('textbox', { name: 'Filter by name or code' }).fill('other');
	await expect(page.getByRole('link', { name: 'Worksheet', exact: true })).toBeVisible();
	await expect(page.getByRole('link', { name: 'deep/The answer' })).toHaveCount(0);

	// exported as files, and changed ones are imported next to the existing ones
	const downloaded = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export all' }).click();
	const zip = await (await downloaded).path();
	const files = [
		{ name: 'worksheets.zip', mimeType: 'application/zip', buffer: await readFile(zip) },
		{ name: 'bad.sql', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0xfe]) },
	];
	await page.getByRole('link', { name: 'Worksheet', exact: true }).click();
	await editor.replace('select 8 as other');
	await page.getByRole('link', { name: 'All worksheets' }).click();
	await page.locator('input[type=file]').setInputFiles(files);
	await expect(page.getByText('Imported 1 worksheet. 1 worksheet is unchanged.')).toBeVisible();
	await expect(page.getByText('bad.sql: The file isn’t UTF-8 text.')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Worksheet 2', exact: true })).toBeVisible();
	await page.getByRole('link', { name: 'Worksheet 2', exact: true }).click();
	await expect.poll(() => editor.text()).toBe('select 7 as other');
	await page.getByRole('link', { name: 'Runs', exact: true }).click();
	await expect(page.getByRole('link', { name: 'select 42 as answer' })).toBeVisible();
	await page.goBack();
	await tabs.getByRole('link', { name: 'The answer', exact: true }).click();

	await page.getByRole('button', { name: 'Save as BuildSpec…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Save as BuildSpec' });
	await expect(dialog.getByLabel('Destination')).toBeFocused();
	await dialog.getByLabel('Destination').fill('aviation/the_answer');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'demo/aviation/the_answer' })).toBeVisible();
	await expect.poll(() => editor.text()).toContain('select 42 as answer');
	await page.getByRole('button', { name: /^Preview/ }).click();
	await grid.expectRows(1);

	// the runs of this BuildSpec, one of them repeated
	await page.getByRole('button', { name: 'Actions for this BuildSpec' }).click();
	await page.getByRole('menuitem', { name: 'Runs' }).click();
	await expect(page.getByRole('heading', { level: 1, name: /Runs for demo\/aviation\/the_answer/ })).toBeVisible();
	const runs = page.getByRole('link', { name: 'demo/aviation/the_answer' });
	const first = await runs.first().getAttribute('href');
	await runs.first().click();
	await page.getByRole('button', { name: 'Run again' }).click();
	await expect(page).not.toHaveURL(new RegExp(`${first}$`));
	await grid.expectRows(1);
});

test('doesn’t save empty code, and says why', async ({ signedIn: page }) => {
	await page.getByRole('link', { name: /quakes_daily/ }).click();
	await new Editor(page).replace(' ');
	await page.keyboard.press('Control+S');
	await expect(page.getByText('Enter the code to run.')).toBeVisible();
	await expect(page.getByText('v1', { exact: true })).toBeVisible();
});
