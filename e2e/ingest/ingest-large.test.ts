import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { heapOf } from '../support/heap.ts';
import { expect, test } from '../support/journey.ts';

const bytes = 200 * 1_024 * 1_024;
/** Memory limit of page and worker together while the file is read, MB. */
const maxHeap = 60;
let folder = '';
let file = '';
let count = 0;

test.beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'large-csv-'));
	file = path.join(folder, 'large.csv');
	await pipeline(Readable.from(lines()), createWriteStream(file));
});
test.afterAll(() => rm(folder, { recursive: true }));

function* lines(): Generator<string> {
	let written = 0;
	yield 'id,seen,site,weight,remark\n';
	while (written < bytes) {
		let text = '';
		for (const end = count + 5_000; count < end; count += 1) {
			const day = String((count % 28) + 1).padStart(2, '0');
			text += `${count},${day}.03.2024,Fen ${count % 977},"${count % 90},5 kg",a remark that is neither short nor long ${count % 7}\n`;
		}
		written += text.length;
		yield text;
	}
}

test('reads a 200 MB file with progress while the page stays responsive, and previews part of it', async ({
	signedIn: page,
}) => {
	test.setTimeout(300_000);
	await page.getByRole('link', { name: 'Ingest', exact: true }).click();
	await page.evaluate(noteProgress);
	const chooser = page.waitForEvent('filechooser');
	await page.getByRole('button', { name: 'Choose file' }).click();
	await (await chooser).setFiles(file);
	const size = (await stat(file)).size;
	expect(size).toBeGreaterThan(bytes);

	// responsive: typed text is counted before the file is read
	const reading = page.getByText(/^Reading large\.csv: /);
	const end = page.getByText(`CSV, comma: ${count.toLocaleString('en')} records, 5 fields`);
	await expect(reading).toBeVisible();
	await page.getByLabel('Description').fill('Notes of all years');
	await expect(page.getByText('18 of 10,000 characters')).toBeVisible();
	await expect(reading).toBeVisible();
	let heap = 0;
	while (!(await end.isVisible())) heap = Math.max(heap, await heapOf(page));
	expect(await page.evaluate(() => (globalThis as unknown as { seen: Set<string> }).seen.size)).toBeGreaterThan(2);
	expect(Math.max(heap, await heapOf(page)) / 1e6).toBeLessThan(maxHeap);

	await page.getByLabel('From record').fill(String(count - 99));
	await page.getByLabel('Number of records').fill('1000');
	await page.getByRole('button', { name: 'Load these records' }).click();
	const [from, to] = [count - 99, count].map((value) => value.toLocaleString('en'));
	await expect(page.getByText(`100 records loaded · large.csv, records ${from} to ${to}`)).toBeVisible();
	await page.getByRole('button', { name: 'Preview', exact: true }).click();
	await expect(page.getByText(/^100 rows from 100 records · 100 changed/)).toBeVisible();

	// records with a text in a field, from anywhere in the file
	await page.getByLabel('From record').fill('1');
	await page.getByLabel('Number of records').fill('10000');
	await page.getByLabel('Filter').selectOption({ label: 'Where site contains' });
	await page.getByLabel('Text', { exact: true }).fill('fen 976');
	await page.getByRole('button', { name: 'Load these records' }).click();
	await expect(page.getByText(/^Searching for records with "fen 976" in site: /)).toBeVisible();
	await expect(page.getByText(/^[\d,]+ records loaded · large\.csv, all records with "fen 976" in site$/)).toBeVisible({
		timeout: 60_000,
	});
	await expect(page.getByLabel('site of record 1', { exact: true })).toHaveValue('Fen 976');
});

/** Records every progress message of the page, however rarely this process polls. */
function noteProgress(): void {
	const seen = new Set<string>();
	Object.assign(globalThis, { seen });
	new MutationObserver(() => {
		for (const { textContent } of document.querySelectorAll('[role="status"]')) {
			if (textContent.startsWith('Reading large.csv: ')) seen.add(textContent);
		}
	}).observe(document.body, { subtree: true, childList: true, characterData: true });
}
