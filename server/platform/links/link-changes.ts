import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { NewLink } from '#contract/link.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets, links } from '../../store/catalog/schema/datasets.ts';
import { coordinateOf, type FoundDataset, readableAmong } from '../access/dataset-access.ts';
import { mayChange, visibleNamespaces } from '../access/namespace-access.ts';
import { type Caller, tokenAllows } from '../core/caller.ts';
import { forbidden, notFound } from '../core/service-error.ts';
import { assertStorable } from '../core/storable.ts';
import type { Platform } from '../state/platform.ts';
import { readLink } from './link-ends.ts';

/** Creates a link between two columns that the caller may read. Returns false if it already existed. */
export async function addLink(platform: Platform, caller: Caller, link: NewLink): Promise<boolean> {
	assertStorable('options', link.options);
	return platform.catalog.write(async (tx) => {
		const { from, to } = await readLink(tx, caller, link);
		assertTokenWrites(caller, from, to);
		const made = await tx
			.insert(links)
			.values({
				id: randomUUID(),
				fromDatasetId: from.row.id,
				fromColumn: from.column,
				toDatasetId: to.row.id,
				toColumn: to.column,
				matchType: link.matchType,
				options: link.options ?? {},
				createdBy: caller.userId,
				createdAt: platform.now(),
			})
			.onConflictDoNothing()
			.returning({ id: links.id });
		return made.length > 0;
	});
}

/** Deletes a link that the caller created, or one whose datasets include one the caller may change. */
export async function deleteLink(platform: Platform, caller: Caller, id: string): Promise<void> {
	await platform.catalog.write(async (tx) => {
		const missing = notFound(`Link ${id} doesn’t exist, or you don’t have access to both of its datasets.`);
		const [link] = await tx.select().from(links).where(eq(links.id, id));
		if (link === undefined) throw missing;
		const from = await readable(tx, caller, link.fromDatasetId);
		const to = await readable(tx, caller, link.toDatasetId);
		if (from === null || to === null) throw missing;
		const changes = [from, to].some((dataset) => mayChange(caller, dataset.namespace, dataset.row.name));
		if (!changes && link.createdBy !== caller.userId) {
			throw forbidden(
				'You can only delete links that you created or that belong to a dataset you can edit. Ask the owner of one of the linked datasets to delete this link.',
			);
		}
		assertTokenWrites(caller, from, to);
		await tx.delete(links).where(eq(links.id, id));
	});
}

async function readable(tx: Db, caller: Caller, datasetId: string): Promise<FoundDataset | null> {
	const rows = await tx.select().from(datasets).where(eq(datasets.id, datasetId));
	const [found] = readableAmong(caller, await visibleNamespaces(tx, caller), rows);
	return found ?? null;
}

/** A read-only token can't create or delete links, even if its user can. */
function assertTokenWrites(caller: Caller, ...ends: readonly FoundDataset[]): void {
	if (ends.some((end) => tokenAllows(caller, 'write', coordinateOf(end)))) return;
	throw forbidden('Your access token can’t change either dataset. Use a token with write access.');
}
