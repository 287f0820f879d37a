import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openModelServer } from '#server/testing/model-server.ts';
import { Agents } from '../support/agents.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

test('opens rows of a dataset, an agent’s answer and an output in Ingest', async ({ signedIn: page, service }) => {
	test.slow();
	await page.goto(`${service.url}/namespaces/demo/nature/field_notes`);
	await new Grid(page, 'Rows of field_notes').expectRows(36);
	await page.getByRole('button', { name: 'Export' }).click();
	await page.getByRole('button', { name: 'Open in Ingest' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Ingest' })).toBeVisible();
	await expect(page.getByText('36 records loaded · field_notes')).toBeVisible();
	await expect(page.getByLabel('species of record 1', { exact: true })).toHaveValue('White stork');
	await expect(page).toHaveURL(`${service.url}/ingest`);

	// existing work isn't replaced without asking
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.choose('nl2ql');
	await panel.ask('List the five states with the most airports');
	await panel.answer(1).getByRole('button', { name: 'Export' }).click({ timeout: 60_000 });
	await page.getByRole('button', { name: 'Open in Ingest' }).click();
	await expect(page.getByText('Replace your 36 records with 5 rows?')).toBeVisible();
	await page.getByRole('button', { name: 'Replace records' }).click();
	await expect(page.getByText(/^5 records loaded · Rows from nl2ql/)).toBeVisible();
	await expect(page.getByLabel('state of record 1', { exact: true })).not.toHaveValue('');

	// an output arrives with every digit, and is processed unchanged
	await page.getByRole('link', { name: 'BuildSpecs', exact: true }).click();
	await page.getByRole('link', { name: 'Worksheets', exact: true }).click();
	await new Editor(page).replace("select 9007199254740993 as id, '05.03.2024 ' as seen_date");
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(1);
	await page.getByRole('button', { name: 'Export' }).click();
	await page.getByRole('button', { name: 'Open in Ingest' }).click();
	await expect(page.getByText('Replace your 5 records with 1 row?')).toBeVisible();
	await page.getByRole('button', { name: 'Replace records' }).click();
	await expect(page.getByText(/^1 record loaded · /)).toBeVisible();
	await expect(page.getByLabel('id of record 1', { exact: true })).toHaveValue('9007199254740993');
	await page.getByRole('button', { name: 'Preview', exact: true }).click();
	const result = page.getByRole('region', { name: 'Result', exact: true }).getByRole('table');
	await expect(result.getByRole('row').nth(1)).toContainText('9007199254740993');
	await expect(result.getByRole('insertion').filter({ hasText: '2024-03-05' })).toBeVisible();
});

test('with a language model, says that records are sent to it, and shows the values it extracts', async ({
	page,
	ownService,
}) => {
	const folder = await mkdtemp(path.join(tmpdir(), 'models-'));
	const model = await openModelServer();
	model.reply(({ text }) => {
		const [, json = ''] = /<data-[\w-]+>\n(\{.*\})\n<\/data-/.exec(text) ?? [];
		const { records } = JSON.parse(json) as { records: { record: number; text: string }[] };
		return {
			object: {
				records: records.map((record) => ({
					record: record.record,
					fields: [{ name: 'delayed_by', value: record.text.includes('fog') ? 'thick fog' : 'a strike' }],
				})),
			},
		};
	});
	try {
		const file = path.join(folder, 'models.json');
		const { baseUrl } = model.provider;
		await writeFile(file, JSON.stringify({ providers: { local: { baseUrl, models: ['small'] } } }));
		const service = await ownService(['--models', file]);
		await page.goto(service.signInAddress());
		await page.getByRole('link', { name: 'Ingest', exact: true }).click();
		await expect(page.getByText(`Previewing sends these records to small at ${new URL(baseUrl).host}.`)).toBeVisible();
		await page
			.getByLabel('Paste a table or text')
			.fill('Flight UA 12 was held back by thick fog with 133 people waiting.\nFlight LH 454 flew on time.');
		await page.getByRole('button', { name: 'Read pasted text' }).click();
		await page.getByRole('button', { name: 'Add field', exact: true }).click();
		await page.getByLabel('Field 1', { exact: true }).fill('delayed_by');
		await page.getByLabel('Description of field 1').fill('Why it was late');
		await page.getByRole('button', { name: 'Preview', exact: true }).click();
		const result = page.getByRole('region', { name: 'Result', exact: true }).getByRole('table');
		const rows = result.getByRole('row');
		await expect(rows.nth(1).getByRole('insertion').filter({ hasText: 'thick fog' })).toBeVisible();
		await expect(rows.nth(1)).toContainText('Processed by rules and the model small (local)');
		await expect(rows.nth(2)).toContainText('"a strike", suggested by the model small (local), isn’t in "text"');
		expect(model.requests.length).toBeGreaterThan(0);
	} finally {
		await model.close();
		await rm(folder, { recursive: true });
	}
});
