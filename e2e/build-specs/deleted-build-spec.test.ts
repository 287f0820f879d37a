import type { Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';

// Requests a deleted BuildSpec, and the description that a core-only service doesn't have.
test.use({ expectedErrors: /404/ });

const home = (page: Page) => page.getByRole('region', { name: 'Drafts' });

async function deleteFromList(page: Page, name: string): Promise<void> {
	await page.getByRole('button', { name: `Actions for ${name}` }).click();
	await page.getByRole('menuitem', { name: /Delete/ }).click();
	await page
		.getByRole('dialog')
		.getByRole('button', { name: /^Delete/ })
		.click();
	await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
}

test('keeps code typed into a BuildSpec that another tab deletes, and saves it as a new BuildSpec', async ({
	page,
	context,
	ownService,
}) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await expect(page.getByRole('link', { name: /strikes_by_state/ })).toBeVisible();
	const list = await context.newPage();
	await list.goto(page.url());
	await page.getByRole('link', { name: /strikes_by_state/ }).click();
	const editor = new Editor(page);
	await editor.replace('select 1 as typed_before');
	await expect(page.getByText('draft', { exact: true })).toBeVisible();

	await deleteFromList(list, 'demo/aviation/strikes_by_state');
	await expect(page.getByText('This BuildSpec was deleted', { exact: true })).toBeVisible();
	await editor.replace('select 2 as typed_after');
	await expect.poll(() => editor.text()).toBe('select 2 as typed_after');
	for (const act of [/^Save$/, /^Preview/, /^Build/])
		await expect(page.getByRole('button', { name: act })).toHaveAttribute('aria-disabled', 'true');
	await page.keyboard.press('Control+S');
	await expect(page.getByText('This BuildSpec was deleted, so it can’t be saved.')).toBeVisible();

	// It's listed on Home, also after a reload.
	await list.getByRole('link', { name: 'Home', exact: true }).click();
	const draft = home(list).getByRole('link', { name: 'demo/aviation/strikes_by_state' });
	await expect(draft).toBeVisible();
	await expect(home(list).getByText('BuildSpec deleted')).toBeVisible();
	await list.close();
	await page.reload();
	await expect(page.getByRole('heading', { level: 1, name: 'demo/aviation/strikes_by_state' })).toBeVisible();
	await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue('select 2 as typed_after');

	await page.getByRole('button', { name: 'Open as new BuildSpec' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'New BuildSpec' })).toBeVisible();
	await expect.poll(() => editor.text()).toBe('select 2 as typed_after');
	await page.getByRole('button', { name: /^Create BuildSpec/ }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'demo/aviation/strikes_by_state' })).toBeVisible();
	await expect(page.getByText('v1', { exact: true })).toBeVisible();
	await page.getByRole('link', { name: 'Home', exact: true }).click();
	await expect(page.getByRole('region', { name: 'BuildSpecs' })).toBeVisible();
	await expect(home(page)).toHaveCount(0);
});

test('saving a BuildSpec that was deleted elsewhere says so, and its draft can be discarded', async ({
	page,
	another,
	ownService,
}) => {
	const service = await ownService(['--core-only']);
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /strikes_by_state/ }).click();
	const editor = new Editor(page);
	await editor.replace('select 1 as mine');
	const elsewhere = await (await another()).newPage();
	await elsewhere.goto(await service.printSignIn());
	await deleteFromList(elsewhere, 'demo/aviation/strikes_by_state');

	await editor.box.focus();
	await page.keyboard.press('Control+S');
	await expect(page.getByText('This BuildSpec was deleted', { exact: true })).toBeVisible();
	// Such a service can't create BuildSpecs, but the text can be copied.
	await expect(page.getByRole('button', { name: 'Copy code' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Open as new BuildSpec' })).toHaveCount(0);
	await expect.poll(() => editor.text()).toBe('select 1 as mine');

	await page.goto(`${service.url}/home`);
	await home(page).getByRole('link', { name: 'demo/aviation/strikes_by_state' }).click();
	await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue('select 1 as mine');
	await page.goBack();
	await home(page).getByRole('button', { name: 'Discard draft of demo/aviation/strikes_by_state' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
	await expect(page.getByRole('region', { name: 'BuildSpecs' })).toBeVisible();
	await expect(home(page)).toHaveCount(0);
});
