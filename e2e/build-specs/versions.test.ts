import type { Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';
import type { Service } from '../support/service.ts';

// A late save is refused, and a core-only service has no description.
test.use({ expectedErrors: /412|404/ });

/** Opens the BuildSpec in another browser, saves other code there, and closes it. */
async function saveElsewhere(page: Page, service: Service, spec: RegExp, code: string, version: string): Promise<void> {
	await page.goto(await service.printSignIn());
	await page.getByRole('link', { name: spec }).click();
	await new Editor(page).replace(code);
	await page.keyboard.press('Control+S');
	await expect(page.getByText(version, { exact: true })).toBeVisible();
	await page.close();
}

const base = 'select 1 as first\nunion all\nselect 2\nunion all\nselect 3';

test('merges the saves of two users, lets them resolve conflicts, and restores the replaced draft', async ({
	page,
	another,
	ownService,
}) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	const editor = new Editor(page);
	await page.getByRole('link', { name: /strikes_by_state/ }).click();
	await editor.replace(base);
	await page.keyboard.press('Control+S');
	await expect(page.getByText('v2', { exact: true })).toBeVisible();
	await editor.replace('select 10 as first\nunion all\nselect 2\nunion all\nselect 30');
	const theirs = 'select 1 as first\nunion all\nselect 20\nunion all\nselect 300';
	const elsewhere = await (await another()).newPage();
	await saveElsewhere(elsewhere, service, /strikes_by_state/, theirs, 'v3');

	await editor.box.focus();
	await page.keyboard.press('Control+S');
	const sheet = page.getByRole('dialog', { name: 'Someone saved version 3 while you were editing' });
	await expect(sheet).toContainText(
		'1 change by them and 1 change by you merged automatically. 1 conflict in the code.',
	);
	await expect(sheet.getByRole('button', { name: 'Save merged as version 4' })).toBeDisabled();
	// Manual changes in a merge are kept too, even if the sheet is closed.
	await expect(sheet.locator('.monaco-editor .view-lines').first()).toBeVisible();
	await sheet.getByRole('textbox', { name: /^Merged code/ }).focus();
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText('select 4 as by_hand');
	await expect(sheet.getByRole('status')).toContainText('Your edits stay in this browser until you save.');
	await sheet.getByRole('button', { name: 'Keep editing' }).click();
	await editor.box.focus();
	await page.keyboard.press('Control+S');
	await sheet.getByRole('button', { name: 'Restore my edits' }).click();
	await expect(sheet.getByRole('region', { name: 'Merged result', exact: true })).toContainText('select 4 as by_hand');
	await sheet.getByRole('button', { name: 'Return to choices' }).click();
	await sheet.getByRole('radio', { name: 'Theirs', exact: true }).check();
	await expect(sheet.getByRole('status')).toHaveText('No conflicts left.');
	await sheet.getByRole('button', { name: 'Save merged as version 4' }).click();
	await expect(page.getByText('v4', { exact: true })).toBeVisible();
	expect((await editor.text()).split('\n').sort()).toEqual(
		'select 10 as first\nunion all\nselect 20\nunion all\nselect 300'.split('\n').sort(),
	);

	await page.getByRole('link', { name: 'v4', exact: true }).click();
	await expect(
		page.getByRole('heading', { level: 1, name: /^Versions of the BuildSpec for .*strikes_by_state/ }),
	).toBeVisible();
	await expect(page.getByRole('row', { name: /Your replaced draft/ })).toBeVisible();
	await page.getByRole('radio', { name: 'Compare from version 1', exact: true }).check();
	await page.getByRole('radio', { name: 'Compare to version 3', exact: true }).check();
	await expect(page.getByRole('heading', { name: 'Version 1 compared with version 3' })).toBeVisible();
	await expect(page.getByRole('region', { name: 'Version 1 compared with version 3' })).toContainText('select 300');
	expect(new URL(page.url()).search).toBe('?left=1&right=3');

	await page.getByRole('button', { name: 'Restore version 1…' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Restore as version 5' }).click();
	await expect(page.getByText('v5', { exact: true })).toBeVisible();
	// The comparison's editors may disappear slightly after its page.
	await expect.poll(() => editor.text()).toMatch(/^SELECT\s+s\.state/);
	await expect.poll(() => editor.text()).not.toContain('select 300');
	await page.getByRole('link', { name: 'v5', exact: true }).click();
	await expect(page.getByRole('row', { name: /v5.*restored/ })).toBeVisible();

	// The replaced draft is a draft again, based on the version it started from.
	await page.getByRole('button', { name: 'Restore as draft' }).click();
	await editor.ready();
	await expect.poll(() => editor.text()).toContain('select 30');
});

test.describe('while the service is down', () => {
	test.use({ expectedErrors: /412|404|net::ERR_|Failed to load resource/ });
	test('keeps a merge that couldn’t be saved in its dialog, and saves it when the service is back', async ({
		page,
		another,
		ownService,
	}) => {
		const service = await ownService();
		await page.goto(service.signInAddress());
		const editor = new Editor(page);
		await page.getByRole('link', { name: /strikes_by_state/ }).click();
		await editor.replace('select 1 as mine');
		const elsewhere = await (await another()).newPage();
		await saveElsewhere(elsewhere, service, /strikes_by_state/, 'select 2 as theirs', 'v2');
		await editor.box.focus();
		await page.keyboard.press('Control+S');
		const sheet = page.getByRole('dialog', { name: 'Someone saved version 2 while you were editing' });
		await expect(sheet).toContainText('You started from version 1.');
		await sheet.getByRole('radio', { name: 'Yours', exact: true }).first().check();

		await service.stop();
		await sheet.getByRole('button', { name: 'Save merged as version 3' }).click();
		await expect(sheet.getByRole('button', { name: 'Refresh' })).toBeVisible();
		await expect(sheet).toContainText('You started from version 1.');
		await service.start();
		await sheet.getByRole('button', { name: 'Try again' }).click();
		await expect(page.getByText('v3', { exact: true })).toBeVisible();
		await expect.poll(() => editor.text()).toContain('select 1 as mine');
	});
});

test('lists the versions seen by this browser, with gaps, if the service stores none', async ({
	page,
	ownService,
	another,
}) => {
	const service = await ownService(['--core-only']);
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /quakes_daily/ }).click();
	await new Editor(page).ready();
	const elsewhere = await (await another()).newPage();
	await elsewhere.goto(await service.printSignIn());
	await elsewhere.getByRole('link', { name: /quakes_daily/ }).click();
	for (const n of [2, 3]) {
		await new Editor(elsewhere).replace(`select ${n} as seen`);
		await elsewhere.keyboard.press('Control+S');
		await expect(elsewhere.getByText(`v${n}`, { exact: true })).toBeVisible();
	}
	await elsewhere.close();

	await page.reload();
	await expect(page.getByText('v3', { exact: true })).toBeVisible();
	await page.getByRole('link', { name: 'v3', exact: true }).click();
	await expect(page.getByText('Version 2 isn’t stored in this browser.')).toBeVisible();
	await page.getByRole('radio', { name: 'Compare from version 1', exact: true }).check();
	await expect(page.getByRole('region', { name: 'Version 1 compared with version 3' })).toContainText(
		'select 3 as seen',
	);
	await page.getByRole('button', { name: 'Restore version 1…' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Restore as version 4' }).click();
	await expect(page.getByText('v4', { exact: true })).toBeVisible();

	// The complete version history of all BuildSpecs as a file.
	await page.getByRole('link', { name: 'BuildSpecs' }).first().click();
	await page.getByRole('button', { name: 'BuildSpec actions' }).click();
	const downloading = page.waitForEvent('download');
	await page.getByRole('menuitem', { name: 'Export version history (this browser)' }).click();
	const stream = await (await downloading).createReadStream();
	const { entries } = JSON.parse(Buffer.concat(await stream.toArray()).toString('utf8')) as {
		entries: { version: number; text: { destination: string; payload: string } }[];
	};
	const of = (name: string) => entries.filter((entry) => entry.text.destination === `demo/${name}`);
	expect(of('nature/quakes_daily').map((item) => item.version)).toEqual([4, 3, 1]);
	expect(of('nature/quakes_daily')[1]?.text.payload).toBe('select 3 as seen');
	expect(of('aviation/airport_delays').map((item) => item.version)).toEqual([1]);
});
