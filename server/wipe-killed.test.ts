import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DatasetRows } from '#contract/dataset.ts';
import { sampleFolder } from './paths.ts';
import { putSample } from './sample/sample.ts';
import { datasets, links, wipedObjects } from './store/catalog/schema/datasets.ts';
import { createKilledService, type KilledService } from './testing/killed.ts';

let service: KilledService;
beforeAll(async () => {
	service = await createKilledService();
});
afterAll(() => service.dispose());

/** Rows of the sample in other namespaces. */
const elsewhereRows = 38_742 + 4_665;

test.each([
	['true', 'at once'],
	['true', 'a while later'],
	['true', 'while objects are deleted'],
	['false', 'while objects are deleted'],
])(
	'a wipe with deleteDatasets=%s killed %s leaves the namespace either intact or fully wiped',
	async (deletes, moment) => {
		const { token, objects } = await service.inProcess(async (running) => {
			const { platform } = running;
			await putSample(platform, sampleFolder);
			const all = await platform.catalog.db.select().from(datasets);
			const token = await service.token(running);
			return { token, objects: all.filter((candidate) => candidate.rows > 0).map((item) => item.sha256) };
		});
		await killedAt(token, `deleteDatasets=${deletes}`, moment, objects);

		await service.inProcess(async ({ platform, app }) => {
			const all = await platform.catalog.db.select().from(datasets);
			const geography = all.filter((candidate) =>
				['us_states', 'zip_codes', 'countries', 'country_years'].includes(candidate.name),
			);
			const rows = geography.reduce((sum, item) => sum + item.rows, 0);
			expect(moment === 'while objects are deleted' ? [0] : [0, 42_968]).toContain(rows);
			const elsewhere = all.reduce((sum, item) => sum + item.rows, 0) - rows;
			expect(elsewhere).toBe(elsewhereRows);
			expect(await platform.catalog.db.select().from(links)).toHaveLength(rows === 0 ? 2 : 4);
			expect(await platform.catalog.db.select().from(wipedObjects)).toEqual([]);
			const kept = await Promise.all(objects.map((value) => platform.objects.size(value)));
			expect(kept.filter((value) => value === null)).toHaveLength(rows === 0 ? 4 : 0);
			const headers = { authorization: `Bearer ${token}` };
			const address = `${service.settings.publicUrl}/api/v1/data/demo/geography/us_states`;
			const read = (await (await app.request(address, { headers })).json()) as DatasetRows;
			const [total, columns] = [rows === 0 ? 0 : 50, 7];
			if (rows === 0 && deletes === 'true') expect(geography).toEqual([]);
			else expect([read.total, read.columns.length]).toEqual([total, columns]);
		});
	},
);

async function killedAt(token: string, query: string, moment: string, objects: readonly string[]): Promise<void> {
	const process = await service.start();
	const headers = { authorization: `Bearer ${token}` };
	const address = `${process.address}/api/v1/data/demo/geography/balefire?${query}`;
	// The response may break off before anybody awaits it.
	const request = fetch(address, { method: 'DELETE', headers }).catch(() => undefined);
	const isGone = (value: string) => !existsSync(join(service.settings.dataDir, 'objects', value.slice(0, 2), value));
	if (moment === 'while objects are deleted')
		await vi.waitUntil(() => objects.some(isGone), { timeout: 15_000, interval: 1 });
	if (moment === 'a while later') await new Promise((resolve) => setTimeout(resolve, 40));
	await process.kill();
	await request;
}
