import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorResponse } from '#contract/error.ts';
import type { FileReview, ReviewRequest } from '#contract/file-ingestion.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const asDemo = { as: 'demo' };

async function put(path: string, content: string): Promise<Response> {
	const headers = {
		authorization: `Bearer ${await service.tokenFor('demo')}`,
		'content-type': 'application/octet-stream',
	};
	const address = `${service.settings.publicUrl}/api/v1${path}`;
	return service.app.fetch(new Request(address, { method: 'PUT', headers, body: content }));
}

/** Saves a file with one request, as another program would. */
async function save(datasetName: string, content: string, mode = ''): Promise<void> {
	const answer = await put(`/file-ingestions/demo/nature/${datasetName}/data.csv${mode}`, content);
	expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)]);
}

async function upload(datasetName: string, content: string, wanted: ReviewRequest): Promise<string> {
	const target = { owner: 'demo', namespace: 'nature', datasetName };
	const body = { target, mode: 'append', file: { name: 'data.csv' }, ...wanted };
	const { id } = await service.json<IngestionDetail>('POST', '/file-ingestions', { ...asDemo, body });
	const sha256 = createHash('sha256').update(content).digest('hex');
	expect((await put(`/ingestions/${id}/pieces/1?sha256=${sha256}`, content)).status).toBe(200);
	return id;
}

const review = (id: string, body: ReviewRequest = {}) =>
	service.json<FileReview>('POST', `/ingestions/${id}/review`, { ...asDemo, body });

async function commit(id: string, basis?: string): Promise<[number, string]> {
	const body = { chunks: 1, basis };
	const answer = await service.request('POST', `/ingestions/${id}/commit`, { ...asDemo, body });
	const { error_code, message = '' }: Partial<ErrorResponse> = await answer.json();
	return [answer.status, answer.ok ? '' : `${error_code} ${message}`];
}

const rowsOf = async (name: string): Promise<unknown[]> =>
	(await service.json<{ rows: unknown[] }>('GET', `/data/demo/nature/${name}?limit=100`, asDemo)).rows;

test('rejects a commit if the dataset changed after its review, and accepts it after another review', async () => {
	await save('stock', 'k,v\n1,5\n2,6\n');
	const key = { mode: 'upsert' as const, key: ['k'] };
	const id = await upload('stock', 'k,v\n1,7\n3,8\n', key);
	const first = await review(id);
	expect(first.effect).toMatchObject({ added: 1, changed: 1 });
	await save('stock', 'k,v\n3,9\n', '?mode=append');
	expect(await commit(id, first.basis)).toEqual([
		412,
		'VERSION_CONFLICT Nothing was written. demo/nature/stock changed after this review. Review the file again, then commit.',
	]);
	expect(await rowsOf('stock')).toHaveLength(3);
	const second = await review(id);
	expect(second.effect).toMatchObject({ added: 0, changed: 2 });
	expect((await commit(id, second.basis))[0]).toBe(200);
	// Repeating the commit returns the first one's result.
	expect((await commit(id, second.basis))[0]).toBe(200);
	expect(await rowsOf('stock')).toEqual([
		{ k: 1, v: 7 },
		{ k: 2, v: 6 },
		{ k: 3, v: 8 },
	]);
});

test('a commit without a basis applies to the current dataset', async () => {
	await save('loose', 'k,v\n1,5\n');
	const id = await upload('loose', 'k,v\n2,6\n', {});
	await review(id);
	await save('loose', 'k,v\n3,7\n', '?mode=append');
	expect((await commit(id))[0]).toBe(200);
	expect(await rowsOf('loose')).toHaveLength(3);
});

test('rejects a commit if another client changed the file’s settings after the review', async () => {
	await save('shared', 'k,v\n1,5\n');
	const id = await upload('shared', 'k,v\n1,7\n', {});
	const { basis } = await review(id);
	expect((await review(id)).basis).toBe(basis);
	const other = await review(id, { mode: 'replace' });
	expect(await commit(id, basis)).toEqual([
		412,
		'VERSION_CONFLICT Nothing was written. This file’s settings changed after this review, for example in another tab. Review the file again, then commit.',
	]);
	expect((await commit(id, other.basis))[0]).toBe(200);
	expect(await rowsOf('shared')).toEqual([{ k: 1, v: 7 }]);
});

test('rejects a commit if the dataset was created, deleted or recreated after the review', async () => {
	const asNew = await upload('made', 'k\n1\n', { mode: 'create' });
	const { basis: ofNew } = await review(asNew);
	await save('made', 'k\n2\n');
	expect(await commit(asNew, ofNew)).toEqual([412, expect.stringContaining('demo/nature/made was created')]);

	const id = await upload('made', 'k\n3\n', { mode: 'replace' });
	const { basis } = await review(id);
	expect((await service.request('DELETE', '/data/demo/nature/made', asDemo)).status).toBe(204);
	expect(await commit(id, basis)).toEqual([412, expect.stringContaining('demo/nature/made was deleted')]);
	await save('made', 'k\n2\n');
	expect(await commit(id, basis)).toEqual([412, expect.stringContaining('demo/nature/made changed')]);
	expect(await rowsOf('made')).toEqual([{ k: 2 }]);
});
