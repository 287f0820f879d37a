import { apiOf } from '../support/api.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, signIn, test } from '../support/journey.ts';

test.use({ expectedErrors: /404 .*schema|ERR_FAILED .*checks|checks.*ERR_FAILED/ });

test('a unique check blocks a wrong build, and its failing rows are two clicks from Home', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	const { ask } = await apiOf(page);
	const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'codes' };
	const sources = [{ owner: 'demo', namespace: 'aviation', datasetName: 'airports' }];
	const code = (payload: string) => ({ sources, destination, code: { payload } });
	const { id } = await ask<{ id: string }>('POST', '/build-specs', code('SELECT iata, state FROM aviation.airports'));
	const build = async (wanted: string) => {
		const run = await ask<{ id: string }>('POST', `/build-specs/${id}/build-runs`);
		await expect.poll(async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state).toBe(wanted);
	};
	await build('succeeded');

	await page.goto(new URL(`/build-specs/${id}?side=checks`, service.url).href);
	const suggested = page.getByRole('region', { name: 'Suggested checks' });
	await expect(suggested.getByText('"iata" is unique in the current version')).toBeVisible();
	await page.getByRole('button', { name: 'Add check', exact: true }).click();
	const dialog = page.getByRole('dialog', { name: 'Add check' });
	await dialog.getByRole('button', { name: 'Add check' }).click();
	await expect(dialog.getByText('Choose a column.')).toBeVisible();
	await dialog.getByRole('combobox', { name: 'Columns' }).fill('nope');
	await dialog.getByRole('combobox', { name: 'Columns' }).press('Enter');
	await expect(dialog.getByText('The code returns no column "nope". Choose one of: iata, state.')).toBeVisible();
	await dialog.getByRole('button', { name: 'Add check' }).click();
	await dialog.getByRole('combobox', { name: 'Columns' }).press('Backspace');
	await dialog.getByRole('combobox', { name: 'Columns' }).fill('state');
	await dialog.getByRole('combobox', { name: 'Columns' }).press('Enter');
	await dialog.getByRole('textbox', { name: 'Name' }).fill('One row per state');
	await dialog.getByRole('button', { name: 'Add check' }).click();
	const checks = page.getByRole('list', { name: 'Checks' });
	await expect(checks.getByRole('listitem')).toContainText('state must be unique');
	await suggested.getByRole('button', { name: 'Add check iata unique' }).click();
	await expect(checks.getByRole('listitem')).toHaveCount(2);
	await expect(
		page.getByText('Your changes to the checks aren’t saved yet. Previews use them, but builds don’t.'),
	).toBeVisible();
	const heldChecks = async () => (await ask<{ checks: object[] }>('GET', `/build-specs/${id}/checks`)).checks.length;
	expect(await heldChecks()).toBe(0);
	// Like other unsaved text, they survive a reload.
	await page.reload();
	await expect(checks.getByRole('listitem')).toHaveCount(2);
	await page.route('**/checks', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
	await page.getByRole('button', { name: /^Save/ }).click();
	await expect(page.getByText('Version 2 was saved, but its checks weren’t')).toBeVisible();
	await expect(checks.getByRole('listitem')).toHaveCount(2);
	await page.unroute('**/checks');
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByText('Saved as version 2.')).toBeVisible();
	await expect(
		page.getByText('Your changes to the checks aren’t saved yet. Previews use them, but builds don’t.'),
	).toHaveCount(0);
	expect(await heldChecks()).toBe(2);

	await build('failed');
	const { rows } = await ask<{ rows: number }>('GET', '/schema/demo/aviation/codes');
	expect(rows).toBeGreaterThan(3_000);

	await page.goto(new URL('/home', service.url).href);
	const attention = page.getByRole('region', { name: 'Needs attention' });
	await expect(attention).toContainText('Check "One row per state" failed');
	await expect(attention.getByRole('link', { name: 'Failing rows of demo/aviation/codes' })).toHaveAttribute(
		'href',
		/\/runs\/[0-9a-f-]+\?view=checks$/,
	);
	await attention.getByRole('link', { name: 'demo/aviation/codes', exact: true }).click();
	await expect(page.getByRole('link', { name: 'Failing rows' })).toBeVisible();
	await page.getByRole('link', { name: 'Open failed build' }).click();
	const results = page.getByRole('table', { name: 'Checks' });
	await expect(results.getByRole('row', { name: /One row per state/ })).toContainText(
		'have the same "state" as another row',
	);
	await expect(results.getByRole('row', { name: /iata unique/ })).toContainText('Passed');
	await expect(page.getByRole('region', { name: 'Failing rows of One row per state' })).toBeVisible();
	await new Grid(page).expectRows(100);

	await page.goto(new URL(`/build-specs/${id}?side=checks`, service.url).href);
	await expect(checks.getByRole('listitem').filter({ hasText: 'One row per state' })).toContainText('Failed');
	await checks.getByRole('button', { name: 'Remove check One row per state' }).click();
	await expect(checks.getByRole('listitem')).toHaveCount(1);
	await page.getByRole('button', { name: /^Save/ }).click();
	await expect(page.getByText('Saved as version 3.')).toBeVisible();
	await build('succeeded');
});

test('previews run unsaved checks, and a failure is shown wherever the run is listed', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	const { ask } = await apiOf(page);
	const { id } = await ask<{ id: string }>('POST', '/build-specs', {
		sources: [{ owner: 'demo', namespace: 'aviation', datasetName: 'airports' }],
		destination: { owner: 'demo', namespace: 'aviation', datasetName: 'codes' },
		code: { payload: 'SELECT iata, state FROM aviation.airports' },
	});
	await page.goto(new URL(`/build-specs/${id}?side=checks`, service.url).href);
	await page.getByRole('button', { name: 'Add check', exact: true }).click();
	const dialog = page.getByRole('dialog', { name: 'Add check' });
	// Only one column matches what is typed.
	await dialog.getByRole('combobox', { name: 'Columns' }).fill('sta');
	await dialog.getByRole('combobox', { name: 'Columns' }).press('Enter');
	await dialog.getByRole('button', { name: 'Add check' }).click();
	await expect(page.getByRole('button', { name: 'Add check', exact: true })).toBeFocused();
	const check = page.getByRole('list', { name: 'Checks' }).getByRole('listitem');
	await expect(check).toContainText('state must be unique');
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Succeeded · 1 check failed');
	await expect(page.getByRole('tab', { name: 'Checks (1 failed)' })).toBeVisible();
	await page.getByRole('button', { name: /^Save/ }).click();
	await expect(page.getByText('Saved as version 2.')).toBeVisible();

	await page.goto(new URL(`/build-specs/${id}?sheet=build`, service.url).href);
	const build = page.getByRole('dialog');
	await expect(build.getByText('This build will probably fail')).toBeVisible();
	await expect(build.getByText('Check "state unique" failed in the latest preview of this code.')).toBeVisible();

	await page.goto(new URL('/runs', service.url).href);
	await page.getByRole('link', { name: 'Succeeded · 1 check failed' }).click();
	await expect(page.getByRole('tab', { name: 'Checks (1 failed)' })).toHaveAttribute('aria-selected', 'true');
	await expect(page.getByRole('region', { name: 'Failing rows of state unique' })).toBeVisible();
	await page.goto(new URL('/home', service.url).href);
	await expect(page.getByRole('region', { name: 'Recent runs' })).toContainText('Succeeded · 1 check failed');

	await page.goto(new URL(`/build-specs/${id}?side=checks`, service.url).href);
	await check.getByRole('link', { name: /failing rows$/ }).click();
	await expect(page.getByRole('region', { name: 'Failing rows of state unique' })).toBeVisible();
});

test('saves the checks of a new BuildSpec when it’s created', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	const { ask } = await apiOf(page);
	await page.goto(new URL('/build-specs/new?side=checks', service.url).href);
	await page.getByRole('combobox', { name: 'Destination' }).fill('demo/aviation/fresh');
	await page.getByRole('combobox', { name: 'Destination' }).press('Tab');
	await new Editor(page).replace('select 1 as a');
	await page.getByRole('button', { name: 'Add check', exact: true }).click();
	const dialog = page.getByRole('dialog', { name: 'Add check' });
	await dialog.getByRole('button', { name: 'Add check' }).click();
	await expect(dialog.getByText('Choose a column.')).toBeVisible();
	await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('SQL');
	await expect(dialog.getByText('Choose a column.')).toHaveCount(0);
	await expect(
		dialog.getByText('The statement can read the sources and the new rows. The new rows are called aviation.fresh.'),
	).toBeVisible();
	await dialog
		.getByRole('textbox', { name: 'SELECT statement that returns failing rows' })
		.fill('select 1 where false');
	// A single key doesn't discard typed text.
	await page.keyboard.press('Escape');
	await expect(dialog.getByText('Your changes aren’t saved. Close again to discard them.')).toBeVisible();
	await dialog.getByRole('button', { name: 'Add check' }).click();
	await expect(page.getByRole('list', { name: 'Checks' })).toContainText('must return no rows');
	await expect(page.getByText('These checks are saved when you create the BuildSpec.')).toBeVisible();
	await page.getByRole('button', { name: /^Create BuildSpec/ }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'demo/aviation/fresh' })).toBeVisible();
	const { items } = await ask<{ items: { id: string; destination: { datasetName: string } }[] }>('GET', '/build-specs');
	const id = items.find(({ destination }) => destination.datasetName === 'fresh')?.id;
	const { checks } = await ask<{ checks: { name: string }[] }>('GET', `/build-specs/${id}/checks`);
	expect(checks.map(({ name }) => name)).toEqual(['SQL check']);
	await expect(page.getByText('draft', { exact: true })).toHaveCount(0);
});

test('checks are versioned with their BuildSpec, and compared and restored with it', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	const { ask } = await apiOf(page);
	const edit = (payload: string) => ({
		...{ sources: [], code: { payload } },
		destination: { owner: 'demo', namespace: 'aviation', datasetName: 'numbers' },
	});
	const { id } = await ask<{ id: string }>('POST', '/build-specs', edit('SELECT 1 AS a'));
	const check = (name: string, column: string) => ({ name, kind: 'unique', severity: 'error', columns: [column] });
	await ask('PUT', `/build-specs/${id}/checks`, { checks: [check('First', 'a')] });
	await ask('PUT', `/build-specs/${id}`, edit('SELECT 1 AS b'));
	await ask('PUT', `/build-specs/${id}/checks`, { checks: [check('Second', 'b'), check('Third', 'b')] });

	await page.goto(new URL(`/build-specs/${id}/versions`, service.url).href);
	const compared = page.getByRole('region', { name: 'Version 1 compared with version 2' });
	await expect(compared.getByText('First: a must be unique')).toBeVisible();
	await expect(compared.getByText('Second: b must be unique')).toBeVisible();
	await page.getByRole('button', { name: 'Restore version 1…' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByRole('checkbox', { name: 'Also restore its 1 check (currently 2)' })).toBeChecked();
	await dialog.getByRole('button', { name: 'Restore as version 3' }).click();
	await expect(page.getByRole('textbox', { name: 'Code' }).or(page.locator('.monaco-editor')).first()).toBeVisible();
	const now = await ask<{ checks: { name: string }[]; buildSpecVersion: number }>('GET', `/build-specs/${id}/checks`);
	expect([now.checks.map(({ name }) => name), now.buildSpecVersion]).toEqual([['First'], 3]);
});
