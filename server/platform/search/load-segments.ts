import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildSpecSources, buildSpecs } from '../../store/catalog/schema/build-specs.ts';
import { columnDescriptions, datasets, links } from '../../store/catalog/schema/datasets.ts';
import { batches } from '../core/batches.ts';
import { createSegment, type Segment, type SegmentItem } from './segment.ts';

const target = alias(datasets, 'target');

/** Changes whenever one of the rows does: PostgreSQL gives each version of a row its transaction's number. */
const markOf = (id: PgColumn, table: string): SQL<string> =>
	sql<string>`count(*) || '.' || coalesce(sum(hashtext(${id}::text || ${sql.identifier(table)}.xmin::text)), 0)`;

/** By namespace: a value that changes whenever its datasets or links do. */
export async function namespaceMarks(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
	const marks = new Map(ids.map((id) => [id, '']));
	for (const batch of batches(ids)) {
		const ofDatasets = await db
			.select({ id: datasets.namespaceId, mark: markOf(datasets.id, 'datasets') })
			.from(datasets)
			.where(inArray(datasets.namespaceId, batch))
			.groupBy(datasets.namespaceId);
		const ofLinks = await db
			.select({ id: datasets.namespaceId, mark: markOf(links.id, 'links') })
			.from(links)
			.innerJoin(datasets, eq(datasets.id, links.fromDatasetId))
			.where(inArray(datasets.namespaceId, batch))
			.groupBy(datasets.namespaceId);
		// The other side of a link gets its name from another namespace.
		const ofEnds = await db
			.select({ id: datasets.namespaceId, mark: markOf(target.id, 'target') })
			.from(links)
			.innerJoin(datasets, eq(datasets.id, links.fromDatasetId))
			.innerJoin(target, eq(target.id, links.toDatasetId))
			.where(inArray(datasets.namespaceId, batch))
			.groupBy(datasets.namespaceId);
		for (const { id, mark } of [...ofDatasets, ...ofLinks, ...ofEnds]) marks.set(id, `${marks.get(id)} ${mark}`);
	}
	return marks;
}

/** A value that changes whenever a user's BuildSpecs do. */
export async function buildSpecMark(db: Db, userId: string): Promise<string> {
	const [row] = await db
		.select({ mark: markOf(buildSpecs.id, 'build_specs') })
		.from(buildSpecs)
		.where(eq(buildSpecs.ownerId, userId));
	return row?.mark ?? '';
}

/** Datasets, columns and links of a namespace. */
export async function loadNamespace(db: Db, id: string, pause: YieldToEventLoop): Promise<Segment> {
	const { columns, description, name } = datasets;
	const rows = await db
		.select({ id: datasets.id, name, columns, description })
		.from(datasets)
		.where(eq(datasets.namespaceId, id));
	const described = await db
		.select({
			id: columnDescriptions.datasetId,
			column: columnDescriptions.column,
			text: columnDescriptions.description,
		})
		.from(columnDescriptions)
		.innerJoin(datasets, eq(datasets.id, columnDescriptions.datasetId))
		.where(eq(datasets.namespaceId, id));
	const texts = new Map(described.map((row) => [`${row.id} ${row.column}`, row.text]));
	const linked = await db
		.select({
			id: links.id,
			from: links.fromDatasetId,
			column: links.fromColumn,
			to: { namespaceId: target.namespaceId, dataset: target.name, column: links.toColumn },
		})
		.from(links)
		.innerJoin(datasets, eq(datasets.id, links.fromDatasetId))
		.innerJoin(target, eq(target.id, links.toDatasetId))
		.where(eq(datasets.namespaceId, id));
	const items: SegmentItem[] = [];
	const positions = new Map<string, number>();
	for (const row of rows) {
		const parent = items.length;
		positions.set(row.id, parent);
		items.push({ found: { kind: 'dataset', dataset: row.name, description: row.description }, parent: -1 });
		for (const { name: column, type } of row.columns) {
			const text = texts.get(`${row.id} ${column}`) ?? '';
			items.push({ found: { kind: 'column', dataset: row.name, column, type, description: text }, parent });
		}
	}
	for (const { id: linkId, from, column, to } of linked) {
		const parent = positions.get(from);
		const found = parent === undefined ? undefined : items[parent]?.found;
		if (parent === undefined || found?.kind !== 'dataset') continue;
		items.push({ found: { kind: 'link', id: linkId, dataset: found.dataset, column, to }, parent });
	}
	return createSegment(items, pause);
}

export async function loadBuildSpecs(db: Db, userId: string, pause: YieldToEventLoop): Promise<Segment> {
	const isOwn = and(eq(buildSpecs.ownerId, userId), isNull(buildSpecs.removedAt));
	const rows = await db.select().from(buildSpecs).where(isOwn);
	const sources = await db
		.select({
			id: buildSpecSources.buildSpecId,
			owner: buildSpecSources.owner,
			namespace: buildSpecSources.namespace,
			datasetName: buildSpecSources.dataset,
		})
		.from(buildSpecSources)
		.innerJoin(buildSpecs, eq(buildSpecs.id, buildSpecSources.buildSpecId))
		.where(isOwn);
	const sourcesOf = new Map<string, typeof sources>();
	for (const source of sources) sourcesOf.set(source.id, [...(sourcesOf.get(source.id) ?? []), source]);
	const items = rows.map(
		(row): SegmentItem => ({
			found: {
				kind: 'build-spec',
				id: row.id,
				destination: {
					owner: row.destinationOwner,
					namespace: row.destinationNamespace,
					datasetName: row.destinationDataset,
				},
				sources: sourcesOf.get(row.id) ?? [],
				code: row.payload,
			},
			parent: -1,
		}),
	);
	return createSegment(items, pause);
}
