import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { NewLink } from '#contract/link.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets, links } from '../../store/catalog/schema/datasets.ts';
import { type Caller, tokenAllows } from '../access/access.ts';
import { mayChange, visibleNamespaces } from '../access/namespace-access.ts';
import type { FoundDataset } from '../datasets/dataset-list.ts';
import type { Platform } from '../platform.ts';
import { notFound, ServiceError } from '../service-error.ts';
import { assertStorable } from '../storable.ts';
import { readLink } from './link-ends.ts';

/** Makes a link between two columns that the caller may read. Whether it was made, or was there already. */
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

/** Deletes a link that the caller made, or one of whose datasets it may change. */
export async function deleteLink(platform: Platform, caller: Caller, id: string): Promise<void> {
	await platform.catalog.write(async (tx) => {
		const missing = notFound(`There is no link ${id}, or you may not read one of its ends.`);
		const [link] = await tx.select().from(links).where(eq(links.id, id));
		if (link === undefined) throw missing;
		const from = await readable(tx, caller, link.fromDatasetId);
		const to = await readable(tx, caller, link.toDatasetId);
		if (from === null || to === null) throw missing;
		const changes = [from, to].some((it) => mayChange(caller, it.namespace, it.row.name));
		if (!changes && link.createdBy !== caller.userId) {
			throw new ServiceError('FORBIDDEN', 'You did not make this link, and you may change neither of its datasets.');
		}
		assertTokenWrites(caller, from, to);
		await tx.delete(links).where(eq(links.id, id));
	});
}

async function readable(tx: Db, caller: Caller, datasetId: string): Promise<FoundDataset | null> {
	const [row] = await tx
		.select()
		.from(datasets)
		.where(inArray(datasets.id, [datasetId]));
	const namespace = (await visibleNamespaces(tx, caller)).find((it) => it.id === row?.namespaceId);
	if (row === undefined || namespace === undefined) return null;
	return tokenAllows(caller, 'read', coordinateOf({ namespace, row })) ? { namespace, row } : null;
}

const coordinateOf = ({ namespace, row }: FoundDataset) => ({
	owner: namespace.owner,
	namespace: namespace.name,
	datasetName: row.name,
});

/** A token that only reads makes and deletes no links, whatever its user may do. */
function assertTokenWrites(caller: Caller, ...ends: readonly FoundDataset[]): void {
	if (ends.some((it) => tokenAllows(caller, 'write', coordinateOf(it)))) return;
	throw new ServiceError(
		'FORBIDDEN',
		'The access token that you use may change neither of the two datasets. Use one that may.',
	);
}
