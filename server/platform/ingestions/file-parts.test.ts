import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileCleaning } from '#contract/file-cleaning.ts';
import type { FileReview, ReviewRequest } from '#contract/file-ingestion.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { ingestionChunks, ingestions } from '../../store/catalog/schema/ingestions.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const asDemo = { as: 'demo' };

async function begin(
	datasetName: string,
	bytes?: number,
	name = 'data.csv',
	mode = 'create',
): Promise<IngestionDetail> {
	const target = { owner: 'demo', namespace: 'nature', datasetName };
	const body = { target, mode, file: { name, ...(bytes === undefined ? {} : { bytes }) } };
	return service.json<IngestionDetail>('POST', '/file-ingestions', { ...asDemo, body });
}

async function put(id: string, piece: number, content: string): Promise<void> {
	const sha256 = createHash('sha256').update(content).digest('hex');
	const headers = {
		authorization: `Bearer ${await service.tokenFor('demo')}`,
		'content-type': 'application/octet-stream',
	};
	const address = `${service.settings.publicUrl}/api/v1/ingestions/${id}/pieces/${piece}?sha256=${sha256}`;
	const answer = await service.app.fetch(new Request(address, { method: 'PUT', headers, body: content }));
	expect(answer.status).toBe(200);
}

const ask = (id: string, body: ReviewRequest = {}) =>
	service.request('POST', `/ingestions/${id}/review`, { ...asDemo, body });
const clean = (id: string) => service.json<FileCleaning>('POST', `/ingestions/${id}/cleaning`, asDemo);
async function cleanToTheEnd(id: string): Promise<void> {
	while (!(await clean(id)).isDone);
}
const commit = (id: string, chunks: number) =>
	service.request('POST', `/ingestions/${id}/commit`, { ...asDemo, body: { chunks } });

test('an incomplete file of known size is neither reviewed nor saved', async () => {
	const [first, second] = ['n\n1\n2\n', '3\n4\n'];
	const { id, fileBytes } = await begin('parts', first.length + second.length);
	expect(fileBytes).toBe(10);
	await put(id, 1, first);
	const early = await ask(id);
	expect([early.status, await early.text()]).toEqual([409, expect.stringContaining('Only 6 of 10 bytes')]);
	expect((await commit(id, 1)).status).toBe(409);
	await put(id, 2, second);
	const review: FileReview = await (await ask(id)).json();
	expect(review).toMatchObject({ rows: 4, problems: [] });
	expect((await commit(id, 2)).status).toBe(200);
});

async function send(path: string, body: string): Promise<Response> {
	const headers = { authorization: `Bearer ${await service.tokenFor('demo')}` };
	const address = `${service.settings.publicUrl}/api/v1/file-ingestions/demo/nature/${path}`;
	return service.app.fetch(new Request(address, { method: 'PUT', headers, body }));
}

test('a file that replaces all rows keeps the last mapping, including renamed and excluded columns', async () => {
	const { id } = await begin('renamed');
	await put(id, 1, 'Order no.,note,n\n1,x,2\n');
	const columns = ['order_no', '', 'n'].map((column, index) => ({
		from: ['Order no.', 'note', 'n'][index] ?? '',
		column,
	}));
	await ask(id, { columns });
	expect((await commit(id, 1)).status).toBe(200);
	const again = await begin('renamed', undefined, 'data.csv', 'append');
	await put(again.id, 1, 'Order no.,note,n,more\n3,y,4,5\n');
	const review: FileReview = await (await ask(again.id, { mode: 'replace' })).json();
	expect(review.columns.map(({ column }) => column)).toEqual(['order_no', '', 'n', 'more']);
	expect(review.remarks).toEqual(['Columns are mapped as in the previous file.']);
});

test('a single-request upload doesn’t change the mode and key remembered for the next file', async () => {
	expect((await send('modes/data.csv', 'k,n\n1,1\n')).status).toBe(201);
	const first = await begin('modes', undefined, 'data.csv', 'append');
	await put(first.id, 1, 'k,n\n1,2\n');
	await ask(first.id, { mode: 'upsert', key: ['k'] });
	expect((await commit(first.id, 1)).status).toBe(200);
	expect((await send('modes/data.csv?mode=append', 'k,n\n2,2\n')).status).toBe(201);
	const next = await begin('modes', undefined, 'data.csv', 'append');
	await put(next.id, 1, 'k,n\n3,3\n');
	const review: FileReview = await (await ask(next.id)).json();
	expect(review.before).toEqual({ mode: 'upsert', key: ['k'] });
});

test('updates rows by key even if columns have the names of internal ones', async () => {
	expect((await send('named/data.csv', 'v0,n,rows,b0\n1,5,a,x\n2,6,b,y\n')).status).toBe(201);
	const answer = await send('named/data.csv?mode=upsert&key=n', 'n,v0,rows,b0\n6,3,c,z\n9,4,d,w\n');
	expect([answer.status, await answer.json()]).toMatchObject([201, { effect: { added: 1, changed: 1, unchanged: 0 } }]);
	const { rows } = await service.json<{ rows: unknown[] }>('GET', '/data/demo/nature/named?limit=9', asDemo);
	expect(rows).toEqual([
		{ v0: 1, n: 5, rows: 'a', b0: 'x' },
		{ v0: 3, n: 6, rows: 'c', b0: 'z' },
		{ v0: 4, n: 9, rows: 'd', b0: 'w' },
	]);
});

test('reads placeholders such as "NaN" as null in a dataset’s number column', async () => {
	expect((await send('words/data.csv', 'k,x\n1,1.5\n2,NaN\n')).status).toBe(201);
	const answer = await send('words/data.csv?mode=append', 'k,x\n3,NaN\n4,-\n5,2\n');
	const remark =
		'Column "x": some values are read as null, such as "-" and "NaN". To keep them, choose VARCHAR as the type.';
	expect([answer.status, await answer.json()]).toMatchObject([201, { remarks: [remark] }]);
	const { rows } = await service.json<{ rows: { x: unknown }[] }>('GET', '/data/demo/nature/words?limit=9', asDemo);
	expect(rows.map(({ x }) => x)).toEqual([1.5, null, null, null, 2]);
});

test('requesting a longer list doesn’t undo decisions made in the meantime', async () => {
	const text = `id,n\n${Array.from({ length: 30 }, (_, index) => `${index},${index}`).join('\n')}\n30,x\n`;
	const { id } = await begin('meanwhile', text.length);
	await put(id, 1, text);
	await ask(id);
	const columns = [
		{ from: 'id', column: 'id' },
		{ from: 'n', column: 'n', type: 'BIGINT', misfits: 'skip' as const },
	];
	const [list, decided] = await Promise.all([ask(id, { listed: 1_000 }), ask(id, { columns })]);
	expect([list.status, decided.status]).toEqual([200, 200]);
	const done = await commit(id, 1);
	expect([done.status, await done.text()]).toEqual([200, expect.any(String)]);
	const { rows } = await service.json<{ rows: { n: number }[] }>(
		'GET',
		'/data/demo/nature/meanwhile?limit=100',
		asDemo,
	);
	expect(rows).toHaveLength(30);
});

test('rejects column names that can’t be stored, and says what to do', async () => {
	const text = '{"a\\u0000": 1}\n';
	const { id } = await begin('odd_names', text.length, 'data.ndjson');
	await put(id, 1, text);
	const refused = await ask(id);
	expect([refused.status, await refused.text()]).toEqual([
		400,
		expect.stringContaining('Rename the column in the file.'),
	]);
});

test('cleans pieces that arrive after a cleaning, too', async () => {
	const { id } = await begin('late');
	await put(id, 1, 'a,b\n x,1\n');
	await ask(id);
	await cleanToTheEnd(id);
	await put(id, 2, ' y,2\n');
	const review: FileReview = await (await ask(id)).json();
	expect([review.cleaning, review.sample]).toEqual([
		null,
		[
			[' x', '1'],
			[' y', '2'],
		],
	]);
	await cleanToTheEnd(id);
	const cleaned: FileReview = await (await ask(id)).json();
	expect(cleaned.sample).toEqual([
		['x', '1'],
		['y', '2'],
	]);
});

test('a cleaning that starts during a review continues', async () => {
	const rows = Array.from({ length: 50_000 }, (_, index) => ` x${index},${index}`).join('\n');
	const { id } = await begin('both');
	await put(id, 1, `a,b\n${rows}\n`);
	await ask(id);
	await Promise.all([ask(id, { skipLines: true }), clean(id)]);
	await cleanToTheEnd(id);
	const review: FileReview = await (await ask(id)).json();
	expect(review.sample[0]).toEqual(['x0', '0']);
});

test('keeps the stored objects of columns with equal values if one is cleaned again', async () => {
	const text =
		`w1,w2\n${Array.from({ length: 20 }, (_, index) => ` ${index},5 kg, ${index},5 kg`).join('\n')}\n`.replaceAll(
			/ (\d+),5 kg/g,
			'" $1,5 kg"',
		);
	const { id } = await begin('equal');
	await put(id, 1, text);
	await ask(id);
	await cleanToTheEnd(id);
	const columns = [
		{ from: 'w1', column: 'w1', holds: 'weight in kg, number' },
		{ from: 'w2', column: 'w2' },
	];
	await ask(id, { columns });
	await cleanToTheEnd(id);
	const { db } = service.platform.catalog;
	const [row] = await db.select({ cleaning: ingestions.cleaning }).from(ingestions).where(eq(ingestions.id, id));
	const kept = await db.select().from(ingestionChunks).where(eq(ingestionChunks.ingestionId, id));
	const named = row?.cleaning?.columns.flatMap(({ object, changes }) => [object, ...changes]) ?? [];
	expect(named.filter((name) => !kept.some(({ object }) => object === name))).toEqual([]);
});

test('doesn’t wait for a column that is excluded after cleaning started', async () => {
	const rows = Array.from({ length: 3_000 }, (_, index) => ` x${index}, y${index}`).join('\n');
	const { id } = await begin('left_out');
	await put(id, 1, `a,b\n${rows}\n`);
	await ask(id);
	await clean(id);
	await ask(id, {
		columns: [
			{ from: 'a', column: 'a' },
			{ from: 'b', column: '' },
		],
	});
	await cleanToTheEnd(id);
	const review: FileReview = await (await ask(id)).json();
	expect(review.problems).toEqual([]);
});

test.each([{ key: ['a\u0000b'] }, { options: { delimiter: '\ud800' } }])(
	'rejects settings that can’t be stored: %j',
	async (body) => {
		const { id } = await begin('unstorable');
		await put(id, 1, 'a,b\n1,2\n');
		expect((await ask(id, body)).status).toBe(400);
	},
);
