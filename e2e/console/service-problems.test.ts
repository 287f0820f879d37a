import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';

// The browser reports every refused save.
test.use({ expectedErrors: /Failed to load resource/, savesData: false });

/** The option's maximum, bytes. */
const maxReserve = 2 ** 40;

test('warns of an almost full disk before saving, and keeps the text if a save is refused', async ({
	page,
	ownService,
}) => {
	const { bavail, bsize } = statfsSync(tmpdir());
	test.skip(bavail * bsize > maxReserve, 'the disk has more room than can be reserved');
	const service = await ownService(['--disk-reserve-bytes', String(maxReserve)]);
	const editor = new Editor(page);
	await page.goto(service.signInAddress());
	const notice = page.getByRole('button', { name: 'Disk almost full' });
	await notice.focus();
	await page.keyboard.press('Enter');
	const panel = page.getByRole('dialog', { name: 'Service problem' });
	await expect(panel).toContainText('nothing new can be saved. Reading and deleting still work.');
	await expect(panel).toContainText('STORAGE_FULL');
	await page.keyboard.press('Escape');
	await expect(notice).toBeFocused();

	await page.getByRole('link', { name: /airport_delays/ }).click();
	await editor.replace('select 1 as unsaved');
	await page.keyboard.press('Control+S');
	await expect(page.getByText(/The service’s disk is almost full/).first()).toBeVisible();
	expect(await editor.text()).toContain('select 1 as unsaved');

	await service.stop();
	await service.start([]);
	await expect(notice).toBeHidden({ timeout: 60_000 });
	await editor.box.focus();
	await page.keyboard.press('Control+S');
	await expect(page.getByText('v2', { exact: true })).toBeVisible();
});
