import { asc, inArray } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';

/**
 * Keeps whoever wipes or renames namespaces waiting until the transaction ends, or waits for them. They take their namespace
 * before all else; who takes what is in it does so after this, so that no two wait for each other.
 */
export async function holdNamespaces(tx: Db, ids: readonly string[]): Promise<void> {
	await tx
		.select({ id: namespaces.id })
		.from(namespaces)
		.where(inArray(namespaces.id, [...new Set(ids)]))
		.orderBy(asc(namespaces.id))
		.for('key share');
}
