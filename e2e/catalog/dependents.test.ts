import { apiOf } from '../support/api.ts';
import { expect, signIn, test } from '../support/journey.ts';

interface Spec {
	readonly id: string;
	readonly sources: object[];
	readonly destination: { readonly datasetName: string };
	readonly code: { readonly payload: string };
}

const at = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });

test('builds outdated sources first, and a dataset’s dependents in order', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	const { ask } = await apiOf(page);
	const open = (path: string) => page.goto(new URL(path, service.url).href);
	const edit = (from: string, to: string, column = 'iata') => ({
		...{ sources: [at(from)], destination: at(to) },
		code: { payload: `SELECT ${column} FROM aviation."${from}"` },
	});
	const build = async (id: string) => {
		const run = await ask<{ id: string }>('POST', `/build-specs/${id}/build-runs`);
		await expect
			.poll(async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state)
			.toBe('succeeded');
	};
	const first = await ask<Spec>('POST', '/build-specs', edit('airports', 'first'));
	await build(first.id);
	const second = await ask<Spec>('POST', '/build-specs', edit('first', 'second'));
	await build(second.id);
	await ask('PUT', `/build-specs/${first.id}`, edit('airports', 'first', 'iata, name'));

	await open(`/build-specs/${second.id}?sheet=build`);
	const sheet = page.getByRole('dialog');
	await expect(sheet.getByText('A source is outdated')).toBeVisible();
	await expect(sheet).toContainText('demo/aviation/second stays outdated');
	await sheet.getByRole('checkbox', { name: 'Build the source first' }).check();
	await sheet.getByRole('button', { name: 'Build 2 datasets' }).click();
	await expect(page.getByText('2 of 2 datasets built')).toBeVisible();

	await open('/namespaces/demo/aviation/first');
	await page.getByRole('button', { name: 'Actions for this dataset' }).click();
	await page.getByRole('menuitem', { name: 'Build dependent datasets…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Build the datasets that depend on demo/aviation/first' });
	await expect(dialog.getByRole('list', { name: 'Build order' }).getByRole('listitem')).toHaveText([
		/aviation\/second/,
	]);
	await dialog.getByRole('button', { name: 'Build 1 dataset' }).click();
	await expect(page.getByText('1 of 1 dataset built')).toBeVisible();

	await open('/namespaces/demo/aviation/first?view=build-specs');
	const readers = page.getByRole('table', { name: 'BuildSpecs that use this dataset' });
	await expect(readers.getByRole('row', { name: /aviation\/second/ })).toContainText('Up to date');

	// A restored version isn't overwritten silently.
	await ask('POST', '/data/demo/aviation/second/versions/1/restore');
	await open('/namespaces/demo/aviation/first');
	await page.getByRole('button', { name: 'Actions for this dataset' }).click();
	await page.getByRole('menuitem', { name: 'Build dependent datasets…' }).click();
	await expect(dialog).toContainText(
		'demo/aviation/second was restored to version 1. A build replaces the restored rows.',
	);
	await expect(dialog.getByRole('button', { name: 'Build 0 datasets' })).toBeDisabled();
	await dialog.getByRole('checkbox', { name: 'demo/aviation/second' }).check();
	await expect(dialog.getByRole('button', { name: 'Build 1 dataset' })).toBeEnabled();
});

test('a dataset that a pipeline writes can be built from its own page', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	const { ask } = await apiOf(page);
	const { items } = await ask<{ items: Spec[] }>('GET', '/build-specs');
	const pipeline = items.find(({ destination }) => destination.datasetName === 'flights_per_month');
	const run = await ask<{ id: string }>('POST', `/build-specs/${pipeline?.id}/build-runs`);
	await expect.poll(async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state).toBe('succeeded');
	await ask('PUT', `/build-specs/${pipeline?.id}`, {
		...{ sources: pipeline?.sources, destination: pipeline?.destination },
		code: { payload: `${pipeline?.code.payload} ` },
	});
	await page.goto(new URL('/namespaces/demo/aviation/airport_delays_TX', service.url).href);
	await expect(page.getByText('Outdated')).toBeVisible();
	await page.getByRole('link', { name: 'Build…' }).click();
	await expect(page.getByRole('dialog', { name: /^Build demo\/aviation\/flights_per_month/ })).toBeVisible();
});
