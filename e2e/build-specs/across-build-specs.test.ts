import { expectClean } from '../support/axe.ts';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';

const narrow = { width: 390, height: 844 };

test('searches the code of all BuildSpecs, filters the matches, and opens one at its line', async ({
	signedIn: page,
}) => {
	// The field appears with the list.
	await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
	await page.keyboard.press('/');
	await page.keyboard.type('"round(avg"');
	await page.getByRole('button', { name: '2 lines in code' }).click();
	const found = page.getByRole('region', { name: 'Matches in code' });
	await expect(found.getByRole('link', { name: /^Line/ })).toHaveCount(2);
	await expect(found.locator('mark').first()).toHaveText('round(avg');
	await expectClean(page, 'hits');
	await page.getByLabel('Destination').selectOption('demo/nature');
	await expect(found.getByRole('link', { name: /^Line/ })).toHaveCount(1);
	await page.reload();
	await expect(found.getByRole('link', { name: /^Line/ })).toHaveCount(1);
	await found.getByRole('link', { name: /^Line 5: round/ }).click();
	await expect(page.getByRole('heading', { level: 1, name: /quakes_daily/ })).toBeVisible();
	await new Editor(page).ready();
	await expect(new Editor(page).box).toBeFocused();
	// Text is typed at the match.
	await page.keyboard.type('/* here */');
	await expect.poll(() => new Editor(page).text()).toContain('/* here */round(avg');
	await page.getByRole('button', { name: 'Actions for this BuildSpec' }).click();
	await page.getByRole('menuitem', { name: 'Discard draft' }).click();
});

test('the lineage can be searched, focused, collapsed and read as a list by keyboard', async ({
	signedIn: page,
	service,
}) => {
	await page.goto(`${service.url}/build-specs/lineage`);
	const card = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}\\b`) });
	await expect(card('airport_delays')).toBeVisible();
	await page.getByRole('textbox', { name: 'Find datasets' }).focus();
	await page.keyboard.type('airport_delays');
	await expect(page.getByText('1 of 13 datasets matches')).toBeVisible();
	await page.keyboard.press('Enter');
	// The visited card is the one in the tab order.
	for (let tab = 0; tab < 8; tab += 1) {
		await page.keyboard.press('Tab');
		if (await card('airport_delays').evaluate((item) => item === document.activeElement)) break;
	}
	await expect(card('airport_delays')).toBeFocused();
	await page.keyboard.press('ArrowLeft');
	await expect(card('flights').or(card('airports')).and(page.locator(':focus'))).toBeVisible();
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('Enter');
	const picked = page.getByRole('region', { name: /^Lineage of/ });
	await expect(picked).toBeVisible();
	await expectClean(page, 'lineage with a picked card');
	await picked.getByRole('button', { name: 'Show only related datasets' }).press('Enter');
	await expect(card('airports')).toBeVisible();
	await expect(card('quakes_daily')).toHaveCount(0);
	await page.getByLabel('Upstream steps').selectOption('0');
	await expect(card('airports')).toHaveCount(0);
	await page.getByRole('button', { name: 'Show all datasets' }).press('Enter');
	await page.getByRole('button', { name: 'Collapse namespaces' }).press('Enter');
	await page.getByRole('checkbox', { name: /^demo\/aviation/ }).press(' ');
	await page.keyboard.press('Escape');
	await expect(card('demo/aviation')).toContainText('6 datasets');
	await expect(page).toHaveURL(/collapsed=demo%2Faviation/);
	await page.getByRole('textbox', { name: 'Find datasets' }).fill('');
	await page.getByRole('tab', { name: 'List' }).press('Enter');
	const list = page.getByRole('region', { name: 'Datasets and their downstream datasets' });
	const quakes = list
		.getByRole('listitem')
		.filter({ has: page.getByRole('link', { name: 'demo/nature/earthquakes' }) });
	await expect(quakes.getByRole('listitem')).toHaveText(
		/demo\/nature\/quakes_daily will be built by BuildSpec version \d+ Never built/,
	);
	await page.setViewportSize(narrow);
	await expectClean(page, 'lineage as a list');
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow.width);
	await quakes.getByRole('link', { name: /^BuildSpec version \d+ of demo\/nature\/quakes_daily/ }).click();
	await expect(page.getByRole('heading', { level: 1, name: /quakes_daily/ })).toBeVisible();
});
