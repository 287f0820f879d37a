import { and, desc, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { foldName } from '#contract/ids.ts';
import type { Ingestion } from '#contract/ingest.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { ingestions } from '../../store/catalog/schema/ingestions.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { type Caller, tokenAllows } from '../access/access.ts';
import { findNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import { type Page, type PageQuery, pageOf, readCursor, readLimit, TimeCursor } from '../page.ts';
import type { Platform } from '../platform.ts';
import { invalid, ServiceError } from '../service-error.ts';
import { findIngestion, maySee, present, targetOf } from './find.ts';

export interface IngestionQuery extends PageQuery {
	readonly username?: string | undefined;
	readonly namespace?: string | undefined;
	readonly dataset?: string | undefined;
	readonly unseen?: string | undefined;
}

/** @param committing whether an ingestion is being written just now */
export async function listIngestions(
	platform: Platform,
	caller: Caller,
	query: IngestionQuery,
	committing: (id: string) => boolean,
): Promise<Page<Ingestion>> {
	const { db } = platform.catalog;
	const limit = readLimit(query, 100);
	const after = readCursor(query, TimeCursor);
	const unseen = readFlag(query.unseen);
	const namespaces = await namespacesOf(platform, caller, query);
	if (namespaces.size === 0) return { items: [] };
	const owned = [...namespaces.values()].filter((it) => it.role === 'owner').map((it) => it.id);
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
				unseen ? isNull(ingestions.seenAt) : undefined,
				after === null ? undefined : madeBefore(new Date(after[0]), after[1]),
			),
		)
		.orderBy(desc(ingestions.createdAt), desc(ingestions.id))
		.limit(limit + 1);
	const page = pageOf(rows, limit, ({ row }) => [row.createdAt.toISOString(), row.id]);
	const items = page.items.flatMap(({ row, by }) => {
		const namespace = namespaces.get(row.namespaceId);
		if (namespace === undefined || !maySee(caller, namespace, row)) return [];
		return [present({ row, by, target: targetOf(namespace, row) }, committing(row.id))];
	});
	return { ...page, items };
}

/** How a dataset's name is written in the ingestions of namespaces: the database folds names otherwise than we do. */
async function spellings(db: Db, namespaces: ReadonlyMap<string, unknown>, dataset: string): Promise<string[]> {
	const all = await db
		.selectDistinct({ dataset: ingestions.dataset })
		.from(ingestions)
		.where(inArray(ingestions.namespaceId, [...namespaces.keys()]));
	return all.map((it) => it.dataset).filter((it) => foldName(it) === foldName(dataset));
}

async function namespacesOf(platform: Platform, caller: Caller, { username, namespace, dataset }: IngestionQuery) {
	const { db } = platform.catalog;
	if (username === undefined && namespace === undefined && dataset === undefined) {
		return new Map((await visibleNamespaces(db, caller)).map((it) => [it.id, it]));
	}
	if (username === undefined || namespace === undefined) {
		const lacking = [
			...(username === undefined ? ['username'] : []),
			...(namespace === undefined ? ['namespace'] : []),
		];
		throw invalid(
			lacking.map((code) => ({
				code,
				message: `${code} is missing: ingestions are asked for by namespace or dataset.`,
			})),
		);
	}
	const found = await findNamespace(db, caller, username, namespace);
	return new Map([[found.id, found]]);
}

function readFlag(text: string | undefined): boolean {
	if (text === undefined || text === 'false') return false;
	if (text === 'true') return true;
	throw invalid([{ code: 'unseen', message: `unseen must be true or false, not "${text}".` }]);
}

/** @throws ServiceError NOT_FOUND, and FORBIDDEN where the token may only read */
export async function markSeen(platform: Platform, caller: Caller, id: string): Promise<Ingestion> {
	const { db } = platform.catalog;
	const found = await findIngestion(db, caller, id);
	if (!tokenAllows(caller, 'write', found.target)) {
		throw new ServiceError(
			'FORBIDDEN',
			'The access token that you use may only read. Use one that may write this dataset.',
		);
	}
	const seenAt = platform.now();
	await platform.catalog.write((tx) => tx.update(ingestions).set({ seenAt }).where(eq(ingestions.id, id)));
	return present({ ...found, row: { ...found.row, seenAt } }, false);
}

const madeBefore = (createdAt: Date, id: string) =>
	or(lt(ingestions.createdAt, createdAt), and(eq(ingestions.createdAt, createdAt), lt(ingestions.id, id)));
