import { randomUUID } from 'node:crypto';
import type { BuildSpecEdit } from '../../contract/build-spec.ts';
import { type Service, startService } from '../../e2e/support/service.ts';
import { insertBuildSpec } from '../../server/platform/build-specs.ts';
import { findUser } from '../../server/platform/users.ts';
import { readSettings } from '../../server/read-settings.ts';
import { openService } from '../../server/service.ts';
import { buildSpecs } from '../../server/store/catalog/schema/build-specs.ts';

/** A service that has these BuildSpecs and no others. They are written past its API, which would take minutes. */
export async function serviceWith(edits: readonly BuildSpecEdit[]): Promise<Service> {
	const service = await startService();
	await service.kill();
	const flags = ['--data-dir', service.dataDir, '--run-waiting', '0'];
	const { platform, close } = await openService({ settings: readSettings(flags, {}).settings, sweeps: false });
	const owner = await findUser(platform.catalog.db, 'demo');
	await platform.catalog.write(async (tx) => {
		await tx.delete(buildSpecs);
		for (const edit of edits)
			await insertBuildSpec(tx, { id: randomUUID(), ownerId: owner?.id ?? '', edit, now: platform.now() });
	});
	await close();
	await service.start();
	return service;
}

const at = (namespace: string, datasetName: string) => ({ owner: 'demo', namespace, datasetName });
const padded = (number: number): string => String(number).padStart(5, '0');

/** So many BuildSpecs in layers of fifty, each of up to three datasets of the layer before, in ten namespaces. */
export function layered(count: number): BuildSpecEdit[] {
	const dataset = (index: number) => at(`layer_${Math.floor(index / 50) % 10}`, `dataset_${padded(index)}`);
	return Array.from({ length: count }, (_, index) => ({
		sources: [0, 7, 31]
			.slice(0, 1 + (index % 3))
			.map((step) => dataset(Math.floor(index / 50) * 50 + ((index * 7 + step) % 50))),
		destination: dataset(index + 50),
		code: { payload: `select * from ${dataset(index).datasetName}` },
	}));
}
