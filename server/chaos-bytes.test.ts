import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTextLog } from './logging/log.ts';
import { dumpFolder, dumpForBackup, readDump } from './platform/backup/dump.ts';
import { type ChaosEvent, damageOne, damageUpload, fileIn, randomOf } from './testing/corruption/chaos.ts';
import { chaosObjects } from './testing/corruption/chaos-objects.ts';
import { type Call, prepareSurvey } from './testing/corruption/survey.ts';
import { createTestService, type TestService } from './testing/service.ts';

let service: TestService;
beforeAll(async () => {
	// Every corrupt object is reported to the log.
	service = await createTestService(
		{ partBytes: 100_000 },
		undefined,
		createTextLog('info', () => undefined),
	);
});
afterAll(async () => {
	await service.close();
});

const call: Call = async (method, path, body) => {
	if (method === 'RANGE') return service.request('GET', path, { headers: { range: 'bytes=4-99' } });
	if (path.startsWith('http')) return service.request(method, path);
	if (typeof body !== 'string') return service.request(method, path, { as: 'demo', body });
	const headers = { authorization: `Bearer ${await service.tokenFor('demo')}`, 'content-type': 'text/plain' };
	return service.app.fetch(new Request(`${service.settings.publicUrl}/api/v1${path}`, { method, headers, body }));
};

/** A dataset whose rows are in several objects, the first in name order. */
async function buildParts(): Promise<void> {
	const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'a few parts' };
	const body = { sources: [], destination, code: { payload: 'select range as n, hash(range) as h from range(60000)' } };
	const { id } = await service.json<{ id: string }>('POST', '/build-specs', { as: 'demo', body });
	const run = await service.json<{ id: string }>('POST', `/build-specs/${id}/build-runs`, { as: 'demo' });
	await service.platform.running.ended(run.id);
}

/** A small share of what `npm run chaos-bytes` does. */
test('rejects flipped, truncated and removed objects of every kind, and reads them again once restored', async () => {
	const { dataDir } = service.settings;
	await buildParts();
	const prepared = await prepareSurvey(call, 2);
	const id = randomUUID();
	await dumpForBackup(service.platform.catalog, dataDir, id);
	const objects = chaosObjects(dataDir, await readDump(dumpFolder(dataDir, id)), prepared);
	const names = async () => {
		const all = await readdir(join(dataDir, 'objects'), { recursive: true });
		return new Set(all.map((name) => name.slice(-64)).filter((name) => /^[0-9a-f]{64}$/.test(name)));
	};
	const added = async (before: ReadonlySet<string>) =>
		fileIn(dataDir, [...(await names())].find((name) => !before.has(name)) ?? '');
	const random = randomOf(1);
	const events: ChaosEvent[] = [];
	for (let index = 0; index < 27; index += 1) events.push(await damageOne(call, objects, index, random));
	for (let index = 0; index < 3; index += 1) events.push(await damageUpload(call, added, names, index, random));
	expect(new Set(events.map((event) => event.kind)).size).toBe(4);
	expect(events.flatMap((event) => event.served)).toEqual([]);
	expect(events.filter((event) => !event.repaired)).toEqual([]);
});
