import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';

test('two tabs of one browser share a draft, and each says that the other is open', async ({
	page,
	ownService,
	context,
}) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /strikes_by_state/ }).click();
	const first = new Editor(page);
	await first.replace('select 1 as typed_in_the_first');
	const tab = await context.newPage();
	await tab.goto(page.url());
	const second = new Editor(tab);
	await expect(tab.getByText('Also open in another tab')).toBeVisible();
	await expect(page.getByText('Also open in another tab')).toBeVisible();
	await expect.poll(() => second.text()).toContain('select 1 as typed_in_the_first');

	await second.replace('select 2 as typed_in_the_second');
	await expect.poll(() => first.text()).toContain('select 2 as typed_in_the_second');
	await page.bringToFront();
	await first.box.focus();
	await page.keyboard.press('Control+End');
	await page.keyboard.insertText(', 3 as and_on');
	await expect.poll(() => second.text()).toContain('select 2 as typed_in_the_second, 3 as and_on');

	// What one tab saves is saved for the other.
	await page.keyboard.press('Control+S');
	await expect(page.getByText('v2', { exact: true })).toBeVisible();
	await expect(tab.getByText('v2', { exact: true })).toBeVisible();
	await expect(tab.getByText('draft', { exact: true })).toHaveCount(0);

	// What one tab discards is gone in the other, and undo restores it.
	await second.replace('select 4 as dropped');
	await expect.poll(() => first.text()).toContain('select 4 as dropped');
	await tab.getByRole('button', { name: 'Actions for this BuildSpec' }).click();
	await tab.getByRole('menuitem', { name: 'Discard draft' }).click();
	await expect.poll(() => first.text()).toContain('select 2 as typed_in_the_second');
	await first.box.focus();
	await page.keyboard.press('Control+Z');
	await expect.poll(() => first.text()).toContain('select 4 as dropped');

	await tab.close();
	await expect(page.getByText('Also open in another tab')).toHaveCount(0);
});
