import { expect, test } from '../support/journey.ts';

const messy = [
	'id;seen;weight;phone;country;note',
	'a;2024-03-05;1.234,5 kg;+49 30 901820;Deutschland;fine',
	'b;05.03.2024;12,5 kg;030 901821;France;"fine  "',
	'c;5 March 2024;980;+49 30 901822;Frankreich;fine',
	'd;2024/03/25;7;+49 30 901823;Germany;fine',
	'broken;line',
	'e;2024-03-07;8;+4930901824;Spain;fine',
].join('\n');

test('previews a messy table with each change next to the pasted value, and a note', async ({ signedIn: page }) => {
	await page.getByRole('link', { name: 'Ingest', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Ingest' })).toBeVisible();
	await page.getByLabel('Paste a table or text').fill(messy);
	await page.getByRole('button', { name: 'Read pasted text' }).click();
	await expect(page.getByText('CSV, semicolon: 5 records, 6 fields, 1 line skipped')).toBeVisible();
	await expect(page.getByText('Line 6: The line has 2 values instead of 6.')).toBeVisible();
	await expect(page.getByLabel('Delimiter')).toHaveValue(';');

	await page.getByRole('button', { name: 'Preview', exact: true }).click();
	const result = page.getByRole('region', { name: 'Result', exact: true }).getByRole('table');
	const second = result.getByRole('row').nth(2);
	await expect(second.getByRole('deletion').filter({ hasText: '05.03.2024' })).toBeVisible();
	await expect(second.getByRole('insertion').filter({ hasText: '2024-03-05' })).toBeVisible();
	await expect(second.getByText('day first, the usual order with periods')).toBeVisible();
	await page.getByLabel('Notes').selectOption({ label: 'phone (2)' });
	await expect(result.getByRole('row')).toHaveCount(3);

	// a result for other records isn't offered for saving
	const save = page.getByRole('region', { name: 'Save', exact: true });
	const what = save.getByLabel('What to save');
	await expect(what).toHaveValue('result');
	await page.getByLabel('id of record 1', { exact: true }).fill('z');
	await page.getByLabel('id of record 2', { exact: true }).focus();
	await expect(save.getByText('The result is out of date. Preview again to save it.')).toBeVisible();
	await expect(what).toHaveValue('records');
	await expect(what.getByRole('option')).toHaveCount(1);
	await page.getByLabel('id of record 1', { exact: true }).fill('a');
	await page.getByLabel('id of record 2', { exact: true }).focus();
	await expect(what).toHaveValue('result');

	// kept as a draft
	await page.getByLabel('Description').fill('Field notes of spring');
	await expect(page.getByText('21 of 10,000 characters')).toBeVisible();
	await expect(page.getByText('Your draft stays in this browser.')).toBeVisible();
	await page.reload();
	await expect(page.getByLabel('Description')).toHaveValue('Field notes of spring');
	await expect(page.getByLabel('seen of record 2')).toHaveValue('05.03.2024');

	// two tabs show the same draft
	const tab = await page.context().newPage();
	await tab.goto(page.url());
	await expect(page.getByText('Also open in another tab')).toBeVisible();
	await expect(tab.getByLabel('Description')).toHaveValue('Field notes of spring');
	await tab.getByLabel('Description').fill('Field notes of autumn');
	await expect(page.getByLabel('Description')).toHaveValue('Field notes of autumn');
	await tab.close();

	// reported before it's sent, and counted as the service does: a surrogate pair is one character
	const preview = page.getByRole('button', { name: 'Preview', exact: true });
	await page.getByLabel('Description').fill('🛩'.repeat(10_000));
	await expect(page.getByText('10,000 of 10,000 characters')).toBeVisible();
	await expect(preview).toHaveAttribute('aria-disabled', 'false');
	await page.getByLabel('Description').fill(`${'🛩'.repeat(10_000)}x`);
	await expect(
		page.getByText('"Description" has 10,001 characters, but the limit is 10,000. Remove 1 character.').first(),
	).toBeVisible();
	await expect(preview).toHaveAttribute('aria-disabled', 'true');
});

test('extracts fields from free text, and matches them with a chosen column', async ({ signedIn: page }) => {
	await page.getByRole('link', { name: 'Ingest', exact: true }).click();
	await page
		.getByLabel('Paste a table or text')
		.fill(
			'Flight UA 12 left SFO at 9:40 with 133 people on board.\nFlight LH 454 took off from Frankfurt at 10:15 with 301 passengers.\nNothing flew on this foggy morning.',
		);
	await page.getByRole('button', { name: 'Read pasted text' }).click();
	await expect(page.getByText('Text, one record per line: 3 records, 1 field')).toBeVisible();
	for (const [index, field] of ['flight', 'origin', 'departure_time'].entries()) {
		await page.getByRole('button', { name: 'Add field', exact: true }).click();
		await page.getByLabel(`Field ${index + 1}`, { exact: true }).fill(field);
	}
	await page.getByLabel('Description of field 1').fill('Flight number');
	await page.getByLabel('Description of field 2').fill('Where it left from');
	await page.getByLabel('Description of field 3').fill('When it left');
	await page.getByLabel('Match values with').selectOption('Selected columns');
	await page.getByLabel('Link field 1').selectOption('origin');
	await page.getByRole('combobox', { name: 'Link dataset 1' }).fill('aviation/airports');
	await page.getByRole('combobox', { name: 'Link column 1' }).fill('iatta');
	await expect(page.getByText('The dataset doesn’t have this column.')).toBeVisible();
	await page.getByRole('combobox', { name: 'Link column 1' }).fill('iata');
	await expect(page.getByText('The dataset doesn’t have this column.')).toBeHidden();
	await page.getByRole('button', { name: 'Preview', exact: true }).click();
	const result = page.getByRole('region', { name: 'Result', exact: true }).getByRole('table');
	await expect(result.getByRole('insertion').filter({ hasText: 'LH 454' })).toBeVisible();
	await expect(page.getByText('new fields: flight, origin, departure_time')).toBeVisible();
	await expect(result.getByText('"SFO" is in column "iata" of demo/aviation/airports')).toHaveCount(1);
});

test.describe(() => {
	test.use({ expectedErrors: /400 \(Bad Request\).*infer\/preview/ });

	test('finds one rejected record among 5,000, and processes the rest', async ({ signedIn: page }) => {
		await page.getByRole('link', { name: 'Ingest', exact: true }).click();
		const lines = Array.from({ length: 5_000 }, (_, row) => `{"id":${row},"note":"n${row}"}`);
		lines[3_217] = `{"id":3217,"note":"${'x'.repeat(100_001)}"}`;
		const chooser = page.waitForEvent('filechooser');
		await page.getByRole('button', { name: 'Choose file' }).click();
		await (await chooser).setFiles({
			name: 'poisoned.ndjson',
			mimeType: 'application/x-ndjson',
			buffer: Buffer.from(lines.join('\n')),
		});
		await expect(page.getByText('NDJSON, one object per line: 5,000 records, 2 fields')).toBeVisible();
		await page.getByLabel('Number of records').fill('5000');
		await page.getByRole('button', { name: 'Load these records' }).click();
		await expect(page.getByText('5,000 records loaded')).toBeVisible();
		await page.getByRole('button', { name: 'Preview', exact: true }).click();
		await expect(page.getByText('Couldn’t preview these records')).toBeVisible();
		await page.getByRole('button', { name: 'Find rejected records' }).click();
		await expect(page.getByText('1 record was rejected, and the others were processed')).toBeVisible({
			timeout: 30_000,
		});
		await expect(page.getByText(/^Record 3,218, note: /)).toBeVisible();
		await expect(page.getByText(/^4,999 rows from 4,999 records/)).toBeVisible();
	});
});
