import { DuckDBInstance } from '@duckdb/node-api';
import type { Locator, Page } from '@playwright/test';
import { expectClean } from '../support/axe.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

/** Numbers that no double holds, an awkward name, and texts that a spreadsheet would execute. */
const rows = `select i::bigint as n, 9007199254740993 + i as big, (i * 0.1)::decimal(18,1) as price,
  case when i % 3 = 0 then 'Oslo' when i % 3 = 1 then 'Rome' end as city, '=1+' || i as note, i as "__proto__"
from range(1, 20001) t(i) order by i`;

async function preview(page: Page, code: string): Promise<void> {
	await page.getByRole('link', { name: 'New BuildSpec' }).click();
	await new Editor(page).replace(code);
	await page.getByRole('button', { name: 'Preview' }).click();
	await expect(page).toHaveURL(/run=/);
}

/** The run's own page, which has more room. */
async function openRun(page: Page): Promise<void> {
	const id = new URL(page.url()).searchParams.get('run') ?? '';
	await page.goto(new URL(`/runs/${id}`, page.url()).href);
}

async function addFilter(page: Page, column: string, condition: string, value: string): Promise<void> {
	await page.getByRole('button', { name: 'Add filter' }).click();
	const panel = page.getByRole('dialog', { name: 'Filter' });
	await panel.getByLabel('Column').selectOption(column);
	await panel.getByLabel('Condition').selectOption(condition);
	await panel.getByLabel('Value').fill(value);
	await panel.getByRole('button', { name: 'Apply filter' }).click();
}

const left = async (of: Locator) => Math.round((await of.boundingBox())?.x ?? Number.NaN);

test('sort and filter are in the URL, and survive a reload and Back from another page', async ({ signedIn: page }) => {
	const grid = new Grid(page);
	await preview(page, rows);
	await grid.expectRows(20_000);
	await openRun(page);
	await grid.expectRows(20_000);
	await grid.head('price').click();
	await expect(grid.head('price')).toHaveAttribute('aria-sort', 'ascending');
	await grid.head('price').click();
	await addFilter(page, 'city', 'is', 'Oslo');
	const check = async () => {
		await grid.expectRows(6_666);
		await expect(page.getByText('6,666 of 20,000 rows')).toBeVisible();
		await expect(grid.head('price')).toHaveAttribute('aria-sort', 'descending');
		await expect(grid.row(1).first()).toHaveText('19,998');
		const price = grid.row(1).filter({ hasText: /^1,999\.8$/ });
		await expect(price).toBeVisible();
		await expect.poll(() => left(price)).toBe(await left(grid.head('price')));
	};
	await check();
	await page.reload();
	await check();
	await page.getByRole('link', { name: 'BuildSpecs' }).first().click();
	await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	await page.goBack();
	await check();

	await addFilter(page, 'n', 'is less than', '2,5');
	const panel = page.getByRole('dialog', { name: 'Filter' });
	await expect(panel.getByText('"2,5" isn’t a valid number.')).toBeVisible();
	await expect(panel.getByLabel('Value')).toBeFocused();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveCount(1);
	await check();
});

test('reports an invalid filter in the URL, and applies the others, also to exports', async ({ signedIn: page }) => {
	const grid = new Grid(page);
	const filter = [
		{ column: 'departure', op: '=', value: '2001-01-14' },
		{ column: 'delay', op: '>', value: '2,5' },
		{ column: 'origin', op: '=', value: 'DFW' },
	];
	const search = new URLSearchParams({ filter: JSON.stringify(filter), sort: '-delay' });
	await page.goto(new URL(`/namespaces/demo/aviation/flights?${search}`, page.url()).href);
	await grid.expectRows(12);
	await expect(page.getByText('1 filter not applied')).toBeVisible();
	await expect(page.getByText('delay is greater than 2,5: "2,5" isn’t a valid number.')).toBeVisible();
	await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveText([
		'departure is 2001-01-14',
		'origin is DFW',
	]);
	await page.getByRole('button', { name: 'Export' }).click();
	await expect(page.getByRole('dialog', { name: 'Export' }).getByText(/^12 rows, 6 columns, as shown/)).toBeVisible();
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Remove filter', exact: true }).click();
	await expect(page.getByText('1 filter not applied')).toHaveCount(0);
	await grid.expectRows(12);
	expect(new URL(page.url()).searchParams.get('filter')).not.toContain('2,5');
});

test('a date filter matches the whole day, with and without time zones', async ({ signedIn: page }) => {
	const grid = new Grid(page);
	await preview(
		page,
		`select t::timestamp as at, t::timestamptz as zoned from (values ('2018-02-02 23:59:59'), ('2018-02-03 00:00:00'),
			('2018-02-03 12:30:00'), ('2018-02-04 00:00:00')) as v(t)`,
	);
	await grid.expectRows(4);
	await openRun(page);
	const counts = [
		['is', 2],
		['is not', 2],
		['is before', 1],
		['is after', 1],
		['is at or before', 3],
		['is at or after', 3],
	] as const;
	for (const column of ['at', 'zoned']) {
		for (const [condition, count] of counts) {
			await addFilter(page, column, condition, '2018-02-03');
			await grid.expectRows(count);
			await page.getByRole('button', { name: `Remove filter: ${column} ${condition} 2018-02-03` }).click();
			await grid.expectRows(4);
		}
	}
});

const wide = `select ${Array.from({ length: 24 }, (_, index) => `i * 100 + ${index} as column_${index}`).join(', ')}, 'a text that is too long for its cell, '
	|| repeat('and then some, ', 10) || i as note from range(200) t(i)`;

test('rows stay aligned with their header, whatever scrolls a cell into view', async ({ signedIn: page }) => {
	const grid = new Grid(page);
	await preview(page, wide);
	await grid.expectRows(200);
	await openRun(page);
	for (const size of [
		{ width: 1440, height: 900 },
		{ width: 390, height: 844 },
	]) {
		await page.setViewportSize(size);
		await grid.expectRows(200);
		await grid.row(2).first().click();
		await page.keyboard.press('Control+F');
		await page.keyboard.press('Escape');
		const scrolled = await grid.element.evaluate((host) => {
			for (const element of host.querySelectorAll('[role="gridcell"], [role="columnheader"]')) {
				element.scrollIntoView({ block: 'center', inline: 'center' });
				element.scrollIntoView({ block: 'start', inline: 'start' });
			}
			// what the browser's own find does for each match
			(window as unknown as { find(text: string): boolean }).find('and then some');
			return [...host.querySelectorAll('*')].filter((element) => element.scrollLeft !== 0 || element.scrollTop !== 0)
				.length;
		});
		expect(scrolled).toBe(0);
		await grid.element.evaluate((host) => host.scrollTo(300, 0));
		await expect(grid.head('column_4')).toBeVisible();
		await expect.poll(() => left(grid.row(3).filter({ hasText: /^204$/ }))).toBe(await left(grid.head('column_4')));
	}
});

test('the focused cell has a visible outline, in rows and header, in light and dark mode', async ({
	signedIn: page,
}) => {
	const grid = new Grid(page);
	await preview(page, rows);
	await grid.expectRows(20_000);
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
		await grid.row(2).nth(1).click();
		expect(await contrastOfOutline(grid.row(2).nth(1))).toBeGreaterThanOrEqual(3);
		await page.keyboard.press('ArrowRight');
		expect(await contrastOfOutline(grid.row(2).nth(1))).toBe(0);
		expect(await contrastOfOutline(grid.row(2).nth(2))).toBeGreaterThanOrEqual(3);
		await page.keyboard.press('Control+Home');
		await page.keyboard.press('ArrowUp');
		expect(await contrastOfOutline(grid.head('n'))).toBeGreaterThanOrEqual(3);
	}
	for (const name of ['n', 'city']) {
		await grid.head(name).hover();
		const button = await grid.head(name).getByTitle('Column menu').boundingBox();
		const type = await grid
			.head(name)
			.getByText(/^(BIGINT|VARCHAR)$/)
			.boundingBox();
		expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual((type?.y ?? 0) + 2);
	}
});

/** Contrast of an element's outline with its background (WCAG 2.2, "relative luminance"); 0: no outline. */
const contrastOfOutline = (element: Locator): Promise<number> =>
	element.evaluate((node) => {
		const { outlineStyle, outlineColor, outlineWidth, backgroundColor } = getComputedStyle(node);
		if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return 0;
		const [light = 0, dark = 0] = [outlineColor, backgroundColor]
			.map((color) => {
				const channels = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((text) => Number(text) / 255);
				const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
					channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
				);
				return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
			})
			.sort((a, b) => b - a);
		return (light + 0.05) / (dark + 0.05);
	});

test('sums a selection to the last digit, and copies raw values', async ({ signedIn: page, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	const grid = new Grid(page);
	await preview(page, rows);
	await grid.expectRows(20_000);
	await grid.row(1).nth(1).click();
	await page.keyboard.press('Control+Space');
	const sum = 20_000n * 9_007_199_254_740_993n + (20_000n * 20_001n) / 2n;
	await expect(page.getByText(`sum ${sum.toLocaleString('en-US')}`, { exact: true })).toBeVisible();

	await grid.row(1).nth(1).click();
	await grid
		.row(2)
		.nth(3)
		.click({ modifiers: ['Shift'] });
	await page.keyboard.press('Control+C');
	await expect(page.getByText('6 cells copied')).toBeVisible();
	const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
	expect(await clipboard()).toBe('9007199254740994\t0.1\tRome\n9007199254740995\t0.2\t');

	await page.keyboard.press('Shift+F10');
	await page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
	await expect.poll(clipboard).toContain('"big":9007199254740994');

	await grid.row(1).first().click();
	await page.keyboard.press('Control+A');
	await page.keyboard.press('Control+C');
	await expect(page.getByText('120,000 cells copied')).toBeVisible();
	expect((await clipboard()).split('\n')).toHaveLength(20_000);
});

test('finds text from cell to cell using only the keyboard', async ({ signedIn: page }) => {
	const grid = new Grid(page);
	await preview(page, rows);
	await grid.expectRows(20_000);
	await grid.element.focus();
	await page.keyboard.press('Control+F');
	await page.keyboard.type('=1+1999');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('status').filter({ hasText: /^1 of 11$/ })).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('status').filter({ hasText: /^2 of 11$/ })).toBeVisible();
	await page.keyboard.press('Shift+Enter');
	await expect(page.getByRole('status').filter({ hasText: /^1 of 11$/ })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(grid.row(1_999).and(page.locator('[aria-selected="true"]'))).toHaveText('=1+1999');
	await page.keyboard.press('Control+F');
	await page.keyboard.type('nowhere');
	await page.keyboard.press('Enter');
	await expect(page.getByText('No matches')).toBeVisible();
	await page.keyboard.press('Escape');
	await page.keyboard.press('Control+G');
	await page.keyboard.type('12,345');
	await page.keyboard.press('Enter');
	await expect(grid.row(12_345).first()).toHaveText('12,345');
});

test('remembers the column layout for the dataset', async ({ signedIn: page }) => {
	const grid = new Grid(page);
	await preview(page, rows);
	await grid.expectRows(20_000);
	await openRun(page);
	await grid.expectRows(20_000);
	await grid.element.focus();
	// by keyboard from the headers: pin the price, hide the note, move the city before the number
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('Enter');
	await page.getByRole('menuitem', { name: 'Pin to the left' }).click();
	await expect.poll(() => grid.names()).toEqual(['price', 'n', 'big', 'city', 'note', '__proto__']);
	await grid.menuOf('note', 'Hide');
	await expect.poll(() => grid.names()).toEqual(['price', 'n', 'big', 'city', '__proto__']);
	await grid.drag('city', 'n');
	const laidOut = ['price', 'city', 'n', 'big', '__proto__'];
	await expect.poll(() => grid.names()).toEqual(laidOut);
	await page.reload();
	await grid.expectRows(20_000);
	await expect.poll(() => grid.names()).toEqual(laidOut);
	// the address alone, without a hidden column, restores the person's own layout
	await page.goto(page.url().replace(/[?].*$/, ''));
	await grid.expectRows(20_000);
	await expect.poll(() => grid.names()).toEqual(laidOut);
});

test('exports the view as shown, to the last digit', async ({ signedIn: page }, info) => {
	const grid = new Grid(page);
	await preview(page, rows);
	await grid.expectRows(20_000);
	await addFilter(page, 'city', 'is', 'Rome');
	await grid.expectRows(6_667);
	await grid.head('n').click();
	await grid.head('n').click();
	await expect(grid.row(1).first()).toHaveText('19,999');
	await grid.menuOf('city', 'Hide');

	const write = async (format: string): Promise<string> => {
		await page.getByRole('button', { name: 'Export' }).click();
		const panel = page.getByRole('dialog', { name: 'Export' });
		await panel.getByLabel('Format').selectOption(format);
		const downloading = page.waitForEvent('download');
		await panel.getByRole('button', { name: `Export ${format}` }).click();
		const download = await downloading;
		expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`));
		const file = info.outputPath(`rows.${format.toLowerCase()}`);
		await download.saveAs(file);
		await expect(panel).toHaveCount(0);
		return file;
	};
	const connection = await (await DuckDBInstance.create()).connect();
	const facts = async (from: string) =>
		(
			await connection.runAndReadAll(`select count(*)::int as rows, first(n)::int as first, sum(big)::varchar as big,
				sum(price::decimal(18,1))::varchar as price, min(note) as note, sum("__proto__")::int as proto from ${from}`)
		).getRowObjects();
	const big = Array.from({ length: 6_667 }, (_, index) => 9_007_199_254_740_993n + BigInt(index * 3 + 1)).reduce(
		(a, b) => a + b,
	);
	const expected = { rows: 6_667, first: 19_999, big: String(big), price: '6666999.9', proto: 66_670_000 };
	const parquet = await write('Parquet');
	const price = (Array.from({ length: 6_667 }, (_, index) => index * 3 + 1).reduce((a, b) => a + b, 0) / 10).toFixed(1);
	expect(await facts(`read_parquet('${parquet}')`)).toEqual([
		{ ...expected, price, proto: Number(price) * 10, note: '=1+1' },
	]);
	const csv = await write('CSV');
	expect(await facts(`read_csv('${csv}', types = {'big': 'BIGINT'})`)).toEqual([
		{ ...expected, price, proto: Number(price) * 10, note: "'=1+1" },
	]);
});

test('grid tools have no axe violations, in a wide or narrow window', async ({ signedIn: page }) => {
	// ten axe checks, in light and in dark
	test.slow();
	const grid = new Grid(page);
	await preview(page, `select i as n, null as nothing, '' as empty, 'inf'::double as odd from range(100) t(i)`);
	await grid.expectRows(100);
	await openRun(page);
	await grid.expectRows(100);
	const check = (what: string) => expectClean(page, what);
	await addFilter(page, 'n', 'is less than', '50');
	await grid.expectRows(50);
	await grid.head('n').click();
	await grid.row(1).first().click();
	await grid
		.row(4)
		.nth(3)
		.click({ modifiers: ['Shift'] });
	await expect(page.getByText('4 rows × 4 columns')).toBeVisible();
	await check('a selection');
	await grid.element.focus();
	await page.keyboard.press('Shift+F10');
	await expect(page.getByRole('menu')).toBeVisible();
	await check('the menu of cells');
	await page.keyboard.press('Escape');
	await page.keyboard.press('Control+F');
	await check('find');
	await page.keyboard.press('Escape');
	for (const name of ['Columns', 'Export', 'Add filter']) {
		await page.getByRole('button', { name, exact: true }).click();
		await expect(page.getByRole('dialog')).toBeVisible();
		await check(name);
		await page.keyboard.press('Escape');
		await expect(page.getByRole('dialog')).toHaveCount(0);
	}
	await grid.row(1).first().click();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('dialog')).toBeVisible();
	await check('the inspector');
	await page.keyboard.press('Escape');
	await page.setViewportSize({ width: 390, height: 844 });
	await page.getByRole('button', { name: 'Grid tools' }).click();
	await expect(page.getByRole('menuitem', { name: 'Columns' })).toBeVisible();
	await check('the tools in a narrow window');
	await page.getByRole('menuitem', { name: 'Columns' }).click();
	await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
	await check('the columns in a narrow window');
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
