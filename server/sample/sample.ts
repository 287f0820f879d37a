import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { ensureUser, hasUsers } from '../platform/access/users.ts';
import { insertBuildSpec, removeBuildSpec } from '../platform/build-specs/build-specs.ts';
import { putDataset, putExactLink } from '../platform/datasets/datasets.ts';
import { ensureNamespace, grantShare } from '../platform/namespaces/namespaces.ts';
import type { Platform } from '../platform/state/platform.ts';
import { putSampleRepository, sampleRepository } from './repositories.ts';
import workspace from './workspace.json' with { type: 'json' };

export const sampleOwner = { username: 'demo', name: 'Demo User', email: 'demo@example.org' };
export const sampleGuest = { username: 'guest', name: 'Guest User', email: 'guest@example.org' };
const sharedNamespace = 'aviation';

export const sampleDatasets = workspace.datasets;

type Parts = Pick<Platform, 'catalog' | 'objects' | 'settings' | 'now'>;

/** Fills an empty catalog with the sample workspace. Returns whether it did. */
export async function createSampleOnce(parts: Parts, dataFolder: string): Promise<boolean> {
	if (await hasUsers(parts.catalog.db)) return false;
	await putSample(parts, dataFolder);
	return true;
}

/** Creates the sample's repository on this machine if it doesn't exist. */
export async function ensureSampleRepository({ settings }: Pick<Parts, 'settings'>, dataFolder: string): Promise<void> {
	const [folder] = settings.git.folders;
	if (folder !== undefined && !existsSync(join(folder, sampleRepository)))
		await putSampleRepository(folder, dataFolder);
}

/**
 * Restores the sample in one transaction, keeping what users added. @param dataFolder rows (`<namespace>/<dataset>.parquet`), code and repositories
 */
export async function putSample(parts: Parts, dataFolder: string): Promise<void> {
	const stored = await Promise.all(
		sampleDatasets.map(async (dataset) => {
			const file = join(dataFolder, dataset.namespace, `${dataset.name}.parquet`);
			return { dataset, object: await parts.objects.copy(file) };
		}),
	);
	const specs = await Promise.all(
		workspace.buildSpecs.map(async ({ file, ...spec }) => ({
			...spec,
			payload: await readFile(join(dataFolder, file), 'utf8'),
		})),
	);
	const [repositories] = parts.settings.git.folders;
	if (repositories !== undefined) await putSampleRepository(repositories, dataFolder);
	const now = parts.now();
	await parts.catalog.write(async (tx) => {
		const owner = await ensureUser(tx, sampleOwner, now);
		const guest = await ensureUser(tx, sampleGuest, now);
		const ids = new Map<string, string>();
		for (const { dataset, object } of stored) {
			const { namespace, columns, ...rest } = dataset;
			const namespaceId = await ensureNamespace(tx, owner.id, namespace, now);
			const described = Object.fromEntries(columns.map(({ name, description }) => [name, description]));
			const types = columns.map(({ name, type }) => ({ name, type }));
			const content = { ...rest, ...object, namespaceId, columns: types, columnDescriptions: described };
			ids.set(`${namespace}.${dataset.name}`, await putDataset(tx, content, now));
		}
		for (const { from, to, ...columns } of workspace.links) {
			await putExactLink(tx, { ...columns, fromDatasetId: idOf(ids, from), toDatasetId: idOf(ids, to) }, now);
		}
		const namespaceId = await ensureNamespace(tx, owner.id, sharedNamespace, now);
		const grant = { namespaceId, userId: guest.id, role: 'viewer', grantedBy: owner.id, grantedAt: now } as const;
		await grantShare(tx, grant);
		for (const spec of specs) {
			const edit = {
				sources: spec.sources.map(coordinateOf),
				destination: coordinateOf(spec.destination),
				code: { payload: spec.payload },
			};
			await removeBuildSpec(tx, spec.id);
			await insertBuildSpec(tx, { id: spec.id, ownerId: owner.id, edit, now });
		}
	});
}

function coordinateOf(name: string): DatasetCoordinate {
	const [namespace = '', datasetName = ''] = name.split('.');
	return { owner: sampleOwner.username, namespace, datasetName };
}

function idOf(ids: ReadonlyMap<string, string>, name: string): string {
	const id = ids.get(name);
	if (id === undefined) throw new Error(`The sample has no dataset ${name}.`);
	return id;
}
