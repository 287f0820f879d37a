import { expectClean } from '../support/axe.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

test('completes, explains, checks and fixes code, and lists result columns, using only the keyboard', async ({
	signedIn: page,
}) => {
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	const editor = new Editor(page);
	const suggestions = page.locator('.suggest-widget.visible');
	const results = page.getByRole('region', { name: 'Result columns' });
	const sources = page.getByRole('group', { name: 'from' });
	// before anything ran or was typed
	await expect(results).toContainText('6 columns');
	await expect(results).toContainText('avg_delay_min DOUBLE');

	// without a FROM, the sources are used
	await editor.replace('');
	await page.keyboard.type('select avg(del');
	await expect(suggestions.getByRole('option').first()).toContainText('delay');
	await expect(suggestions.getByRole('option').first()).toContainText('INTEGER');
	await expectClean(page, 'the editor with suggestions');
	await page.keyboard.press('Tab');
	await page.keyboard.press('End');
	await page.keyboard.type(' as late from aviation.fl');
	await expect(suggestions.getByRole('option').first()).toContainText('flights');
	await page.keyboard.press('Enter');
	await expect.poll(() => editor.text()).toBe('select avg(delay) as late from aviation.flights');
	await expect(results).toContainText(/1 column:\s*late DOUBLE/);
	await expect(sources).toContainText(/demo\/aviation\/airports\s*unused/);

	// an alias isn't completed to a keyword: Enter starts a new line
	await page.keyboard.type(' f');
	await page.keyboard.press('Enter');
	await page.keyboard.type('where f.ori');
	await expect(suggestions.getByRole('option').first()).toContainText('origin');
	await page.keyboard.press('Tab');
	await page.keyboard.type(" = 'DFW'");
	await expect.poll(() => editor.text()).toContain("flights f\nwhere f.origin = 'DFW'");

	// the meaning of a name, with statistics of its values
	await page.keyboard.press('Control+Home');
	for (let step = 0; step < 13; step += 1) await page.keyboard.press('ArrowRight');
	const hover = page.locator('.monaco-hover').filter({ hasText: 'demo/aviation/flights' });
	// it doesn't wait long for the statistics, and shows them the next time
	await expect(async () => {
		await page.keyboard.press('Control+k');
		await page.keyboard.press('Control+i');
		await expect(hover).toContainText('delay INTEGER');
		await expect(hover).toContainText('Delay in minutes');
		const values = await hover.getByText('-59 … 522').isVisible();
		await page.keyboard.press('Escape');
		expect(values).toBe(true);
	}).toPass();

	// marked in place with a suggestion, and fixed
	await editor.replace('select avgg(delay), f.orign from aviation.flights f');
	await expect(page.locator('.squiggly-error')).toHaveCount(1);
	await expect(page.getByRole('button', { name: /line 1, column 8/ })).toContainText('Did you mean avg?');
	await page.keyboard.press('Control+Home');
	for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowRight');
	await page.keyboard.press('Control+.');
	await expect(page.getByText('Change to avg', { exact: true }).last()).toBeVisible();
	await page.keyboard.press('Enter');
	await expect.poll(() => editor.text()).toContain('select avg(delay), f.orign');
	await expect(page.getByRole('button', { name: /line 1, column 22/ })).toContainText('"f" has no column "orign".');
	await page.keyboard.press('Home');
	for (let step = 0; step < 23; step += 1) await page.keyboard.press('ArrowRight');
	await page.keyboard.press('Control+.');
	await expect(page.getByText('Change to origin', { exact: true })).toBeVisible();
	await page.keyboard.press('Enter');
	await expect.poll(() => editor.text()).toContain('f.origin');

	// a dataset that isn't a source is suggested, and nothing is added automatically
	await editor.replace('select *, 1 as one from aviation.bird_strikes');
	const offer = page
		.getByRole('region', { name: 'Code' })
		.getByRole('button', { name: 'Add demo/aviation/bird_strikes to sources' });
	await expect(offer).toBeVisible();
	await expect(sources.getByRole('listitem')).toHaveCount(2);
	await expectClean(page, 'a problem with a quick fix');
	await page.keyboard.press('Control+Home');
	await page.keyboard.press('Control+.');
	await expect(page.getByText('Add demo/aviation/bird_strikes to sources').last()).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(sources.getByRole('listitem')).toHaveCount(3);
	await expect(offer).toHaveCount(0);
	await expect(results).toContainText('one INTEGER');
});

test('in a worksheet, formatting is one undo step, and a selection can be run on its own', async ({
	signedIn: page,
}) => {
	const editor = new Editor(page);
	const grid = new Grid(page);
	await page.getByRole('link', { name: 'Worksheets', exact: true }).click();
	const before = 'select 1 as one, 2 as two /* both */ union all select 3, 4';
	await editor.replace(before);
	await page.keyboard.press('Escape');
	await page.keyboard.press('Shift+Alt+F');
	await expect.poll(async () => (await editor.text()).split('\n').length).toBeGreaterThan(5);
	expect(await editor.text()).toContain('/* both */');
	await page.keyboard.press('Control+z');
	await expect.poll(() => editor.text()).toBe(before);

	await editor.replace('select 7 as seven\nunion all\nselect 8');
	await page.keyboard.press('Control+Shift+Enter');
	await expect(page.getByText('Select the code to preview.', { exact: false })).toBeVisible();
	await page.keyboard.press('Control+Home');
	await page.keyboard.press('Shift+End');
	await page.keyboard.press('Control+Shift+Enter');
	await grid.expectRows(1);
	await expect(page.getByText('Ran only the selection on line 1')).toBeVisible();
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('Control+Enter');
	await grid.expectRows(2);
	await expect(page.getByText(/^Ran only /)).toHaveCount(0);

	// the menu's snippet returns the focus to the editor
	await page.getByRole('button', { name: 'Editor actions', exact: true }).click();
	await page.getByRole('menuitem', { name: /^Find/ }).click();
	await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
	await page.keyboard.press('Escape');
	await page.keyboard.press('Control+/');
	await expect.poll(() => editor.text()).toContain('-- ');

	// found by words, and unknown names are reported
	await page.getByRole('button', { name: 'Add source' }).click();
	const field = page.getByRole('combobox', { name: 'Source to add' });
	await field.fill('avi fli');
	await expect(page.getByRole('option').first()).toHaveText('demo/aviation/flights');
	await field.fill('no_such_dataset');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Enter owner/namespace/dataset', { exact: false })).toBeVisible();
});
