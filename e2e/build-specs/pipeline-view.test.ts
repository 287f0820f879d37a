import type { Locator, Page } from '@playwright/test';
import { expectClean } from '../support/axe.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';
import { commitFile } from '../support/sample-repository.ts';
import type { Service } from '../support/service.ts';

// Outputs that don't exist yet return 409; a dataset that was never built 404; a repository during a journey's commit, which isn't atomic as Git's
// are, 400.
test.use({
	expectedErrors: /409 \(Conflict\)|404 \(Not Found\).*\/schema\/|400 \(Bad Request\).*\/pipelines\/repository/,
});

async function openPipeline(page: Page, service: Service): Promise<void> {
	await page.goto(await service.printSignIn());
	await page
		.getByRole('link', { name: /flights_per_month/ })
		.first()
		.click();
	await expect(status(page)).toHaveText(/^Valid|error/);
}

const status = (page: Page): Locator => page.getByRole('status', { name: 'Pipeline validation' });
const view = (page: Page, name: string): Locator =>
	page.getByRole('tablist', { name: 'Pipeline views' }).getByRole('tab', { name });
const files = (page: Page): Locator => page.getByRole('navigation', { name: 'Files in this commit' });
const file = (page: Page, name: string): Locator => page.getByRole('textbox', { name: `File ${name}` });

test('a broken pipeline shows each error at its line; once fixed, it’s previewed, compared and built', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await openPipeline(page, service);
	await expect(status(page)).toHaveText('Valid: 3 steps, 4 outputs');
	await view(page, 'Files').click();
	await expect(file(page, 'pipeline.json')).toBeVisible();
	await files(page).getByRole('button', { name: 'busiest_states.sql' }).click();
	await expect(file(page, 'steps/busiest_states.sql')).toBeVisible();
	await expect(page.locator('.view-lines')).toContainText('LIMIT 5');
	// A file that the manifest doesn't name is read when it's opened.
	await files(page).getByRole('button', { name: 'README.md' }).click();
	await expect(file(page, 'README.md')).toBeVisible();

	const breakStep = (sql: string) => sql.replace('state', 'stat');
	await commitFile(service, 'steps/busiest_states.sql', breakStep, 'Name a column that is not there');
	await page.getByRole('button', { name: 'Reload repository' }).click();
	await expect(status(page)).toHaveText('1 error');
	await page.getByRole('button', { name: /^steps\/busiest_states\.sql, line \d+, column \d+/ }).click();
	await expect(file(page, 'steps/busiest_states.sql')).toBeFocused();
	await expect(page.locator('.monaco-editor .squiggly-error').first()).toBeVisible();
	await expect(page.getByText('Name a column that is not there').first()).toBeVisible();

	const breakManifest = (text: string) => text.replace('"step": "flights_by_month"', '"step": "flights_by_year"');
	await commitFile(service, 'pipeline.json', breakManifest, 'Name a step that is not there');
	await page.getByRole('button', { name: 'Reload repository' }).click();
	await page.getByRole('button', { name: /^pipeline\.json, line 10, column 12.*flights_by_year/ }).click();
	await expect(file(page, 'pipeline.json')).toBeFocused();
	await expect(page.locator('.monaco-editor .squiggly-error').first()).toBeVisible();

	const fixStep = (sql: string) => sql.replace('stat', 'state');
	await commitFile(service, 'steps/busiest_states.sql', fixStep, 'Name the right column');
	const fixManifest = (text: string) => text.replace('flights_by_year', 'flights_by_month');
	await commitFile(service, 'pipeline.json', fixManifest, 'Name the right step');
	await page.getByRole('button', { name: 'Reload repository' }).click();
	await expect(status(page)).toHaveText('Valid: 3 steps, 4 outputs');
	await expect(page.locator('.monaco-editor .squiggly-error')).toHaveCount(0);

	// The text in braces is a column of the step.
	const breakTemplate = (text: string) => text.replace('"delays_{state}"', '"delays_{stat}"');
	await commitFile(service, 'pipeline.json', breakTemplate, 'Name an output by no column');
	await page.getByRole('button', { name: 'Reload repository' }).click();
	await page.getByRole('button', { name: /^pipeline\.json, line 14, column \d+.*no column "stat"/ }).click();
	await expect(file(page, 'pipeline.json')).toBeFocused();
	const fixTemplate = (text: string) => text.replace('{stat}', '{state}');
	await commitFile(service, 'pipeline.json', fixTemplate, 'Name the output by its state');
	await page.getByRole('button', { name: 'Reload repository' }).click();
	await expect(status(page)).toHaveText('Valid: 3 steps, 4 outputs');

	await view(page, 'Steps').click();
	const graph = page.getByRole('group', { name: 'Steps and the data flow between them' });
	await graph.getByRole('button', { name: /^flights_by_month Valid/ }).click();
	await page.getByRole('button', { name: 'Preview up to this step' }).click();
	await expect(graph.getByRole('button', { name: /^flights_by_month Succeeded · 3 rows/ })).toBeVisible();
	await expect(graph.getByRole('button', { name: /^busiest_states Valid/ })).toBeVisible();

	await view(page, 'Compare').click();
	const changes = page.getByRole('region', { name: 'Changes' });
	await expect(changes.getByRole('region', { name: 'Files' }).getByRole('listitem')).toHaveText([
		'changedpipeline.json',
	]);
	await expect(changes.getByRole('region', { name: 'Steps' })).toContainText('No changes');
	await expectClean(page, 'compared commits', ['light', 'dark']);

	await page.getByRole('button', { name: 'Build…', exact: true }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Build demo/aviation/flights_per_month' }).click();
	await expect(page.getByText(/^Built demo\/aviation\/flights_per_month/)).toBeVisible();
	await page.goto(`${service.url}/build-specs/lineage?view=list`);
	await expect(page.getByRole('link', { name: 'demo/aviation/flights_per_month', exact: true }).first()).toBeVisible();
	for (const state of ['CA', 'TX']) {
		const name = `demo/aviation/airport_delays_${state}`;
		await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
	}
});

test('picks a branch, tag or commit by name or message, and updates the payload', async ({ page, ownService }) => {
	const service = await ownService();
	await openPipeline(page, service);
	const picker = page.getByRole('combobox', { name: 'Branch, tag or commit' });
	await expect(picker).toHaveValue('main');
	await picker.click();
	await page.getByRole('option', { name: 'v1' }).click();
	await expect(picker).toHaveValue('v1');
	await expect(status(page)).toHaveText('Valid: 1 step, 1 output');
	await view(page, 'Payload').click();
	await expect(page.locator('.view-lines')).toContainText('"v1"');
	await page.reload();
	await expect(picker).toHaveValue('v1');

	await view(page, 'Files').click();
	await picker.click();
	await picker.fill('by month');
	await page.getByRole('option', { name: /^Report flights by month\b(?! and)/ }).click();
	await expect(picker).toHaveValue(/^[0-9a-f]{7}$/);
	await expect(status(page)).toHaveText('Valid: 1 step, 1 output');
	await page.getByRole('button', { name: 'Actions for this BuildSpec' }).click();
	await page.getByRole('menuitem', { name: 'Discard draft' }).click();
	await expect(picker).toHaveValue('main');
	await expect(status(page)).toHaveText('Valid: 3 steps, 4 outputs');
});

test('shows the state, rows and time of each step after a full or partial preview', async ({ page, ownService }) => {
	const service = await ownService();
	await openPipeline(page, service);
	const graph = page.getByRole('group', { name: 'Steps and the data flow between them' });
	await graph.getByRole('button', { name: /^flights_by_month Valid/ }).click();
	const details = page.getByRole('region', { name: 'Step flights_by_month' });
	await expect(details).toContainText('demo/aviation/flights_per_month');
	await details.getByRole('button', { name: 'Preview up to this step' }).click();
	await expect(graph.getByRole('button', { name: /^flights_by_month Succeeded · 3 rows · / })).toBeVisible();
	await expect(graph.getByRole('button', { name: /^delays_by_airport Succeeded/ })).toBeVisible();
	await expect(graph.getByRole('button', { name: /^busiest_states Valid/ })).toBeVisible();
	const preview = page.getByRole('region', { name: 'Preview' });
	await expect(preview).toContainText(/v1, commit [0-9a-f]{7}, up to flights_by_month/);
	const output = page.getByRole('combobox', { name: 'Output' });
	await expect(output.getByRole('option')).toHaveText(['flights_per_month.parquet', 'delays_by_airport.parquet']);
	await new Grid(page).expectRows(3);

	// The rows and the log of the selected step.
	await graph.getByRole('button', { name: /^delays_by_airport/ }).click();
	await expect(output).toHaveValue('delays_by_airport.parquet');
	await page.getByRole('region', { name: 'Step delays_by_airport' }).getByRole('button', { name: 'Show log' }).click();
	const log = page.getByRole('list', { name: 'Log' }).getByRole('listitem');
	await expect(page.getByRole('combobox', { name: 'Step' })).toHaveValue('delays_by_airport');
	await expect(log.first()).toContainText('delays_by_airport');
	const ofStep = await log.count();
	await page.getByRole('combobox', { name: 'Step' }).selectOption('All steps');
	await expect.poll(() => log.count()).toBeGreaterThan(ofStep);

	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(graph.getByRole('button', { name: /^busiest_states Succeeded · 5 rows/ })).toBeVisible();
	await view(page, 'Outputs').click();
	const outputs = page.getByRole('table', { name: 'Outputs' }).getByRole('row');
	await expect(outputs.filter({ hasText: 'declared' })).toContainText('flights_per_month');
	await expect(outputs.filter({ hasText: 'computed' })).toContainText('airport_delays_{state}');
	await expect(outputs.filter({ hasText: 'discovered' })).toHaveCount(2);
	await expectClean(page, 'outputs of a pipeline');
	await view(page, 'Steps').click();
	await expect(page.getByRole('region', { name: 'Step delays_by_airport' })).toHaveCount(0);
	await expectClean(page, 'steps of a pipeline');
});

test('compares two commits by files, steps and outputs', async ({ page, ownService }) => {
	const service = await ownService();
	await openPipeline(page, service);
	await view(page, 'Compare').click();
	const changes = page.getByRole('region', { name: 'Changes' });
	const steps = changes.getByRole('region', { name: 'Steps' }).getByRole('listitem');
	await expect(steps).toHaveText(['addeddelays_by_airport', 'addedbusiest_states']);
	await expect(changes.getByRole('region', { name: 'Outputs' })).toContainText('delays_{state}');
	await changes.getByRole('button', { name: 'steps/busiest_states.sql' }).click();
	await expect(page.getByRole('textbox', { name: 'File steps/busiest_states.sql after' })).toBeVisible();

	const addColumn = (sql: string) => sql.replace('LIMIT 5', 'LIMIT 4').replace('AS flights', 'AS flown');
	await commitFile(
		service,
		'steps/busiest_states.sql',
		(sql) => addColumn(sql).replace('BY flights', 'BY flown'),
		'Rename',
	);
	await page.getByRole('button', { name: 'Reload repository' }).click();
	await expect(steps).toHaveText([/^changedbusiest_statesSQL, \+ flown .*− flights/]);
	await page.getByRole('combobox', { name: 'Compare with commit' }).click();
	await page.getByRole('option', { name: 'v1' }).click();
	await expect(steps).toHaveCount(2);
	await page.getByRole('combobox', { name: 'Compare with commit' }).click();
	await page.getByRole('option', { name: 'main' }).click();
	await expect(page.getByText('Both commits contain the same files.')).toBeVisible();
});

test('starts a new pipeline from a repository, and finds its manifest', async ({ page, ownService }) => {
	const service = await ownService();
	await page.goto(await service.printSignIn());
	await page.getByRole('button', { name: 'BuildSpec actions' }).click();
	await page.getByRole('menuitem', { name: 'New pipeline…' }).click();
	const form = page.getByRole('dialog', { name: 'New pipeline from a repository' });
	await form.getByRole('combobox', { name: 'Repository' }).click();
	await page.getByRole('option', { name: 'flight-reports' }).click();
	await expect(form.getByRole('combobox', { name: 'Branch, tag or commit' })).toHaveValue('main');
	await expect(form.getByRole('combobox', { name: 'Manifest' })).toHaveValue('pipeline.json');
	await form.getByRole('button', { name: 'Use repository' }).click();
	await expect(form).toHaveCount(0);
	await expect(status(page)).toHaveText(/error/);

	// What its steps read becomes its sources.
	await page.getByRole('button', { name: 'Add 2 sources' }).click();
	await expect(page.getByRole('button', { name: 'Remove source demo/aviation/flights' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Remove source demo/aviation/airports' })).toBeVisible();
	await expect(status(page)).toHaveText('Valid: 3 steps, 4 outputs');
	await view(page, 'Payload').click();
	await expect(page.locator('.view-lines')).toContainText('"flight-reports"');
});

test('shows all steps at first, and opens the payload for a link to a line', async ({ page, ownService }) => {
	const service = await ownService();
	await openPipeline(page, service);
	const graph = page.getByRole('group', { name: 'Steps and the data flow between them' });
	for (const name of [/^airports/, /^flights source/, /^busiest_states/, /^airport_delays_\{state\}/]) {
		await expect(graph.getByRole('button', { name })).toBeInViewport({ ratio: 0.9 });
	}
	await page.goto(`${page.url()}?line=4&column=5`);
	await expect(view(page, 'Payload')).toHaveAttribute('aria-selected', 'true');
	await expect(page.getByRole('textbox', { name: /^Code/ })).toBeFocused();
	await view(page, 'Steps').click();
	await expect(graph).toBeVisible();
	await page.reload();
	await expect(view(page, 'Steps')).toHaveAttribute('aria-selected', 'true');
});
