import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import type { ingestions } from '../../store/catalog/schema/ingestions.ts';

type Written = Pick<typeof ingestions.$inferSelect, 'id' | 'namespaceId' | 'dataset' | 'version' | 'finishedAt'>;

/** The ids of ingestions whose rows left the dataset because an earlier version was restored. */
export async function undoneOf(db: Db, all: readonly Written[]): Promise<Set<string>> {
	const written = all.filter(({ version }) => version !== null);
	if (written.length === 0) return new Set();
	const found = await db
		.select({ dataset: datasets, made: datasetVersions })
		.from(datasets)
		.innerJoin(datasetVersions, eq(datasetVersions.datasetId, datasets.id))
		.where(
			and(
				inArray(datasets.namespaceId, [...new Set(written.map(({ namespaceId }) => namespaceId))]),
				inArray(datasets.name, [...new Set(written.map(({ dataset }) => dataset))]),
			),
		);
	const undone = written.filter(({ namespaceId, dataset, version, finishedAt }) => {
		const versions = found.filter((item) => item.dataset.namespaceId === namespaceId && item.dataset.name === dataset);
		const made = versions.find((item) => item.made.version === version)?.made;
		// A dataset that was deleted may have had the name, and the version.
		if (made === undefined || made.at.getTime() !== finishedAt?.getTime()) return false;
		const restored = new Map(versions.map((item) => [item.made.version, item.made.restoredFrom]));
		let current = versions[0]?.dataset.version ?? 0;
		while (current > made.version) current = restored.get(current) ?? current - 1;
		return current !== made.version;
	});
	return new Set(undone.map(({ id }) => id));
}
