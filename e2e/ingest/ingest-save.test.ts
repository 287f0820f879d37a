import type { Locator, Page } from '@playwright/test';
import { expectClean } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';

// The service is killed, and a dataset to be created is requested before it exists.
test.use({ expectedErrors: /net::ERR_|Failed to load resource/ });

const header = 'note_id,observed_on,site,count,remark';
const notes = Array.from(
	{ length: 4_500 },
	(_, row) => `FN-${1_000 + row},2024-07-${String((row % 28) + 1).padStart(2, '0')},Fen ${row % 9},${row % 40},`,
);
notes[3_217] = 'FN-4217,2024-07-01,Fen 1,many,';

async function chooseFile(page: Page, name: string, lines: readonly string[]): Promise<void> {
	const chooser = page.waitForEvent('filechooser');
	await page.getByRole('button', { name: 'Choose file' }).click();
	await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
}

test('saves rows only once although the service is killed midway, and lists the ingestion as new', async ({
	page,
	ownService,
}) => {
	// The service is started more than once.
	test.slow();
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: 'Ingest', exact: true }).click();
	await chooseFile(page, 'notes.csv', [header, ...notes]);
	const save = page.getByRole('region', { name: 'Save', exact: true });
	// the whole file is saved unless a part is chosen
	await expect(save.getByLabel('What to save').locator('option:checked')).toHaveText('All of notes.csv: 4,500 rows');
	await save.getByLabel('Dataset', { exact: true }).fill('nature/field_notes');
	await expect(save.getByText('demo/nature/field_notes has 36 rows and 8 columns.')).toBeVisible();

	// fields are mapped to columns of the same name; others have to be chosen, and invalid values are reported before anything is sent
	await expect(save.getByLabel('Column for note_id')).toHaveValue('note_id');
	await expect(save.getByLabel('Column for count')).toHaveValue('');
	await save.getByLabel('Column for count').selectOption('individuals');
	await expect(save.getByText('1 of 4,500 rows has a value that doesn’t fit')).toBeVisible();
	await expect(
		save.getByText('individuals (INTEGER): 1 value doesn’t fit: "many" in row 3,218', { exact: true }),
	).toBeVisible();
	await expect(save.getByText('Columns left empty in the new rows: country, species, weight_kg.')).toBeVisible();

	// while it's being sent, no other tab continues or cancels it
	const tab = await page.context().newPage();
	const theirs = tab.getByRole('region', { name: 'Save', exact: true });
	await page.route('**/chunks/2?*', async (route) => {
		await tab.goto(`${service.url}/ingest`);
		const message = '4,500 rows are being saved to demo/nature/field_notes in another tab';
		await expect(theirs.getByText(message)).toBeVisible();
		await expect(theirs.getByRole('button')).toHaveCount(0);
		await service.kill();
		await route.continue();
	});
	await save.getByRole('button', { name: 'Add 4,499 rows to demo/nature/field_notes' }).click();
	await expect(save.getByText('The save was interrupted')).toBeVisible();
	await page.unroute('**/chunks/2?*');

	await service.start();
	await page.goto(`${service.url}/namespaces/demo/nature/field_notes`);
	await expect(page.getByRole('definition').first()).toHaveText('36');
	await page.goto(`${service.url}/ingest`);
	await expect(save.getByText('2,000 of 4,500 rows sent to demo/nature/field_notes')).toBeVisible();
	await save.getByRole('button', { name: 'Resume save' }).click();
	await expect(save.getByText('4,499 rows were written to demo/nature/field_notes')).toBeVisible();

	// the other tab still shows where it stopped: canceling there reports that it was written
	await expect(theirs.getByText('2,000 of 4,500 rows sent to demo/nature/field_notes')).toBeVisible();
	await theirs.getByRole('button', { name: 'Cancel save' }).click();
	await expect(theirs.getByText('4,499 rows were written to demo/nature/field_notes')).toBeVisible();
	await tab.close();

	await save.getByRole('link', { name: 'Open ingestion' }).click();
	const rejected = page.getByRole('region', { name: 'Skipped rows' }).getByRole('row').nth(1);
	await expect(rejected).toContainText('individuals: "many" isn’t a valid INTEGER.');
	await expect(rejected.getByRole('rowheader')).toHaveText('3,218');
	await expect(page.getByText('Not seen yet')).toBeVisible();

	// Home and the dataset show it until somebody marks it as seen
	await page.goto(`${service.url}/namespaces/demo/nature/field_notes`);
	await expect(page.getByRole('definition').first()).toHaveText('4,535');
	await expect(page.getByRole('link', { name: '1 new' })).toBeVisible();
	await page.goto(`${service.url}/home`);
	const unseen = page.getByRole('region', { name: 'New ingestions' });
	await expect(unseen.getByRole('link', { name: 'demo/nature/field_notes' })).toBeVisible();
	await unseen.getByRole('link', { name: 'All ingestions' }).press('Enter');

	// the inbox by keyboard only: to the filter, to the row, to its button
	const row = page.getByRole('table', { name: 'Ingestions' }).getByRole('row').nth(1);
	await expect(row.getByRole('img', { name: 'New', exact: true })).toBeVisible();
	await expectClean(page, 'ingestions');
	await page.keyboard.press('/');
	await page.keyboard.type('field_notes written');
	await expect(page.getByRole('status').filter({ hasText: 'match' })).toBeHidden();
	await page.keyboard.press('ArrowDown');
	await expect(row.getByRole('link')).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'Ingestion into field_notes' })).toBeVisible();
	await expectClean(page, 'an ingestion with a skipped row');
	const downloading = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download as CSV' }).click();
	expect((await downloading).suggestedFilename()).toBe('field_notes skipped rows.csv');
	await page.goBack();
	await expect(page.getByLabel('Filter by dataset, status or user')).toHaveValue('field_notes written');
	await page.keyboard.press('/');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Tab');
	await expect(page.getByRole('button', { name: 'Mark as seen: ingestion into field_notes' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('img', { name: 'New', exact: true })).toHaveCount(0);
	await page.getByLabel('New only').check();
	await page.getByLabel('Filter by dataset, status or user').press('Escape');
	await expect(page.getByText('No new ingestions')).toBeVisible();
	await page.goto(`${service.url}/home`);
	await expect(page.getByRole('region', { name: 'BuildSpecs' })).toBeVisible();
	await expect(unseen).toHaveCount(0);
});

test('saves a preview’s result and marks it as seen by its ID, using only the keyboard', async ({
	page,
	ownService,
}) => {
	// The service is started more than once.
	test.slow();
	const service = await ownService();
	await page.goto(service.signInAddress());
	await expect(page.getByRole('heading', { name: /BuildSpecs/, level: 1 })).toBeFocused();
	await page.getByRole('link', { name: 'Ingest', exact: true }).press('Enter');
	await tabTo(page, page.getByLabel('Paste a table or text'));
	await page.keyboard.insertText('id;seen\na;05.03.2024 \nb;2024-03-07\n');
	await tabTo(page, page.getByRole('button', { name: 'Read pasted text' }));
	await page.keyboard.press('Enter');
	await expect(page.getByText('2 records loaded')).toBeVisible();
	await tabTo(page, page.getByRole('button', { name: 'Preview', exact: true }), 'Shift+Tab');
	await page.keyboard.press('Enter');
	const save = page.getByRole('region', { name: 'Save', exact: true });
	await expect(save.getByLabel('What to save')).toHaveValue('result');
	await tabTo(page, save.getByLabel('Dataset', { exact: true }));
	await page.keyboard.insertText('nature/spring');
	await expect(save.getByText('demo/nature/spring doesn’t exist yet. Saving creates it.')).toBeVisible();
	await page.keyboard.press('Escape');
	await tabTo(page, save.getByLabel('Type of id'));
	await page.keyboard.type('INT');
	await expect(save.getByLabel('Type of id')).toHaveValue('INTEGER');
	await expect(save.getByText('2 of 2 rows have values that don’t fit')).toBeVisible();
	await save.getByLabel('Type of id').press('Home');
	await expect(save.getByLabel('Type of id')).toHaveValue('');
	await tabTo(page, save.getByRole('button', { name: 'Create demo/nature/spring with 2 rows' }));
	await expectClean(page, 'ingest with a result and a save');
	await page.keyboard.press('Enter');
	await expect(save.getByText('2 rows were written to demo/nature/spring')).toBeVisible();
	await tabTo(page, save.getByRole('link', { name: 'Open demo/nature/spring' }));
	await page.keyboard.press('Shift+Tab');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'Ingestion into spring' })).toBeVisible();
	const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
	await page.goto(`${service.url}/namespaces/demo/nature/spring?view=columns`);
	await expect(page.getByRole('row').filter({ hasText: 'seen' })).toContainText('DATE');

	await service.kill();
	await service.start(['--core-only']);
	await page.goto(`${service.url}/ingest`);
	await expect(
		page.getByText('This service doesn’t accept rows from the console. Export the result instead.'),
	).toBeVisible();
	await tabTo(page, page.getByRole('link', { name: 'Ingestions', exact: true }));
	await page.keyboard.press('Enter');
	await tabTo(page, page.getByLabel('Ingestion ID'));
	await page.keyboard.insertText(id);
	await page.keyboard.press('Enter');
	await expect(page.getByText(`Ingestion ${id} marked as seen`)).toBeVisible();
});

test('keeps the whole file when the page is left, and never silently saves only a part', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: 'Ingest', exact: true }).click();
	const dates = Array.from({ length: 3_000 }, (_, row) => `${row},${row === 1_999 ? '2024-13-45' : '2024-03-05'}`);
	await chooseFile(page, 'days.csv', ['id,day', ...dates]);
	const save = page.getByRole('region', { name: 'Save', exact: true });
	const chosen = save.getByLabel('What to save').locator('option:checked');
	await expect(chosen).toHaveText('All of days.csv: 3,000 rows');
	const types = page.getByRole('list', { name: 'Column types' });
	await expect(types.getByRole('listitem').filter({ hasText: 'day' })).toHaveText('day text');

	await page.getByRole('link', { name: 'Runs', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1, name: /^Runs/ })).toBeVisible();
	await page.getByRole('link', { name: 'Ingest', exact: true }).click();
	await expect(chosen).toHaveText('All of days.csv: 3,000 rows');
	await page.reload();
	await expect(chosen).toHaveText('All of days.csv: 3,000 rows');

	// the namespace is checked before anything is sent
	await save.getByLabel('Dataset', { exact: true }).fill('calendar/days');
	await expect(save.getByText('The namespace demo/calendar doesn’t exist yet')).toBeVisible();
	await expect(save.getByRole('button', { name: /^Create demo/ })).toHaveCount(0);
	await save.getByRole('button', { name: 'Create namespace calendar' }).click();
	await save.getByLabel('Type of day').selectOption('DATE');
	await expect(
		save.getByText('day (DATE): 1 value doesn’t fit: "2024-13-45" in row 2,000', { exact: true }),
	).toBeVisible();
	await save.getByRole('button', { name: /^Create demo\/calendar\/days with 2,99\d rows$/ }).click();
	await expect(save.getByText('2,999 rows were written to demo/calendar/days')).toBeVisible();

	// a browser that lost the file says so, and doesn't save part of it
	await save.getByRole('button', { name: 'Save other rows' }).click();
	await page.getByRole('link', { name: 'Runs', exact: true }).click();
	await page.evaluate(loseDraftFile);
	await page.goto(`${service.url}/ingest`);
	await expect(page.getByText('Choose days.csv again to load all 3,000 rows')).toBeVisible();
	await expect(chosen).toHaveText('Choose what to save');
	await expect(save.getByLabel('Dataset', { exact: true })).toHaveCount(0);
	await save.getByLabel('What to save').selectOption({ label: 'Loaded records: 1,000 of 3,000 rows' });
	await expect(save.getByLabel('Dataset', { exact: true })).toBeVisible();
});

/** Deletes the drafts' files, like a browser that runs out of space. */
async function loseDraftFile(): Promise<void> {
	const infos = await indexedDB.databases();
	const name = infos.find((info) => info.name?.endsWith('ingest') === true)?.name ?? '';
	await new Promise<void>((resolve, reject) => {
		const opening = indexedDB.open(name);
		opening.onerror = () => reject(opening.error);
		opening.onsuccess = () => {
			const transaction = opening.result.transaction('draftFiles', 'readwrite');
			transaction.objectStore('draftFiles').clear();
			transaction.oncomplete = () => {
				opening.result.close();
				resolve();
			};
		};
	});
}

async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
	for (let press = 0; press < 80; press += 1) {
		if (await wanted.evaluate((item) => item === document.activeElement)) return;
		await page.keyboard.press(key);
	}
	throw new Error(`${wanted} is not reached by ${key}.`);
}
