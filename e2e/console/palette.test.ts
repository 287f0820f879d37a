import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';

test('finds pages, BuildSpecs, datasets and page commands using only the keyboard', async ({ signedIn: page }) => {
	await page.keyboard.press('Control+K');
	const palette = page.getByRole('dialog', { name: 'Search and commands' });
	const box = palette.getByRole('combobox', { name: 'Search and commands' });
	await expect(box).toBeFocused();
	await box.fill('strikes state');
	await expect(palette.getByRole('option', { name: /strikes_by_state/ }).first()).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: /strikes_by_state/ })).toBeVisible();

	// In the editor Ctrl+K is the editor's, Ctrl+P the console's; Escape returns the focus.
	const editor = new Editor(page);
	await editor.ready();
	await editor.box.focus();
	await page.keyboard.press('Control+K');
	await expect(palette).toHaveCount(0);
	await page.keyboard.press('Escape');
	await page.keyboard.press('Control+P');
	await expect(palette.getByRole('option', { name: /^Save ?Nothing has changed/ })).toHaveAttribute(
		'aria-disabled',
		'true',
	);
	await page.keyboard.press('Escape');
	await expect(editor.box).toBeFocused();

	// Panels opened from here get the keys, not the editor behind them, even the second time, when they open immediately.
	for (let time = 0; time < 2; time += 1) {
		await page.keyboard.press('Control+P');
		await box.fill('keyboard shortcuts');
		await page.keyboard.press('Enter');
		const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
		await expect(sheet.locator(':focus')).toHaveCount(1);
		await page.keyboard.type('zq');
		await expect(sheet.locator(':focus')).toHaveCount(1);
		await page.keyboard.press('Escape');
		await expect(sheet).toHaveCount(0);
		await expect(editor.box).toBeFocused();

		await page.keyboard.press('Control+P');
		await box.fill('delete');
		await page.keyboard.press('Enter');
		const question = page.getByRole('dialog', { name: 'Delete this BuildSpec?' });
		await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
		await page.keyboard.press('Enter');
		await expect(question).toHaveCount(0);
		await expect(editor.box).toBeFocused();
	}

	// In the editor, Tab indents until that is turned off.
	await page.keyboard.press('Control+M');
	await page.keyboard.press('Tab');
	await expect(editor.box).not.toBeFocused();

	await page.keyboard.press('Control+P');
	await expect(palette.getByRole('option', { name: /^Save ?Nothing has changed/ })).toBeVisible();

	await box.fill('bird_strikes');
	await expect(palette.getByRole('option', { name: 'demo/aviation/bird_strikes Dataset' })).toBeVisible();
	// The number of results is announced, and which one Enter chooses: first the top one, then those reached by arrow keys.
	await box.fill('strikes');
	const resultCount = palette.getByRole('status');
	await expect(resultCount).toHaveText(/^\d+ results$/);
	const isActive = (nth: number) => async () => {
		const id = await palette.getByRole('option').nth(nth).getAttribute('id');
		return id !== null && id === (await box.getAttribute('aria-activedescendant'));
	};
	await expect.poll(isActive(0)).toBe(true);
	await expect(palette.getByRole('option', { selected: true })).toHaveCount(1);
	await page.keyboard.press('ArrowDown');
	await expect.poll(isActive(1)).toBe(true);
	await box.fill('qwxzzv');
	await expect(resultCount).toHaveText('No results');
	await expect(palette.getByText('No results for "qwxzzv".')).toBeVisible();
	await box.fill('namespaces');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: /^Namespaces/ })).toBeVisible();

	await page.getByRole('heading', { level: 1 }).focus();
	await page.keyboard.press('?');
	await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Toggle Tab key moves focus');
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
	// A typed question mark is just text.
	await page
		.getByRole('textbox', { name: /Filter/ })
		.first()
		.fill('');
	await page.keyboard.type('?');
	await expect(page.getByRole('textbox', { name: /Filter/ }).first()).toHaveValue('?');
});
