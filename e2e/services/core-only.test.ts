import type { Page } from '@playwright/test';
import { openDesk, type Target, walkTheCore } from '../support/core-journeys.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { test as base, expect } from '../support/journey.ts';
import { restrictToCore } from '../support/own-core.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let target: Target;

// A core-only service, on data created with all extensions.
base.beforeAll(async () => {
	service = await startService();
	target = await restrictToCore(service);
});
base.afterAll(() => service.dispose());

const test = base.extend<{ target: Target; desk: Page }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
	target: async ({}, use) => use(target),
	desk: async ({ page }, use) => {
		await openDesk(page, target);
		await use(page);
		await page.goto('about:blank');
	},
});

// A core-only service has no description and returns 404 for it.
test.use({ expectedErrors: /404|net::ERR_/ });

test.describe('with the embedded service', () => walkTheCore(test));

async function signIn(page: Page): Promise<void> {
	await page.goto(await service.printSignIn());
	await expect(page.getByText('No extensions')).toBeVisible();
}

test('hides unsupported features, and mentions each once', async ({ page }) => {
	await signIn(page);
	await expect(page.getByText('This service doesn’t support creating BuildSpecs.')).toHaveCount(1);
	await expect(page.getByRole('link', { name: 'New BuildSpec' })).toHaveCount(0);
	await page.getByRole('button', { name: 'Actions for demo/aviation/airport_delays' }).click();
	await expect(page.getByRole('menuitem', { name: /Delete/ })).toBeVisible();
	await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toHaveCount(0);
	await page.keyboard.press('Escape');

	const asked: string[] = [];
	page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).replace('select broken from');
	await expect(page.getByText('This service doesn’t support previews.')).toHaveCount(1);
	await expect(page.getByRole('button', { name: /^Preview/ })).toHaveCount(0);
	await page.keyboard.press('Control+Enter');
	await expect(page.getByRole('region', { name: 'Side panel' })).toContainText('This service doesn’t list columns');
	await page.goto(`${service.url}/worksheets`);
	await expect(page.getByText('This service doesn’t support worksheets')).toBeVisible();
	await expect(page.getByText(/Preview a BuildSpec/)).toHaveCount(0);
	await page.goto(`${service.url}/build-specs/new`);
	await expect(page.getByText('This service doesn’t support creating BuildSpecs')).toBeVisible();
	await page.goto(`${service.url}/runs`);
	await expect(page.getByRole('heading', { level: 1, name: 'Outputs by run ID' })).toBeVisible();
	await page.goto(`${service.url}/links/suggestions?username=demo&namespace=aviation&dataset=flights`);
	await expect(page.getByText('This service doesn’t suggest links')).toBeVisible();
	await page.getByRole('main').getByRole('link', { name: 'New link' }).click();
	await expect(page.getByRole('group', { name: 'From' }).getByLabel('Dataset')).toHaveValue('demo/aviation/flights');
	await page.goto(`${service.url}/ingest/ingestions/${target.ingestion}`);
	await expect(page.getByLabel('Ingestion ID')).toHaveValue(target.ingestion);
	const described = page.waitForResponse((response) => response.url().includes('openapi.json'));
	await page.goto(`${service.url}/ingest`);
	await described;
	await page.getByRole('combobox', { name: 'Copy from dataset' }).fill('aviation/flights');
	await expect(page.getByText(/^This service doesn’t list columns, and none have been discovered/)).toBeVisible();
	expect(asked.filter((value) => /\/api\/.*(check|preview-runs|build-runs|\/data\/|\/schema\/)/.test(value))).toEqual(
		[],
	);

	// Each loaded page requests the description once, however long it's used.
	const offered = () => asked.filter((value) => value.includes('openapi.json')).length;
	const before = offered();
	for (const name of ['Namespaces', 'Links', 'Access', 'BuildSpecs'])
		await page.getByRole('link', { name, exact: true }).first().click();
	await expect(page.getByRole('heading', { level: 1, name: 'BuildSpecs' })).toBeVisible();
	expect(offered()).toBe(before);

	// Nothing beyond the core is offered.
	await page.goto(`${service.url}/namespaces/demo/aviation/flights`);
	await expect(page.getByText('This service doesn’t show dataset rows or columns.')).toBeVisible();
	await expect(page.getByRole('main').getByText(/preview/i)).toHaveCount(0);
});

test('BuildSpecs are listed, edited, saved and deleted', async ({ page, another }) => {
	await signIn(page);
	const editor = new Editor(page);
	await page.getByRole('textbox', { name: /Filter/ }).fill('event_type');
	await page.getByRole('link', { name: /quakes_daily/ }).click();
	await editor.replace('select 1 as core');
	await page.keyboard.press('Control+S');
	await expect(page.getByText('v2', { exact: true })).toBeVisible();

	// Without ETags, the console itself keeps one save from overwriting another.
	await editor.replace('select 2 as mine');
	const elsewhere = await (await another()).newPage();
	await elsewhere.goto(await service.printSignIn());
	await elsewhere.getByRole('link', { name: /quakes_daily/ }).click();
	await new Editor(elsewhere).replace('select 3 as theirs');
	await elsewhere.keyboard.press('Control+S');
	await expect(elsewhere.getByText('v3', { exact: true })).toBeVisible();
	await editor.box.focus();
	await page.keyboard.press('Control+S');
	await page
		.getByRole('dialog')
		.getByRole('button', { name: /Save mine as version 4/ })
		.click();
	await expect(page.getByText('v4', { exact: true })).toBeVisible();

	await page.getByRole('button', { name: 'Actions for this BuildSpec' }).click();
	await page.getByRole('menuitem', { name: /Delete/ }).click();
	const dialog = page.getByRole('dialog', { name: 'Delete this BuildSpec?' });
	// Such a service doesn't report what happens to versions and datasets.
	await expect(dialog).not.toContainText(/version|dataset isn[’']t/);
	await dialog.getByRole('button', { name: /^Delete/ }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'BuildSpecs' })).toBeVisible();
	await expect(page.getByRole('link', { name: /quakes_daily/ })).toHaveCount(0);
});

test('shows the outputs of a run by its ID, and compares them with another run’s', async ({ page }) => {
	await signIn(page);
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Outputs by run ID' }).click();
	await page.getByLabel('Run id').fill('not an id');
	await page.getByRole('button', { name: 'Show outputs' }).click();
	await expect(page.getByText(/36-character/)).toBeVisible();
	await page.getByLabel('Run id').fill(target.runs.before);
	await page.getByRole('button', { name: 'Show outputs' }).click();
	await new Grid(page).expectRows(220);
	const downloading = page.waitForEvent('download');
	await page.getByRole('link', { name: /^Download/ }).click();
	const download = await downloading;
	expect([await download.failure(), download.suggestedFilename()]).toEqual([null, 'airport_delays.parquet']);

	// the service doesn't list columns in advance: those of the output are known from now on
	await page.goto(`${service.url}/namespaces/demo/aviation/airport_delays`);
	await expect(page.getByLabel('Columns in order, one per line')).toHaveValue(/^iata\nname\nstate\n/);
	await page.goto(`${service.url}/ingest`);
	await page.getByRole('combobox', { name: 'Copy from dataset' }).fill('aviation/airport_delays');
	await page.getByRole('button', { name: 'Copy columns' }).click();
	await expect(page.getByLabel('Field 1', { exact: true })).toHaveValue('iata');

	// two of them can be compared, although their code is unknown
	await page.goto(`${service.url}/runs`);
	await page.getByLabel('Run id').fill(target.runs.after);
	await page.getByLabel('Compare with run (optional)').fill(target.runs.before);
	await page.getByRole('button', { name: 'Compare outputs' }).click();
	await expect(page.getByText(/so only rows are compared/)).toBeVisible();
	await page
		.getByRole('radiogroup', { name: 'View' })
		.getByText(/^Columns \(/)
		.click();
	await expect(page.getByRole('row', { name: /pct_late/ })).toContainText(/added|removed/);
});
