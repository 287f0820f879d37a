import { and, asc, eq, gt, inArray, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { LinkEnd, ListedLink } from '#contract/link.ts';
import { datasets, links } from '../../store/catalog/schema/datasets.ts';
import { type Caller, tokenAllows } from '../access/access.ts';
import { findNamespace, type VisibleNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import { findDataset } from '../datasets/dataset-list.ts';
import { type Page, type PageQuery, pageOf, readCursor, readLimit, TimeCursor } from '../page.ts';
import type { Platform } from '../platform.ts';
import { invalid } from '../service-error.ts';

export interface LinkQuery extends PageQuery {
	readonly username?: string | undefined;
	readonly namespace?: string | undefined;
	readonly dataset?: string | undefined;
}

const from = alias(datasets, 'from_dataset');
const to = alias(datasets, 'to_dataset');

/** Links of all that the caller sees, of one namespace, or of one dataset; an end that it may not read hides the link. */
export async function listLinks(platform: Platform, caller: Caller, query: LinkQuery): Promise<Page<ListedLink>> {
	const { db } = platform.catalog;
	const limit = readLimit(query, 1_000);
	const after = readCursor(query, TimeCursor);
	const touching = await touchedBy(platform, caller, query);
	const visible = new Map((await visibleNamespaces(db, caller)).map((it) => [it.id, it]));
	if (visible.size === 0) return { items: [] };
	const ids = [...visible.keys()];
	const rows = await db
		.select({ link: links, from: { name: from.name, in: from.namespaceId }, to: { name: to.name, in: to.namespaceId } })
		.from(links)
		.innerJoin(from, eq(from.id, links.fromDatasetId))
		.innerJoin(to, eq(to.id, links.toDatasetId))
		.where(
			and(
				touching,
				inArray(from.namespaceId, ids),
				inArray(to.namespaceId, ids),
				after === null ? undefined : madeAfter(new Date(after[0]), after[1]),
			),
		)
		.orderBy(asc(links.createdAt), asc(links.id))
		.limit(limit + 1);
	const page = pageOf(rows, limit, ({ link }) => [link.createdAt.toISOString(), link.id]);
	const items = page.items.flatMap((row) => {
		const { id, matchType, options, createdAt } = row.link;
		const ends = [
			endOf(caller, visible, row.from, row.link.fromColumn),
			endOf(caller, visible, row.to, row.link.toColumn),
		] as const;
		if (ends[0] === null || ends[1] === null) return [];
		return [{ id, from: ends[0], to: ends[1], matchType, options, createdAt: createdAt.toISOString() }];
	});
	return { ...page, items };
}

async function touchedBy(platform: Platform, caller: Caller, query: LinkQuery) {
	const { db } = platform.catalog;
	const { username, namespace, dataset } = query;
	if (username === undefined && namespace === undefined && dataset === undefined) return undefined;
	const lacking = [...(username === undefined ? ['username'] : []), ...(namespace === undefined ? ['namespace'] : [])];
	if (username === undefined || namespace === undefined) {
		throw invalid(
			lacking.map((code) => ({ code, message: `${code} is missing: links are asked for by namespace or dataset.` })),
		);
	}
	if (dataset === undefined) {
		const { id } = await findNamespace(db, caller, username, namespace);
		return or(eq(from.namespaceId, id), eq(to.namespaceId, id));
	}
	const { row } = await findDataset(db, caller, { username, namespace, datasetName: dataset });
	return or(eq(links.fromDatasetId, row.id), eq(links.toDatasetId, row.id));
}

function endOf(
	caller: Caller,
	visible: ReadonlyMap<string, VisibleNamespace>,
	dataset: { name: string; in: string },
	columnName: string,
): LinkEnd | null {
	const namespace = visible.get(dataset.in);
	if (namespace === undefined) return null;
	const end = { owner: namespace.owner, namespace: namespace.name, datasetName: dataset.name };
	if (!tokenAllows(caller, 'read', end)) return null;
	return { username: end.owner, namespace: end.namespace, dataset: dataset.name, columnName };
}

const madeAfter = (createdAt: Date, id: string) =>
	or(gt(links.createdAt, createdAt), and(eq(links.createdAt, createdAt), gt(links.id, id)));
