import { randomUUID } from 'node:crypto';
import type { BuildSpecEdit } from '../../contract/build-spec.ts';
import { type Service, startService } from '../../e2e/support/service.ts';
import { findUser } from '../../server/platform/access/users.ts';
import { insertBuildSpec } from '../../server/platform/build-specs/build-specs.ts';
import { openService } from '../../server/service.ts';
import { readSettings } from '../../server/settings/read-settings.ts';
import { buildSpecs } from '../../server/store/catalog/schema/build-specs.ts';

/** A service with only these BuildSpecs. They are written directly to the catalog, because the API would take minutes. */
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

/** BuildSpecs in layers of fifty, each reading up to three datasets of the previous layer, in ten namespaces. */
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

/** Search texts: each letter leaves fewer matches than the one before. */
export const words = { name: 'delays', code: 'haversine' };

/** BuildSpecs with twenty lines of code, in forty namespaces. Parts of `words` occur in their names and code. */
export function written(count: number): BuildSpecEdit[] {
	return Array.from({ length: count }, (_, index) => {
		const name = words.name.slice(0, 1 + (index % words.name.length));
		const word = words.code.slice(0, 1 + (index % words.code.length));
		const namespace = `part_${padded(index % 40)}`;
		const source = at(namespace, `raw_${padded(index % 500)}`);
		const columns = Array.from({ length: 12 }, (_, column) => `\tround(avg(f.value_${column}), 2) AS mean_${column},`);
		const lines = [
			'WITH f AS (',
			`\tSELECT * FROM ${namespace}.${source.datasetName} WHERE part > ${index}`,
			')',
			`SELECT -- ${word}`,
			...columns,
			'\tcount(*) AS n',
			'FROM f',
			'GROUP BY ALL',
			`ORDER BY n DESC LIMIT ${index}`,
		];
		return {
			sources: [source],
			destination: at(namespace, `${name}_${padded(index)}`),
			code: { payload: lines.join('\n') },
		};
	});
}
