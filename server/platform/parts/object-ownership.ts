import { and, eq, inArray, lt } from 'drizzle-orm';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets, datasetVersions, releasedObjects } from '../../store/catalog/schema/datasets.ts';
import { batches } from '../core/batches.ts';
import { objectsOf } from './parts.ts';

interface Held {
	readonly namespaceId: string;
	readonly dataset: string;
}

/** Objects that contained rows of a dataset, and what referenced those rows if there were several objects. */
export interface ReleasedObjects {
	readonly objects: readonly string[];
	readonly contents: readonly string[];
}

/** A sweep has removed the objects by then. */
const notedMs = 24 * 3_600_000;

/** Records the objects of a dataset's former rows, in the transaction that replaces them. */
export async function noteReleasedRows(tx: Db, held: Held, content: string, now: Date): Promise<void> {
	await note(tx, held, await objectsOf(tx, [content]), content, now);
}

export const noteReleasedChunks = (tx: Db, held: Held, objects: readonly string[], now: Date): Promise<void> =>
	note(tx, held, objects, null, now);

/** Takes, and removes, everything recorded for a namespace or one of its datasets, plus all versions. Call it before the datasets are deleted. */
export async function takeReleasedObjects(tx: Db, namespaceId: string, dataset?: string): Promise<ReleasedObjects> {
	const ofDataset = dataset === undefined ? undefined : eq(releasedObjects.dataset, foldName(dataset));
	const ofNamespace = tx
		.select({ id: datasets.id })
		.from(datasets)
		.where(
			and(
				eq(datasets.namespaceId, namespaceId),
				dataset === undefined ? undefined : eq(datasets.folded, foldName(dataset)),
			),
		);
	const versions = await tx
		.delete(datasetVersions)
		.where(inArray(datasetVersions.datasetId, ofNamespace))
		.returning({ sha256: datasetVersions.sha256 });
	const taken = await tx
		.delete(releasedObjects)
		.where(and(eq(releasedObjects.namespaceId, namespaceId), ofDataset))
		.returning({ sha256: releasedObjects.sha256, content: releasedObjects.content });
	return {
		objects: taken.map((item) => item.sha256),
		contents: [...taken.flatMap((item) => item.content ?? []), ...versions.map((version) => version.sha256)],
	};
}

export async function forgetReleasedObjects(tx: Db, now: Date): Promise<void> {
	await tx.delete(releasedObjects).where(lt(releasedObjects.at, new Date(now.getTime() - notedMs)));
}

async function note(
	tx: Db,
	{ namespaceId, dataset }: Held,
	objects: readonly string[],
	content: string | null,
	now: Date,
): Promise<void> {
	const rows = objects.map((sha256) => ({ namespaceId, dataset: foldName(dataset), sha256, content, at: now }));
	for (const batch of batches(rows)) await tx.insert(releasedObjects).values(batch);
}
