import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

async function preview(page: Page): Promise<void> {
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	await new Editor(page).ready();
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(220);
}

/** Waits until the store refuses the page's URL. */
async function untilExpired(page: Page): Promise<void> {
	const address = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
	const status = async () => (await page.request.get(address ?? '')).status();
	await expect.poll(status, { timeout: 30_000 }).toBeGreaterThanOrEqual(400);
}

/** A single click downloads the file. */
async function download(page: Page): Promise<Buffer> {
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: 'Download' }).click(),
	]);
	return await readFile(await file.path());
}

const isParquet = (file: Buffer) => file.subarray(0, 4).toString() === 'PAR1' && file.length > 1_000;

test.describe('with links that expire after two seconds', () => {
	// The store refuses an expired URL, which is what is being tested.
	test.use({ expectedErrors: /40[0-9] .*\/objects\// });
	test('renews an expired link: one click downloads the file, and more rows can be read', async ({
		page,
		ownService,
	}) => {
		const service = await ownService(['--link-seconds', '2']);
		await page.goto(service.signInAddress());
		await preview(page);
		await untilExpired(page);
		expect(isParquet(await download(page))).toBe(true);
		await untilExpired(page);
		await page.getByRole('tab', { name: 'Chart' }).click();
		await expect(page.getByRole('img', { name: /The numbers are in the table/ })).toBeVisible();
	});
});

const hour = 3_600_000;

test.describe('with a service whose clock is an hour off', () => {
	// The store refuses an expired URL, which is what is being tested.
	test.use({ expectedErrors: /40[0-9] .*\/objects\// });
	for (const [words, clockOff] of [
		['ahead', hour],
		['behind', -hour],
	] as const) {
		test(`${words}: a link works until it expires, and is then renewed`, async ({ page, ownService }) => {
			const service = await ownService([], clockOff);
			await page.goto(service.signInAddress());
			await preview(page);
			const run = new URL(page.url()).searchParams.get('run');
			const answer = await page.request.get(`${service.url}/config.json`);
			expect(Math.abs(Date.parse(answer.headers().date ?? '') - Date.now() - clockOff)).toBeLessThan(60_000);
			expect(isParquet(await download(page))).toBe(true);

			// the same run, with links that expire after two seconds
			await page.goto('about:blank');
			await service.kill();
			await service.start(['--link-seconds', '2']);
			await page.goto(service.signInAddress());
			await page.goto(`${service.url}/runs/${run}`);
			await new Grid(page).expectRows(220);
			await untilExpired(page);
			expect(isParquet(await download(page))).toBe(true);
		});
	}
});
