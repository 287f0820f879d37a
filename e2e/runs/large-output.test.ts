import { DuckDBInstance } from '@duckdb/node-api';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

const million = `select i as n, 'row ' || i as label, i * 0.5 as half, sum(9007199254740993::bigint) over () as total
from range(1, 1000001) t(i)
order by i`;

test('previews a million rows, shows the last one, and downloads them all', async ({ signedIn: page }, info) => {
	const grid = new Grid(page);
	await page.getByRole('link', { name: 'New BuildSpec' }).click();
	await new Editor(page).replace(million);
	await page.getByRole('button', { name: 'Preview' }).click();
	await grid.expectRows(1_000_000);
	await expect(grid.row(1).filter({ hasText: /^row 1$/ })).toBeVisible();

	await grid.row(1).first().click();
	await page.keyboard.press('Control+End');
	await expect(grid.row(1_000_000).filter({ hasText: /^row 1000000$/ })).toBeVisible();
	await expect(grid.row(1_000_000).filter({ hasText: /^9,007,199,254,740,993,000,000$/ })).toBeVisible();
	const isCut = (cell: HTMLElement) => cell.scrollWidth > cell.clientWidth;
	for (const cell of await grid.row(1_000_000).all()) expect(await cell.evaluate(isCut)).toBe(false);

	const downloading = page.waitForEvent('download');
	await page
		.getByRole('link', { name: /^Download/ })
		.or(page.getByRole('button', { name: /^Download/ }))
		.first()
		.click();
	const file = info.outputPath('output.parquet');
	await (await downloading).saveAs(file);
	const connection = await (await DuckDBInstance.create()).connect();
	const reader = await connection.runAndReadAll(
		`select count(*)::int as rows, max(n)::int as last, max(total)::varchar as total from read_parquet('${file}')`,
	);
	expect(reader.getRowObjects()).toEqual([{ rows: 1_000_000, last: 1_000_000, total: '9007199254740993000000' }]);
});

test('a comparison of a million rows can be stopped and restarted while the page stays responsive', async ({
	signedIn: page,
}) => {
	test.slow();
	const grid = new Grid(page);
	await page.getByRole('link', { name: /airport_delays/ }).click();
	for (const factor of ['0.5', '0.25']) {
		await new Editor(page).replace(`select i as n, i * ${factor} as part from range(1, 1000001) t(i) order by i`);
		const ran = page.waitForResponse((response) => response.url().includes('/outputs/') && response.ok());
		await page.getByRole('button', { name: /^Preview/ }).click();
		await ran;
		await grid.expectRows(1_000_000);
	}
	await page.getByRole('tab', { name: 'Compare' }).click();
	await page.getByRole('button', { name: 'Stop' }).click();
	await expect(page.getByText('Comparison stopped')).toBeVisible();
	await page.getByRole('button', { name: 'Compare again' }).click();
	await expect(page.getByRole('progressbar', { name: 'Comparing' })).toBeVisible();
	await page.getByRole('tab', { name: 'Rows' }).click();
	await expect(grid.row(1).filter({ hasText: /^0.25$/ })).toBeVisible();
	await page.getByRole('tab', { name: 'Compare' }).click();
	await expect(page.getByText('1,000,000 rows changed, none unchanged.')).toBeVisible({ timeout: 120_000 });
});
