import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { IngestionDetail } from '#contract/ingest.ts';
import { sweep } from './platform/replicas/retention.ts';
import type { Service } from './service.ts';
import { datasets } from './store/catalog/schema/datasets.ts';
import { createKilledService, type KilledService } from './testing/killed.ts';

let killed: KilledService;
beforeAll(async () => {
	killed = await createKilledService();
});
afterAll(() => killed.dispose());

const rowsOfChunk = 20_000;
const chunks = 3;
/** Different texts for each name, so that its output is a separate object. */
const chunkText = (name: string, chunk: number): string =>
	Array.from({ length: rowsOfChunk }, (_, row) => JSON.stringify({ chunk, row, text: `${name} ${chunk}.${row}` })).join(
		'\n',
	);
const mapping = ['chunk', 'row', 'text'].map((value) => ({ from: value, column: value }));

test.each(['as the commit begins', 'while its object is stored'])(
	'an ingestion killed %s has written all or nothing, and can be committed again',
	async (moment) => {
		const name = moment === 'as the commit begins' ? 'early' : 'late';
		const target = { owner: 'demo', namespace: 'nature', datasetName: name };
		const token = await killed.inProcess(killed.token);
		const { address, kill } = await killed.start();
		const call = caller(address, token, fetch);
		const { id } = IngestionDetail.parse(
			await call('POST', '/ingestions', JSON.stringify({ target, mode: 'create', mapping })),
		);
		for (let chunk = 1; chunk <= chunks; chunk++) await call(...putOf(id, name, chunk));
		const before = objectsOf();
		const committing = call('POST', `/ingestions/${id}/commit`, JSON.stringify({ chunks })).catch(() => undefined);
		if (name === 'early') {
			const state = async () => IngestionDetail.parse(await call('GET', `/ingestionTracking/${id}`)).state;
			await vi.waitUntil(async () => (await state()) === 'committing', { timeout: 15_000, interval: 1 });
		} else {
			await vi.waitUntil(() => objectsOf().length > before.length, { timeout: 15_000, interval: 1 });
		}
		await Promise.all([kill(), committing]);

		await killed.inProcess(async (service) => {
			const again = caller(killed.settings.publicUrl, token, (request) => Promise.resolve(service.app.fetch(request)));
			const found = IngestionDetail.parse(await again('GET', `/ingestionTracking/${id}`));
			const dataset = await datasetOf(service, name);
			expect(['open', 'committed']).toContain(found.state);
			expect(dataset?.rows).toBe(found.state === 'committed' ? rowsOfChunk * chunks : undefined);
			if (name === 'early') expect(found.state).toBe('open');
			if (found.state === 'open') expect(found.received).toHaveLength(chunks);

			// Sending the last chunk and the commit again after a lost response must not write anything twice.
			if (found.state === 'open') await again(...putOf(id, name, chunks));
			const done = IngestionDetail.parse(await again('POST', `/ingestions/${id}/commit`, JSON.stringify({ chunks })));
			expect(done).toMatchObject({ state: 'committed', rows: rowsOfChunk * chunks, rejected: 0, version: 1 });
			const written = await datasetOf(service, name);
			const { objects, engine } = service.platform;
			const sha256 = written?.sha256 ?? '';
			const described = await objects.withFiles([sha256], (fileOf) => engine.describe(fileOf(sha256)));
			expect(described.rows).toBe(rowsOfChunk * chunks);
			await sweep({ ...service.platform, now: () => new Date(Date.now() + 7_200_000) });
			expect(objectsOf()).toContain(written?.sha256);
			expect(objectsOf().length).toBe(before.length - chunks + 1);
		});
	},
);

function putOf(id: string, name: string, chunk: number): [method: string, path: string, body: string, type: string] {
	const text = chunkText(name, chunk);
	const sha256 = createHash('sha256').update(text).digest('hex');
	return ['PUT', `/ingestions/${id}/chunks/${chunk}?sha256=${sha256}`, text, 'text/plain'];
}

const datasetOf = async ({ platform }: Service, name: string) =>
	(await platform.catalog.db.select().from(datasets).where(eq(datasets.name, name)))[0];

function objectsOf(): string[] {
	const root = join(killed.settings.dataDir, 'objects');
	const shelves = readdirSync(root).filter((value) => /^[0-9a-f]{2}$/.test(value));
	return shelves.flatMap((shelf) => readdirSync(join(root, shelf))).sort();
}

const caller =
	(address: string, token: string, send: (request: Request) => Promise<Response>) =>
	async (method: string, path: string, body?: string, type = 'application/json'): Promise<unknown> => {
		const headers = { authorization: `Bearer ${token}`, 'content-type': type };
		const answer = await send(new Request(`${address}/api/v1${path}`, { method, headers, body: body ?? null }));
		return answer.json();
	};
