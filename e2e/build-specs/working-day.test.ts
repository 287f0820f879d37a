import type { Page } from '@playwright/test';
import type { BuildSpec } from '../../contract/build-spec.ts';
import { apiOf } from '../support/api.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, signIn, test } from '../support/journey.ts';

// A dataset that was never built is requested before a build.
test.use({ expectedErrors: /404 \(Not Found\)/ });

const busy = `select a.iata, a.name, count(*) as flights
from aviation.flights f join aviation.airports a on a.iata = f.origin group by all
order by flights desc`;

async function command(page: Page, name: string): Promise<void> {
	await page.keyboard.press('Control+P');
	await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
	await page.keyboard.type(name);
	// The last option also contains the typed text: it searches everywhere.
	await expect(page.getByRole('option', { selected: true, name: new RegExp(`^${name}`) })).toBeVisible();
	await page.keyboard.press('Enter');
}

test('edits, previews, filters, compares, saves and builds using only the keyboard', async ({ page, ownService }) => {
	test.setTimeout(180_000);
	const keys = page.keyboard;
	const editor = new Editor(page);
	const grid = new Grid(page);
	await signIn(page, await ownService());

	// opens: the filter, then the row, then the page's title has the focus
	const filter = page.getByRole('textbox', { name: 'Filter by name or code' });
	await expect(filter).toBeVisible();
	await keys.press('/');
	await expect(filter).toBeFocused();
	await keys.type('airport_delays');
	await expect(page.getByRole('row', { name: /airport_delays/ })).toHaveCount(1);
	await keys.press('Enter');
	await expect(page.getByRole('link', { name: /airport_delays/ })).toBeFocused();
	await keys.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'demo/aviation/airport_delays' })).toBeFocused();

	// preview what is saved, then edit: F6 moves between panes
	await editor.ready();
	await keys.press('Control+Enter');
	await grid.expectRows(220);
	await keys.press('F6');
	await expect(editor.box).toBeFocused();
	await keys.press('Control+A');
	await keys.insertText(busy);
	await expect(page.getByText('draft', { exact: true }).first()).toBeVisible();

	// run a selection: the focus stays in the code
	await keys.press('Control+Home');
	for (let line = 0; line < 2; line += 1) await keys.press('Shift+ArrowDown');
	await keys.press('Control+Shift+Enter');
	await expect(page.getByText(/^Ran only lines 1 to/)).toBeVisible();
	await expect(editor.box).toBeFocused();
	await keys.press('Control+Enter');
	await expect(page.getByText(/^Ran only lines 1 to/)).toHaveCount(0);
	await expect(page.getByText('Succeeded', { exact: true })).toBeVisible();
	await expect(grid.head('name')).toBeVisible();
	await expect(editor.box).toBeFocused();

	// filter the rows: the focus goes to the value, and then into the rows
	await command(page, 'Add filter');
	await expect(page.getByLabel('Value', { exact: true })).toBeFocused();
	await keys.press('Shift+Tab');
	await keys.press('Shift+Tab');
	await expect(page.getByLabel('Column', { exact: true })).toBeFocused();
	await keys.press('End');
	await expect(page.getByLabel('Column', { exact: true })).toHaveValue('flights');
	await keys.press('Tab');
	for (let step = 0; step < 5; step += 1) await keys.press('ArrowDown');
	await expect(page.getByLabel('Condition')).toHaveValue('>=');
	await keys.press('Tab');
	await keys.type('500');
	await keys.press('Enter');
	await expect(page.getByRole('list', { name: 'Filters' })).toContainText('500');

	// compare with the previous preview
	await command(page, 'Compare with previous preview');
	await expect(page.getByRole('combobox', { name: 'Compare' })).toHaveValue('previous');
	await command(page, 'Show rows');

	// save with a message: the focus returns to where it was, and the rows are those of the version
	await keys.press('F6');
	await expect(page.getByText('draft of v1', { exact: true })).toBeVisible();
	await keys.press('Control+Shift+S');
	await expect(page.getByLabel('Message (optional)')).toBeFocused();
	await keys.type('Busy airports only');
	await keys.press('Control+Enter');
	await expect(page.getByRole('link', { name: 'v2', exact: true })).toBeVisible();
	await expect(page.getByText('Saved as version 2.')).toBeVisible();
	await expect(page.getByText('draft of v1', { exact: true })).toHaveCount(0);

	// build: the focus is on the status of the build
	await command(page, 'Build…');
	const dialog = page.getByRole('dialog', { name: /^Build demo\/aviation\/airport_delays/ });
	await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
	await keys.press('Tab');
	await keys.press('Enter');
	await expect(page.getByText(/^Built demo\/aviation\/airport_delays with BuildSpec version 2/)).toBeVisible({
		timeout: 60_000,
	});

	// the version's message is in its history
	await command(page, 'Versions');
	await expect(page.getByRole('heading', { level: 1, name: /^Versions of the BuildSpec/ })).toBeFocused();
	await expect(page.getByRole('row', { name: /v2/ })).toContainText('Busy airports only');
});

test('saves code with errors after one warning, and marks the version', async ({ page, ownService }) => {
	const editor = new Editor(page);
	await signIn(page, await ownService());
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	await editor.replace('select iatta from aviation.airports');
	await expect(page.getByRole('button', { name: /^line 1, column 8/ })).toBeVisible();
	await page.keyboard.press('Control+S');
	const dialog = page.getByRole('dialog', { name: 'Save with 1 error?' });
	await expect(dialog).toContainText('line 1, column 8');
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(editor.box).toBeFocused();
	await page.keyboard.press('Control+S');
	await dialog.getByRole('button', { name: 'Save anyway' }).click();
	await expect(page.getByRole('link', { name: 'v2', exact: true })).toBeVisible();

	// asked only once: the same errors are saved without asking again
	await editor.replace('select iatta from aviation.airports -- later');
	await expect(page.getByRole('button', { name: /^line 1, column 8/ })).toBeVisible();
	await page.keyboard.press('Control+S');
	await expect(page.getByRole('link', { name: 'v3', exact: true })).toBeVisible();

	await page.getByRole('button', { name: 'Build…' }).click();
	await expect(page.getByRole('dialog').getByText('The code has 1 error')).toBeVisible();
	await page.keyboard.press('Escape');
	await page.getByRole('tab', { name: 'Versions' }).click();
	const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
	await expect(versions.filter({ hasText: 'v3' })).toContainText('has errors');
	await expect(versions.filter({ hasText: 'v1' })).not.toContainText('has errors');

	await page.getByRole('link', { name: 'BuildSpecs', exact: true }).first().click();
	await expect(page.getByRole('row', { name: /airport_delays/ })).toContainText('Has errors');
	await expect(page.getByRole('table', { name: 'BuildSpecs' }).getByText('Has errors')).toHaveCount(1);
});

test('names a version, shows blame, and ignores whitespace in a diff', async ({ page, ownService }) => {
	const editor = new Editor(page);
	await signIn(page, await ownService());
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	await editor.ready();
	await editor.box.focus();
	await page.keyboard.press('Control+Home');
	await page.keyboard.insertText('  ');
	await page.keyboard.press('Control+S');
	await expect(page.getByRole('link', { name: 'v2', exact: true })).toBeVisible();

	await page.getByRole('button', { name: 'Editor actions', exact: true }).click();
	await page.getByRole('menuitem', { name: 'Show blame' }).click();
	const numbers = page.locator('.monaco-editor .line-numbers');
	await expect(numbers.filter({ hasText: /v2\sdemo/ })).toHaveCount(1);
	await expect(numbers.filter({ hasText: /v1\sdemo/ })).toHaveCount(1);

	await page.getByRole('link', { name: 'v2', exact: true }).click();
	await page.getByRole('button', { name: 'Edit name and message of version 2…' }).click();
	await page.getByLabel('Version name (optional)').fill('Indented');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('row', { name: /v2/ })).toContainText('Indented');
	const changed = page.locator('.monaco-diff-editor .line-insert');
	await expect(changed.first()).toBeVisible();
	await page.getByRole('checkbox', { name: /^Ignore leading/ }).check();
	await expect(changed).toHaveCount(0);
});

test('blame names the author of every line, even a hundred versions back', async ({ page, ownService }) => {
	const editor = new Editor(page);
	await signIn(page, await ownService());
	const { ask } = await apiOf(page);
	const { items } = await ask<{ items: BuildSpec[] }>('GET', '/build-specs');
	const { id, sources, destination } = items.find((spec) => spec.destination.datasetName === 'airport_delays') ?? {};
	// The service lists a hundred versions at a time.
	for (let version = 2; version <= 112; version += 1) {
		const payload = `select iata,\n  ${version} as version\nfrom aviation.airports`;
		await ask('PUT', `/build-specs/${id}`, { sources, destination, code: { payload } });
	}
	await page.goto(new URL(`/build-specs/${id}`, page.url()).href);
	await editor.ready();
	await page.getByRole('button', { name: 'Editor actions', exact: true }).click();
	await page.getByRole('menuitem', { name: 'Show blame' }).click();
	const numbers = page.locator('.monaco-editor .line-numbers');
	await expect(numbers.filter({ hasText: /v112\sdemo/ })).toHaveCount(1);
	await expect(numbers.filter({ hasText: /v2\sdemo/ })).toHaveCount(2);
	await editor.box.focus();
	await page.keyboard.press('Control+End');
	await page.keyboard.insertText('\nlimit 5');
	await expect(numbers.filter({ hasText: 'not saved' })).toHaveCount(1);
});

test('restores a deleted BuildSpec', async ({ page, ownService }) => {
	await signIn(page, await ownService());
	await page.getByRole('button', { name: 'Actions for demo/aviation/airport_delays' }).click();
	await page.getByRole('menuitem', { name: 'Delete…' }).click();
	await page.getByRole('button', { name: 'Delete BuildSpec' }).click();
	await expect(page.getByRole('link', { name: /airport_delays/ })).toHaveCount(0);
	await page.getByRole('button', { name: 'Undo: demo/aviation/airport_delays' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'demo/aviation/airport_delays' })).toBeVisible();
	await page.getByRole('link', { name: 'BuildSpecs', exact: true }).first().click();
	await expect(page.getByRole('link', { name: /airport_delays/ }).first()).toBeVisible();
	await expect(page.getByRole('region', { name: 'Recently deleted BuildSpec' })).toHaveCount(0);
});

test('a run shows its query plan, and runs can be filtered by kind, code and BuildSpec', async ({
	page,
	ownService,
}) => {
	await signIn(page, await ownService());
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	await new Editor(page).ready();
	await page.keyboard.press('Control+Enter');
	await new Grid(page).expectRows(220);
	await page.getByRole('tab', { name: 'Query plan' }).click();
	await expect(page.getByRole('button', { name: /Read aviation\.flights/ })).toBeVisible();
	await page.getByRole('button', { name: /Read aviation\.flights/ }).click();
	await expect(page.getByRole('region', { name: 'Operator' })).toContainText('20,000 rows read');

	await page.getByRole('link', { name: 'Runs', exact: true }).click();
	const runs = page.getByRole('table', { name: 'Runs' }).getByRole('row');
	await expect(runs.nth(1)).toBeVisible();
	await page.getByLabel('Kind').selectOption({ label: 'Builds' });
	await expect(page.getByText('No runs match')).toBeVisible();
	await page.getByRole('button', { name: 'Clear filters' }).click();
	await page.getByRole('textbox', { name: 'Filter by name, code or error' }).fill('pct_late');
	await expect(runs).toHaveCount(2);
	await page.getByLabel('BuildSpec', { exact: true }).selectOption({ label: 'demo/aviation/airport_delays' });
	await expect(page).toHaveURL(/buildSpecId=/);
	await expect(page.getByRole('heading', { level: 1, name: /^Runs for demo\/aviation\/airport_delays/ })).toBeVisible();
});

test('shortcuts create, switch and close worksheets, and focus the code', async ({ page, ownService }) => {
	const editor = new Editor(page);
	await page.goto((await ownService()).signInAddress());
	await page.getByRole('link', { name: 'Worksheets', exact: true }).click();
	const tabs = page.getByRole('navigation', { name: 'Open worksheets' });
	await editor.replace('select 1');
	await page.keyboard.press('Alt+KeyN');
	await expect(tabs.getByRole('link', { name: 'Worksheet 2' })).toHaveAttribute('aria-current', 'page');
	await expect(editor.box).toBeFocused();
	await page.keyboard.insertText('select 2');
	await page.keyboard.press('Alt+PageUp');
	await expect.poll(() => editor.text()).toBe('select 1');
	await expect(editor.box).toBeFocused();
	await page.keyboard.press('Alt+PageDown');
	await expect.poll(() => editor.text()).toBe('select 2');
	await page.keyboard.press('Alt+KeyW');
	await expect.poll(() => editor.text()).toBe('select 1');
	await expect(tabs.getByRole('link')).toHaveCount(2);

	// a chart that was drawn once is restored
	await editor.replace("select * from (values ('a', 1), ('b', 2)) t(name, n)");
	await page.keyboard.press('Control+Enter');
	await new Grid(page).expectRows(2);
	await page.getByRole('tab', { name: 'Chart' }).click();
	await page.getByRole('button', { name: 'Edit chart' }).click();
	await page.getByRole('combobox', { name: 'X axis' }).click();
	await page.getByRole('option', { name: 'n', exact: true }).click();
	await expect(page).toHaveURL(/[?&]x=n(&|$)/);
	await page.getByRole('button', { name: 'New worksheet' }).click();
	await expect(editor.box).toBeFocused();
	await page.keyboard.press('Alt+PageUp');
	await page.getByRole('tab', { name: 'Chart' }).click();
	await expect(page).not.toHaveURL(/[?&]x=n(&|$)/);
	await page.getByRole('button', { name: 'Edit chart' }).click();
	await expect(page.getByRole('combobox', { name: 'X axis' })).toHaveValue('n');
});
