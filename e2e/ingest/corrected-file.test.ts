import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { apiOf } from '../support/api.ts';
import { expect, signIn, test } from '../support/journey.ts';

// A dataset to be created is requested before it exists.
test.use({ expectedErrors: /status of 404 .*\/schema\// });

const [rows, bad] = [2_000, 150];
const levels = `reading,taken_on\n${Array.from({ length: rows }, (_, row) => `${row + 1},${row % 10 === 3 && row < bad * 10 ? `soon ${row}` : `2024-03-${10 + (row % 20)}`}`).join('\n')}\nlate\n`;

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** Downloads the unsaved rows, corrects them outside, and uploads the result. */
async function correct(page: Page, of: string, change: (text: string) => string): Promise<void> {
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: `Download as CSV: ${of}` }).click(),
	]);
	const corrected = change(await readFile(await download.path(), 'utf8'));
	const [chooser] = await Promise.all([
		page.waitForEvent('filechooser'),
		page.getByRole('button', { name: `Upload corrected file: ${of}` }).click(),
	]);
	await chooser.setFiles(file('corrected.csv', corrected));
}

test('downloads more bad values and lines than are listed, and saves the corrected file', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/ingest?to=demo/nature`);
	await expect(page.getByLabel('Namespace')).toHaveValue('demo/nature');
	await page.locator('input[type=file]').setInputFiles(file('levels.csv', levels));
	await expect(page.getByText(`${(rows - bad).toLocaleString('en')} fit, ${bad} don’t`)).toBeVisible();

	await correct(page, 'values in taken_on', (text) => {
		expect(text.trim().split('\r\n')).toHaveLength(bad + 1);
		return text.replaceAll(/,soon \d+,not/g, ',2024-12-24,not');
	});
	await expect(page.getByText(`All ${rows.toLocaleString('en')} fit`).first()).toBeVisible();
	await expect(page.getByLabel('Type of taken_on').locator('option:checked')).toHaveText('DATE');
	await correct(page, 'lines that couldn’t be parsed', (text) => text.replace(',late,', ',"2001,2024-12-31",'));
	await expect(page.getByText('1 corrected line is used.')).toBeVisible();
	await page.getByRole('button', { name: `Create dataset with ${(rows + 1).toLocaleString('en')} rows` }).click();
	await expect(page.getByText(`${(rows + 1).toLocaleString('en')} rows saved to demo/nature/levels`)).toBeVisible();
	const saved = await (await apiOf(page)).ask('GET', '/data/demo/nature/levels?limit=1&offset=2000');
	expect(saved).toMatchObject({ rows: [{ reading: 2_001, taken_on: '2024-12-31' }] });
});
