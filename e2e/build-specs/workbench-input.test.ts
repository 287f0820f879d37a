import type { Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';
import type { Service } from '../support/service.ts';

async function open(page: Page, service: Service, name: RegExp): Promise<Editor> {
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name }).click();
	const editor = new Editor(page);
	await editor.ready();
	return editor;
}

async function addSource(page: Page, name: string): Promise<void> {
	await page.getByRole('button', { name: 'Add source' }).click();
	await page.getByRole('combobox', { name: 'Source to add' }).fill(name);
	await page.getByRole('option', { name, exact: true }).click();
	await expect(page.getByRole('button', { name: `Remove source ${name}` })).toBeVisible();
}

const draftMark = (page: Page) => page.getByText('draft', { exact: true });

test('after adding a source, typing goes where the user clicks next', async ({ page, ownService }) => {
	const service = await ownService();
	const editor = await open(page, service, /strikes_by_state/);
	await addSource(page, 'demo/aviation/airports');
	await page.locator('.monaco-editor .view-lines').click();
	await page.keyboard.press('Control+A');
	await page.keyboard.type('select 7 as typed_after_a_source');
	await expect.poll(() => editor.text()).toBe('select 7 as typed_after_a_source');

	await addSource(page, 'demo/aviation/routes');
	const destination = page.getByRole('combobox', { name: 'Destination' });
	await destination.click();
	await page.keyboard.press('Control+A');
	await page.keyboard.type('demo/nature/typed');
	await expect(destination).toHaveValue('demo/nature/typed');

	// When closed with a key, the field returns the focus to its button.
	await page.getByRole('button', { name: 'Add source' }).click();
	await page.keyboard.press('Escape');
	await page.keyboard.press('Escape');
	await expect(page.getByRole('button', { name: 'Add source' })).toBeFocused();
});

test.describe('typed names', () => {
	// Requests a name that no dataset has.
	test.use({ expectedErrors: /404/ });
	test('Enter picks the first match, but keeps a full name as typed', async ({ page, ownService }) => {
		const service = await ownService();
		await open(page, service, /strikes_by_state/);
		await page.getByRole('button', { name: 'Add source' }).click();
		await expect(page.getByRole('option', { name: 'demo/aviation/airports' })).toBeVisible();
		await page.keyboard.type('airpo');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('button', { name: /^Remove source demo\/aviation\/airport/ })).toBeVisible();
		await expect(page.getByRole('combobox', { name: 'Source to add' })).toHaveValue('');
		await page.keyboard.insertText('demo/aviation/air_strikes');
		await page.keyboard.press('Enter');
		await expect(
			page.getByRole('button', { name: 'Remove source demo/aviation/air_strikes', exact: true }),
		).toBeVisible();

		const destination = page.getByRole('combobox', { name: 'Destination' });
		await destination.click();
		await page.keyboard.press('Control+A');
		await page.keyboard.type('quakes_d');
		await page.keyboard.press('Enter');
		await expect(destination).toHaveValue('demo/nature/quakes_daily');
		await page.keyboard.press('Control+A');
		await page.keyboard.type('demo/nature/quakes_d');
		await page.keyboard.press('Enter');
		await expect(destination).toHaveValue('demo/nature/quakes_d');
	});
});

test('a click or Tab in the editor changes nothing, and Tab indents only after typing', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	const editor = await open(page, service, /strikes_by_state/);
	const before = await editor.text();
	await page.getByRole('combobox', { name: 'Destination' }).focus();
	for (let presses = 0; presses < 12; presses += 1) {
		await page.keyboard.press('Tab');
		if (await editor.box.evaluate((element) => element === document.activeElement)) break;
	}
	await expect(editor.box).toBeFocused();
	await page.keyboard.press('Tab');
	await expect(editor.box).not.toBeFocused();
	await page.keyboard.press('Shift+Tab');
	await expect(editor.box).toBeFocused();
	await page.keyboard.press('Shift+Tab');
	await expect(editor.box).not.toBeFocused();
	expect(await editor.text()).toBe(before);
	await expect(draftMark(page)).toHaveCount(0);

	// Clicking or moving the cursor isn't editing.
	await page.locator('.monaco-editor .view-line').first().click();
	await expect(editor.box).toBeFocused();
	await page.keyboard.press('Control+Home');
	await page.keyboard.press('Tab');
	await expect(editor.box).not.toBeFocused();
	expect(await editor.text()).toBe(before);
	await expect(draftMark(page)).toHaveCount(0);

	// After typing, Tab indents, and after Escape the next Tab leaves the editor.
	await page.keyboard.press('Shift+Tab');
	await expect(editor.box).toBeFocused();
	await page.keyboard.press('Control+Home');
	await page.keyboard.type(' ');
	await page.keyboard.press('Tab');
	await expect.poll(() => editor.text()).toBe(`  ${before}`);
	await expect(page.getByText('Press Esc, then Tab, to leave the editor.')).toBeVisible();
	await page.keyboard.press('Escape');
	await page.keyboard.press('Tab');
	await expect(editor.box).not.toBeFocused();
	await expect.poll(() => editor.text()).toBe(`  ${before}`);
});

test('asks before leaving only if text would be lost', async ({ page, ownService }) => {
	const service = await ownService();
	const editor = await open(page, service, /strikes_by_state/);
	await editor.replace('select 1 as kept');
	await page.getByRole('link', { name: 'BuildSpecs' }).first().click();
	await expect(page.getByRole('heading', { level: 1, name: 'BuildSpecs' })).toBeVisible();
	await page.goBack();
	await expect.poll(() => editor.text()).toBe('select 1 as kept');

	await page.evaluate(() => {
		Storage.prototype.setItem = () => {
			throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
		};
	});
	await editor.replace('select 2 as has_no_room');
	await page.getByRole('link', { name: 'BuildSpecs' }).first().click();
	const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
	await expect(dialog).toContainText('no storage left');
	await dialog.getByRole('button', { name: 'Stay' }).click();
	await expect.poll(() => editor.text()).toBe('select 2 as has_no_room');
});
