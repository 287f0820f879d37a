import { apiOf } from '../support/api.ts';
import { Grid } from '../support/grid.ts';
import { expect, test as journey } from '../support/journey.ts';

// Builds here must not affect the journeys of other files.
const test = journey.extend({
	signedIn: async ({ page, ownService }, use) => {
		await page.goto((await ownService()).signInAddress());
		await page.getByRole('link', { name: 'Namespaces' }).waitFor();
		await use(page);
	},
});

test('a wrong build is found in the history, compared with the previous version, and undone', async ({
	signedIn: page,
}) => {
	const { ask } = await apiOf(page);
	const address = new URL('/namespaces/demo/aviation/west', page.url()).href;
	const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'west' };
	const sources = [{ owner: 'demo', namespace: 'aviation', datasetName: 'airports' }];
	const select = 'SELECT iata, name, state FROM aviation.airports WHERE longitude < -100';
	const { id } = await ask<{ id: string }>('POST', '/build-specs', {
		...{ sources, destination, code: { payload: select } },
	});
	const build = async () => {
		const run = await ask<{ id: string }>('POST', `/build-specs/${id}/build-runs`);
		const state = async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state;
		await expect.poll(state).toBe('succeeded');
	};
	await build();
	const wrong = `${select.replace('name', 'upper(name) AS name').replace('state', 'length(state) AS state')} AND state <> 'WA'`;
	await ask('PUT', `/build-specs/${id}`, { sources, destination, code: { payload: wrong } });
	await build();

	await page.goto(address);
	const now = Number(await new Grid(page).element.getAttribute('aria-rowcount')) - 1;
	await page.getByRole('tab', { name: 'History' }).click();
	const versions = page.getByRole('table', { name: 'Versions' });
	const [second, first] = [versions.getByRole('row').nth(1), versions.getByRole('row').nth(2)];
	await expect(second).toContainText('Version 2 · current');
	await expect(second).toContainText('Built with BuildSpec version 2');
	await expect(second).toContainText('state: VARCHAR → BIGINT');
	await expect(second).toContainText(/−\d+/);
	await expect(first).toContainText('Built with BuildSpec version 1');
	await expect(
		page.getByText('The service keeps the last 20 versions and all versions from the last 30 days.'),
	).toBeVisible();

	await second.getByRole('link', { name: 'Show changes in version 2' }).click();
	await expect(page.getByRole('heading', { name: 'Compare versions' })).toBeVisible();
	const comparison = page.getByRole('region', { name: 'Comparison of west' });
	await expect(comparison.getByText('VARCHAR → BIGINT').first()).toBeVisible();
	await expect(page.getByRole('button', { name: /^[1-9][\d,]* removed/ })).toBeVisible();
	await expect(page.getByText('Columns (1 differs)')).toBeVisible();

	await page.getByRole('combobox', { name: 'Before' }).selectOption('Version 2');
	await expect(page.getByText(/^All [\d,]+ rows are the same\.$/)).toBeVisible();
	await page.getByRole('combobox', { name: 'Before' }).selectOption('Version 1');
	await page.getByRole('link', { name: 'Open version 1' }).click();
	await expect(page.getByRole('status', { name: 'Version shown' })).toContainText(/^Version 1 of 2, from /);
	await expect(page.getByRole('heading', { name: 'demo/aviation/west, version 1' })).toBeVisible();
	await page.getByRole('button', { name: 'Export' }).click();
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export CSV' }).click();
	expect((await download).suggestedFilename()).toBe('west v1.csv');
	const before = Number(await new Grid(page).element.getAttribute('aria-rowcount')) - 1;
	expect(before).toBeGreaterThan(now);
	await expect(new Grid(page).head('state')).toBeVisible();
	await page.getByRole('tab', { name: 'Columns' }).click();
	await expect(page.getByRole('cell', { name: 'VARCHAR' }).first()).toBeVisible();
	await expect(page.getByRole('button', { name: /Edit descriptions|Reorder columns/ })).toHaveCount(0);
	await expect(page.getByText(/You can read/)).toHaveCount(0);
	await page.getByRole('tab', { name: 'Rows' }).click();
	await page.getByRole('button', { name: 'Restore…' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Restore as version 3' }).click();
	await expect(second).toContainText('Version 3 · current');
	await expect(second).toContainText('Restored from version 1');
	await expect(versions.getByRole('row')).toHaveCount(4);
	await page.getByRole('tab', { name: 'Rows' }).click();
	await new Grid(page).expectRows(before);
});

test('a build can be undone from its run until the dataset changes again', async ({ signedIn: page }) => {
	const { ask } = await apiOf(page);
	const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'small' };
	const origin = new URL('/', page.url());
	const code = (payload: string) => ({ sources: [], destination, code: { payload } });
	const { id } = await ask<{ id: string }>('POST', '/build-specs', code('SELECT 1 AS a'));
	const build = async () => {
		const run = await ask<{ id: string }>('POST', `/build-specs/${id}/build-runs`);
		await expect
			.poll(async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state)
			.toBe('succeeded');
		return run.id;
	};
	const first = await build();
	await ask('PUT', `/build-specs/${id}`, code('SELECT 2 AS b'));
	const second = await build();
	await page.goto(new URL(`/runs/${first}`, origin).href);
	await expect(page.getByText('became dataset version 1 (now version 2)')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Undo this build…' })).toHaveCount(0);
	await page.goto(new URL(`/runs/${second}`, origin).href);
	await expect(page.getByRole('link', { name: 'Show changes' })).toBeVisible();
	await page.getByRole('button', { name: 'Undo this build…' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Restore as version 3' }).click();
	await expect(page.getByRole('table', { name: 'Versions' })).toContainText('Restored from version 1');
	await page.goto(new URL(`/runs/${second}`, origin).href);
	await expect(page.getByRole('link', { name: 'Show changes' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Undo this build…' })).toHaveCount(0);
});

test('undoes the latest build in the history, and says what the next build will do', async ({ signedIn: page }) => {
	const { ask } = await apiOf(page);
	const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'undone' };
	const origin = new URL('/', page.url());
	const code = (payload: string) => ({ sources: [], destination, code: { payload } });
	const { id } = await ask<{ id: string }>('POST', '/build-specs', code('SELECT 1 AS a'));
	const build = async () => {
		const run = await ask<{ id: string }>('POST', `/build-specs/${id}/build-runs`);
		const state = async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state;
		await expect.poll(state).toBe('succeeded');
	};
	await build();
	await ask('PUT', `/build-specs/${id}`, code('SELECT 2 AS b'));
	await build();
	await page.goto(new URL('/namespaces/demo/aviation/undone?view=history', origin).href);
	const versions = page.getByRole('table', { name: 'Versions' });
	// The first version of a BuildSpec next to the current one.
	const first = versions.getByRole('link', { name: 'BuildSpec version 1' });
	await expect(first).toHaveAttribute('href', `/build-specs/${id}/versions?left=1`);
	await page.keyboard.press('Control+K');
	await page.keyboard.type('undo');
	await expect(page.getByRole('option', { name: 'Undo version 2…' })).toBeVisible();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Undo dataset version 2' });
	await expect(dialog).toContainText('The BuildSpec stays at version 2, so its next build replaces the restored rows.');
	await expect(dialog.getByRole('link', { name: 'BuildSpec version 1' })).toBeVisible();
	await page.keyboard.press('Escape');
	await versions.getByRole('button', { name: 'Undo version 2…' }).click();
	await dialog.getByRole('button', { name: 'Restore as version 3' }).click();
	await expect(versions.getByRole('row').nth(1)).toContainText('Restored from version 1');
	await expect(page.getByText(/^Restored by demo from version 1/)).toBeVisible();
	await expect(page.getByText('Dataset version 1 was restored.', { exact: true })).toBeVisible();
	await page.getByRole('link', { name: 'Build…' }).click();
	await expect(page.getByRole('dialog').getByText('Dataset version 1 was restored', { exact: true })).toBeVisible();
});

test('reports a version that isn’t available, and links to the history', async ({ signedIn: page }) => {
	await page.goto(new URL('/namespaces/demo/aviation/airports?version=7', page.url()).href);
	await expect(page.getByText('Version 7 isn’t available')).toBeVisible();
	await page.goto(new URL('/namespaces/demo/aviation/airports?version=abc', page.url()).href);
	await expect(page.getByText('"abc" isn’t a version number')).toBeVisible();
	await page.goto(new URL('/namespaces/demo/aviation/airports?version=7', page.url()).href);
	await page.goto(new URL('/namespaces/demo/aviation/airports/compare/x/4', page.url()).href);
	await expect(page.getByText('"x" isn’t a version number')).toBeVisible();
	await page.getByRole('link', { name: 'Go to history' }).click();
	await expect(page.getByRole('table', { name: 'Versions' })).toContainText('Version 1 · current');
});

test.use({ expectedErrors: /404 \(Not Found\).*\/schema\// });
