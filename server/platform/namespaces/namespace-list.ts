import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { foldName, type PageQuery } from '#contract/ids.ts';
import type { Namespace, NamespacePath } from '#contract/namespace.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { mayRead } from '../access/dataset-access.ts';
import {
	compareSortKeys,
	findNamespace,
	sortKeyOf,
	type VisibleNamespace,
	visibleNamespaces,
} from '../access/namespace-access.ts';
import { type Caller, tokenAllowsAll } from '../core/caller.ts';
import { type Page, pageOf, readCursor, readLimit } from '../core/page.ts';
import { conflict, forbidden } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';

const NamespaceCursor = z.tuple([z.string(), z.string()]);

export async function listNamespaces(platform: Platform, caller: Caller, query: PageQuery): Promise<Page<Namespace>> {
	const { db } = platform.catalog;
	const limit = readLimit(query, 1_000);
	const after = readCursor(query, NamespaceCursor);
	const all = await visibleNamespaces(db, caller);
	// The cursor stays valid even if its namespace was renamed or removed.
	const rest = after === null ? all : all.filter((namespace) => compareSortKeys(sortKeyOf(namespace), after) > 0);
	const page = pageOf(rest, limit, sortKeyOf);
	return { ...page, items: await present(db, caller, page.items) };
}

export async function getNamespace(platform: Platform, caller: Caller, path: NamespacePath): Promise<Namespace> {
	const { db } = platform.catalog;
	const found = await findNamespace(db, caller, path.username, path.namespace);
	return presentNamespace(db, caller, found);
}

/** Creates an empty namespace for the caller. @throws ServiceError CONFLICT if the caller already has one with this name */
export async function createNamespace(platform: Platform, caller: Caller, name: string): Promise<Namespace> {
	const { username, userId } = caller;
	if (!tokenAllowsAll(caller, 'write', username, name)) {
		const message = `Your access token can’t write to all of ${username}/${name}. Use a token with write access.`;
		throw forbidden(message);
	}
	return platform.catalog.write(async (tx) => {
		const made = await tx
			.insert(namespaces)
			.values({ id: randomUUID(), ownerId: userId, name, folded: foldName(name), createdAt: platform.now() })
			.onConflictDoNothing()
			.returning({ id: namespaces.id });
		if (made.length === 0) {
			throw conflict(`You already have a namespace named "${name}". Choose another name.`);
		}
		return presentNamespace(tx, caller, await findNamespace(tx, caller, username, name));
	});
}

export async function presentNamespace(db: Db, caller: Caller, namespace: VisibleNamespace): Promise<Namespace> {
	const [shown] = await present(db, caller, [namespace]);
	if (shown === undefined) throw new Error(`The namespace ${namespace.name} wasn’t returned.`);
	return shown;
}

interface Sums {
	datasets: number;
	rows: number;
	bytes: number;
	updatedAt: Date | null;
}

async function present(db: Db, caller: Caller, found: readonly VisibleNamespace[]): Promise<Namespace[]> {
	const whole = found.filter((namespace) => tokenAllowsAll(caller, 'read', namespace.owner, namespace.name));
	const sums = new Map<string, Sums>(await sumsOf(db, whole));
	for (const namespace of found)
		if (!sums.has(namespace.id)) sums.set(namespace.id, await sumsOfReadable(db, caller, namespace, whole));
	return found.map((namespace) => {
		const { updatedAt, ...rest } = sums.get(namespace.id) ?? nothing;
		return {
			username: namespace.owner,
			namespace: namespace.name,
			role: namespace.role,
			description: namespace.description,
			...rest,
			createdAt: namespace.createdAt.toISOString(),
			updatedAt: (updatedAt ?? namespace.createdAt).toISOString(),
		};
	});
}

const nothing: Sums = { datasets: 0, rows: 0, bytes: 0, updatedAt: null };

async function sumsOf(db: Db, found: readonly VisibleNamespace[]): Promise<[string, Sums][]> {
	if (found.length === 0) return [];
	const ids = found.map((namespace) => namespace.id);
	const rows = await db
		.select({
			id: datasets.namespaceId,
			datasets: sql<number>`count(*)`.mapWith(Number),
			rows: sql<number>`sum(${datasets.rows})`.mapWith(Number),
			bytes: sql<number>`sum(${datasets.bytes})`.mapWith(Number),
			updatedAt: sql<Date>`max(${datasets.updatedAt})`.mapWith(datasets.updatedAt),
		})
		.from(datasets)
		.where(inArray(datasets.namespaceId, ids))
		.groupBy(datasets.namespaceId);
	return rows.map(({ id, ...rest }) => [id, rest]);
}

/** Sums over the readable datasets only, for a token that may not read a whole namespace. */
async function sumsOfReadable(
	db: Db,
	caller: Caller,
	namespace: VisibleNamespace,
	whole: readonly VisibleNamespace[],
): Promise<Sums> {
	if (whole.includes(namespace)) return nothing;
	const { name: datasetName, rows, bytes, updatedAt } = datasets;
	const all = await db
		.select({ datasetName, rows, bytes, updatedAt })
		.from(datasets)
		.where(eq(datasets.namespaceId, namespace.id));
	const readable = all.filter((row) => mayRead(caller, namespace, row.datasetName));
	return readable.reduce<Sums>(
		(sum, row) => ({
			datasets: sum.datasets + 1,
			rows: sum.rows + row.rows,
			bytes: sum.bytes + row.bytes,
			updatedAt: sum.updatedAt === null || row.updatedAt > sum.updatedAt ? row.updatedAt : sum.updatedAt,
		}),
		nothing,
	);
}
