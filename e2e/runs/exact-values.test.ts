import { readFile } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

/** Values that get lost if any step takes a shortcut. */
const query = `SELECT 9007199254740993 AS big_integer,
  (SELECT sum(n) FROM (VALUES (9223372036854775807), (9223372036854775807), (4)) t(n)) AS big_sum,
  0.1::DECIMAL(3, 1) AS tenth,
  12345678901234567890123456789012345678::DECIMAL(38, 0) AS long_decimal,
  {'inner': {'deep': 9007199254740993, 'list': [1, NULL, 3]}, 'text': 'a,b'} AS nested_struct,
  [[1.5::DECIMAL(4, 2)], []] AS nested_list,
  MAP {'k': 9007199254740995, 'é': NULL} AS a_map,
  '👩‍🚀 "quoted", tab	end' AS emoji,
  '' AS empty_text, NULL::VARCHAR AS no_text,
  TIMESTAMP '2001-02-03 04:05:06.123456' AS moment,
  42 AS "__proto__"`;

const struct = '{"inner":{"deep":9007199254740993,"list":[1,null,3]},"text":"a,b"}';
const map = '[["k",9007199254740995],["é",null]]';

/** The only row as shown on screen, from left to right. */
const shown = [
	'9,007,199,254,740,993',
	'18,446,744,073,709,551,618',
	'0.1',
	'12,345,678,901,234,567,890,123,456,789,012,345,678',
	struct,
	'[[1.50],[]]',
	map,
	'👩‍🚀 "quoted", tab⇥end',
	'empty',
	'null',
	'2001-02-03 04:05:06.123456',
	'42',
];

/** The same row cast to text by the engine. */
const read = [
	'9007199254740993',
	'18446744073709551618',
	'0.1',
	'12345678901234567890123456789012345678',
	struct,
	'[[1.50],[]]',
	map,
	'👩‍🚀 "quoted", tab\tend',
	'',
	null,
	'2001-02-03 04:05:06.123456',
	'42',
];

const texts = `big_integer::VARCHAR, big_sum::VARCHAR, tenth::VARCHAR, long_decimal::VARCHAR, nested_struct::VARCHAR,
  nested_list::VARCHAR, a_map::VARCHAR, emoji, empty_text, no_text, moment::VARCHAR, "__proto__"::VARCHAR`;

const columns = `{'big_integer': 'BIGINT', 'big_sum': 'DECIMAL(38,0)', 'tenth': 'DECIMAL(3,1)', 'long_decimal': 'DECIMAL(38,0)',
  'nested_struct': 'JSON', 'nested_list': 'JSON', 'a_map': 'JSON', 'emoji': 'VARCHAR', 'empty_text': 'VARCHAR',
  'no_text': 'VARCHAR', 'moment': 'TIMESTAMP', '__proto__': 'INTEGER'}`;

async function write(page: Page, format: string, to: string): Promise<string> {
	await page.getByRole('button', { name: 'Export' }).click();
	const panel = page.getByRole('dialog', { name: 'Export' });
	await panel.getByLabel('Format').selectOption(format);
	const downloading = page.waitForEvent('download');
	await panel.getByRole('button', { name: `Export ${format}` }).click();
	await (await downloading).saveAs(to);
	await expect(panel).toHaveCount(0);
	return to;
}

test('shows and exports exact values as SQL returns them', async ({ signedIn: page }, info) => {
	await page.setViewportSize({ width: 3200, height: 800 });
	await page.getByRole('link', { name: 'Worksheets', exact: true }).click();
	await new Editor(page).replace(query);
	await page.getByRole('button', { name: /^Preview/ }).click();
	const grid = new Grid(page);
	await grid.expectRows(1);
	await expect(grid.row(1)).toHaveText(shown);
	// only the exact name matches
	await expect(grid.head('__proto__')).toBeVisible();

	const db = await (await DuckDBInstance.create(':memory:')).connect();
	const row = async (from: string) => (await db.runAndReadAll(`SELECT ${texts} FROM ${from}`)).getRows();
	const parquet = await row(`read_parquet('${await write(page, 'Parquet', info.outputPath('rows.parquet'))}')`);
	// Nested values stay nested there, and are JSON in text files.
	expect(parquet).toEqual([
		read
			.with(4, "{'inner': {'deep': 9007199254740993, 'list': [1, NULL, 3]}, 'text': 'a,b'}")
			.with(5, '[[1.50], []]')
			.with(6, '{k=9007199254740995, é=NULL}'),
	]);
	for (const [format, delimiter] of [
		['CSV', ','],
		['TSV', '\\t'],
	] as const) {
		const file = await write(page, format, info.outputPath(`rows.${format.toLowerCase()}`));
		const options = `header = true, delim = E'${delimiter}', quote = '"', escape = '"', allow_quoted_nulls = false`;
		expect(await row(`read_csv('${file}', ${options}, columns = ${columns}, auto_detect = false)`), format).toEqual([
			read,
		]);
	}
	for (const [format, shape] of [
		['JSON', 'array'],
		['NDJSON', 'newline_delimited'],
	] as const) {
		const file = await write(page, format, info.outputPath(`rows.${format.toLowerCase()}`));
		const text = await readFile(file, 'utf8');
		// the engine itself reads long numbers and nested decimals as doubles, so check the text
		expect(text).toContain('"big_sum":18446744073709551618,');
		expect(text).toContain('"long_decimal":12345678901234567890123456789012345678,');
		expect(text).toContain('"nested_list":[[1.50],[]],');
		const [first] = await row(`read_json('${file}', format = '${shape}', columns = ${columns})`);
		const without = (values: unknown[] | undefined) => values?.filter((_, index) => ![1, 3, 5].includes(index));
		expect(without(first), format).toEqual(without(read));
	}
});
