import { and, eq, inArray, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ScopedQuery } from '#contract/ids.ts';
import type { LinkEnd, ListedLink } from '#contract/link.ts';
import { datasets, links } from '../../store/catalog/schema/datasets.ts';
import { findDataset, mayRead } from '../access/dataset-access.ts';
import { findNamespace, type VisibleNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import type { Caller } from '../core/caller.ts';
import { type Page, pageByTime, readNamespace } from '../core/page.ts';

import type { Platform } from '../state/platform.ts';

const from = alias(datasets, 'from_dataset');
const to = alias(datasets, 'to_dataset');

/** Links of everything, one namespace or one dataset. A link is hidden if the caller may not read one of its sides. */
export async function listLinks(platform: Platform, caller: Caller, query: ScopedQuery): Promise<Page<ListedLink>> {
	const { db } = platform.catalog;
	const page = pageByTime(query, 1_000, [links.createdAt, links.id], 'oldest first');
	const touching = await touchedBy(platform, caller, query);
	const visible = new Map((await visibleNamespaces(db, caller)).map((namespace) => [namespace.id, namespace]));
	if (visible.size === 0) return { items: [] };
	const ids = [...visible.keys()];
	const rows = await db
		.select({ link: links, from: { name: from.name, in: from.namespaceId }, to: { name: to.name, in: to.namespaceId } })
		.from(links)
		.innerJoin(from, eq(from.id, links.fromDatasetId))
		.innerJoin(to, eq(to.id, links.toDatasetId))
		.where(and(touching, inArray(from.namespaceId, ids), inArray(to.namespaceId, ids), page.where))
		.orderBy(...page.order)
		.limit(page.most);
	const { items, ...rest } = page.of(rows, ({ link }) => [link.createdAt, link.id]);
	const listed = items.flatMap((row) => {
		const { id, matchType, options, createdAt } = row.link;
		const from = endOf(caller, visible, row.from, row.link.fromColumn);
		const to = endOf(caller, visible, row.to, row.link.toColumn);
		return from && to ? [{ id, from, to, matchType, options, createdAt: createdAt.toISOString() }] : [];
	});
	return { ...rest, items: listed };
}

async function touchedBy(platform: Platform, caller: Caller, query: ScopedQuery) {
	const { db } = platform.catalog;
	const scope = readNamespace(query, 'links');
	if (scope === null) return undefined;
	if (query.dataset === undefined) {
		const { id } = await findNamespace(db, caller, scope.username, scope.namespace);
		return or(eq(from.namespaceId, id), eq(to.namespaceId, id));
	}
	const { row } = await findDataset(db, caller, { ...scope, datasetName: query.dataset });
	return or(eq(links.fromDatasetId, row.id), eq(links.toDatasetId, row.id));
}

function endOf(
	caller: Caller,
	visible: ReadonlyMap<string, VisibleNamespace>,
	dataset: { name: string; in: string },
	columnName: string,
): LinkEnd | null {
	const namespace = visible.get(dataset.in);
	if (namespace === undefined || !mayRead(caller, namespace, dataset.name)) return null;
	return { username: namespace.owner, namespace: namespace.name, dataset: dataset.name, columnName };
}
