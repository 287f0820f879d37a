import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Page } from '@playwright/test';
import { axeOf } from '../support/axe.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

const delays = (minutes: number) => `select a.iata, a.name, a.state, count(*) flights,
  round(avg(f.delay), 2) avg_delay_min,
  round(100.0 * count(*) filter (f.delay > ${minutes}) / count(*), 1) pct_late
from aviation.flights f
join aviation.airports a on f.origin = a.iata
group by all
order by flights desc, a.iata`;

const columns = ['name', 'state', 'flights', 'avg_delay_min', 'pct_late'];

let folder: string;
test.beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'compare-'));
});
test.afterEach(async () => await rm(folder, { recursive: true }));

async function open(page: Page): Promise<void> {
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	await expect(page.getByRole('heading', { level: 1, name: /airport_delays/ })).toBeVisible();
}

/** Previews the rows for a threshold, and saves the downloaded file. */
async function preview(page: Page, minutes: number, file: string): Promise<void> {
	const asked: string[] = [];
	page.on('request', (request) => asked.push(request.url()));
	const ran = page.waitForResponse(
		(response) => response.url().includes('/preview-runs') && response.request().method() === 'POST',
	);
	await new Editor(page).replace(delays(minutes));
	await page.getByRole('button', { name: 'Preview' }).click();
	const { id } = (await (await ran).json()) as { id: string };
	// its own rows, not those of the previous preview
	await expect.poll(() => asked.some((url) => url.includes(`${id}/outputs/`))).toBe(true);
	await new Grid(page).expectRows(220);
	const coming = page.waitForEvent('download');
	await page
		.getByRole('button', { name: 'Download' })
		.or(page.getByRole('link', { name: 'Download' }))
		.first()
		.click();
	await (await coming).saveAs(path.join(folder, file));
}

/** The same comparison, computed by the engine from the files. */
async function compareInSql() {
	const db = await (await DuckDBInstance.create(':memory:')).connect();
	for (const name of ['before', 'after'])
		await db.run(`CREATE TABLE ${name} AS FROM read_parquet('${path.join(folder, `${name}.parquet`)}')`);
	const one = async (sql: string) => Number((await db.runAndReadAll(sql)).getRows()[0]?.[0]);
	const differs = columns.map((column) => `b.${column} IS DISTINCT FROM a.${column}`).join(' OR ');
	const joined = 'FROM before b JOIN after a USING (iata)';
	const cells = new Map<string, number>();
	for (const column of columns)
		cells.set(column, await one(`SELECT count(*) ${joined} WHERE b.${column} IS DISTINCT FROM a.${column}`));
	const first = await db.runAndReadAll(
		`SELECT iata, b.pct_late::VARCHAR, a.pct_late::VARCHAR ${joined} WHERE ${differs} ORDER BY a.flights DESC, iata LIMIT 5`,
	);
	return {
		changed: await one(`SELECT count(*) ${joined} WHERE ${differs}`),
		same: await one(`SELECT count(*) ${joined} WHERE NOT (${differs})`),
		added: await one('SELECT count(*) FROM after ANTI JOIN before USING (iata)'),
		removed: await one('SELECT count(*) FROM before ANTI JOIN after USING (iata)'),
		cells,
		// 26.0 is shown as 26
		first: first.getRows().map((row) => row.map((item) => String(item).replace(/\.0$/, ''))),
	};
}

test('shows exactly the rows and cells that a changed threshold affects', async ({ signedIn: page }) => {
	await open(page);
	await preview(page, 15, 'before.parquet');
	await preview(page, 30, 'after.parquet');
	const expected = await compareInSql();
	expect(expected.changed).toBeGreaterThan(0);
	expect(expected.same).toBeGreaterThan(0);

	await page.getByRole('tab', { name: 'Compare' }).click();
	const headline = page.getByText(`${expected.changed} rows changed, ${expected.same} unchanged.`);
	await expect(headline).toBeVisible();
	expect([expected.added, expected.removed]).toEqual([0, 0]);
	await page.getByRole('button', { name: 'Change key: iata' }).click();
	await expect(page.getByText('Rows are matched by iata, unique on both sides (suggested).')).toBeVisible();
	await page.keyboard.press('Escape');
	// the changed code is shown next to it: a single line
	await expect(page.locator('.line-delete').first()).toBeVisible();

	const grid = new Grid(page, /before and after/);
	await grid.expectRows(expected.changed);
	for (const [index, [iata = '', before = '', after = '']] of expected.first.entries()) {
		const cells = grid.row(index + 1);
		await expect(cells.filter({ hasText: new RegExp(`^${iata}$`) })).toBeVisible();
		await expect(cells.filter({ hasText: before }).filter({ hasText: after })).toBeVisible();
	}

	const unchanged = page.getByRole('button', { name: `${expected.same} unchanged` });
	await unchanged.click();
	await grid.expectRows(220);
	await unchanged.click();
	await grid.expectRows(expected.changed);

	await page.getByRole('radiogroup', { name: 'View' }).getByText('Columns').click();
	for (const [name, count] of expected.cells) {
		const row = page.getByRole('row', { name: new RegExp(`^${name} `) });
		await expect(row.getByRole('cell').first()).toHaveText(String(count));
	}
	await expect(
		page
			.getByRole('row', { name: /^pct_late / })
			.getByRole('deletion')
			.first(),
	).toBeVisible();
});

test('a comparison has its own URL with key, sort and columns, and its runs can be swapped', async ({
	signedIn: page,
}) => {
	await open(page);
	await preview(page, 15, 'before.parquet');
	await preview(page, 45, 'after.parquet');
	const expected = await compareInSql();
	await page.getByRole('tab', { name: 'Compare' }).click();
	await page.getByRole('link', { name: 'Open full page' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Compare runs' })).toBeVisible();
	const headline = page.getByText(`${expected.changed} rows changed, ${expected.same} unchanged.`);
	await expect(headline).toBeVisible();

	await page.getByRole('radiogroup', { name: 'View' }).getByText('Columns').click();
	await page.getByRole('button', { name: /Show rows where pct_late changed/ }).click();
	const grid = new Grid(page, /before and after/);
	await grid.expectRows(expected.cells.get('pct_late') ?? 0);
	await grid.menuOf('iata', 'Sort descending');
	await expect(page).toHaveURL(/sort=-iata/);
	await page.reload();
	await grid.expectRows(expected.cells.get('pct_late') ?? 0);
	const only = page.getByRole('button', { name: /Only where pct_late changed/ });
	await expect(only).toBeVisible();
	expect((await axeOf(page).analyze()).violations).toEqual([]);
	// Other rows of the same comparison keep their order.
	await only.click();
	await grid.expectRows(expected.changed);
	await expect(grid.head('iata')).toHaveAttribute('aria-sort', 'descending');

	await page.getByRole('button', { name: 'Change key' }).click();
	await page.getByRole('checkbox', { name: 'iata' }).click();
	await page.getByRole('checkbox', { name: 'state' }).click();
	await page.getByRole('button', { name: 'Match by selected columns' }).click();
	await page.getByRole('button', { name: 'Change key: state, with a warning' }).click();
	await expect(page.getByText(/This key isn’t unique: .* rows after share state=/)).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page).toHaveURL(/key=state/);
	await page.goBack();

	await page.getByRole('link', { name: 'Swap runs' }).click();
	await expect(headline).toBeVisible();
});

test('reports identical files as unchanged without downloading them', async ({ signedIn: page }) => {
	await open(page);
	await preview(page, 15, 'before.parquet');
	await preview(page, 15, 'after.parquet');
	const asked: string[] = [];
	page.on('request', (request) => asked.push(request.url()));
	await page.getByRole('tab', { name: 'Compare' }).click();
	await page.getByRole('link', { name: 'Open full page' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Compare runs' })).toBeVisible();
	asked.length = 0;
	await page.reload();
	await expect(page.getByRole('heading', { name: 'Unchanged' })).toBeVisible();
	expect(asked.filter((url) => url.includes('/objects/'))).toEqual([]);
});

test('two runs are selected in the list and compared using only the keyboard', async ({ signedIn: page }) => {
	await open(page);
	await preview(page, 15, 'before.parquet');
	await preview(page, 60, 'after.parquet');
	const expected = await compareInSql();
	await page.getByRole('link', { name: 'Runs', exact: true }).click();
	const rows = page.getByRole('table', { name: 'Runs' }).getByRole('link');
	await rows.first().focus();
	await page.keyboard.press('x');
	const bar = page.getByRole('region', { name: 'Selected runs' });
	await expect(bar).toContainText('Select one more run to compare.');
	await page.keyboard.press('ArrowDown');
	await expect(rows.nth(1)).toBeFocused();
	await page.keyboard.press('x');
	await expect(bar).toContainText('2 runs selected');
	await page.reload();
	await expect(bar).toContainText('2 runs selected');
	expect((await axeOf(page).analyze()).violations).toEqual([]);
	await bar.getByRole('link', { name: 'Compare' }).press('Enter');
	await expect(page.getByText(`${expected.changed} rows changed, ${expected.same} unchanged.`)).toBeVisible();
	await page.goBack();
	await expect(bar).toContainText('2 runs selected');
	await bar.getByRole('button', { name: 'Clear selection' }).click();
	await expect(bar).toHaveCount(0);
});

test('opening a bar of the profile shows its rows', async ({ signedIn: page }) => {
	await open(page);
	await preview(page, 15, 'before.parquet');
	await page.getByRole('tab', { name: 'Profile' }).click();
	await expect(
		page.getByText(
			'Based on all 220 rows. Counts, minimums and maximums are exact. Means, medians and quartiles are rounded.',
		),
	).toBeVisible();
	expect((await axeOf(page).analyze()).violations).toEqual([]);

	const bars = page.getByRole('listbox', { name: 'Distribution of pct_late' });
	await bars.focus();
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	const label = await bars.getByRole('option', { selected: true }).getAttribute('aria-label');
	const count = Number(/: (\d+) rows/.exec(label ?? '')?.[1]);
	expect(count).toBeGreaterThan(0);
	await page.keyboard.press('Enter');
	await new Grid(page).expectRows(count);
});
