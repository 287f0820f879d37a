import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { Namespace, NamespacePath } from '#contract/namespace.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { ingestions } from '../../store/catalog/schema/ingestions.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { assertOwner, findNamespace, lockNamespace, type VisibleNamespace } from '../access/namespace-access.ts';
import type { Caller } from '../core/caller.ts';
import { conflict } from '../core/service-error.ts';
import { assertStorable } from '../core/storable.ts';
import { finishWipe, recordWipe } from '../datasets/wiped-data.ts';
import { removeIngestions } from '../ingestions/end.ts';
import { takeReleasedObjects } from '../parts/object-ownership.ts';
import type { Platform } from '../state/platform.ts';
import { presentNamespace } from './namespace-list.ts';

/** Sets a namespace's description; an empty string removes it. */
export async function describeNamespace(
	platform: Platform,
	caller: Caller,
	path: NamespacePath,
	description: string,
): Promise<Namespace> {
	assertStorable('description', description);
	return platform.catalog.write(async (tx) => {
		const found = await findNamespace(tx, caller, path.username, path.namespace);
		assertOwner(caller, found, 'change its description');
		await tx.update(namespaces).set({ description }).where(eq(namespaces.id, found.id));
		return presentNamespace(tx, caller, { ...found, description });
	});
}

/** Deletes a namespace without datasets, with its shares, settings and ingestion history. @throws ServiceError CONFLICT */
export async function deleteNamespace(platform: Platform, caller: Caller, path: NamespacePath): Promise<void> {
	const { running, label } = await platform.catalog.write(async (tx) => {
		const found = await findNamespace(tx, caller, path.username, path.namespace);
		assertOwner(caller, found, 'delete it');
		// A write of a dataset holds this row until the dataset exists.
		await lockNamespace(tx, found.id);
		await assertEmpty(tx, found);
		const now = platform.now();
		const released = await takeReleasedObjects(tx, found.id);
		const { objects } = await removeIngestions(tx, found.id);
		const label = `${found.owner}/${found.name}`;
		const wipe = { namespaceId: found.id, datasets: [], released, objects, label };
		const running = await recordWipe(tx, wipe, now);
		await tx.delete(namespaces).where(eq(namespaces.id, found.id));
		return { running, label };
	});
	await finishWipe(platform, running, label);
}

const namedAtMost = 3;

/** @throws ServiceError CONFLICT that lists its contents */
async function assertEmpty(tx: Db, { id, owner, name }: VisibleNamespace): Promise<void> {
	const label = `${owner}/${name}`;
	const found = await tx
		.select({ name: datasets.name })
		.from(datasets)
		.where(eq(datasets.namespaceId, id))
		.orderBy(asc(datasets.folded))
		.limit(namedAtMost);
	if (found.length > 0) {
		const total = await tx.$count(datasets, eq(datasets.namespaceId, id));
		const more = total - found.length;
		const names = found.map((dataset) => dataset.name).join(', ');
		const all = `${total === 1 ? '1 dataset' : `${total} datasets`}: ${names}${more > 0 ? ` and ${more} more` : ''}`;
		throw conflict(
			`${label} still has ${all}. Delete ${total === 1 ? 'it' : 'them'} first, or wipe the namespace with its datasets.`,
		);
	}
	const isOpen = and(eq(ingestions.namespaceId, id), eq(ingestions.state, 'open'));
	const [open] = await tx.select({ count: count() }).from(ingestions).where(isOpen);
	if (open !== undefined && open.count > 0) {
		throw conflict(
			`${label} still has ${open.count === 1 ? 'an upload' : `${open.count} uploads`} in progress. Finish or cancel ${open.count === 1 ? 'it' : 'them'} first.`,
		);
	}
	const isActive = and(eq(runs.kind, 'build'), inArray(runs.state, ['queued', 'running']));
	const active = await tx.select({ work: runs.work }).from(runs).where(isActive);
	if (active.some(({ work }) => work?.namespaceId === id)) {
		throw conflict(`A build is writing to ${label}. Wait for the build to end, or cancel it.`);
	}
}
