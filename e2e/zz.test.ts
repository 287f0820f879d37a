import { expect, test } from './support/journey.ts';
test('ask', async ({ page, ownService }) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: 'Agents' }).click();
	await expect(page.getByLabel('Ask a question')).toBeVisible();
	await page.waitForTimeout(1500);
	await page.screenshot({ path: '/tmp/ag-1.png' });
	await page.getByRole('button', { name: /^About/ }).click();
	await page.waitForTimeout(700);
	await page.screenshot({ path: '/tmp/ag-about.png' });
	await page.keyboard.press('Escape');
	await page.getByLabel('Agent', { exact: true }).click();
	await page.getByRole('option', { name: /side by side/ }).click();
	await page.getByLabel('Ask a question').fill('Which state has the most airports?');
	await page.keyboard.press('Enter');
	await page.waitForTimeout(5000);
	await page.screenshot({ path: '/tmp/ag-2.png' });
});
