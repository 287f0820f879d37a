import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { NamespacePath, Wiped } from '#contract/namespace.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { columnDescriptions, datasets, links } from '../../store/catalog/schema/datasets.ts';
import { coordinateIn, type DatasetRow } from '../access/dataset-access.ts';
import { assertOwner, findNamespace, lockNamespace, type VisibleNamespace } from '../access/namespace-access.ts';
import { noteDeleted } from '../build-specs/build-specs.ts';
import type { Caller } from '../core/caller.ts';
import { readFlag } from '../core/page.ts';
import { conflict } from '../core/service-error.ts';
import { keepVersion } from '../datasets/kept-versions.ts';
import { finishWipe, recordWipe } from '../datasets/wiped-data.ts';
import { removeIngestions } from '../ingestions/end.ts';
import { readingDatasets } from '../parts/corrupt-data.ts';
import { takeReleasedObjects } from '../parts/object-ownership.ts';
import { partsOf } from '../parts/parts.ts';
import type { Platform } from '../state/platform.ts';

interface EmptyDataset {
	readonly sha256: string;
	readonly bytes: number;
}

/** How often the empty datasets are created again because a dataset was replaced in the meantime. */
const attempts = 5;

/** Wipes a namespace in one transaction; its datasets are emptied or deleted. If the service is killed, its next start removes remaining objects. */
export async function wipeNamespace(
	platform: Platform,
	caller: Caller,
	path: NamespacePath,
	deleteDatasets: string | undefined,
): Promise<Wiped> {
	const deletes = readFlag(deleteDatasets, 'deleteDatasets');
	const { db } = platform.catalog;
	const namespace = await findNamespace(db, caller, path.username, path.namespace);
	assertOwner(caller, namespace, 'wipe it');
	const label = `${namespace.owner}/${namespace.name}`;
	for (let attempt = 1; attempt <= attempts; attempt++) {
		const emptied = deletes
			? new Map<string, EmptyDataset>()
			: await createEmptyDatasets(platform, namespace, await datasetsOf(db, namespace.id));
		const now = platform.now();
		const done = await platform.catalog.write(async (tx) => {
			await lockNamespace(tx, namespace.id);
			const all = await datasetsOf(tx, namespace.id, 'update');
			if (deleteDatasets === undefined) assertUnambiguous(all, label);
			if (!deletes && all.some((candidate) => !emptied.has(candidate.sha256))) return null;
			const removedLinks = await removeLinks(tx, namespace.id);
			const ingestions = await removeIngestions(tx, namespace.id);
			const released = await takeReleasedObjects(tx, namespace.id);
			if (deletes) {
				await tx.delete(datasets).where(eq(datasets.namespaceId, namespace.id));
				const gone = all.map(({ name }) => coordinateIn(namespace, name));
				await noteDeleted(tx, gone, caller.userId, now);
			} else await empty(tx, caller, all, emptied, now);
			const running = await recordWipe(
				tx,
				{ namespaceId: namespace.id, datasets: all, released, objects: ingestions.objects, label },
				now,
			);
			const rows = all.reduce((sum, item) => sum + item.rows, 0);
			return {
				running,
				wiped: { datasets: deletes ? all.length : 0, rows, links: removedLinks, ingestions: ingestions.count },
			};
		});
		if (done === null) continue;
		await finishWipe(platform, done.running, label);
		return done.wiped;
	}
	throw conflict(
		`Nothing was wiped: datasets in ${label} kept changing. Wait for their builds to finish, then try again.`,
	);
}

/** The URL of a wipe is also that of a dataset with this name: deleting one dataset must never wipe all. */
function assertUnambiguous(all: readonly DatasetRow[], label: string): void {
	if (!all.some((candidate) => candidate.name === 'balefire')) return;
	throw conflict(
		`${label} has a dataset named "balefire", but this URL wipes the whole namespace. To wipe the namespace, add deleteDatasets=true or deleteDatasets=false.`,
	);
}

async function datasetsOf(db: Db, namespaceId: string, lock?: 'update'): Promise<DatasetRow[]> {
	const found = db.select().from(datasets).where(eq(datasets.namespaceId, namespaceId)).orderBy(asc(datasets.id));
	return lock === undefined ? found : found.for(lock);
}

/** For each dataset's rows, creates an object with its columns and no rows. Nothing references these until a dataset does. */
async function createEmptyDatasets(
	platform: Platform,
	{ owner, name: namespace }: Pick<VisibleNamespace, 'owner' | 'name'>,
	all: readonly DatasetRow[],
): Promise<Map<string, EmptyDataset>> {
	const { catalog, engine, objects } = platform;
	const emptied = new Map<string, EmptyDataset>();
	const names = [...new Set(all.map((item) => item.sha256))];
	if (names.length === 0) return emptied;
	const parts = await partsOf(catalog.db, names);
	// Every part has all columns.
	const firstOf = (name: string): string => parts.get(name)?.[0]?.sha256 ?? name;
	const first = names.map(firstOf);
	const read = all.map(({ name: datasetName, sha256 }) => ({
		coordinate: { owner, namespace, datasetName },
		objects: [firstOf(sha256)],
	}));
	const { files, dispose } = await readingDatasets(platform, read, () =>
		objects.withFiles(first, (fileOf) => engine.empty(first.map(fileOf))),
	);
	try {
		for (const [index, name] of names.entries()) emptied.set(name, await objects.adopt(files[index] ?? ''));
	} finally {
		await dispose();
	}
	return emptied;
}

async function empty(
	tx: Db,
	{ userId: by }: Caller,
	all: readonly DatasetRow[],
	emptied: ReadonlyMap<string, EmptyDataset>,
	now: Date,
): Promise<void> {
	const noTexts = { description: '', licence: null, source: null, contact: null };
	const cleared = { ...noTexts, rows: 0, builtBy: null, updatedAt: now };
	for (const row of all) {
		const columnOrder = row.columns.map((column) => column.name);
		const values = { ...cleared, ...emptied.get(row.sha256), columnOrder, version: row.version + 1 };
		await tx.update(datasets).set(values).where(eq(datasets.id, row.id));
		await keepVersion(tx, { ...row, ...values }, { cause: 'wiped', by, at: now });
		await tx.delete(columnDescriptions).where(eq(columnDescriptions.datasetId, row.id));
	}
}

/** Removes links in both directions, including those with other users' datasets. Returns their number. */
async function removeLinks(tx: Db, namespaceId: string): Promise<number> {
	const mine = tx.select({ id: datasets.id }).from(datasets).where(eq(datasets.namespaceId, namespaceId));
	const removed = await tx
		.delete(links)
		.where(and(or(inArray(links.fromDatasetId, mine), inArray(links.toDatasetId, mine))))
		.returning({ id: links.id });
	return removed.length;
}
