import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DatasetSchema } from '#contract/dataset.ts';
import type { FileReview, ReviewRequest } from '#contract/file-ingestion.ts';
import type { NewFileIngestion } from '#contract/file-start.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const asDemo = { as: 'demo' };
const targetOf = (datasetName: string) => ({ owner: 'demo', namespace: 'nature', datasetName });

async function upload(
	datasetName: string,
	content: string | Buffer<ArrayBuffer>,
	wanted: Partial<NewFileIngestion> = {},
): Promise<string> {
	const body = { target: targetOf(datasetName), mode: 'create', file: { name: 'data.csv' }, ...wanted };
	const answer = await service.request('POST', '/file-ingestions', { ...asDemo, body });
	expect([answer.status, await answer.clone().text()]).toEqual([201, expect.any(String)]);
	const { id }: IngestionDetail = await answer.json();
	expect((await put(id, 1, content)).status).toBe(200);
	return id;
}

async function put(id: string, piece: number, content: string | Buffer<ArrayBuffer>): Promise<Response> {
	const sha256 = createHash('sha256').update(content).digest('hex');
	const token = await service.tokenFor('demo');
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
	const address = `${service.settings.publicUrl}/api/v1/ingestions/${id}/pieces/${piece}?sha256=${sha256}`;
	return service.app.fetch(new Request(address, { method: 'PUT', headers, body: content }));
}

/** Uploads a file in one request, as curl does. */
async function uploadWhole(path: string, content: string | Buffer<ArrayBuffer>): Promise<Response> {
	const headers = { authorization: `Bearer ${await service.tokenFor('demo')}` };
	const address = `${service.settings.publicUrl}/api/v1/file-ingestions/demo/nature/${path}`;
	return service.app.fetch(new Request(address, { method: 'PUT', headers, body: content }));
}

const review = (id: string, body: ReviewRequest = {}) =>
	service.json<FileReview>('POST', `/ingestions/${id}/review`, { ...asDemo, body });
const commit = (id: string, chunks = 1) =>
	service.request('POST', `/ingestions/${id}/commit`, { ...asDemo, body: { chunks } });
const rowsOf = async (name: string): Promise<unknown[]> =>
	(await service.json<{ rows: unknown[] }>('GET', `/data/demo/nature/${name}?limit=100`, asDemo)).rows;

test('creates a dataset from a file as it was reviewed', async () => {
	const id = await upload('visits', 'id,day\n1,2024-03-05\n2,');
	expect((await put(id, 2, '2024-13-45\n')).status).toBe(200);
	const first = await review(id);
	expect(first).toMatchObject({ rows: 2, columns: [{ type: 'BIGINT' }, { type: 'VARCHAR' }], problems: [] });
	const columns = [
		{ from: 'id', column: 'number' },
		{ from: 'day', column: 'day', type: 'DATE' },
	];
	const second = await review(id, { columns });
	expect(second.columns[1]).toMatchObject({ misfits: 1, firstMisfits: [{ value: '2024-13-45', row: 2, count: 1 }] });
	const early = await commit(id, 2);
	expect([early.status, (await early.json()).message]).toEqual([409, expect.stringContaining('Column "day": 1 value')]);

	const third = await review(id, {
		columns: [columns[0] ?? { from: '', column: '' }, { ...columns[1], from: 'day', column: 'day', misfits: 'null' }],
	});
	expect(third.problems).toEqual([]);
	const done: IngestionDetail = await (await commit(id, 2)).json();
	expect(done).toMatchObject({
		state: 'committed',
		fileName: 'data.csv',
		rows: 2,
		effect: { added: 2, changed: 0, unchanged: 0, removed: 0 },
		columns: [
			{ name: 'number', type: 'BIGINT' },
			{ name: 'day', type: 'DATE' },
		],
	});
	expect(await rowsOf('visits')).toEqual([
		{ number: 1, day: '2024-03-05' },
		{ number: 2, day: null },
	]);
});

test('appends rows, upserts them by key or replaces all rows', async () => {
	const made = await upload('stock', 'sku,count,place\na,1,here\nb,2,there\n');
	expect((await commit(made)).status).toBe(200);

	const more = await upload('stock', 'sku,count\nc,3\n', { mode: 'append' });
	expect((await review(more)).effect).toMatchObject({ added: 1 });
	expect(await (await commit(more)).json()).toMatchObject({ state: 'committed', version: 2 });

	const changed = await upload('stock', 'sku,count\na,10\nb,2\nd,4\n', { mode: 'upsert', key: ['sku'] });
	expect((await review(changed)).effect).toEqual({ added: 1, changed: 1, unchanged: 1, removed: 0 });
	expect(await (await commit(changed)).json()).toMatchObject({
		version: 3,
		effect: { added: 1, changed: 1, unchanged: 1 },
	});
	expect(await rowsOf('stock')).toEqual([
		{ sku: 'a', count: 10, place: 'here' },
		{ sku: 'b', count: 2, place: 'there' },
		{ sku: 'c', count: 3, place: null },
		{ sku: 'd', count: 4, place: null },
	]);

	const undecided = await upload('stock', 'sku,count\na,10\n', { mode: 'upsert', key: ['sku'] });
	expect((await review(undecided, { key: [] })).problems).toEqual(['Choose the columns that identify a row.']);

	const other = await upload('stock', 'sku,price\nz,1.5\n', { mode: 'replace' });
	expect((await review(other)).effect).toMatchObject({ added: 1, removed: 4 });
	expect((await commit(other)).status).toBe(200);
	expect(await rowsOf('stock')).toEqual([{ sku: 'z', price: 1.5 }]);
});

test('counts values that an upsert or replacement empties, and asks about misfits for every file', async () => {
	expect((await commit(await upload('kept', 'k,v\n1,5\n2,6\n'))).status).toBe(200);
	const key = { mode: 'upsert' as const, key: ['k'] };
	const gaps = await upload('kept', '{"k":1}\n{"k":2,"v":7}\n', key);
	expect((await review(gaps)).emptied).toEqual([{ column: 'v', values: 1 }]);
	for (const other of ['k,v\n1,\n3,\n', 'k,w\n1,2\n3,4\n']) {
		const replacing = await upload('kept', other, { mode: 'replace' });
		expect((await review(replacing)).emptied).toEqual([{ column: 'v', values: 2 }]);
	}
	const filled = await upload('kept', 'k,v\n1,\n3,4\n', { mode: 'replace' });
	expect((await review(filled)).emptied).toBeUndefined();
	const unfit = await upload('kept', 'k,v\n1,soon\n2,8\n', key);
	const { columns } = await review(unfit);
	const decided = columns.map(({ from, column }) => ({
		from,
		column,
		...(column === 'v' ? { misfits: 'null' as const } : {}),
	}));
	expect((await review(unfit, { columns: decided })).problems).toEqual([]);
	expect((await commit(unfit)).status).toBe(200);
	const next = await upload('kept', 'k,v\n1,later\n2,9\n', key);
	expect((await review(next)).problems).toHaveLength(1);
});

test('lists duplicate keys, and writes nothing', async () => {
	expect((await commit(await upload('keyed', 'k,v\n1,a\n2,b\n'))).status).toBe(200);
	const id = await upload('keyed', 'k,v\n1,x\n1,y\n', { mode: 'upsert', key: ['k'] });
	const { duplicateKeys, problems } = await review(id);
	expect(duplicateKeys).toEqual({ total: 1, inDataset: 0, first: [{ key: ['1'], rows: [1, 2], lines: [2, 3] }] });
	expect(problems).toHaveLength(1);
	expect((await commit(id)).status).toBe(409);
	expect(await rowsOf('keyed')).toHaveLength(2);
});

test('lists rows without a key, and skips them on request', async () => {
	expect((await commit(await upload('half-keyed', 'k,v\n1,a\n'))).status).toBe(200);
	const id = await upload('half-keyed', 'k,v\n1,b\n,c\n2,d\n,e\n2,f\n', { mode: 'upsert', key: ['k'] });
	const first = await review(id, { duplicates: 'last' });
	expect(first.emptyKeys).toEqual({
		total: 2,
		first: [
			{ row: 2, line: 3 },
			{ row: 4, line: 5 },
		],
	});
	expect(first.problems).toEqual([
		'2 rows have no value in a key column. Skip them, fill in the values, or choose other key columns.',
	]);
	const second = await review(id, { emptyKeys: 'skip' });
	expect(second).toMatchObject({ problems: [], skippedRows: 3, decided: { emptyKeys: 'skip', duplicates: 'last' } });
	const done: IngestionDetail = await (await commit(id)).json();
	expect(done.rejectedRows.map(({ row, reasons }) => [row, reasons[0]?.message])).toEqual([
		[2, 'The row has no key.'],
		[3, 'A later row has the same key.'],
		[4, 'The row has no key.'],
	]);
	expect(await rowsOf('half-keyed')).toEqual([
		{ k: 1, v: 'b' },
		{ k: 2, v: 'f' },
	]);
});

test('a review can change the target, and rejects an empty file, an invalid type and other users', async () => {
	const id = await upload('first', 'a,b\n1,2\n');
	await review(id, { target: targetOf('second') });
	expect((await commit(id)).status).toBe(200);
	expect(await rowsOf('second')).toEqual([{ a: 1, b: 2 }]);
	expect((await service.request('GET', '/schema/demo/nature/first', asDemo)).status).toBe(404);

	const empty = await upload('third', ' ');
	const refused = await service.request('POST', `/ingestions/${empty}/review`, { ...asDemo, body: {} });
	expect([refused.status, (await refused.json()).message]).toEqual([400, 'The file is empty. Choose another file.']);
	const typed = await upload('third', 'a,b\n1,2\n');
	const body = { columns: [{ from: 'a', column: 'a', type: 'INTEGER); DROP' }] };
	const answer = await service.request('POST', `/ingestions/${typed}/review`, { ...asDemo, body });
	expect(answer.status).toBe(400);
	expect((await service.request('POST', `/ingestions/${typed}/review`, { as: 'guest', body: {} })).status).toBe(404);
});

test('rejects SQL that is injected as a column type', async () => {
	expect((await commit(await upload('typed', 'a,b\n1,2\n'))).status).toBe(200);
	const injected = "INTEGER) AS x, (SELECT content FROM read_text('/etc/hostname')";
	for (const mode of ['append', 'replace'] as const) {
		const id = await upload('typed', 'a,b\n1,2\n', { mode });
		const left = { from: 'b', column: '', type: injected };
		const columns = [{ from: 'a', column: 'a' }, left];
		const answer = await service.request('POST', `/ingestions/${id}/review`, { ...asDemo, body: { columns } });
		expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('columns.1.type')]);
	}
});

test('an ingestion can’t be canceled while its rows are being written', async () => {
	const id = await upload('kept-up', 'a\n1\n2\n');
	const committing = commit(id);
	const state = async () =>
		(await service.json<IngestionDetail>('GET', `/ingestionTracking/${id}`, asDemo)).state === 'committing';
	await vi.waitUntil(state, { timeout: 15_000, interval: 1 });
	const refused = await service.request('DELETE', `/ingestions/${id}`, asDemo);
	expect([refused.status, await refused.json()]).toEqual([
		409,
		expect.objectContaining({
			message: 'This ingestion’s rows are being written, so you can’t cancel it anymore.',
		}),
	]);
	expect(await (await committing).json()).toMatchObject({ state: 'committed', rows: 2 });
});

test('applies other options to a file that was reviewed before', async () => {
	const id = await upload('delimited', 'a;b|c\n1;2|3\n4;5|6\n');
	expect((await review(id, { options: { delimiter: '|' } })).columns.map(({ from }) => from)).toEqual(['a;b', 'c']);
	const again = await review(id, { options: { delimiter: ';' } });
	expect(again.columns.map(({ from, column }) => [from, column])).toEqual([
		['a', 'a'],
		['b|c', 'b|c'],
	]);
});

test('appends ambiguous dates only after a format was chosen', async () => {
	expect((await commit(await upload('days', 'day\n2024-03-05\n'))).status).toBe(200);
	const id = await upload('days', 'day\n03/04/2024\n05/06/2024\n', { mode: 'append' });
	const first = await review(id);
	expect(first.columns[0]).toMatchObject({ type: 'DATE', ambiguous: true });
	expect(first.problems).toEqual([
		'Column "day": the values can be read as "day first" or "month first". Choose a format.',
	]);
	expect((await review(id)).problems).toHaveLength(1);
	expect((await commit(id)).status).toBe(409);
	const columns = [{ from: 'day', column: 'day', format: 'month first' }];
	expect((await review(id, { columns })).problems).toEqual([]);
	expect((await commit(id)).status).toBe(200);
	expect(await rowsOf('days')).toEqual([{ day: '2024-03-05' }, { day: '2024-03-04' }, { day: '2024-05-06' }]);
});

test('keeps a file without rows, but doesn’t commit it', async () => {
	const id = await upload('nothing', 'a,b\n');
	expect((await review(id)).problems).toEqual(['There are no rows to save. Choose another file, or skip fewer rows.']);
	expect((await commit(id)).status).toBe(409);
	expect((await review(id)).columns).toHaveLength(2);
});

test('rejects lines that aren’t valid UTF-8 instead of replacing characters', async () => {
	const broken = Buffer.concat([
		Buffer.from('{"name":"Zoë","town":"Åre"}\n{"name":"'),
		Buffer.from([0xff]),
		Buffer.from('"}\n'),
	]);
	const id = await upload('names', broken, { file: { name: 'names.ndjson' } });
	const { rows, rejectedLines } = await review(id);
	expect([rows, rejectedLines.total, rejectedLines.first[0]?.line]).toEqual([1, 1, 2]);
});

test('saves to exactly one target if a review changes it during the commit', async () => {
	const id = await upload('moved', 'a\n1\n');
	await review(id);
	const body = { target: targetOf('moved-elsewhere') };
	const [committed] = await Promise.all([
		commit(id),
		service.request('POST', `/ingestions/${id}/review`, { ...asDemo, body }),
	]);
	const { target }: IngestionDetail = await committed.json();
	expect(await rowsOf(target.datasetName)).toEqual([{ a: 1 }]);
	const other = target.datasetName === 'moved' ? 'moved-elsewhere' : 'moved';
	expect((await service.request('GET', `/schema/demo/nature/${other}`, asDemo)).status).toBe(404);
});

test('restores the original text if a typed column becomes VARCHAR', async () => {
	const lines = Array.from(
		{ length: 1_200 },
		(_, index) => `${index},1.50,${index === 1_150 ? 'maybe' : 'True'},2024-03-05`,
	);
	const id = await upload('values', `n,price,ok,day\n${lines.slice(0, 1_100).join('\n')}\n`);
	const first = await review(id);
	expect(first.columns.map(({ type, values }) => [type, values])).toEqual([
		['BIGINT', 1_100],
		['DOUBLE', 1_100],
		['BOOLEAN', 1_100],
		['DATE', 1_100],
	]);
	expect(first.sample[0]).toEqual(['0', '1.50', 'True', '2024-03-05']);
	const columns = first.columns.map(({ from, column }) => ({
		...{ from, column },
		...(from === 'ok' ? { type: 'VARCHAR' } : from === 'price' ? { type: 'DECIMAL(9,2)' } : {}),
	}));
	expect((await review(id, { columns })).columns.map(({ type }) => type)).toEqual([
		'BIGINT',
		'DECIMAL(9,2)',
		'VARCHAR',
		'DATE',
	]);
	expect((await commit(id)).status).toBe(200);
	expect((await rowsOf('values'))[0]).toEqual({ n: 0, price: 1.5, ok: 'True', day: '2024-03-05' });

	const late = await upload('late', `n,price,ok,day\n${lines.join('\n')}\n`);
	expect((await review(late)).columns[2]).toMatchObject({
		...{ type: 'BOOLEAN', values: 1_200, misfits: 1 },
		firstMisfits: [{ value: 'maybe', row: 1_151 }],
	});
});

test('saves placeholders such as NA as NULL, but keeps them in a VARCHAR column', async () => {
	const content = 'id,v\n1,2.5\n2,NA\n3,-\n';
	const id = await upload('measured', content);
	const { columns } = await review(id);
	expect(columns[1]).toMatchObject({ type: 'DOUBLE', values: 1, misfits: 0 });
	expect(columns.map(({ remarks }) => remarks)).toEqual([
		[],
		['Some values are read as null, such as "-" and "NA". To keep them, choose VARCHAR as the type.'],
	]);
	expect((await commit(id)).status).toBe(200);
	expect(await rowsOf('measured')).toEqual([
		{ id: 1, v: 2.5 },
		{ id: 2, v: null },
		{ id: 3, v: null },
	]);
	const kept = await upload('measured-text', content);
	const asText = [
		{ from: 'id', column: 'id' },
		{ from: 'v', column: 'v', type: 'VARCHAR' },
	];
	expect((await review(kept, { columns: asText })).columns[1]?.remarks).toEqual([]);
	expect((await commit(kept)).status).toBe(200);
	expect(await rowsOf('measured-text')).toContainEqual({ id: 2, v: 'NA' });
});

test('saves a file of any size in one request', async () => {
	const lines = Array.from({ length: 400_000 }, (_, index) => `${index},name of row ${index}`).join('\n');
	const content = `id,name\n${lines}`;
	expect(content.length).toBeGreaterThan(service.settings.maxBodyBytes);
	const answer = await uploadWhole('whole/names.csv', content);
	expect([answer.status, await answer.json()]).toMatchObject([201, { state: 'committed', rows: 400_000 }]);
	expect(await rowsOf('whole')).toContainEqual({ id: 99, name: 'name of row 99' });
	const more = await uploadWhole('whole/names.csv?mode=upsert&key=id', 'id,name\n0,other\n-1,new\n');
	expect(await more.json()).toMatchObject({ effect: { added: 1, changed: 1 } });
	const named = (rest: string) => `"last, first",n,v\n"Doe, Jo",1,${rest}\n`;
	await uploadWhole('quoted/a.csv', named('a'));
	const key = encodeURIComponent('"last, first",n');
	const changed = await uploadWhole(`quoted/a.csv?mode=upsert&key=${key}`, named('b'));
	expect(await changed.json()).toMatchObject({ effect: { added: 0, changed: 1 } });
});

test('saves a file with problems in one request if the URL says how to handle them', async () => {
	const lines = Array.from({ length: 40 }, (_, index) => `${index},2024-03-05`).join('\n');
	const content = `id,day\n${lines}\n41,2024-13-45\n42,2024-03-06,more\n`;
	const refused = await uploadWhole('unclean/days.csv', content);
	const { message } = await refused.json();
	expect([refused.status, message]).toEqual([409, expect.stringContaining('2024-13-45')]);
	expect(message).toContain('misfits=null');
	expect(message).toContain('skipLines=true');
	const open = await service.json<{ items: IngestionDetail[] }>('GET', '/ingestionTracking?limit=100', asDemo);
	expect(open.items.filter(({ target, state }) => target.datasetName === 'unclean' && state === 'open')).toEqual([]);
	const answer = await uploadWhole('unclean/days.csv?misfits=skip&skipLines=true', content);
	expect([answer.status, await answer.json()]).toMatchObject([201, { rows: 40, rejected: 2 }]);
	expect((await uploadWhole('unclean/days.csv', content)).status).toBe(409);
	expect((await uploadWhole('empty/days.csv', '')).status).toBe(400);
});

test('a one-request upload reports duplicate and empty keys, or handles them as the URL says', async () => {
	await uploadWhole('keyed-whole/a.csv', 'id,name\n1,a\n2,b\n');
	const content = 'id,name\n1,x\n3,c\n3,d\n,e\n';
	const refused = await uploadWhole('keyed-whole/a.csv?mode=upsert&key=id', content);
	const { message } = await refused.json();
	expect([refused.status, message]).toEqual([409, expect.stringContaining('The key 3 is in lines 3, 4.')]);
	expect(message).toContain('duplicates=last');
	expect(message).toContain('emptyKeys=skip');
	const misspelled = await uploadWhole('keyed-whole/a.csv?mode=upsert&key=id&duplicate=last&emptyKeys=skip', content);
	expect([misspelled.status, await misspelled.text()]).toEqual([400, expect.stringContaining('"duplicate"')]);
	const saved = await uploadWhole('keyed-whole/a.csv?mode=upsert&key=id&duplicates=last&emptyKeys=skip', content);
	expect(await saved.json()).toMatchObject({ effect: { added: 1, changed: 1, unchanged: 0 }, rejected: 2 });
	expect(await rowsOf('keyed-whole')).toEqual([
		{ id: 1, name: 'x' },
		{ id: 2, name: 'b' },
		{ id: 3, name: 'd' },
	]);
});

test.each(['append', 'upsert'] as const)('adds a new column to the dataset: %s', async (mode) => {
	const name = `widened-${mode}`;
	expect((await uploadWhole(`${name}/a.csv`, 'id,name\n1,a\n2,b\n')).status).toBe(201);
	const key = mode === 'upsert' ? { key: ['id'] } : {};
	const id = await upload(name, 'id,Name,seen\n2,b,2024-03-05\n3,c,2024-03-06\n', { mode, ...key });
	const first = await review(id);
	expect(first.columns.map(({ column }) => column)).toEqual(['id', 'name', '']);
	const columns = [
		{ from: 'id', column: 'id' },
		{ from: 'Name', column: 'name' },
		{ from: 'seen', column: 'seen', isNew: true },
	];
	const second = await review(id, { columns });
	expect(second.columns[2]).toMatchObject({ column: 'seen', isNew: true, type: 'DATE', values: 2, misfits: 0 });
	expect(second.effect).toMatchObject(mode === 'upsert' ? { added: 1, changed: 1 } : { added: 2, changed: 0 });
	expect((await commit(id)).status).toBe(200);
	const seen = (row: number, day: string | null) => ({ id: row, name: 'abc'[row - 1], seen: day });
	const added = [seen(2, '2024-03-05'), seen(3, '2024-03-06')];
	expect(await rowsOf(name)).toEqual([seen(1, null), ...(mode === 'upsert' ? [] : [seen(2, null)]), ...added]);
	const taken = await upload(name, 'id,SEEN\n1,x\n', { mode, ...key });
	const refused = await service.request('POST', `/ingestions/${taken}/review`, {
		...asDemo,
		body: { columns: [{ from: 'SEEN', column: 'SEEN', isNew: true }] },
	});
	expect([refused.status, await refused.text()]).toEqual([
		400,
		expect.stringContaining(String.raw`has a column \"seen\"`),
	]);
});

test('maps columns as in the previous file', async () => {
	expect((await uploadWhole('monthly/a.csv', 'id,name\n1,a\n')).status).toBe(201);
	const id = await upload('monthly', 'id,label,name\n2,b,not this\n', { mode: 'append' });
	const columns = [
		{ from: 'id', column: 'id' },
		{ from: 'label', column: 'name' },
		{ from: 'name', column: '' },
	];
	expect((await review(id, { columns })).problems).toEqual([]);
	expect((await commit(id)).status).toBe(200);
	const next = await review(await upload('monthly', 'id,label,name,other\n3,c,nor this,1\n', { mode: 'append' }));
	expect(next.columns.map(({ column }) => column)).toEqual(['id', 'name', '', '']);
	expect(next.remarks).toContain('Columns are mapped as in the previous file.');
});

test('rejects a commit if the dataset lost a column in the meantime', async () => {
	expect((await uploadWhole('shrinking/a.csv', 'a,b\n1,2\n')).status).toBe(201);
	const id = await upload('shrinking', 'a,b\n3,4\n', { mode: 'append' });
	await review(id);
	expect((await uploadWhole('shrinking/a.csv?mode=replace', 'a\n5\n')).status).toBe(201);
	const answer = await commit(id);
	expect([answer.status, await answer.text()]).toEqual([
		409,
		expect.stringContaining('columns changed in the meantime'),
	]);
	expect(await rowsOf('shrinking')).toEqual([{ a: 5 }]);
});

test('a one-request upload adds or skips new columns as the URL says', async () => {
	expect((await uploadWhole('growing/a.csv', 'a\n1\n')).status).toBe(201);
	const refused = await uploadWhole('growing/a.csv?mode=append', 'a,b\n2,x\n');
	expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('newColumns=add')]);
	expect((await uploadWhole('growing/a.csv?mode=append&newColumns=skip', 'a,b\n2,x\n')).status).toBe(201);
	expect((await uploadWhole('growing/a.csv?mode=append&newColumns=add', 'a,b\n3,y\n')).status).toBe(201);
	expect(await rowsOf('growing')).toEqual([
		{ a: 1, b: null },
		{ a: 2, b: null },
		{ a: 3, b: 'y' },
	]);
	const form = new FormData();
	form.append('file', new Blob(['a\n4\n']), 'a.csv');
	const headers = { authorization: `Bearer ${await service.tokenFor('demo')}` };
	const address = `${service.settings.publicUrl}/api/v1/file-ingestions/demo/nature/growing/a.csv?mode=append`;
	const wrong = await service.app.fetch(new Request(address, { method: 'PUT', headers, body: form }));
	expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('as curl -T does')]);
});

test('applies corrected lines to only one file of an archive', async () => {
	const bytes = (last: string) => new TextEncoder().encode(`k,v\n1,a\n2,b,${last}\n3,c\n`);
	const archive = Buffer.from(zipSync({ 'a.csv': bytes('x'), 'b.csv': bytes('y') }));
	const id = await upload('archived', archive, { file: { name: 'two.zip' } });
	const fixedLines = [{ line: 3, text: '2,b' }];
	expect(await review(id, { options: { entry: 'a.csv' }, fixedLines })).toMatchObject({ rows: 3, problems: [] });
	const other = await review(id, { options: { entry: 'b.csv' } });
	expect(other.rejectedLines.first).toMatchObject([{ line: 3, text: '2,b,y' }]);
});

test('rejects corrections that conflict or apply to nothing', async () => {
	const id = await upload('corrected', 'k,v\n1,5\n2,b,x\n3,many\n4,6\n5,7\n');
	const refused = async (body: unknown, path: string, message: RegExp) => {
		const answer = await service.request('POST', `/ingestions/${id}/review`, { ...asDemo, body });
		const { sub_errors: errors } = await answer.json();
		expect([answer.status, errors]).toEqual([400, [expect.objectContaining({ path })]]);
		expect(errors[0].message).toMatch(message);
	};
	const columns = (fixes: { value: string; to: string }[]) => [
		{ from: 'k', column: 'k' },
		{ from: 'v', column: 'v', type: 'BIGINT', fixes },
	];
	const twice = [
		{ value: 'many', to: '8' },
		{ value: 'many', to: '9' },
	];
	await refused({ columns: columns(twice) }, 'columns.1.fixes.1.value', /two corrections for "many": "8" and "9"/);
	await refused({ columns: columns([{ value: 'few', to: '1' }]) }, 'columns.1.fixes.0.value', /no value "few"/);
	const lines = (...numbers: number[]) => numbers.map((line, index) => ({ line, text: `2,${index}` }));
	await refused({ fixedLines: lines(3, 3) }, 'fixedLines.1.line', /Line 3 has two different corrections/);
	for (const line of [2, 70])
		await refused({ fixedLines: lines(line) }, 'fixedLines.0.line', /Line .* has no problem to correct/);
	await refused({ columns: [...columns([]), ...columns([])].slice(0, 3) }, 'columns.2.from', /"k" is listed twice/);
	// A correction isn't an error if another decision made it irrelevant.
	const decided = { columns: columns([{ value: 'many', to: '8' }]), fixedLines: lines(3) };
	expect((await review(id, decided)).problems).toEqual([]);
	expect((await review(id, { ...decided, options: { delimiter: ';' } })).columns).toHaveLength(1);
});

test('corrects or skips lines that aren’t JSON', async () => {
	const file = { name: 'lines.ndjson' };
	const id = await upload('json-lines', '{"n":1,"t":"a"}\n{"n":2,"t":}\n{"n":3,"t":"\ufffd"}\n{"n"\n', { file });
	const first = await review(id);
	expect(first.rejectedLines.first.map(({ line, text }) => [line, text])).toEqual([
		[2, '{"n":2,"t":}'],
		[3, '{"n":3,"t":"\ufffd"}'],
		[4, '{"n"'],
	]);
	const second = await review(id, { fixedLines: [{ line: 2, text: '{"n":2,"t":"b"' }] });
	expect(second.rejectedLines.first[0]).toMatchObject({ line: 2, text: '{"n":2,"t":"b"' });
	const fixedLines = [
		{ line: 2, text: '{"n":2,"t":"b"}' },
		{ line: 3, text: '{"n":3,"t":"c"}' },
		{ line: 4, text: '' },
	];
	expect((await review(id, { fixedLines })).problems).toEqual([]);
	expect((await commit(id)).status).toBe(200);
	expect(await rowsOf('json-lines')).toEqual(['a', 'b', 'c'].map((t, index) => ({ n: index + 1, t })));
});

test('a one-request upload chooses a file of an archive', async () => {
	const bytes = (value: string) => new TextEncoder().encode(`a\n${value}\n`);
	const archive = Buffer.from(zipSync({ 'x.csv': bytes('1'), 'y.csv': bytes('2') }));
	const refused = await uploadWhole('one-of-two/two.zip', archive);
	expect([refused.status, await refused.text()]).toEqual([
		409,
		expect.stringContaining('Choose a file. Add entry=x.csv or entry=y.csv to the URL.'),
	]);
	expect((await uploadWhole('one-of-two/two.zip?entry=y.csv', archive)).status).toBe(201);
	expect(await rowsOf('one-of-two')).toEqual([{ a: 2 }]);
});

test('saves descriptions of columns with the rows, and keeps them until others are given', async () => {
	const described = async () => {
		const schema = await service.json<DatasetSchema>('GET', '/schema/demo/nature/described', asDemo);
		return schema.columns.map(({ description }) => description);
	};
	const first = await upload('described', 'a,b\n1,2\n');
	const columns = [
		{ from: 'a', column: 'a', description: 'The first' },
		{ from: 'b', column: 'b', description: 'The second' },
	];
	await review(first, { columns });
	expect((await commit(first)).status).toBe(200);
	expect(await described()).toEqual(['The first', 'The second']);
	const next = await upload('described', 'a,b\n3,4\n', { mode: 'append' });
	await review(next, {
		columns: [
			{ from: 'a', column: 'a' },
			{ from: 'b', column: 'b', description: '' },
		],
	});
	expect((await commit(next)).status).toBe(200);
	expect(await described()).toEqual(['The first', '']);
});

test('reads times without an offset in the chosen time zone, unless a clock change makes them invalid', async () => {
	const days = Array.from({ length: 20 }, (_, index) => `07/${10 + index}/2024 12:00`);
	const lines = [...days, '03/31/2024 02:30', '10/27/2024 02:30'].map((day) => `${day}\n`).join('');
	const id = await upload('zoned', `at,id\n${lines.replaceAll('\n', ',1\n')}`);
	const found = await review(id, { options: { timeZone: 'Europe/Berlin' } });
	expect(found.columns[0]).toMatchObject({ type: 'TIMESTAMP WITH TIME ZONE', format: 'month first', misfits: 2 });
	expect(found.columns[0]?.firstMisfits.map(({ row }) => row)).toEqual([21, 22]);
	const night = await upload('zoned-night', 'at\n2024-10-27 02:10\n2024-10-27 02:20\n2024-10-27 03:30\n');
	const { columns, problems } = await review(night, { options: { timeZone: 'Europe/Berlin' } });
	expect(columns[0]).toMatchObject({ type: 'TIMESTAMP WITH TIME ZONE', misfits: 2 });
	expect(columns[0]?.remarks).toEqual([
		'2 values, such as "2024-10-27 02:10", don’t exist or exist twice in Europe/Berlin, because of a clock change. Add the offset, such as +02:00.',
	]);
	expect(problems).toEqual([expect.stringContaining('2 values don’t fit')]);
	const other = await upload('zoned-iso', 'at\n2024-07-10 12:00\n2024-10-27T02:30+02:00\n');
	const read = await review(other, { options: { timeZone: 'Europe/Berlin' } });
	expect(read).toMatchObject({ problems: [], columns: [{ format: 'local time' }] });
	expect((await commit(other)).status).toBe(200);
	expect(await rowsOf('zoned-iso')).toEqual([{ at: '2024-07-10T10:00:00Z' }, { at: '2024-10-27T00:30:00Z' }]);
	const more = 'at\n2024-01-10 12:00\n';
	const refused = await uploadWhole('zoned-iso/a.csv?mode=append', more);
	expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('have no time zone')]);
	expect((await uploadWhole('zoned-iso/a.csv?mode=append&timeZone=Europe/Berlin', more)).status).toBe(201);
	expect(await rowsOf('zoned-iso')).toContainEqual({ at: '2024-01-10T11:00:00Z' });
	const wrong = await service.request('POST', `/ingestions/${id}/review`, {
		...asDemo,
		body: { options: { timeZone: 'Mars/Olympus' } },
	});
	expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('isn’t a time zone')]);
});

test('counts rows that the dataset already has, and skips them on request', async () => {
	const content = 'sku,count,place\na,1,here\nb,2,\nc,3,there\n';
	expect((await uploadWhole('again/first.csv', content)).status).toBe(201);
	const same = await upload('again', content, { mode: 'append' });
	expect(await review(same)).toMatchObject({
		existingRows: { total: 3 },
		effect: { added: 3, unchanged: 0 },
		savedBefore: { at: expect.any(String) },
		problems: [],
	});
	// A row that lacks a column of the dataset is a new one, unless that column is empty in the dataset.
	const some = await upload('again', 'sku,count\na,1\nb,2\nd,4\n', { mode: 'append' });
	const first = await review(some);
	expect(first).toMatchObject({ existingRows: { total: 1 }, effect: { added: 3, unchanged: 0 } });
	expect(first.savedBefore).toBeUndefined();
	expect(await review(some, { existingRows: 'skip' })).toMatchObject({
		effect: { added: 2, unchanged: 1 },
		skippedRows: 0,
		decided: { existingRows: 'skip' },
	});
	expect(await (await commit(some)).json()).toMatchObject({ effect: { added: 2, unchanged: 1 } });
	expect((await rowsOf('again')).map((row) => Object.values(Object(row)).join())).toEqual([
		...['a,1,here', 'b,2,', 'c,3,there', 'a,1,', 'd,4,'],
	]);
});

test('another part of an archive doesn’t count as the same file', async () => {
	const archive = Buffer.from(zipSync({ 'a.csv': Buffer.from('id\n1\n'), 'b.csv': Buffer.from('id\n2\n') }));
	const first = await upload('parted', archive, { file: { name: 'two.zip' } });
	expect((await review(first, { options: { entry: 'a.csv' } })).problems).toEqual([]);
	expect((await commit(first)).status).toBe(200);
	const next = await upload('parted', archive, { mode: 'append', file: { name: 'two.zip' } });
	expect((await review(next, { options: { entry: 'b.csv' } })).savedBefore).toBeUndefined();
	expect((await review(next, { options: { entry: 'a.csv' } })).savedBefore).toMatchObject({ ingestionId: first });
});

test('a one-request upload reports rows that the dataset already has, and can skip them', async () => {
	const content = 'id,v\n1,a\n2,b\n';
	expect((await uploadWhole('twice/a.csv', content)).status).toBe(201);
	expect(await (await uploadWhole('twice/a.csv?mode=append&existingRows=skip', content)).json()).toMatchObject({
		effect: { added: 0, unchanged: 2 },
		remarks: [],
	});
	expect(await (await uploadWhole('twice/a.csv?mode=append', content)).json()).toMatchObject({
		effect: { added: 2, unchanged: 0 },
		remarks: [expect.stringMatching(/^2 of 2 rows were already in the dataset.* existingRows=skip/)],
	});
	expect(await rowsOf('twice')).toHaveLength(4);
});

test('an ingestion is undone if an earlier version is restored, and its file no longer counts as saved', async () => {
	expect((await uploadWhole('undone/a.csv', 'id\n1\n')).status).toBe(201);
	const content = 'id\n2\n';
	const { id }: IngestionDetail = await (await uploadWhole('undone/b.csv?mode=append', content)).json();
	const restore = (version: number) =>
		service.request('POST', `/data/demo/nature/undone/versions/${version}/restore`, asDemo);
	const isUndone = async () =>
		(await service.json<IngestionDetail>('GET', `/ingestionTracking/${id}`, asDemo)).isUndone;
	const next = await upload('undone', content, { mode: 'append' });
	expect([await isUndone(), (await review(next)).savedBefore?.ingestionId]).toEqual([undefined, id]);
	expect((await restore(1)).status).toBe(200);
	expect([await isUndone(), (await review(next)).savedBefore]).toEqual([true, undefined]);
	expect((await restore(2)).status).toBe(200);
	expect(await isUndone()).toBeUndefined();
});

test('reports new keys that differ from existing ones only in case, spaces or leading zeros', async () => {
	expect((await uploadWhole('stations/first.csv?mode=create', 'code,v\n001,1\nA 1,2\nb2,3\n')).status).toBe(201);
	const wanted = { mode: 'upsert' as const, key: ['code'] };
	const id = await upload('stations', 'code,v\n1,5\na  1,6\nB2,7\nb2,8\nc3,9\n', wanted);
	const { effect, remarks } = await review(id);
	expect(effect).toMatchObject({ added: 4, changed: 1 });
	expect(remarks.join(' ')).toMatch(
		/3 new keys differ from existing keys only in case, spaces or leading zeros, such as /,
	);
	const other = await upload('stations', 'code,v\nb2,8\nc3,9\n', wanted);
	expect((await review(other)).remarks.join(' ')).not.toContain('differ');
});
