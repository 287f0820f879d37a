import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileReview } from '#contract/file-ingestion.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { header, number, row, text, workbook } from '../../testing/messy/workbook-file.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

/** As curl sends it. */
const upload = (path: string, content: string | Uint8Array) => put(`/file-ingestions/demo/nature/${path}`, content);

async function put(path: string, content: string | Uint8Array): Promise<Response> {
	const headers = {
		authorization: `Bearer ${await service.tokenFor('demo')}`,
		'content-type': 'application/octet-stream',
	};
	const address = `${service.settings.publicUrl}/api/v1${path}`;
	return service.app.fetch(new Request(address, { method: 'PUT', headers, body: Buffer.from(content) }));
}

async function refusal(path: string, content: string | Uint8Array): Promise<string> {
	const answer = await upload(path, content);
	const { message } = (await answer.json()) as { message: string };
	expect([answer.status, message]).toEqual([409, expect.stringContaining('Nothing was saved.')]);
	return message;
}

async function saved(path: string, content: string | Uint8Array): Promise<IngestionDetail> {
	const answer = await upload(path, content);
	expect([answer.status, await answer.clone().text()]).toEqual([201, expect.any(String)]);
	return answer.json();
}

const rowsOf = async (name: string): Promise<unknown[]> =>
	(await service.json<{ rows: unknown[] }>('GET', `/data/demo/nature/${name}?limit=100`, { as: 'demo' })).rows;

/** Tables of five towns, in Windows-1251, Shift JIS and GBK. */
const russian = Buffer.from(
	'aWQs4+7w7uQs8fLw4O3gCjAszO7x6uLgLNDu8fHo/woxLNHg7eryLc/l8uXw4fPw4yzQ7vHx6P8KMizN7uLu8ejh6PDx6izQ7vHx6P8KMyzF6uDy5fDo7eHz' +
		'8OMs0O7x8ej/CjQsyuDn4O38LNDu8fHo/wo=',
	'base64',
);
const japanese = Buffer.from(
	'aWQsk3OOcyyNkQowLJOMi54sk/qWewoxLJHljeMsk/qWewoyLJa8jMOJriyT+pZ7CjMsjkSWeSyT+pZ7CjQsg0qDXoNKg2ksk/qWewo=',
	'base64',
);
const chinese = Buffer.from(
	'aWQss8fK0Cy5+rzSCjAssbG+qSzW0Ln6CjEsyc+6oyzW0Ln6CjIsuePW3SzW0Ln6CjMsye7b2izW0Ln6CjQss8m2vCzW0Ln6Cg==',
	'base64',
);

test.each([
	['russian', russian, 'windows-1251', 'город', 'Москва'],
	['japanese', japanese, 'shift_jis', '都市', '東京'],
	['chinese', chinese, 'gbk', '城市', '北京'],
])('a file that isn’t UTF-8 is saved once its encoding is given: %s', async (name, bytes, encoding, column, first) => {
	const message = await refusal(`${name}/a.csv`, bytes);
	expect(message).toContain(`which gives "${column}"`);
	expect(message).toMatch(new RegExp(`Add encoding=${encoding}, .*or another encoding, to the URL\\.`));
	await saved(`${name}/a.csv?encoding=${encoding}`, bytes);
	expect(await rowsOf(name)).toContainEqual(expect.objectContaining({ id: 0, [column]: first }));
});

test('lines in another encoding are listed', async () => {
	const mixed = Buffer.concat([Buffer.from('id,name\n1,Zoë\n'), Buffer.from('2,Müller\n3,Größe\n', 'latin1')]);
	expect(await refusal('mixed/a.csv', mixed)).toMatch(/2 lines couldn’t be parsed\. Line 3: .*skipLines=true/);
});

test('a workbook with several sheets is saved once one is chosen', async () => {
	const sheets = workbook({ A: [header, row(1, text('B', 'a'))], 'B b': [header, row(2, text('B', 'b'))] });
	expect(await refusal('sheets/a.xlsx', sheets)).toContain('Add sheet=A or sheet=B%20b to the URL.');
	await saved('sheets/a.xlsx?sheet=B%20b', sheets);
	expect(await rowsOf('sheets')).toEqual([{ id: 2, v: 'b' }]);
	const one = zipSync({ 'a.csv': Buffer.from('id\n1\n') });
	await saved('packed/a.zip', one);
});

test('a sheet with two tables is saved once its rows are chosen', async () => {
	const town = (name: string, people: string) => `${text('A', name)}${number('B', people)}`;
	const tables = workbook({
		A: [
			header,
			row(1, number('B', '5')),
			row(2, number('B', '6')),
			null,
			header,
			town('Riva', '7'),
			town('Elmont', '8'),
		],
	});
	const message = await refusal('tables/a.xlsx', tables);
	expect(message).toContain('The sheet may have 2 tables: rows 1–3, rows 5–7.');
	expect(message).toContain('Add sheetRows=1-3, sheetRows=5-7 or sheetRows=1-7 to the URL.');
	await saved('tables/a.xlsx?sheetRows=5-7', tables);
	expect(await rowsOf('tables')).toEqual([
		{ id: 'Riva', v: 7 },
		{ id: 'Elmont', v: 8 },
	]);
});

/** Uploads a file as the console does. */
async function uploaded(datasetName: string, name: string, bytes: Uint8Array) {
	const target = { owner: 'demo', namespace: 'nature', datasetName };
	const { id } = await service.json<IngestionDetail>('POST', '/file-ingestions', {
		as: 'demo',
		body: { target, mode: 'create', file: { name, bytes: bytes.length } },
	});
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	expect((await put(`/ingestions/${id}/pieces/1?sha256=${sha256}`, bytes)).status).toBe(200);
	const review = (body: unknown) => service.json<FileReview>('POST', `/ingestions/${id}/review`, { as: 'demo', body });
	return { id, review };
}

test('asks for the sheet or archived file before anything else', async () => {
	const sheets = workbook({
		Notes: [text('A', 'Prepared by') + text('B', 'Finance'), text('A', 'Status') + text('B', 'final')],
		Margins: [text('A', 'Margins 2024'), null, header, row(1, text('B', 'a')), row(2, text('B', 'b'))],
	});
	const workbookReview = await uploaded('parts of a workbook', 'a.xlsx', sheets);
	expect((await workbookReview.review({})).problems).toEqual([
		'2 sheets have rows: "Notes", "Margins". Choose a sheet.',
	]);
	// how the first sheet was read doesn't carry over
	const { problems, remarks, rows } = await workbookReview.review({ options: { sheet: 'Margins' } });
	expect([problems, remarks, rows]).toEqual([[], ['Row skipped before the table: "Margins 2024".'], 2]);
	const notes = await workbookReview.review({ options: { sheet: 'Notes' } });
	expect(notes.problems).toEqual([expect.stringMatching(/^The first row of the table, "Prepared by, Finance", may/)]);

	const archive = zipSync({
		'a.csv': Buffer.from('Munich,Germany\nBerlin,x,y\n'),
		'b.csv': Buffer.from('id;v\n1;2\n'),
	});
	const { review } = await uploaded('parts of an archive', 'a.zip', archive);
	expect((await review({})).problems).toEqual(['The zip file has 2 files: "a.csv", "b.csv". Choose a file.']);
	expect((await review({})).problems).toHaveLength(1);
	expect(await review({ options: { entry: 'b.csv' } })).toMatchObject({ problems: [], options: { delimiter: ';' } });
});

test('doesn’t return detected options as chosen ones', async () => {
	const { review } = await uploaded('detected', 'a.csv', Buffer.from('Report\n\nday;v\n03/04/2024;1,5\n'));
	expect((await review({})).options).toMatchObject({ delimiter: ';', preamble: 2 });
	expect((await review({})).decided?.options).toEqual({});
	expect((await review({ options: { dateOrder: 'day' } })).decided?.options).toEqual({ dateOrder: 'day' });
	const again = await review({});
	expect([again.decided?.options, again.options.delimiter]).toEqual([{ dateOrder: 'day' }, ';']);
});

test('a question stays open until somebody answers it, even after the file is reopened', async () => {
	const bytes = workbook({ A: [header, row(1, text('B', 'a'))], B: [header, row(2, text('B', 'b'))] });
	const { id, review } = await uploaded('undecided', 'a.xlsx', bytes);
	const question = '2 sheets have rows: "A", "B". Choose a sheet.';
	expect((await review({})).problems).toEqual([question]);
	// Other files take over the process that has this file open, so it's reopened from its saved plan.
	for (const name of ['first', 'second']) await refusal(`${name}/a.csv`, `a,b\n1,2\n${name}\n`);
	expect((await review({})).problems).toEqual([question]);
	const commit = () => service.request('POST', `/ingestions/${id}/commit`, { as: 'demo', body: { chunks: 1 } });
	expect((await commit()).status).toBe(409);
	expect((await review({ options: { sheet: 'B' } })).problems).toEqual([]);
	expect((await review({})).problems).toEqual([]);
	expect((await commit()).status).toBe(200);
	expect(await rowsOf('undecided')).toEqual([{ id: 2, v: 'b' }]);
});

test('reads an ambiguous first line as a header or a row, as the sender specifies', async () => {
	const years = 'town,2022,2023\nBerlin,1,2\nParis,3,4\n';
	expect(await refusal('years/a.csv', years)).toContain('Add headerRows=1 or headerRows=0 to the URL.');
	await saved('years/a.csv?headerRows=1', years);
	expect(await rowsOf('years')).toEqual([
		{ town: 'Berlin', '2022': 1, '2023': 2 },
		{ town: 'Paris', '2022': 3, '2023': 4 },
	]);
	expect(await refusal('towns/a.csv', 'Munich,Germany\nBerlin,Germany\nParis,France\n')).toContain('headerRows=0');
	expect(await refusal('list/a.txt', 'Berlin\nParis\nRome\n')).toContain('headerRows=1');
});

test('reads ambiguous dates and numbers as the sender specifies', async () => {
	await saved('days/a.csv?dateOrder=day', 'id,day\n1,03/04/2024\n2,05/06/2024\n');
	expect(await rowsOf('days')).toMatchObject([{ day: '2024-04-03' }, { day: '2024-06-05' }]);
	await saved('weights/a.csv?decimal=,', 'id;kg\n1;1,234\n2;5,678\n');
	expect(await rowsOf('weights')).toMatchObject([{ kg: 1.234 }, { kg: 5.678 }]);
});

test('asks about a workbook’s errors and formulas without results', async () => {
	const error = '<c r="B@" t="e"><v>#N/A</v></c>';
	const errors = workbook({ A: [header, row(1, number('B', '5')), row(2, error)] });
	expect(await refusal('errors/a.xlsx', errors)).toMatch(/1 value doesn’t fit BIGINT: "#N\/A" in row 2.*misfits=null/);
	const { remarks } = await saved('errors/a.xlsx?misfits=null', errors);
	expect(remarks).toEqual(['Column "v" has 1 Excel error ("#N/A" in sheet row 3).']);
	expect(await rowsOf('errors')).toMatchObject([{ v: 5 }, { v: null }]);
	const formulas = workbook({ A: [header, row(1, '<c r="B@"><f>A@*2</f></c>')] });
	expect(await refusal('formulas/a.xlsx', formulas)).toMatch(/1 value doesn’t fit VARCHAR: "=A2\*2" in row 1/);
});

test('the response and later the ingestion have the review’s remarks', async () => {
	const { id, remarks } = await saved('remarks/a.csv', 'Sales of March\n\nid,v\n1,5\n2,NA\n3,6\n');
	expect(remarks).toEqual([
		'Line skipped before the table: "Sales of March".',
		expect.stringContaining('some values are read as null, such as "NA"'),
	]);
	const later = await service.json<IngestionDetail>('GET', `/ingestionTracking/${id}`, { as: 'demo' });
	expect(later.remarks).toEqual(remarks);
});

test('the response says which ambiguous values stay text, and which column changes its type', async () => {
	const stays = expect.stringContaining('Column "d": the values can be read in several ways, so they stay text.');
	expect((await saved('order/a.csv', 'd\n03/04/2024\n')).remarks).toEqual([stays]);
	expect((await saved('order/a.csv?mode=replace', 'd\n13/04/2024\n')).remarks).toEqual([
		'Column "d" was VARCHAR before, and is DATE now.',
	]);
	expect((await saved('order/a.csv?mode=replace', 'd\n03/04/2024\n')).remarks).toEqual([
		stays,
		'Column "d" was DATE before, and is VARCHAR now.',
	]);
});

test('asks before saving a file whose header doesn’t match its values', async () => {
	const short = 'a,b\nx,1.5,2\ny,3,4\n';
	expect(await refusal('short/a.csv', short)).toContain('Add headerRows=1 to the URL.');
	await saved('short/a.csv?headerRows=1', short);
	expect(await rowsOf('short')).toEqual([
		{ 'column 1': 'x', a: 1.5, b: 2 },
		{ 'column 1': 'y', a: 3, b: 4 },
	]);
	const series = 'Series,Oil\nUnit,USD\nDate,Price\n2020-01,50\n2020-02,51\n';
	expect(await refusal('series/a.csv', series)).toContain('Add preamble=2 or preamble=0 to the URL.');
	await saved('series/a.csv?preamble=2', series);
	expect(await rowsOf('series')).toEqual([
		{ Date: '2020-01', Price: 50 },
		{ Date: '2020-02', Price: 51 },
	]);
	expect((await upload('series/a.csv?preamble=x', series)).status).toBe(400);
});
