import type { Page } from '@playwright/test';
import { apiOf } from '../support/api.ts';
import { expect, signIn, test } from '../support/journey.ts';

const at = (datasetName: string) => ({ owner: 'demo', namespace: 'nature', datasetName });

/** Twelve BuildSpecs in four layers; the second of the second layer fails. @returns the id of the first */
async function makeLayers(page: Page): Promise<string> {
	const { ask } = await apiOf(page);
	const create = async (name: string, sources: readonly string[], payload?: string) => {
		const code = sources.map((source) => `SELECT n FROM nature.${source}`).join(' UNION ALL ') || 'SELECT 1 AS n';
		const body = { sources: sources.map(at), destination: at(name), code: { payload: payload ?? code } };
		return (await ask<{ id: string }>('POST', '/build-specs', body)).id;
	};
	const first = await create('a1', []);
	for (const number of [1, 2, 3, 4]) {
		await create(`b${number}`, ['a1'], number === 2 ? 'SELECT missing FROM nature.a1' : undefined);
		await create(`c${number}`, [`b${number}`]);
	}
	await create('d1', ['c1', 'c2']);
	await create('d3', ['c3']);
	await create('d4', ['c3', 'c4']);
	return first;
}

const statesOf = async (page: Page): Promise<Record<string, string>> => {
	const rows = await page.getByRole('table', { name: 'Steps' }).locator('tbody tr').all();
	const pairs = await Promise.all(
		rows.map(async (row) => {
			const name = (await row.getByRole('link').first().textContent())?.split('/').at(-1) ?? '';
			const text = (await row.textContent()) ?? '';
			return [name, /Succeeded|Failed|Skipped|Waiting|Queued|Running|Canceled/.exec(text)?.[0] ?? ''] as const;
		}),
	);
	return Object.fromEntries(pairs);
};

const expected = {
	...{ a1: 'Succeeded', b1: 'Succeeded', b2: 'Failed', b3: 'Succeeded', b4: 'Succeeded' },
	...{ c1: 'Succeeded', c2: 'Skipped', c3: 'Succeeded', c4: 'Succeeded' },
	...{ d1: 'Skipped', d3: 'Succeeded', d4: 'Succeeded' },
};

async function startAll(page: Page, origin: string, spec: string): Promise<void> {
	await page.goto(new URL(`/build-specs/${spec}?sheet=build`, origin).href);
	const dialog = page.getByRole('dialog');
	const targets = dialog.getByRole('table', { name: 'Datasets this build writes' }).locator('tbody').getByRole('row');
	await expect(targets).toHaveCount(1);
	await dialog.getByRole('checkbox', { name: /^Also build the datasets that depend on demo\/nature\/a1$/ }).check();
	await expect(targets).toHaveCount(12);
	const readers = targets.filter({ has: page.getByRole('rowheader', { name: 'demo/nature/c3' }) });
	await expect(readers).toContainText('known after the build');
	await expect(readers.getByRole('link')).toHaveText(['demo/nature/d3', 'demo/nature/d4']);
	await dialog.getByRole('button', { name: 'Build 12 datasets' }).click();
	await expect(page.getByRole('heading', { name: 'Build of demo/nature/a1 and 11 downstream datasets' })).toBeVisible();
}

test.use({ expectedErrors: /404 .*schema/ });

test('builds twelve BuildSpecs in four layers; a failure stops only its own branch', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	await startAll(page, service.url, await makeLayers(page));
	await expect(
		page.getByRole('status').filter({ hasText: '9 of 12 datasets built, 1 failed, 2 skipped' }),
	).toBeVisible();
	expect(await statesOf(page)).toEqual(expected);
	await expect(page.getByText('Skipped because demo/nature/b2 failed.')).toBeVisible();
	await page.getByRole('tab', { name: 'Graph' }).click();
	await page.getByRole('button', { name: /^d1 ?demo\/nature · Skipped/ }).click();
	await expect(page.getByRole('region', { name: 'Selected step' })).toContainText(
		'Skipped because demo/nature/c2 was skipped.',
	);
	// A retry from the failed run builds only what is missing.
	const { ask } = await apiOf(page);
	const { items } = await ask<{ items: { id: string; destination: { datasetName: string } }[] }>('GET', '/build-specs');
	const broken = items.find(({ destination }) => destination.datasetName === 'b2')?.id;
	const code = { payload: 'SELECT n FROM nature.a1' };
	await ask('PUT', `/build-specs/${broken}`, { sources: [at('a1')], destination: at('b2'), code });
	await page.getByRole('tab', { name: 'Steps' }).click();
	await page
		.getByRole('row', { name: /demo\/nature\/b2/ })
		.getByRole('link', { name: 'Run' })
		.click();
	// The previous page has the same button until the run is open.
	await expect(page).toHaveURL(/\/runs\/[0-9a-f-]+$/);
	await page.getByRole('button', { name: 'Retry 3 datasets' }).click();
	await expect(page.getByRole('heading', { name: 'Build of demo/nature/b2 and 2 downstream datasets' })).toBeVisible();
	await expect(page.getByRole('status').filter({ hasText: '3 of 3 datasets built' })).toBeVisible();
	await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
	await page.getByRole('link', { name: 'All downstream builds' }).click();
	await expect(page.getByRole('table', { name: 'Downstream builds' })).toContainText('Failed');
});

test.describe('a service killed midway', () => {
	test.use({ expectedErrors: /404 .*schema|ERR_CONNECTION|ERR_FAILED|ERR_INCOMPLETE|ERR_EMPTY/ });

	test('builds each step exactly once after the restart', async ({ page, ownService }) => {
		const service = await ownService();
		await signIn(page, service);
		await startAll(page, service.url, await makeLayers(page));
		await expect(page.getByRole('status').filter({ hasText: /^[1-5] of 12 datasets built/ })).toBeVisible();
		await service.kill();
		await service.start();
		await expect(
			page.getByRole('status').filter({ hasText: '9 of 12 datasets built, 1 failed, 2 skipped' }),
		).toBeVisible({ timeout: 60_000 });
		expect(await statesOf(page)).toEqual(expected);
		const { ask } = await apiOf(page);
		for (const [name, state] of Object.entries(expected)) {
			if (state !== 'Succeeded') continue;
			const { items } = await ask<{ items: { cause: string }[] }>('GET', `/data/demo/nature/${name}/versions`);
			expect([name, items.map(({ cause }) => cause)]).toEqual([name, ['build']]);
		}
	});
});
