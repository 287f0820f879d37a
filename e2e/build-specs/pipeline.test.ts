import type { Locator, Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';
import { commitFile } from '../support/sample-repository.ts';
import type { Service } from '../support/service.ts';

// Outputs that don't exist yet, and those of a failed run, return 409; a dataset that was never built 404.
test.use({ expectedErrors: /409 \(Conflict\)|404 \(Not Found\).*\/schema\// });

async function openPipeline(page: Page, service: Service): Promise<void> {
	await page.goto(await service.printSignIn());
	await page
		.getByRole('link', { name: /flights_per_month/ })
		.first()
		.click();
	await expect(page.getByRole('status', { name: 'Pipeline validation' })).toHaveText(/^Valid|error/);
}

async function pickOutput(page: Page, name: RegExp): Promise<void> {
	const outputs = page.getByRole('combobox', { name: 'Output' });
	const label = await outputs.getByRole('option', { name }).first().textContent();
	await outputs.selectOption({ label: label ?? '' });
}

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Preview' });

test('a pipeline’s outputs appear once it has run, with kind, target and commit, and can be compared', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	const takeLong = (sql: string) =>
		sql.replace('GROUP BY ALL', 'WHERE (SELECT max(hash(range)) FROM range(600000000)) > 0\nGROUP BY ALL');
	const id = await commitFile(service, 'steps/flights_by_month.sql', takeLong, 'Take a while');
	await openPipeline(page, service);
	// Opened in advance, because the run's early states don't last long.
	const another = await page.context().newPage();
	await another.goto(`${service.url}/runs`);
	await expect(another.getByRole('heading', { level: 1, name: /^Runs/ })).toBeVisible();
	await page.bringToFront();
	const started = page.waitForResponse(
		(response) => response.url().endsWith('/preview-runs') && response.request().method() === 'POST',
	);
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(page.getByText('No outputs yet')).toBeVisible();
	const run = (await (await started).json()) as { id: string };

	// the same at the run's address
	await another.goto(`${service.url}/runs/${run.id}`);
	await expect(another.getByText('No outputs yet')).toBeVisible();

	for (const window of [page, another]) {
		await expect(window.getByRole('combobox', { name: 'Output' }).getByRole('option')).toHaveText(
			[
				'flights_per_month.parquet',
				/^delays_.+\.parquet$/,
				/^delays_.+\.parquet$/,
				/^delays_.+\.parquet$/,
				/^delays_.+\.parquet$/,
				/^delays_.+\.parquet$/,
				'delays_by_airport.parquet',
				'busiest_states.parquet',
			],
			{ timeout: 60_000 },
		);
	}
	await new Grid(page).expectRows(3);
	await expect(bar(page)).toContainText('demo/aviation/flights_per_month');
	await expect(bar(page)).toContainText('declared');
	const output = page.getByRole('combobox', { name: 'Output' });
	const computed = (await output.getByRole('option').nth(1).textContent()) ?? '';
	await output.selectOption(computed);
	await expect(bar(page)).toContainText(`demo/aviation/airport_${computed.replace('.parquet', '')}`);
	await expect(bar(page)).toContainText('computed');
	await output.selectOption('busiest_states.parquet');
	await new Grid(page).expectRows(5);
	await expect(bar(page)).toContainText('discovered');
	await expect(bar(page)).not.toContainText('demo/');

	await expect(another.getByText(id.slice(0, 10))).toBeVisible();
	await expect(another.getByText(/on main: Take a while/)).toBeVisible();
	await another.close();

	// another commit: some outputs differ, one is the same, one is gone
	const quick = (sql: string) => sql.replace(/WHERE \(SELECT.*\n/, "WHERE departure >= '2001-02-01'\n");
	await commitFile(service, 'steps/flights_by_month.sql', quick, 'Begin in February');
	await commitFile(service, 'steps/busiest_states.sql', (sql) => sql.replace('LIMIT 5', 'LIMIT 4'), 'Take four');
	const again = page.waitForResponse(
		(response) => response.url().endsWith('/preview-runs') && response.request().method() === 'POST',
	);
	await page.getByRole('button', { name: /^Preview/ }).click();
	const { id: later } = (await (await again).json()) as { id: string };
	await expect(output.getByRole('option')).toHaveCount(7);
	const asked: string[] = [];
	page.on('request', (request) => asked.push(request.url()));
	await page.goto(`${service.url}/runs/${later}/compare/${run.id}`);
	await expect(page.getByText('Both runs used the same code and sources.')).toBeVisible();
	await expect(page.getByText(/1 row removed/)).toBeVisible();
	await pickOutput(page, /only before/);
	await expect(page.getByText(/^Only the "before" run has the output /)).toBeVisible();
	asked.length = 0;
	await pickOutput(page, /delays_by_airport/);
	await expect(page.getByRole('heading', { name: 'Unchanged' })).toBeVisible();
	expect(asked.filter((url) => url.includes('/objects/'))).toEqual([]);
	await page.getByRole('link', { name: 'Swap runs' }).click();
	await pickOutput(page, /only after/);
	await page.getByRole('link', { name: 'Show rows' }).click();
	await expect(page.getByRole('heading', { level: 1, name: /^Preview of/ })).toBeVisible();
	await expect(page.getByRole('region', { name: 'Run views' })).toContainText('computed');
});

test('the build dialog lists datasets and row counts before the build, and the lineage shows them after', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await openPipeline(page, service);
	const lineage = await page.context().newPage();
	await lineage.goto(`${service.url}/build-specs/lineage?view=list`);
	await expect(lineage.getByText('To see them here, preview or build demo/aviation/flights_per_month.')).toBeVisible();
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(page.getByRole('combobox', { name: 'Output' }).getByRole('option')).toHaveCount(8, { timeout: 60_000 });
	await page.getByRole('button', { name: 'Build…', exact: true }).click();
	const sheet = page.getByRole('dialog', { name: 'Build demo/aviation/flights_per_month with BuildSpec version 1' });
	const announced = sheet.getByRole('table', { name: 'Datasets this build writes' }).locator('tbody').getByRole('row');
	await expect(announced).toHaveCount(6);
	await expect(announced.first()).toContainText('demo/aviation/flights_per_month');
	for (const row of await announced.all()) {
		await expect(row.getByRole('cell').first()).toHaveText(/^New → [\d,]+in a preview/);
		await expect(row.getByRole('cell').nth(1)).toHaveText(/^\d+ columns$/);
	}
	const texts = await Promise.all(
		(await announced.all()).map(async (row) => ({
			name: (await row.getByRole('rowheader').textContent()) ?? '',
			rows: /→ ([\d,]+)/.exec((await row.getByRole('cell').first().textContent()) ?? '')?.[1] ?? '?',
		})),
	);
	expect(texts[0]?.rows).toBe('3');
	await sheet.getByRole('button', { name: 'Build demo/aviation/flights_per_month' }).click();
	await expect(page.getByText(/^Built demo\/aviation\/flights_per_month/)).toBeVisible();
	for (const { name, rows } of texts) {
		await expect(page.getByText(new RegExp(`${name} is now dataset version 1: ${rows} rows?`))).toBeVisible();
	}
	await lineage.reload();
	for (const { name } of texts) {
		await expect(lineage.getByRole('link', { name, exact: true }).first()).toBeVisible();
	}
	await expect(lineage.getByText(/^Outputs of .* aren’t known yet$/)).toHaveCount(0);

	// The pipeline is named on a dataset that it discovered, which matters most before deleting it.
	const found = texts.at(-1)?.name ?? '';
	expect(found).not.toBe('demo/aviation/flights_per_month');
	await lineage.goto(`${service.url}/namespaces/${found}?view=build-specs`);
	await expect(lineage.getByRole('link', { name: /flights_per_month/ })).toBeVisible();
	await lineage.getByRole('button', { name: 'Actions for this dataset' }).click();
	await lineage.getByRole('menuitem', { name: /^Delete/ }).click();
	await expect(lineage.getByRole('dialog').getByRole('link', { name: /flights_per_month/ })).toBeVisible();
});

test('shows a manifest error at its line, and marks a payload error in the editor', async ({ page, ownService }) => {
	const service = await ownService();
	await commitFile(
		service,
		'pipeline.json',
		(text) => text.replace('"step": "flights_by_month"', '"step": "flights_by_year"'),
		'Name a step that is not there',
	);
	await openPipeline(page, service);
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(page.getByText('This preview failed at line 10, column 12 of pipeline.json')).toBeVisible();
	await expect(page.getByRole('list', { name: 'Log' }).getByText(/There is no step "flights_by_year"/)).toBeVisible();
	// and before anything runs, at the position in the payload that leads there
	await expect(page.getByRole('button', { name: /^pipeline\.json, line 10, column 12/ })).toBeVisible();
	await page.getByRole('button', { name: 'Go to line 10' }).click();
	await expect(page.getByRole('textbox', { name: 'File pipeline.json' })).toBeFocused();

	const editor = new Editor(page);
	await page.getByRole('tab', { name: 'Payload' }).click();
	await expect(
		page.getByRole('button', { name: /line 5, column 17 pipeline\.json, line 10, column 12/ }),
	).toBeVisible();
	await editor.replace(
		'{\n  "gitPipeline": {\n    "repository": "flight-reports",\n    "ref": "main",\n    "manifests": "pipeline.json"\n  }\n}',
	);
	await expect(page.locator('.monaco-editor .squiggly-error').first()).toBeVisible();
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(page.getByText(/This preview failed at line \d, column \d+$/)).toBeVisible();
	await page.getByRole('button', { name: /^Go to line/ }).click();
	await expect(editor.box).toBeFocused();
});
