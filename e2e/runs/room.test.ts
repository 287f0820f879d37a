import type { Page } from '@playwright/test';
import { expectClean } from '../support/axe.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

/** Number of completely visible rows or lines of code. */
const wholeIn = (page: Page, frame: string, part: string): Promise<number> =>
	page.evaluate(
		([frame, part]) => {
			const box = document.querySelector(frame)?.getBoundingClientRect();
			return [...document.querySelectorAll(part)].filter((element) => {
				const { top, bottom, height } = element.getBoundingClientRect();
				return box !== undefined && height > 0 && top >= box.top && bottom <= Math.min(box.bottom, innerHeight);
			}).length;
		},
		[frame, part] as const,
	);

const rows = (page: Page) => wholeIn(page, '[role="grid"]', '[role="grid"] [role="row"]:not([aria-rowindex="1"])');
const lines = (page: Page) => wholeIn(page, '.monaco-editor', '.monaco-editor .view-line');

test('shows 15 lines of code above 14 rows, or 28 rows alone, and remembers the layout', async ({ signedIn: page }) => {
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	const editor = new Editor(page);
	await editor.replace(
		`select\n${Array.from({ length: 16 }, (_, index) => `  i as c${index},`).join('\n')}\n  i\nfrom range(100) t(i)`,
	);
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(100);
	await expect.poll(() => lines(page)).toBeGreaterThanOrEqual(15);
	await expect.poll(() => rows(page)).toBeGreaterThanOrEqual(14);
	await page.getByRole('grid').focus();
	await page.keyboard.press('ControlOrMeta+j');
	await expect.poll(() => rows(page)).toBeGreaterThanOrEqual(28);
	await expectClean(page, 'maximized rows');
	await page.reload();
	await expect(page.getByRole('button', { name: 'Restore panes' })).toBeVisible();
	await expect.poll(() => rows(page)).toBeGreaterThanOrEqual(28);
	await page.keyboard.press('ControlOrMeta+j');
	await expect(page.getByRole('button', { name: 'Maximize rows' })).toBeVisible();
});

test('a comparison also shows 15 lines above 14 rows, and tabs keep their positions in every view', async ({
	signedIn: page,
}) => {
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	const code = (step: number) =>
		`select\n${Array.from({ length: 16 }, (_, index) => `  i % ${step} as c${index},`).join('\n')}\n  i\nfrom range(100) t(i)`;
	for (const step of [10, 20]) {
		await new Editor(page).replace(code(step));
		const ran = page.waitForResponse((response) => response.url().includes('/outputs/') && response.ok());
		await page.getByRole('button', { name: /^Preview/ }).click();
		await ran;
		await new Grid(page).expectRows(100);
	}
	const tabs = page.getByRole('tablist', { name: 'Views' }).getByRole('tab');
	const left = () => tabs.evaluateAll((all) => all.map((tab) => [tab.textContent, tab.getBoundingClientRect().left]));
	const placed = await left();
	expect(placed.map(([name]) => name)).toEqual(['Rows', 'Profile', 'Chart', 'Compare', 'Query plan', 'Log']);
	for (const name of ['Profile', 'Chart', 'Log', 'Query plan', 'Compare']) {
		await page.getByRole('tab', { name }).click();
		expect(await left()).toEqual(placed);
	}
	await expect(page.getByRole('button', { name: '50 changed' })).toBeVisible();
	expect(await left()).toEqual(placed);
	await expect.poll(() => lines(page)).toBeGreaterThanOrEqual(15);
	await expect.poll(() => rows(page)).toBeGreaterThanOrEqual(14);
	await page.getByRole('button', { name: '50 unchanged' }).focus();
	await page.keyboard.press('Space');
	await new Grid(page).expectRows(100);
	await page.getByRole('grid').focus();
	await page.keyboard.press('ControlOrMeta+j');
	await expect.poll(() => rows(page)).toBeGreaterThanOrEqual(28);
	await expectClean(page, 'a maximized comparison', ['light', 'dark']);
});

test('a worksheet also shows 15 lines above 14 rows', async ({ signedIn: page }) => {
	await page.getByRole('link', { name: 'Worksheets', exact: true }).click();
	await expect(page).toHaveURL(/worksheets/);
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
	await new Editor(page).replace(
		`select\n${Array.from({ length: 16 }, (_, index) => `  i as c${index},`).join('\n')}\n  i\nfrom range(100) t(i)`,
	);
	await page.keyboard.press('Control+Enter');
	await new Grid(page).expectRows(100);
	await page.keyboard.press('Control+Home');
	await expect.poll(() => lines(page)).toBeGreaterThanOrEqual(15);
	await expect.poll(() => rows(page)).toBeGreaterThanOrEqual(14);
});

test('at 1280 × 720, a BuildSpec and a worksheet show 12 lines above 10 rows', async ({ signedIn: page }) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	const code = `select\n${Array.from({ length: 16 }, (_, index) => `  i as c${index},`).join('\n')}\n  i\nfrom range(100) t(i)`;
	const holds = async () => {
		await new Editor(page).replace(code);
		await page.keyboard.press('Control+Enter');
		await new Grid(page).expectRows(100);
		await page.keyboard.press('Control+Home');
		await expect.poll(() => lines(page)).toBeGreaterThanOrEqual(12);
		await expect.poll(() => rows(page)).toBeGreaterThanOrEqual(10);
	};
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	await holds();
	await expectClean(page, 'a BuildSpec in a low window', ['light', 'dark']);
	await page.getByRole('link', { name: 'Worksheets', exact: true }).click();
	await expect(page).toHaveURL(/worksheets/);
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
	await holds();
	await expectClean(page, 'a worksheet in a low window', ['light', 'dark']);
});

test('filters by values and a range of a column, and counts matches in Find', async ({ signedIn: page }) => {
	await page.goto(new URL('/namespaces/demo/aviation/flights', page.url()).href);
	const grid = new Grid(page);
	await grid.expectRows(20_000);
	await grid.menuOf('origin', 'Filter…');
	await page.getByRole('checkbox', { name: /^DFW/ }).check();
	await page.getByRole('button', { name: 'Apply filter' }).click();
	await expect(page.getByText('1,103 of 20,000 rows')).toBeVisible();
	await grid.menuOf('distance', 'Filter…');
	const slider = page.getByRole('slider', { name: 'distance from' });
	await slider.press('ArrowRight');
	const start = await page.getByLabel('From', { exact: true }).inputValue();
	expect(Number(start)).toBeGreaterThan(1);
	await expect(slider).toHaveAttribute('aria-valuetext', start);
	await page.getByRole('button', { name: 'Apply range' }).click();
	await expect(page.getByRole('list', { name: 'Filters' })).toContainText('distance is at least');
	await grid.menuOf('distance', 'Filter…');
	await page.getByLabel('Up to', { exact: true }).fill('1,000');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('list', { name: 'Filters' })).toContainText('distance is at most 1000');
	await page.getByRole('button', { name: 'Find', exact: true }).click();
	await page.keyboard.type('dfw');
	await expect(page.getByText(/^[\d,]+ matches$/)).toBeVisible();
	const [bar, head] = await Promise.all([
		page.getByRole('search', { name: 'Find in rows' }).boundingBox(),
		grid.head('origin').boundingBox(),
	]);
	expect(bar?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
	await page.keyboard.press('Enter');
	await expect(page.getByText(/^1 of [\d,]+$/)).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page.getByText(/^2 of [\d,]+$/)).toBeVisible();
	await page.keyboard.press('Shift+Enter');
	await expect(page.getByText(/^1 of [\d,]+$/)).toBeVisible();
});

test('groups rows, sorts and exports the groups, and opens a group’s rows by keyboard', async ({ signedIn: page }) => {
	await page.goto(new URL('/namespaces/demo/aviation/flights', page.url()).href);
	const rows = new Grid(page, /flights/);
	await rows.expectRows(20_000);
	await rows.menuOf('origin', 'Group by…');
	const dialog = page.getByRole('dialog', { name: 'Group by origin' });
	const groups = new Grid(page, 'Groups by origin');
	await groups.expectRows(220);
	await dialog.getByRole('checkbox', { name: 'Max of distance' }).press('Space');
	await expect(groups.head('Max of distance')).toBeVisible();
	await expect(groups.row(1).first()).toHaveText('DFW');
	await expect(groups.row(1).nth(1)).toHaveText('1,103');
	await expectClean(page, 'groups', ['light', 'dark']);

	const download = page.waitForEvent('download');
	await dialog.getByRole('button', { name: 'Export', exact: true }).click();
	await page.getByRole('button', { name: 'Export CSV' }).click();
	expect((await download).suggestedFilename()).toMatch(/ by origin\.csv$/);

	await groups.menuOf('Max of distance', 'Sort descending');
	await expect(groups.head('Max of distance')).toHaveAttribute('aria-sort', 'descending');
	const origin = await groups.row(1).first().innerText();
	const count = await groups.row(1).nth(1).innerText();
	await groups.element.focus();
	await page.keyboard.press('Control+Home');
	await page.keyboard.press('Enter');
	await expect(dialog).toHaveCount(0);
	await expect(page.getByRole('list', { name: 'Filters' })).toContainText(`origin is ${origin}`);
	await expect(page.getByText(`${count} of 20,000 rows`)).toBeVisible();
});
