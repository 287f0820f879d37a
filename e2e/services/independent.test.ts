import { expect, type Page } from '@playwright/test';
import { Agents } from '../support/agents.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { runs } from '../support/independent-service/data.ts';
import { type Freedom, services } from '../support/independent-service/freedom.ts';
import {
	accessToken,
	type IndependentService,
	startIndependentService,
} from '../support/independent-service/service.ts';
import { test as base } from '../support/journey.ts';
import { serviceOrigins } from '../support/service.ts';
import { type StaticConsole, startStaticConsole } from '../support/static-console.ts';

interface Fixtures {
	freedom: Freedom;
	independent: IndependentService;
	at: StaticConsole;
	/** Signed in to the independent service, at the list of BuildSpecs. */
	desk: Page;
}

const test = base.extend<Fixtures>({
	freedom: [services.plain as Freedom, { option: true }],
	independent: async ({ freedom }, use) => {
		const independent = await startIndependentService(freedom);
		for (const origin of independent.origins) serviceOrigins.add(origin);
		await use(independent);
		await independent.close();
		expect(independent.violations).toEqual([]);
	},
	at: async ({ independent, freedom }, use) => {
		const at = await startStaticConsole(independent.origins.join(' '));
		independent.letIn(new URL(at.url).origin);
		const authUrl = freedom.signIn === 'implicit' ? { authUrl: independent.signInPage } : {};
		at.configure({ title: 'Observatory', services: [{ name: 'Sky', baseUrl: independent.api, ...authUrl }] });
		await use(at);
		await at.close();
	},
	desk: async ({ page, at, freedom }, use) => {
		await page.goto(at.url);
		if (freedom.signIn === 'implicit') {
			await page.getByRole('button', { name: 'Continue to Sky' }).click();
			await page.getByRole('link', { name: 'Continue as Ada' }).click();
		} else {
			await page.getByLabel('Access token').fill(accessToken);
			await page.getByRole('button', { name: 'Sign in' }).click();
		}
		await expect(page.getByRole('link', { name: /moons_per_planet/ })).toBeVisible();
		await use(page);
		await page.goto('about:blank');
	},
});

// The service has no description and asks for a token before it says so; it answers 409 while a run is under way.
test.use({ expectedErrors: /(401|404).*openapi\.json|404|409/ });

for (const [name, freedom] of Object.entries(services)) {
	test.describe(`at a service that somebody else wrote: ${name}`, () => {
		test.use({ freedom });
		test('BuildSpecs are listed, edited, saved and deleted', async ({ desk, independent }) => {
			await expect(desk.getByRole('link', { name: /small_planets|moons_per_planet/ })).toHaveCount(2);
			await expect(desk.getByText(/Invalid Date|NaN|undefined/)).toHaveCount(0);
			await desk.getByRole('link', { name: /small_planets/ }).click();
			await new Editor(desk).replace('select name from astronomy.planets');
			await desk.keyboard.press('Control+S');
			await expect(desk.getByText('v2', { exact: true })).toBeVisible();
			const saved = independent.store.buildSpecs.find(({ destination }) => destination.datasetName === 'small_planets');
			expect(saved?.code).toEqual({ payload: 'select name from astronomy.planets' });
			await desk.reload();
			expect(await new Editor(desk).text()).toBe('select name from astronomy.planets');

			await desk.getByRole('button', { name: 'More', exact: true }).click();
			await desk.getByRole('menuitem', { name: /Delete/ }).click();
			const dialog = desk.getByRole('dialog', { name: 'Delete this BuildSpec?' });
			await dialog.getByRole('button', { name: /^Delete/ }).click();
			await expect(desk.getByRole('heading', { level: 1, name: 'BuildSpecs' })).toBeVisible();
			await expect(desk.getByRole('link', { name: /small_planets/ })).toHaveCount(0);
			expect(independent.store.buildSpecs).toHaveLength(1);
		});

		test('outputs are shown and compared', async ({ desk }) => {
			await desk.getByRole('link', { name: 'Outputs of a run…' }).click();
			await desk.getByLabel('Run id').fill(runs.ready);
			await desk.getByRole('button', { name: 'Show outputs' }).click();
			const grid = new Grid(desk);
			await expect(grid.element).toBeVisible({ timeout: 30_000 });
			await grid.expectRows(4);
			await expect(grid.row(1).filter({ hasText: /^Mercury$/ })).toBeVisible();
			await expect(grid.row(1).filter({ hasText: /^2,?439\.7$/ })).toBeVisible();
			await desk.getByRole('link', { name: 'Outputs of a run…' }).click();
			await desk.getByLabel('Run id').fill(runs.other);
			await desk.getByLabel('Compare with run (optional)').fill(runs.ready);
			await desk.getByRole('button', { name: 'Compare outputs' }).click();
			await expect(desk.getByText(/keeps no record of what ran, so only the rows are compared/)).toBeVisible({
				timeout: 30_000,
			});
		});

		test('columns are ordered, a namespace is renamed and wiped', async ({ desk, at, independent }) => {
			await desk.goto(`${at.url}namespaces/ada/astronomy/moons?view=columns`);
			const order = ['planet', 'name', 'discovered', 'radius_km'];
			await desk.getByLabel('All columns in their order, one a line').fill(order.join('\n'));
			await desk.getByRole('button', { name: 'Save order' }).click();
			await expect(desk.getByText('The order is saved')).toBeVisible();
			expect(independent.store.tables.find(({ datasetName }) => datasetName === 'moons')?.columns).toEqual(order);

			await desk.goto(`${at.url}namespaces/ada/astronomy?view=settings`);
			await desk.getByRole('button', { name: 'Rename…' }).click();
			const renaming = desk.getByRole('dialog');
			await renaming.getByLabel('New name').fill('sky');
			await renaming.getByLabel('Type ada/astronomy to confirm').fill('ada/astronomy');
			await renaming.getByRole('button', { name: 'Rename ada/astronomy' }).click();
			await expect(desk.getByRole('dialog', { name: 'ada/astronomy is ada/sky now' })).toBeVisible();
			expect(independent.store.tables[0]?.namespace).toBe('sky');

			await desk.goto(`${at.url}namespaces/ada/sky?view=settings`);
			await desk.getByRole('button', { name: 'Wipe…' }).click();
			const wiping = desk.getByRole('dialog');
			await wiping.getByText('Delete the datasets too').click();
			await wiping.getByLabel(/^Type ada\/sky/).fill('ada/sky');
			await wiping.getByRole('button', { name: /^Wipe ada\/sky/ }).click();
			await expect(desk.getByRole('dialog', { name: 'ada/sky is wiped' })).toBeVisible();
			expect(independent.store.tables).toEqual([]);
		});

		test('a link is created once', async ({ desk, at, independent }) => {
			await desk.goto(`${at.url}links/new`);
			for (const [end, dataset, column] of [
				['From', 'moons', 'planet'],
				['To', 'planets', 'name'],
			] as const) {
				const group = desk.getByRole('group', { name: end });
				await group.getByLabel('Dataset').fill(`ada/astronomy/${dataset}`);
				await group.getByLabel('Column').fill(column);
			}
			await desk.getByRole('button', { name: 'Create link' }).click();
			await expect(desk.getByText(freedom.emptyWrites ? /link/i : /^Link created/).first()).toBeVisible();
			await expect.poll(() => independent.store.links.length).toBe(1);
			if (freedom.emptyWrites) return;
			await desk.getByRole('button', { name: 'Create link' }).click();
			await expect(desk.getByText(/^The link existed already/)).toBeVisible();
		});

		test('records are previewed, and an ingestion is marked as seen', async ({ desk, at, independent }) => {
			await desk.goto(`${at.url}ingest`);
			await desk.getByLabel('Paste a table or text').fill('name;radius\nPan; 14.1 \nDaphnis;3.8\n');
			await desk.getByRole('button', { name: 'Read pasted text' }).click();
			await desk.getByLabel('Description').fill('Moons of Saturn');
			await desk.getByRole('button', { name: 'Preview', exact: true }).click();
			const result = desk.getByRole('region', { name: 'Result', exact: true });
			await expect(result.getByText('Daphnis').first()).toBeVisible();
			await desk.goto(`${at.url}ingest/ingestions`);
			const id = freedom.ids === 'uuid' ? '7d0c0000-0000-4000-8000-000000000077' : 'ing-77';
			await desk.getByLabel('Id of the ingestion').fill(id);
			await desk.keyboard.press('Enter');
			await expect(desk.getByText(`Ingestion ${id} is marked as seen.`)).toBeVisible();
			expect([...independent.store.seen.keys()]).toEqual([id]);
		});

		test('a share is revoked, and what a token may do is shown', async ({ desk, at, independent }) => {
			await desk.getByRole('link', { name: 'Access', exact: true }).click();
			await desk.getByLabel('Namespace', { exact: true }).selectOption('astronomy');
			await desk.getByLabel('Person').fill('grace');
			await desk.getByLabel('Role').selectOption('viewer');
			await desk.getByRole('button', { name: 'Withdraw share…' }).click();
			await desk.getByLabel('Type grace to confirm').fill('grace');
			await desk.getByRole('button', { name: 'Withdraw grace’s share' }).click();
			await expect(desk.getByRole('dialog').getByText('done')).toBeVisible();
			expect(independent.store.shares.map(({ username }) => username)).toEqual(['alan']);
			await desk.goto(`${at.url}access/tokens/tok-1`);
			await expect(desk.getByText('ada/astronomy').first()).toBeVisible();
		});

		test('both agents are asked, and asked again', async ({ desk }) => {
			const panel = new Agents(desk);
			await panel.open('astronomy');
			for (const agent of ['nl2ql', 'assistant']) {
				await panel.choose(agent);
				await panel.ask(`List the moons of Saturn, ${agent}`);
				const answered = panel.answer(agent === 'nl2ql' ? 1 : 2);
				if (freedom.agents === 'fails-midway') {
					await expect(answered.getByText('Failed', { exact: true })).toBeVisible();
					await expect(answered).toContainText('The engine went away.');
					continue;
				}
				await expect(answered.getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
				await expect(answered.getByText('Enceladus').first()).toBeVisible();
			}
			if (freedom.agents === 'fails-midway') return;
			await panel.ask('What about its rings?');
			await expect(panel.answer(3)).toContainText('Which of them do you mean?');
		});
	});
}
