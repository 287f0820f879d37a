import { exec } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Download, Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { apiOf } from '../support/api.ts';
import { expectClean } from '../support/axe.ts';
import { expect, signIn, test } from '../support/journey.ts';
import type { Service } from '../support/service.ts';
import { drop, rowsOf } from './drop.ts';

// A dataset to be created is requested before it exists, and an invalid plan is refused.
test.use({ expectedErrors: /status of 404 .*\/schema\/|status of 400 .*\/review\)/ });

/** Opens the upload form of a service of its own, signed in. */
async function openUpload(page: Page, ownService: () => Promise<Service>): Promise<Service> {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/ingest?to=demo/nature`);
	await expect(page.getByLabel('Namespace')).toHaveValue('demo/nature');
	return service;
}

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

test('a dropped file becomes a dataset: drop, review, create', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/namespaces/demo/nature`);
	await expect(page.getByRole('link', { name: 'Upload data' })).toBeVisible();
	await drop(page, 'levels.csv', rowsOf(5_000));
	await expect(page.getByRole('heading', { name: 'levels.csv into demo/nature/levels' })).toBeVisible();
	await expect(page.getByText('CSV, comma, UTF-8: 5,000 rows, 3 columns.')).toBeVisible();
	await expect(page.getByLabel('Type of taken_on').locator('option:checked')).toHaveText('DATE');
	await expectClean(page, 'review');
	await page.getByRole('button', { name: 'Create dataset with 5,000 rows' }).click();
	await expect(page.getByText('5,000 rows saved to demo/nature/levels')).toBeVisible();

	// the dataset's page offers to add more, with itself as the destination
	await page.getByRole('link', { name: 'Open dataset' }).click();
	await page.getByRole('link', { name: 'Add rows' }).click();
	await expect(page.getByLabel('Dataset', { exact: true })).toHaveValue('levels');
	await drop(page, 'corrected.csv', 'reading,taken_on,level\n1,2024-03-10,9.5\n2,2024-03-11,1.25\n5001,2024-04-01,2\n');
	await page.getByLabel('demo/nature/levels already exists').selectOption('Add or update rows by key');
	await expect(page.getByText('Choose the columns that identify a row.')).toBeVisible();
	await page.getByRole('combobox', { name: 'Key columns' }).click();
	await page.getByRole('listbox', { name: 'Key columns' }).getByRole('option', { name: 'reading' }).click();
	await page.keyboard.press('Escape');
	await expect(page.getByText('1 unchanged')).toBeVisible();
	await page.getByRole('button', { name: 'Add 1 row, update 1' }).click();
	await expect(page.getByText('1 row updated and 1 added in demo/nature/levels')).toBeVisible();

	// the next file updates rows by the same key
	await page.getByRole('button', { name: 'Upload another file' }).click();
	await drop(page, 'levels.csv', 'reading,taken_on,level\n1,2024-03-10,9.5\n2,2024-03-11,3\n');
	await expect(page.getByRole('button', { name: 'Update 1 row' })).toBeVisible();

	// if its rows are added instead, those that the dataset already has can be skipped
	await page.getByLabel('demo/nature/levels already exists').selectOption('Add rows');
	await expect(page.getByText('1 of 2 rows already exists in levels')).toBeVisible();
	await page.getByLabel('Skip rows that already exist').check();
	await expect(page.getByRole('button', { name: 'Add 1 row' })).toBeVisible();
});

test('a replacement shows what the dataset loses, and can be undone from its ingestion', async ({
	page,
	ownService,
}) => {
	const service = await openUpload(page, ownService);
	await drop(page, 'air.csv', 'day,humidity\n2024-03-10,.097\n2024-03-11,.5\n');
	await expect(page.getByLabel('Type of humidity').locator('option:checked')).toHaveText('DOUBLE');
	await page.getByRole('button', { name: 'Create dataset with 2 rows' }).click();
	await page.getByRole('button', { name: 'Upload another file' }).click();
	const others = Array.from({ length: 16 }, (_, index) => `c${index}`).join(',');
	await page.getByLabel('Dataset', { exact: true }).fill('air');
	await drop(page, 'air.csv', `day,${others}\n2024-03-12,${others.replaceAll('c', 'v')}\n`);
	await expect(
		page.getByText('Column missing from the file: humidity. New rows are empty in this column.'),
	).toBeVisible();
	await page.getByLabel('demo/nature/air already exists').selectOption('Replace all 2 rows');
	await expect(page.getByText('The dataset will lose 1 column: humidity')).toBeVisible();
	const narrow = await page
		.getByRole('region', { name: 'First rows of the file' })
		.locator('td')
		.evaluateAll((cells) => cells.filter((cell) => cell.clientWidth < 100).length);
	expect(narrow).toBe(0);
	await page.getByRole('button', { name: 'Replace 2 rows with 1' }).click();
	await expect(page.getByText('1 row saved to demo/nature/air')).toBeVisible();
	await page.getByRole('button', { name: 'Undo this ingestion…' }).click();
	await expect(page.getByRole('button', { name: 'Restore as version 3' })).toBeVisible();

	await page.goto(`${service.url}/ingest/ingestions`);
	await expect(page.getByText('1 new, 2 removed')).toBeVisible();
	await page.getByRole('link', { name: 'demo/nature/air' }).first().click();
	await expect(page.getByText('Replaced all rows')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Open dataset version 2' })).toBeVisible();
	await expectClean(page, 'ingestion');
	await page.getByRole('button', { name: 'Undo this ingestion…' }).click();
	await expect(
		page.getByText('Undoing this ingestion removes 1 added row and brings back 2 removed rows.', { exact: false }),
	).toBeVisible();
	await page.getByRole('button', { name: 'Restore as version 3' }).click();
	await expect(page).toHaveURL(/demo\/nature\/air/);

	// what came before can't be undone on its own
	await page.goto(`${service.url}/ingest/ingestions`);
	await page.getByRole('link', { name: 'demo/nature/air' }).last().click();
	await expect(page.getByText('The dataset has changed since (it’s at version 3)', { exact: false })).toBeVisible();
	await expect(page.getByRole('link', { name: 'its history' })).toBeVisible();
});

test('two bad values among 200,000 are reported, resolved and saved with the right types', async ({
	page,
	ownService,
}) => {
	test.slow();
	await openUpload(page, ownService);
	await drop(page, 'readings.csv', rowsOf(200_000, { 1202: '2024-13-45', 150000: 'soon' }));
	await expect(page.getByText('199,998 fit, 2 don’t')).toBeVisible({ timeout: 30_000 });
	await expect(page.getByRole('rowheader', { name: '1,203 (line 1,204)', exact: true })).toBeVisible();
	await expect(page.getByRole('rowheader', { name: '150,001 (line 150,002)', exact: true })).toBeVisible();
	const create = page.getByRole('button', { name: /^Create dataset/ });
	await expect(create).toHaveAttribute('aria-disabled', 'true');
	await page.getByLabel('taken_on: 2024-13-45', { exact: true }).fill('2024-12-31');
	await page.keyboard.press('Enter');
	await expect(page.getByLabel('taken_on: soon', { exact: true })).toBeFocused();
	await page.getByLabel('1 value in taken_on doesn’t fit DATE').selectOption('Skip row');
	await expect(page.getByLabel('taken_on: soon', { exact: true })).toHaveAttribute('placeholder', 'Row skipped');
	await expect(create).toHaveText('Create dataset with 199,999 rows');
	await create.click();
	await expect(page.getByText('199,999 rows saved to demo/nature/readings')).toBeVisible({ timeout: 30_000 });
	await page.getByRole('link', { name: 'Open dataset' }).click();
	await page.getByRole('tab', { name: 'Columns' }).click();
	await expect(page.getByText('DATE', { exact: true })).toBeVisible();
});

test('each file and each pasted table becomes its own dataset, but a pasted snippet doesn’t', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/namespaces/demo/nature`);
	await expect(page.getByRole('link', { name: 'Upload data' })).toBeVisible();
	const paste = (text: string) =>
		page.evaluate((pasted) => {
			const clipboardData = new DataTransfer();
			clipboardData.setData('text/plain', pasted);
			// as spreadsheets do, with an image of the cells
			clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
			document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
		}, text);
	await paste('1\t2');
	await expect(page.getByRole('heading', { name: 'nature' })).toBeVisible();
	await paste('day\tlevel\n2024-03-10\t1.5\n');
	await expect(page.getByRole('heading', { name: 'pasted.csv into demo/nature/pasted' })).toBeVisible();
	await page.goBack();
	await expect(page.getByRole('link', { name: 'Upload data' })).toBeVisible();
	await drop(page, 'first.csv', rowsOf(3));
	await expect(page.getByRole('heading', { name: 'first.csv into demo/nature/first' })).toBeVisible();
	await page.getByRole('button', { name: 'Create dataset with 3 rows' }).click();
	await page.getByRole('button', { name: 'Upload another file' }).click();
	await expect(page.getByLabel('Dataset', { exact: true })).toHaveValue('');
	await drop(page, 'second.csv', rowsOf(4));
	await expect(page.getByRole('heading', { name: 'second.csv into demo/nature/second' })).toBeVisible();
});

test('choices can be changed and undone, also after they were rejected', async ({ page, ownService }) => {
	await openUpload(page, ownService);
	await drop(page, 'decided.csv', rowsOf(30, { 4: 'soon' }));
	const create = page.getByRole('button', { name: /^Create dataset/ });

	// two columns with the same name are refused
	const name = page.getByLabel('Name of level');
	await name.fill('reading');
	await name.press('Enter');
	await expect(
		page.getByText('Two columns in the file are saved as "reading".', { exact: false }).first(),
	).toBeVisible();
	await expect(name).toHaveValue('reading');
	await name.fill('height');
	await name.press('Enter');
	await expect(page.getByText('Couldn’t read the file with these options')).toBeHidden();

	// another order of dates keeps the name; a name is never empty
	await page.getByLabel('Date format').selectOption('Day first: 31/12/2024');
	await expect(page.getByText('29 fit, 1 doesn’t')).toBeVisible();
	await expect(name).toHaveValue('height');
	await name.fill('');
	await name.press('Tab');
	await expect(name).toHaveValue('height');

	// a correction takes effect when it's applied, and the next one replaces it
	await page.getByLabel('taken_on: soon', { exact: true }).fill('2024-13-45');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Not a valid DATE')).toBeVisible();
	await expect(page.getByLabel('taken_on: soon', { exact: true })).toHaveValue('2024-13-45');
	await page.getByLabel('taken_on: soon', { exact: true }).fill('2024-12-31');
	await page.keyboard.press('Enter');
	await expect(page.getByText('All 30 fit').nth(2)).toBeVisible();
	await expect(page.getByText('is saved as')).toHaveText(['soon is saved as 2024-12-31']);
	await page.getByRole('button', { name: 'Undo taken_on: soon' }).click();
	await page.getByLabel('1 value in taken_on doesn’t fit DATE').selectOption('Skip row');
	await expect(page.getByText('29 fit, 1 doesn’t (row skipped)')).toBeVisible();
	await expect(create).toHaveText('Create dataset with 29 rows');
	await create.click();
	await expect(page.getByText('29 rows saved to demo/nature/decided')).toBeVisible();
});

test('asks before another file replaces the one in review, and Back uploads nothing again', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	await (await apiOf(page)).ask('POST', '/namespaces', { namespace: 'Größen 2024' });
	await page.goto(`${service.url}/namespaces/demo/Größen 2024`);
	await expect(page.getByRole('heading', { name: 'Größen 2024' })).toBeVisible();
	await drop(page, 'first.csv', rowsOf(3), ['second.csv', 'third.csv']);
	await expect(page.getByRole('heading', { name: 'first.csv into demo/Größen 2024/first' })).toBeVisible();
	await expect(page.getByText('Once it’s saved, continue with the rest: second.csv, third.csv.')).toBeVisible();
	await page.getByLabel('Name of level').fill('height');
	await page.getByLabel('Name of level').press('Enter');

	await drop(page, 'second.csv', rowsOf(4));
	await expect(page.getByText('You can continue with first.csv later.')).toBeVisible();
	await page.getByRole('button', { name: 'Don’t upload' }).click();
	await expect(page.getByLabel('Name of level')).toHaveValue('height');
	await drop(page, 'second.csv', rowsOf(4));
	await page.getByRole('button', { name: 'Upload second.csv' }).click();
	await expect(page.getByRole('heading', { name: 'second.csv into demo/Größen 2024/second' })).toBeVisible();
	await page.getByRole('button', { name: 'Create dataset with 4 rows' }).press('Enter');
	await expect(page.getByText('4 rows saved to demo/Größen 2024/second')).toBeVisible();
	// the focus is on the next step, although the pressed button is gone
	await expect(page.getByRole('link', { name: 'Open dataset' })).toBeFocused();

	await page.getByRole('link', { name: 'Open dataset' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'second' })).toBeVisible();
	await page.goBack();
	await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
});

test('a review can be continued later with its latest edits, and asks before it’s discarded', async ({
	page,
	ownService,
}) => {
	await openUpload(page, ownService);
	await drop(page, 'kept.csv', rowsOf(30));
	const name = page.getByLabel('Name of level');
	await name.fill('height');
	await page.getByRole('link', { name: 'Home' }).first().click();
	await expect(page.getByRole('heading', { level: 1, name: 'Upload data' })).toBeHidden();
	await page.goBack();
	await expect(name).toHaveValue('height');
	// the browser's buttons don't blur the field
	await name.fill('depth');
	await page.goForward();
	await expect(name).toBeHidden();
	await page.goBack();
	await expect(name).toHaveValue('depth');

	await page.getByLabel('Save as recipe').fill('Depths');
	await page.getByRole('button', { name: 'Continue later' }).click();
	await page.getByRole('button', { name: 'Continue with kept.csv' }).click();
	await expect(name).toHaveValue('depth');
	await expect(page.getByRole('combobox', { name: 'Recipe' })).toContainText('Depths');
	await page.getByRole('button', { name: 'Discard upload…' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
	await expect(name).toHaveValue('depth');
	await page.getByRole('button', { name: 'Discard upload…' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Discard upload' }).click();
	await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
	await expect(page.getByText('kept.csv isn’t saved yet')).toBeHidden();
});

test('empties a value, skips a line, changes the destination, and saves a named recipe', async ({
	page,
	ownService,
}) => {
	await openUpload(page, ownService);
	await drop(page, 'stock week 1.csv', `${rowsOf(20, { 4: 'soon', 6: 'later' })}only\nanother\n`);
	await page.getByRole('button', { name: 'Skip line: Line 22' }).click();
	await expect(page.getByText('1 line is skipped.')).toBeVisible();
	await page.getByRole('checkbox', { name: 'Skip this line' }).click();
	await page.getByRole('button', { name: 'Save as null: taken_on: soon' }).click();
	await expect(page.getByText('is saved as')).toHaveText(['soon is saved as null']);
	await page.getByLabel('1 value in taken_on doesn’t fit DATE').selectOption('Skip row');
	await page.getByRole('button', { name: 'Change destination…' }).click();
	await page.getByLabel('Dataset', { exact: true }).fill('stock');
	await page.getByLabel('Dataset', { exact: true }).press('Enter');
	await expect(page.getByRole('heading', { name: 'stock week 1.csv into demo/nature/stock' })).toBeVisible();
	await page.getByLabel('Save as recipe').fill('Weekly');
	await page.getByRole('button', { name: 'Create dataset with 19 rows' }).click();
	await expect(page.getByText('19 rows saved to demo/nature/stock')).toBeVisible();

	await page.getByRole('button', { name: 'Upload another file' }).click();
	await page.getByLabel('Dataset', { exact: true }).fill('other');
	await drop(page, 'stock week 2.csv', rowsOf(5));
	await expect(page.getByText('Recipe "Weekly" is applied.')).toBeVisible();
	const remove = page.getByRole('button', { name: 'Delete recipe…' });
	const dialog = page.getByRole('dialog');
	await remove.click();
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await remove.click();
	await dialog.getByRole('button', { name: 'Delete recipe' }).click();
	await expect(page.getByText('Recipe "Weekly" is applied.')).toBeHidden();
	await expect(page.getByLabel('Save as recipe')).toBeFocused();
	await page.getByLabel('Save as recipe').fill('Daily');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Recipe "Daily" saved.')).toBeVisible();
});

test('saves typed text although the button moves when the field loses the focus', async ({ page, ownService }) => {
	await openUpload(page, ownService);
	await drop(page, 'typed.csv', rowsOf(30));
	await page.getByText('Describe columns').click();
	await page.getByLabel('Description of level').fill('Above the ground, m');
	await page.getByRole('button', { name: 'Create dataset with 30 rows' }).click({ delay: 150 });
	await expect(page.getByText('30 rows saved to demo/nature/typed')).toBeVisible();
	await page.getByRole('link', { name: 'Open dataset' }).click();
	await page.getByRole('tab', { name: 'Columns' }).click();
	await expect(page.getByText('Above the ground, m')).toBeVisible();
	await page.getByRole('link', { name: 'Add rows' }).click();
	await drop(page, 'again.csv', 'reading,taken_on,level\n1,2024-03-10,9\n1,2024-03-11,8\n31,2024-03-12,7\n');
	await page.getByLabel('demo/nature/typed already exists').selectOption('Add or update rows by key');
	await page.getByRole('combobox', { name: 'Key columns' }).click();
	await page.getByRole('listbox', { name: 'Key columns' }).getByRole('option', { name: 'reading' }).click();
	await page.keyboard.press('Escape');
	await page.getByLabel('Rows with the same key').selectOption('Save the last one');
	await page.getByRole('button', { name: 'Add 1 row, update 1' }).click();
	await expect(page.getByText('1 row was skipped')).toBeVisible();
});

test('the terminal command works as copied, with its own token', async ({ page, ownService }) => {
	const fileName = "Anna's levels 2024.csv";
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/ingest?to=demo/nature`);
	await page.getByText('Upload from a terminal').click();
	const command = page.getByRole('figure', { name: 'Upload command' }).getByRole('code');
	await expect(command).toContainText("TOKEN='your-token'");
	await page.getByLabel('Shell').selectOption('PowerShell (Windows)');
	await expect(command).toContainText("$TOKEN = 'your-token'\ncurl.exe --fail-with-body -T 'data.csv'");
	const isWindows = process.platform === 'win32';
	if (!isWindows) await page.getByLabel('Shell').selectOption('bash or zsh');
	await page.getByLabel('Path of your file').fill(fileName);
	await page.getByRole('button', { name: 'Create token for this command' }).click();
	await expect(page.getByText('The token can write to demo/nature for 7 days.')).toBeVisible();
	await expectClean(page, 'upload command');
	const folder = await mkdtemp(path.join(tmpdir(), 'upload-'));
	try {
		await writeFile(path.join(folder, fileName), rowsOf(20));
		// As somebody pastes it into a terminal.
		const shell = isWindows ? { shell: 'powershell.exe' } : {};
		const { stdout } = await promisify(exec)(await command.innerText(), { cwd: folder, ...shell });
		expect(JSON.parse(stdout)).toMatchObject({ state: 'committed', rows: 20, fileName });
	} finally {
		await rm(folder, { recursive: true });
	}
	await page.goto(`${service.url}/namespaces/demo/nature`);
	await expect(page.getByRole('link', { name: 'Anna_s levels 2024', exact: true })).toBeVisible();
});

test('a missing column can be added to the dataset, and outdated dependents can be built', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	const { ask } = await apiOf(page);
	const { items } = await ask<{ items: { id: string; destination: { datasetName: string } }[] }>('GET', '/build-specs');
	const reader = items.find(({ destination }) => destination.datasetName === 'quakes_daily')?.id ?? '';
	const run = await ask<{ id: string }>('POST', `/build-specs/${reader}/build-runs`);
	await expect.poll(async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state).toBe('succeeded');
	await page.goto(`${service.url}/ingest?to=demo/nature/earthquakes`);
	await page.getByRole('button', { name: 'Choose file' }).waitFor();
	await drop(page, 'more.csv', 'place,felt_by\nSomewhere,12\nElsewhere,7\n');
	const column = page.getByLabel('Column for felt_by');
	await expect(column.locator('option:checked')).toHaveText('New column felt_by');
	await expect(page.getByText('Column added to the dataset: felt_by.')).toBeVisible();
	await expect(page.getByLabel('Type of felt_by').locator('option:checked')).toHaveText('BIGINT');
	await page.getByRole('button', { name: 'Add 2 rows' }).click();
	await expect(page.getByText('2 rows saved to demo/nature/earthquakes')).toBeVisible();
	await expect(page.getByText('1 dataset that depends on this one is outdated.')).toBeVisible();
	await page.getByRole('button', { name: 'Build dependent datasets…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Build the datasets that depend on demo/nature/earthquakes' });
	await expect(dialog.getByRole('list', { name: 'Build order' })).toContainText('demo/nature/quakes_daily');
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await page.getByRole('link', { name: 'Open dataset' }).click();
	await page
		.getByRole('tab', { name: 'Columns' })
		.or(page.getByRole('link', { name: 'Columns' }))
		.click();
	await expect(page.getByText('felt_by')).toBeVisible();
});

test('values and lines that don’t fit can be corrected together and downloaded', async ({ page, ownService }) => {
	await openUpload(page, ownService);
	const text = `${rowsOf(40, { 4: 'soon', 9: '"later, maybe"', 12: '2024-13-01' })}only\n`;
	await drop(page, 'corrected.csv', text);
	const values = page.getByRole('region', { name: 'Values in taken_on that don’t fit' });
	await expect(values.getByRole('row')).toHaveCount(4);

	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Download as CSV: values in taken_on' }).click(),
	]);
	expect(await textOf(download)).toBe(
		[
			'row,line,times,taken_on,save as,why',
			'5,6,1,soon,soon,not a valid DATE',
			'10,11,1,"later, maybe","later, maybe",not a valid DATE',
			'13,14,1,2024-13-01,2024-13-01,not a valid DATE',
			'',
		].join('\r\n'),
	);
	const [lines] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Download as CSV: lines that couldn’t be parsed' }).click(),
	]);
	expect(await textOf(lines)).toContain('42,only,');

	// one choice for all values leaves each of them correctable
	const choice = page.getByLabel('3 values in taken_on don’t fit DATE');
	await choice.selectOption('Skip all 3 rows');
	await expect(values.getByLabel('taken_on: soon', { exact: true })).toHaveAttribute('placeholder', 'Row skipped');
	await values.getByLabel('taken_on: soon', { exact: true }).fill('2024-03-14');
	await page.keyboard.press('Enter');
	await expect(page.getByText('38 fit, 2 don’t (rows skipped)')).toBeVisible();
	await page.getByRole('button', { name: 'Undo taken_on: soon' }).click();
	await choice.selectOption('Choose…');

	// each correction is applied when its field is left, or on Enter
	await values.getByLabel('taken_on: soon', { exact: true }).fill('2024-03-14');
	await values.getByLabel('taken_on: later, maybe', { exact: true }).fill('');
	await page.keyboard.press('Enter');
	await expect(page.getByText('38 fit, 1 doesn’t')).toBeVisible();
	await values.getByLabel('taken_on: 2024-13-01', { exact: true }).fill('2024-12-01');
	await page.keyboard.press('Enter');
	await expect(values).toBeHidden();
	await page.getByLabel('Line 42', { exact: true }).fill('41,2024-03-15,');
	await page.keyboard.press('Enter');
	await expect(page.getByText('1 corrected line is used.')).toBeVisible();
	await page.getByLabel('Type of level').selectOption('DECIMAL(18,2)');
	const digits = page.getByLabel('Precision and scale of level');
	await digits.fill('5,1');
	await digits.press('Enter');
	await expect(page.getByText('40 values in level don’t fit DECIMAL(5,1)')).toBeVisible();
	await digits.fill('6, 2');
	await digits.press('Enter');
	await page.getByRole('button', { name: 'Create dataset with 41 rows' }).click();
	await expect(page.getByText('41 rows saved to demo/nature/corrected')).toBeVisible();
});

test('reuses column settings from the last file or a recipe, but asks again about values that don’t fit', async ({
	page,
	ownService,
}) => {
	const service = await openUpload(page, ownService);
	await drop(page, 'levels.csv', rowsOf(40, { 5: 'soon' }));
	await page.getByLabel('1 value in taken_on doesn’t fit DATE').selectOption('Skip row');
	const name = page.getByLabel('Name of level');
	await name.fill('depth');
	await name.press('Enter');
	await page.getByText('Describe columns').click();
	const description = page.getByLabel('Description of level');
	await description.fill('Below the surface, m');
	await description.press('Enter');
	await expect(page.getByRole('button', { name: 'Create dataset with 39 rows' })).toHaveAttribute(
		'aria-disabled',
		'false',
	);
	await page.getByLabel('Save as recipe').fill('Levels');
	await page.getByRole('button', { name: 'Save recipe' }).click();
	await expect(page.getByRole('button', { name: 'Replace recipe' })).toBeVisible();
	await page.getByRole('button', { name: 'Create dataset with 39 rows' }).click();
	await expect(page.getByText('39 rows saved to demo/nature/levels')).toBeVisible();

	// another file for the dataset: what doesn't fit is another value
	await page.getByRole('link', { name: 'Open dataset' }).click();
	await page.getByRole('link', { name: 'Add rows' }).click();
	await expect(page.getByLabel('Dataset', { exact: true })).toHaveValue('levels');
	await drop(page, 'more.csv', rowsOf(20, { 3: 'later' }));
	await expect(page.getByLabel('Column for level')).toHaveValue('depth');
	await page.getByLabel('1 value in taken_on doesn’t fit DATE').selectOption('Skip row');
	await page.getByRole('button', { name: 'Add 19 rows' }).click();
	await expect(page.getByText('19 rows saved to demo/nature/levels')).toBeVisible();

	// and one for a new dataset, where the recipe is applied
	await page.goto(`${service.url}/ingest?to=demo/nature`);
	await expect(page.getByLabel('Namespace')).toHaveValue('demo/nature');
	await drop(page, 'other.csv', rowsOf(30, { 2: 'never' }));
	await expect(page.getByText('Recipe "Levels" is applied.')).toBeVisible();
	await expect(page.getByLabel('Name of level')).toHaveValue('depth');
	await expect(description).toHaveValue('Below the surface, m');
	await page.getByLabel('1 value in taken_on doesn’t fit DATE').selectOption('Skip row');
	await page.getByRole('button', { name: 'Create dataset with 29 rows' }).click();
	await expect(page.getByText('29 rows saved to demo/nature/other')).toBeVisible();
	await page.getByRole('link', { name: 'Open dataset' }).click();
	await page.getByRole('tab', { name: 'Columns' }).click();
	await expect(page.getByText('Below the surface, m')).toBeVisible();
});

test('uploads the files of an archive one after another, each to its own dataset', async ({ page, ownService }) => {
	await openUpload(page, ownService);
	const names = ['2022.csv', 'data/2023.csv', 'data/2024.csv'];
	const files = Object.fromEntries(names.map((name, index) => [name, Buffer.from(rowsOf(index + 2))]));
	const buffer = Buffer.from(zipSync(files));
	await page.locator('input[type=file]').setInputFiles({ name: 'years.zip', mimeType: 'application/zip', buffer });
	await page.getByLabel('File in the zip').selectOption('data/2023.csv');
	await page.getByRole('button', { name: 'Create dataset with 3 rows' }).click();
	await expect(page.getByText('3 rows saved to demo/nature/years')).toBeVisible();
	const others = page.getByLabel('Other files in years.zip');
	await expect(others.locator('option')).toHaveText(['2022.csv', 'data/2024.csv']);
	await others.selectOption('data/2024.csv');
	await page.getByRole('button', { name: 'Upload data/2024.csv' }).click();
	await expect(page.getByRole('heading', { name: 'years.zip into demo/nature/2024' })).toBeVisible();
	await page.getByRole('button', { name: 'Create dataset with 4 rows' }).click();
	await expect(page.getByText('4 rows saved to demo/nature/2024')).toBeVisible();
	await expect(others.locator('option')).toHaveText(['2022.csv']);
});
