import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DatasetRows, DatasetSchema } from '#contract/dataset.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { createKilledService, type KilledService } from './testing/killed.ts';

let killed: KilledService;
beforeAll(async () => {
	killed = await createKilledService();
});
afterAll(() => killed.dispose());

const rows = 1_000_000;
const pieces = 4;
const target = { owner: 'demo', namespace: 'nature', datasetName: 'measured' };
const fileOf = (from: number, count: number, value: string): string =>
	`id,value\n${Array.from({ length: count }, (_, index) => `${from + index},${value}${from + index}`).join('\n')}\n`;

test.each(['as the commit begins', 'while its object is stored'])(
	'an upsert killed %s has changed all rows or none, and can be committed again',
	async (moment) => {
		const round = moment === 'as the commit begins' ? 'a' : 'b';
		const token = await killed.inProcess(killed.token);
		const { address, kill } = await killed.start();
		const call = caller(address, token, fetch);
		if (round === 'a') {
			const made = await sendFile(call, 'create', fileOf(0, rows, 'v'));
			expect(await call('POST', `/ingestions/${made}/commit`, { chunks: pieces })).toMatchObject({
				state: 'committed',
			});
		}
		const before = await schemaOf(call);
		// Half of them already exist.
		const id = await sendFile(call, 'upsert', fileOf(before.rows - 50_000, 100_000, round));
		const objects = objectsOf().length;
		const committing = call('POST', `/ingestions/${id}/commit`, { chunks: pieces }).catch(() => undefined);
		const state = async () => ((await call('GET', `/ingestionTracking/${id}`)) as IngestionDetail).state;
		if (round === 'a')
			await vi.waitUntil(async () => (await state()) === 'committing', { timeout: 120_000, interval: 1 });
		else await vi.waitUntil(() => objectsOf().length > objects, { timeout: 120_000, interval: 1 });
		await Promise.all([kill(), committing]);

		await killed.inProcess(async (service) => {
			const again = caller(killed.settings.publicUrl, token, (request) => Promise.resolve(service.app.fetch(request)));
			const found = (await again('GET', `/ingestionTracking/${id}`)) as IngestionDetail;
			const after = await schemaOf(again);
			const isCommitted = found.state === 'committed';
			expect(isCommitted || found.state === 'open').toBe(true);
			expect(after.rows).toBe(before.rows + (isCommitted ? 50_000 : 0));
			expect(await changedRows(again, round)).toBe(isCommitted ? 100_000 : 0);
			expect(await again('POST', `/ingestions/${id}/commit`, { chunks: pieces })).toMatchObject({
				state: 'committed',
				effect: { added: 50_000, changed: 50_000, unchanged: 0, removed: 0 },
			});
			expect((await schemaOf(again)).rows).toBe(before.rows + 50_000);
			expect(await changedRows(again, round)).toBe(100_000);
		});
	},
);

type Call = ReturnType<typeof caller>;

async function sendFile(call: Call, mode: string, text: string): Promise<string> {
	const key = mode === 'upsert' ? { key: ['id'] } : {};
	const body = { target, mode, ...key, file: { name: 'measured.csv' } };
	const { id } = (await call('POST', '/file-ingestions', body)) as IngestionDetail;
	for (let piece = 1; piece <= pieces; piece += 1) {
		const part = text.slice(((piece - 1) * text.length) / pieces, (piece * text.length) / pieces);
		const sha256 = createHash('sha256').update(part).digest('hex');
		await call('PUT', `/ingestions/${id}/pieces/${piece}?sha256=${sha256}`, part);
	}
	return id;
}

const schemaOf = async (call: Call) => (await call('GET', '/schema/demo/nature/measured')) as DatasetSchema;

async function changedRows(call: Call, round: string): Promise<number> {
	const filter = JSON.stringify([{ column: 'value', op: 'contains', value: round }]);
	const found = await call('GET', `/data/demo/nature/measured?limit=1&filter=${encodeURIComponent(filter)}`);
	return (found as DatasetRows).total;
}

function objectsOf(): string[] {
	const root = join(killed.settings.dataDir, 'objects');
	const shelves = readdirSync(root).filter((value) => /^[0-9a-f]{2}$/.test(value));
	return shelves.flatMap((shelf) => readdirSync(join(root, shelf)));
}

const caller =
	(address: string, token: string, send: (request: Request) => Promise<Response>) =>
	async (method: string, path: string, body?: object | string): Promise<unknown> => {
		const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json';
		const headers = { authorization: `Bearer ${token}`, 'content-type': type };
		const sent = typeof body === 'object' ? JSON.stringify(body) : (body ?? null);
		const answer = await send(new Request(`${address}/api/v1${path}`, { method, headers, body: sent }));
		return answer.json();
	};
