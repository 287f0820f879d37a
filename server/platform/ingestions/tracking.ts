import { and, eq, inArray, isNull, notInArray, or } from 'drizzle-orm';
import { foldName, type ScopedQuery } from '#contract/ids.ts';
import type { Ingestion } from '#contract/ingest.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { ingestions } from '../../store/catalog/schema/ingestions.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { coordinateIn } from '../access/dataset-access.ts';
import { findNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import { type Caller, tokenAllows } from '../core/caller.ts';
import { type Page, pageByTime, readFlag, readNamespace } from '../core/page.ts';
import { forbidden } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';
import { findIngestion, maySee, present } from './find.ts';
import { undoneOf } from './undone.ts';

/** @param committing whether an ingestion is just being written */
export async function listIngestions(
	platform: Platform,
	caller: Caller,
	query: ScopedQuery & { readonly unseen?: string | undefined },
	committing: (id: string) => boolean,
): Promise<Page<Ingestion>> {
	const { db } = platform.catalog;
	const page = pageByTime(query, 100, [ingestions.createdAt, ingestions.id]);
	const unseen = readFlag(query.unseen, 'unseen');
	const scope = readNamespace(query, 'ingestions');
	const found =
		scope === null
			? await visibleNamespaces(db, caller)
			: [await findNamespace(db, caller, scope.username, scope.namespace)];
	const namespaces = new Map(found.map((namespace) => [namespace.id, namespace]));
	if (namespaces.size === 0) return { items: [] };
	const owned = found.flatMap(({ id, role }) => (role === 'owner' ? [id] : []));
	const rows = await db
		.select({ row: ingestions, by: users.username })
		.from(ingestions)
		.innerJoin(users, eq(users.id, ingestions.userId))
		.where(
			and(
				inArray(ingestions.namespaceId, [...namespaces.keys()]),
				or(eq(ingestions.userId, caller.userId), inArray(ingestions.namespaceId, owned)),
				query.dataset === undefined
					? undefined
					: inArray(ingestions.dataset, await spellings(db, namespaces, query.dataset)),
				// A canceled or expired one changed nothing.
				unseen ? and(isNull(ingestions.seenAt), notInArray(ingestions.state, ['cancelled', 'expired'])) : undefined,
				page.where,
			),
		)
		.orderBy(...page.order)
		.limit(page.most);
	const { items, ...rest } = page.of(rows, ({ row }) => [row.createdAt, row.id]);
	const undone = await undoneOf(
		db,
		items.map(({ row }) => row),
	);
	const shown = items.flatMap(({ row, by }) => {
		const namespace = namespaces.get(row.namespaceId);
		if (namespace === undefined || !maySee(caller, namespace, row)) return [];
		return [present({ row, by, target: coordinateIn(namespace, row.dataset) }, committing(row.id), undone.has(row.id))];
	});
	return { ...rest, items: shown };
}

/** Spellings of a dataset's name in the ingestions of namespaces: the database folds names differently. */
async function spellings(db: Db, namespaces: ReadonlyMap<string, unknown>, dataset: string): Promise<string[]> {
	const all = await db
		.selectDistinct({ dataset: ingestions.dataset })
		.from(ingestions)
		.where(inArray(ingestions.namespaceId, [...namespaces.keys()]));
	return all.map((item) => item.dataset).filter((value) => foldName(value) === foldName(dataset));
}

/** @throws ServiceError NOT_FOUND, and FORBIDDEN if the token is read-only */
export async function markSeen(platform: Platform, caller: Caller, id: string): Promise<Ingestion> {
	const { db } = platform.catalog;
	const found = await findIngestion(db, caller, id);
	if (!tokenAllows(caller, 'write', found.target)) {
		throw forbidden('Your access token can’t write to this dataset. Use a token with write access.');
	}
	const seenAt = platform.now();
	await platform.catalog.write((tx) => tx.update(ingestions).set({ seenAt }).where(eq(ingestions.id, id)));
	const undone = await undoneOf(db, [found.row]);
	return present({ ...found, row: { ...found.row, seenAt } }, false, undone.has(id));
}
