import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleFolder } from './paths.ts';
import { putSample } from './sample/sample.ts';
import type { Service } from './service.ts';
import { buildSpecSources, buildSpecs } from './store/catalog/schema/build-specs.ts';
import { namespaces } from './store/catalog/schema/namespaces.ts';
import { tokens } from './store/catalog/schema/tokens.ts';
import { createKilledService, type KilledService } from './testing/killed.ts';

let service: KilledService;
beforeAll(async () => {
	service = await createKilledService();
	await service.inProcess(async ({ platform }) => await putSample(platform, sampleFolder));
});
afterAll(() => service.dispose());

/** BuildSpecs in addition to the sample's, so that a rename takes some time. */
const many = 150;
const kills = 5;

/** Every name of the namespace: its own, in BuildSpecs, and in token entries. */
async function namesIn({ platform }: Service): Promise<string[]> {
	const { db } = platform.catalog;
	const found = (await db.select().from(namespaces)).map((item) => item.name);
	found.push(...(await db.select().from(buildSpecs)).map((item) => item.destinationNamespace));
	found.push(...(await db.select().from(buildSpecSources)).map((item) => item.namespace));
	for (const { permissions } of await db.select().from(tokens)) {
		found.push(...(permissions ?? []).map((permission) => permission.namespace));
	}
	return found.filter((value) => /^(nature|earth)/.test(value)).sort();
}

test('a rename killed at any moment is done completely or not at all', async () => {
	const token = await service.inProcess(async (running) => {
		const token = await service.token(running);
		const call = async (path: string, body: unknown) => {
			const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
			const address = `${service.settings.publicUrl}/api/v1${path}`;
			const answer = await running.app.request(address, { method: 'POST', headers, body: JSON.stringify(body) });
			expect(answer.status).toBe(201);
		};
		const coordinate = (datasetName: string) => ({ owner: 'demo', namespace: 'nature', datasetName });
		for (let number = 0; number < many; number += 1) {
			const code = { payload: 'select 1 as one' };
			const edit = { sources: [coordinate('earthquakes')], destination: coordinate(`made_${number}`), code };
			await call('/build-specs', edit);
		}
		const entry = { username: 'demo', namespace: 'nature', dataset: '*', access: 'read' };
		await call('/user/tokens', { name: 'narrow', permissions: [entry], expiresInSeconds: 3_600 });
		return token;
	});
	const all = (await service.inProcess(namesIn)).length;
	expect(all).toBeGreaterThan(2 * many);

	let name = 'nature';
	for (let kill = 1; kill <= kills; kill += 1) {
		const next = `earth ${kill}`;
		const process = await service.start();
		const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
		const address = `${process.address}/api/v1/data/demo/${encodeURIComponent(name)}/rename`;
		const answered = fetch(address, { method: 'POST', headers, body: next }).then(
			(response) => response.status === 200,
			() => false,
		);
		// Anywhere from before the transaction to after the response.
		await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, Math.random() * 250))]);
		await process.kill();
		const wasAcknowledged = await answered;
		const names = await service.inProcess(namesIn);
		expect(names).toHaveLength(all);
		expect(new Set(names).size, `kill ${kill}`).toBe(1);
		expect([name, next]).toContain(names[0]);
		if (wasAcknowledged) expect(names[0]).toBe(next);
		name = names[0] ?? '';
	}
}, 180_000);
