import { readFile } from 'node:fs/promises';
import { unzipSync, zipSync } from 'fflate';
import { expectClean } from '../support/axe.ts';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';

const narrow = { width: 390, height: 844 };

test('imports a deleted BuildSpec from an export, and reports the faulty line of a broken file', async ({
	page,
	ownService,
}, testInfo) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
	const downloading = page.waitForEvent('download');
	await page.getByRole('button', { name: 'BuildSpec actions' }).click();
	await page.getByRole('menuitem', { name: 'Export all as zip' }).click();
	const zip = testInfo.outputPath('all.zip');
	await (await downloading).saveAs(zip);
	await page.getByRole('button', { name: 'Actions for demo/nature/quakes_daily' }).click();
	await page.getByRole('menuitem', { name: 'Delete…' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Delete BuildSpec' }).click();
	await expect(page.getByRole('link', { name: /quakes_daily/ })).toHaveCount(0);

	const files = unzipSync(new Uint8Array(await readFile(zip)));
	expect(Object.keys(files)).toContain('demo/aviation/flights_per_month.yaml');
	const text = (name: string) => new TextDecoder().decode(files[name]);
	const changed = text('demo/aviation/airport_delays.sql').replace('round(avg(f.delay), 2)', 'round(avg(f.delay), 3)');
	const broken = text('demo/aviation/strikes_by_state.sql').replace('-- version:', '-- vresion:');
	const bytes = new TextEncoder();
	const edited = zipSync({
		...files,
		'demo/aviation/airport_delays.sql': bytes.encode(changed),
		'demo/aviation/strikes_by_state.sql': bytes.encode(broken),
	});
	await page.getByRole('button', { name: 'BuildSpec actions' }).click();
	await page.getByRole('menuitem', { name: 'Import…' }).click();
	await page
		.locator('input[type=file]')
		.setInputFiles({ name: 'edited.zip', mimeType: 'application/zip', buffer: Buffer.from(edited) });
	await expect(page.getByRole('alert')).toContainText(
		/strikes_by_state.sql, line 3: "vresion: 1" isn’t a valid header line/,
	);
	const row = (name: RegExp) => page.getByRole('row', { name });
	await expect(row(/quakes_daily/)).toContainText('new');
	await expect(row(/airport_delays/)).toContainText('changed');
	await expect(row(/country_change/)).toContainText('unchanged');
	await page.getByRole('button', { name: 'Differences of demo/aviation/airport_delays' }).click();
	await expect(page.locator('.monaco-diff-editor').getByText('3)', { exact: false }).first()).toBeVisible();
	await expectClean(page, 'import');
	await page.setViewportSize(narrow);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow.width);
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.getByRole('button', { name: 'Import: create 1, update 1' }).click();
	await expect(row(/quakes_daily/)).toContainText('Created as version 1.');
	await expect(row(/airport_delays/)).toContainText('Saved as version 2.');
	await row(/quakes_daily/)
		.getByRole('link', { name: /quakes_daily/ })
		.click();
	await expect(page.getByRole('heading', { level: 1, name: /quakes_daily/ })).toBeVisible();
	expect(await new Editor(page).text()).toContain('event_type');
});
