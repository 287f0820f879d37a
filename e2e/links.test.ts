import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Editor } from './support/editor.ts';
import { Grid } from './support/grid.ts';
import { expect, test } from './support/journey.ts';

async function preview(page: Page): Promise<void> {
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	await new Editor(page).ready();
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(220);
}

/** One click, and the file is there. */
async function download(page: Page): Promise<Buffer> {
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: 'Download' }).click(),
	]);
	return await readFile(await file.path());
}

const isParquet = (file: Buffer) => file.subarray(0, 4).toString() === 'PAR1' && file.length > 1_000;

test.describe('with links that end after two seconds', () => {
	// The store refuses an address that ended; that is what is to be got over.
	test.use({ expectedErrors: /40[0-9] .*\/objects\// });
	test('a link past its end: one click, and the download comes; rows that are read later come too', async ({
		page,
		ownService,
	}) => {
		const service = await ownService(['--link-seconds', '2']);
		await page.goto(service.signInAddress());
		await preview(page);
		await expect(page.getByText('Link expired')).toBeVisible({ timeout: 30_000 });
		expect(isParquet(await download(page))).toBe(true);
		await expect(page.getByText('Link expired')).toBeVisible({ timeout: 30_000 });
		await page.getByRole('tab', { name: 'Chart' }).click();
		await expect(page.getByRole('img', { name: /The numbers are in the table/ })).toBeVisible();
	});
});

for (const [words, hours] of [
	['an hour behind', -1],
	['an hour ahead of', 1],
] as const) {
	test(`with a browser whose clock is ${words} the service's, links are right`, async ({ page, service }) => {
		await page.clock.install({ time: Date.now() + hours * 3_600_000 });
		await page.goto(await service.printSignIn());
		await preview(page);
		await expect(page.getByText(/^Link valid for 1[45] min$/)).toBeVisible();
		expect(isParquet(await download(page))).toBe(true);
	});
}
