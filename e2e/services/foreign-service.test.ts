import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { closedFile, foreignRun, startForeignService } from '../support/foreign-service.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';
import { freePort } from '../support/service.ts';

// There is no /openapi.json, and one store lets no page read; the browser reports both.
test.use({ expectedErrors: /404|blocked by CORS policy|ERR_FAILED.*\/closed/ });

test('reads a third-party service: odd items next to valid ones, and outputs in any format', async ({
	page,
	ownService,
}) => {
	const port = await freePort();
	const foreign = await startForeignService(`http://127.0.0.1:${port}`);
	const own = await ownService([
		'--port',
		String(port),
		'--service',
		`Foreign=${foreign.url}/api/v1`,
		'--connect',
		foreign.closedStore,
	]);

	await page.goto(`${own.url}/sign-in`);
	await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Foreign' });
	await page.getByLabel('Access token').fill('any-token');
	await page.getByRole('button', { name: 'Sign in' }).click();
	await expect(page.getByRole('link', { name: /totals/ })).toBeVisible();
	await expect(page.getByText(/1 BuildSpec can’t be read/)).toBeVisible();
	await expect(page.getByText('yesterday')).toBeVisible();

	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Outputs by run ID' }).click();
	await page.getByLabel('Run id').fill(foreignRun);
	await page.getByRole('button', { name: 'Show outputs' }).click();
	const grid = new Grid(page);
	const outputs = page.getByRole('combobox', { name: 'Output' });
	await outputs.selectOption('semicolons');
	await expect(page.getByText(/CSV, semicolon/)).toBeVisible();
	await grid.expectRows(1_204);
	await expect(grid.row(1).filter({ hasText: /^name; 0$/ })).toBeVisible();
	await expect(grid.row(1).filter({ hasText: /^9007199254740993$/ })).toBeVisible();

	await outputs.selectOption('lines');
	await expect(page.getByText(/NDJSON/)).toBeVisible();
	await grid.expectRows(3);
	await expect(grid.row(3).filter({ hasText: /^missing$/ })).toBeVisible();

	await outputs.selectOption('records');
	await grid.expectRows(2);
	await expect(grid.row(1).filter({ hasText: /^Zürich$/ })).toBeVisible();

	await outputs.selectOption('page');
	await expect(page.getByText(/web page/i).first()).toBeVisible();

	// an output that no page may read is explained, and can still be downloaded
	await outputs.selectOption('closed');
	await expect(page.getByText('Can’t show the rows here')).toBeVisible();
	await expect(page.getByText(/doesn’t allow this console to read the file \(CORS\)/)).toBeVisible();
	await expect(page.getByText(new URL(own.url).origin, { exact: true })).toBeVisible();
	// The download may start in this page, or in one that the link opens.
	const downloading = new Promise<Download>((resolve) => {
		page.once('download', resolve);
		page.context().once('page', (opened) => opened.once('download', resolve));
	});
	await page.getByRole('link', { name: 'Download' }).click();
	const file = await downloading;
	expect(await readFile(await file.path(), 'utf8')).toBe(closedFile);
	expect(foreign.tokensAtStore).toEqual([]);
	await page.goto('about:blank');
	await foreign.close();
});
