import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DatasetRows } from '#contract/dataset.ts';
import { createTestService, type TestService } from '#server/testing/service.ts';
import { connect } from '../../../api/http.ts';
import { fits } from '../../../rows/operations/inspect/column-fit.ts';
import type { StoredSave } from '../../../storage/ingest-saves.ts';
import { giveUpSave, lineOf, runSave, SaveEnded } from './save-run.ts';

let service: TestService;
/** Matching responses are lost after the service executed the request. */
let losing: RegExp | null = null;
let sent: string[] = [];
/** An ingestion reported as being written. */
let writing: string | null = null;
beforeAll(async () => {
	service = await createTestService();
	const token = await service.tokenFor('demo');
	const baseUrl = `${service.settings.publicUrl}/api/v1`;
	connect({ baseUrl: () => baseUrl, token: () => token, onUnauthorized: () => {}, onExchange: () => {} });
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		const request = `${init.method} ${new URL(url).pathname}`;
		sent.push(request);
		const answer = await service.app.fetch(new Request(url, init));
		if (writing !== null && url.endsWith(writing)) return await asWriting(init.method, answer);
		if (losing?.test(request)) throw new TypeError('Failed to fetch');
		return answer;
	});
});
beforeEach(() => {
	[losing, sent] = [null, []];
});
afterAll(async () => {
	vi.unstubAllGlobals();
	await service.close();
});

async function asWriting(method: string | undefined, answer: Response): Promise<Response> {
	if (method === 'DELETE')
		return Response.json({ error_code: 'CONFLICT', message: 'It is being written.' }, { status: 409 });
	return Response.json({ ...(await answer.json()), state: 'committing' });
}

const columns = ['note_id', 'individuals'].map((value) => ({ from: value, column: value }));

function saveOf(total: number, rest: Partial<StoredSave>) {
	let kept: StoredSave = {
		target: { owner: 'demo', namespace: 'nature', datasetName: 'field_notes' },
		mode: 'append',
		mapping: columns,
		misfits: 'aside',
		key: `key-${total}`,
		ingestionId: null,
		total,
		from: '',
		acknowledged: [],
		...rest,
	};
	const lines = (from: number, count: number) =>
		Array.from({ length: Math.min(count, total - from) }, (_, index) =>
			lineOf({ note_id: `N${from + index}`, individuals: from + index }, kept.mapping),
		);
	const go = () =>
		runSave(kept, {
			source: { lines: async (from, count) => lines(from, count), close: () => {} },
			keep: async (next) => {
				kept = next;
			},
			onProgress: () => {},
			signal: new AbortController().signal,
		});
	return { go, kept: () => kept };
}

const rowCount = async () =>
	(await service.json<DatasetRows>('GET', '/data/demo/nature/field_notes?limit=1', { as: 'demo' })).total;

test('writes every row once when resuming after any lost response', async () => {
	const { go, kept } = saveOf(4_500, {});
	const before = await rowCount();
	const lost: RegExp[] = [/POST .*\/ingestions$/, /PUT .*\/chunks\/1$/, /PUT .*\/chunks\/3$/, /POST .*\/commit$/];
	for (const pattern of lost) {
		losing = pattern;
		await expect(go()).rejects.toMatchObject({ kind: 'unreachable' });
	}
	losing = null;
	const done = await go();
	expect([done.state, done.rows, done.rejected]).toEqual(['committed', 4_500, 0]);
	expect(done.id).toBe(kept().ingestionId);
	expect(await rowCount()).toBe(before + 4_500);
	// Chunks that had arrived aren't resent.
	expect(sent.filter((value) => value.startsWith('PUT'))).toHaveLength(3);
	const { items } = await service.json<{ items: unknown[] }>('GET', '/ingestionTracking', { as: 'demo' });
	expect(items).toHaveLength(1);
});

test('reports what was written when a save is canceled after a lost response', async () => {
	const { go, kept } = saveOf(3, { key: 'lost commit' });
	losing = /POST .*\/commit$/;
	await expect(go()).rejects.toMatchObject({ kind: 'unreachable' });
	losing = null;
	const written = await giveUpSave(kept());
	expect([written?.state, written?.rows]).toEqual(['committed', 3]);

	const open = saveOf(3, { key: 'open' });
	losing = /PUT .*\/chunks\/1$/;
	await expect(open.go()).rejects.toMatchObject({ kind: 'unreachable' });
	losing = null;
	expect(await giveUpSave(open.kept())).toBeNull();
	expect(await giveUpSave(open.kept())).toBeNull();
	expect(await giveUpSave({ ...open.kept(), ingestionId: crypto.randomUUID() })).toBeNull();
	const { state } = await service.json<{ state: string }>('GET', `/ingestionTracking/${open.kept().ingestionId}`, {
		as: 'demo',
	});
	expect(state).toBe('cancelled');

	// Like a service that can't cancel an ingestion it's writing.
	writing = open.kept().ingestionId;
	await expect(giveUpSave(open.kept())).rejects.toThrow('You can no longer cancel');
	writing = null;
});

test("doesn't resume a save whose rows differ from the service's", async () => {
	const { go, kept } = saveOf(3_000, { key: 'other' });
	losing = /chunks\/2$/;
	await expect(go()).rejects.toMatchObject({ kind: 'unreachable' });
	losing = null;
	const changed = saveOf(3_000, { ...kept(), acknowledged: [{ sha256: '0'.repeat(64), rows: 2_000 }] });
	await expect(changed.go()).rejects.toBeInstanceOf(SaveEnded);
	await service.request('DELETE', `/ingestions/${kept().ingestionId}`, { as: 'demo' });
	await expect(go()).rejects.toThrow('This ingestion was canceled, and no rows were written. Start over.');
});

test('finds the same misfits before sending as the service does', async () => {
	const texts = ['', ' 7 ', '007', '12.0', '12.7', '1e3', '-128', '128', '3000000000', '99999999999999999999', '1,5'];
	texts.push(
		'true',
		'YES',
		'maybe',
		'2024-02-29',
		'2023-02-29',
		'05.03.2024',
		'2024-13-45',
		'2024-03-05T14:30',
		'2024-03-05T25:30',
		'2024-03-05 14:30:00Z',
	);
	texts.push('9:40', '25:00', '.5', '5.', '123.456', 'NaN', 'b3ff0d9c-2b1f-4b43-8f3a-1c0e9b7a5d10', 'x');
	const types = [
		'VARCHAR',
		'BOOLEAN',
		'INTEGER',
		'BIGINT',
		'DOUBLE',
		'DATE',
		'TIME',
		'TIMESTAMP',
		'UUID',
		'DECIMAL(6,2)',
	];
	types.push('TIMESTAMP WITH TIME ZONE');
	const mapping = types.map((type, index) => ({ from: `c${index}`, column: `c${index}`, type }));
	// One row that fits, since otherwise nothing would be written.
	const rows = [...types.flatMap((_, column) => texts.map((text) => ({ [`c${column}`]: text }))), { c0: 'x' }];
	const done = await runSave(
		{
			...saveOf(rows.length, { key: 'types', mode: 'create', mapping }).kept(),
			target: { owner: 'demo', namespace: 'nature', datasetName: 'typed' },
		},
		{
			source: { lines: async () => rows.map((row) => lineOf(row, mapping)), close: () => {} },
			keep: async () => {},
			onProgress: () => {},
			signal: new AbortController().signal,
		},
	);
	const words = (type: string, text: string) => `${type}: ${JSON.stringify(text)}`;
	const refused = done.rejectedRows.map(({ row }) =>
		words(types[Math.floor((row - 1) / texts.length)] ?? '', texts[(row - 1) % texts.length] ?? ''),
	);
	const reported = types.flatMap((type) =>
		texts.filter((text) => fits(text, type) === false).map((text) => words(type, text)),
	);
	expect(reported.sort()).toEqual(refused.sort());
});
