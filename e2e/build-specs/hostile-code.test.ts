import type { Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';
import { type Service, startService } from '../support/service.ts';

const deadlineMs = 4_000;

/** Statements that must not run, and the reason that is shown. */
const hostile: readonly { name: string; sql: string; reason: RegExp }[] = [
	{
		name: 'a file of the machine',
		sql: "select * from read_csv('/etc/passwd')",
		reason: /not files or URLs/,
	},
	{ name: 'copy', sql: "copy (select 1) to '/tmp/out.csv'", reason: /SELECT/ },
	{ name: 'attach', sql: "attach '/tmp/other.db'", reason: /SELECT/ },
	{ name: 'install', sql: 'install httpfs', reason: /SELECT/ },
	{
		name: 'a query without end',
		sql: 'with recursive t(i) as (select 1 union all select i + 1 from t) select count(*) from t',
		reason: /time limit|memory/i,
	},
	{
		name: 'nested repeat',
		sql: "select repeat(repeat('x', 100000), 30000) x",
		reason: /memory|time limit/i,
	},
	{
		name: 'levenshtein of two huge texts',
		sql: "select levenshtein(repeat('ab', 200000), repeat('ba', 200000))",
		reason: /time limit|memory/i,
	},
];

let service: Service;
test.beforeAll(async () => {
	service = await startService(['--run-deadline-ms', String(deadlineMs), '--run-memory-bytes', String(1024 ** 3)]);
});
test.afterAll(() => service.dispose());

async function signIn(page: Page): Promise<void> {
	await page.goto(await service.printSignIn());
	await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
}

async function newBuildSpec(page: Page): Promise<Editor> {
	await page.goto(`${service.url}/build-specs/new`);
	const editor = new Editor(page);
	await editor.ready();
	return editor;
}

test('stops each hostile statement and says why', async ({ page }) => {
	test.slow();
	await signIn(page);
	const editor = await newBuildSpec(page);
	const preview = page.getByRole('region', { name: 'Preview' });
	for (const { name, sql, reason } of hostile) {
		await editor.replace(sql);
		await page.getByRole('button', { name: /^Preview/ }).click();
		await expect(preview, name).toContainText('Failed', { timeout: 30_000 });
		const notice = page.getByRole('alert').filter({ hasText: 'This preview failed' });
		await expect(notice, name).toContainText(reason);
		await editor.replace('select 1 as fine');
		await page.getByRole('button', { name: /^Preview/ }).click();
		// The rows alone could be those of an earlier preview.
		await expect(preview, name).toContainText('Succeeded');
		await new Grid(page).expectRows(1);
	}
});

test('six hostile statements don’t keep another tab from listing, editing and saving', async ({ page, context }) => {
	await signIn(page);
	const endless = hostile.filter((candidate) => candidate.reason.test('longest')).map((item) => item.sql);
	const busy = await Promise.all(
		Array.from({ length: 6 }, async (_, index) => {
			const tab = await context.newPage();
			const editor = await newBuildSpec(tab);
			await editor.replace(endless[index % endless.length] ?? '');
			return tab;
		}),
	);
	for (const tab of busy) await tab.getByRole('button', { name: /^Preview/ }).click();

	await page.goto(`${service.url}/build-specs`);
	await page.getByRole('link', { name: /quakes_daily/ }).click();
	const editor = new Editor(page);
	await editor.replace('select 7 as lucky');
	await page.keyboard.press('Control+S');
	await expect(page.getByText('v2', { exact: true })).toBeVisible();

	for (const tab of busy) {
		await expect(tab.getByRole('region', { name: 'Preview' })).toContainText('Failed', { timeout: 60_000 });
		await tab.close();
	}
});
