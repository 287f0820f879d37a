import { eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Namespace } from '#contract/namespace.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { type Caller, tokenAllows, tokenAllowsAll } from '../access/access.ts';
import {
	comparePlaces,
	findNamespace,
	placeOf,
	type VisibleNamespace,
	visibleNamespaces,
} from '../access/namespace-access.ts';
import { type Page, type PageQuery, pageOf, readCursor, readLimit } from '../page.ts';
import type { Platform } from '../platform.ts';

const NamespaceCursor = z.tuple([z.string(), z.string()]);

export async function listNamespaces(platform: Platform, caller: Caller, query: PageQuery): Promise<Page<Namespace>> {
	const { db } = platform.catalog;
	const limit = readLimit(query, 1_000);
	const after = readCursor(query, NamespaceCursor);
	const all = await visibleNamespaces(db, caller);
	// The place is there also where the namespace that stood at it was renamed or went.
	const rest = after === null ? all : all.filter((it) => comparePlaces(placeOf(it), after) > 0);
	const page = pageOf(rest.slice(0, limit + 1), limit, placeOf);
	return { ...page, items: await present(db, caller, page.items) };
}

export async function getNamespace(
	platform: Platform,
	caller: Caller,
	path: { username: string; namespace: string },
): Promise<Namespace> {
	const { db } = platform.catalog;
	const found = await findNamespace(db, caller, path.username, path.namespace);
	return presentNamespace(db, caller, found);
}

export async function presentNamespace(db: Db, caller: Caller, it: VisibleNamespace): Promise<Namespace> {
	const [shown] = await present(db, caller, [it]);
	if (shown === undefined) throw new Error(`The namespace ${it.name} was not presented.`);
	return shown;
}

interface Sums {
	datasets: number;
	rows: number;
	bytes: number;
	updatedAt: Date | null;
}

async function present(db: Db, caller: Caller, found: readonly VisibleNamespace[]): Promise<Namespace[]> {
	const whole = found.filter((it) => tokenAllowsAll(caller, 'read', it.owner, it.name));
	const sums = new Map<string, Sums>(await sumsOf(db, whole));
	for (const it of found) if (!sums.has(it.id)) sums.set(it.id, await sumsOfReadable(db, caller, it, whole));
	return found.map((it) => {
		const { updatedAt, ...rest } = sums.get(it.id) ?? nothing;
		return {
			username: it.owner,
			namespace: it.name,
			role: it.role,
			...rest,
			createdAt: it.createdAt.toISOString(),
			updatedAt: (updatedAt ?? it.createdAt).toISOString(),
		};
	});
}

const nothing: Sums = { datasets: 0, rows: 0, bytes: 0, updatedAt: null };

async function sumsOf(db: Db, found: readonly VisibleNamespace[]): Promise<[string, Sums][]> {
	if (found.length === 0) return [];
	const ids = found.map((it) => it.id);
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

/** A token that does not read all of a namespace learns of those alone that it reads. */
async function sumsOfReadable(
	db: Db,
	caller: Caller,
	it: VisibleNamespace,
	whole: readonly VisibleNamespace[],
): Promise<Sums> {
	if (whole.includes(it)) return nothing;
	const { name: datasetName, rows, bytes, updatedAt } = datasets;
	const all = await db
		.select({ datasetName, rows, bytes, updatedAt })
		.from(datasets)
		.where(eq(datasets.namespaceId, it.id));
	const readable = all.filter((row) => tokenAllows(caller, 'read', { owner: it.owner, namespace: it.name, ...row }));
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
