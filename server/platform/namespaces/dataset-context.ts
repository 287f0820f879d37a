import { eq, inArray, or, type SQL } from 'drizzle-orm';
import type { Column } from '#contract/dataset.ts';
import { columnDescriptions, datasets, links } from '../../store/catalog/schema/datasets.ts';
import { type FoundDataset, readableAmong, toReadable } from '../access/dataset-access.ts';
import { type VisibleNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import type { Caller, ReadableDataset } from '../core/caller.ts';
import type { Platform } from '../state/platform.ts';

export interface DescribedDataset {
	readonly id: string;
	readonly source: ReadableDataset;
	readonly description: string;
	readonly rows: number;
	readonly columns: readonly (Column & { readonly description: string })[];
}

export interface DescribedLink {
	readonly from: { readonly dataset: string; readonly column: string };
	readonly to: { readonly dataset: string; readonly column: string };
	readonly matchType: 'ExactMatch' | 'GeoMatch';
	readonly options: Readonly<Record<string, unknown>>;
}

/** The readable datasets of a namespace, those one declared link away, and all links between them. */
export async function readDatasetContext(
	platform: Platform,
	caller: Caller,
	namespace: VisibleNamespace,
): Promise<{ datasets: DescribedDataset[]; links: DescribedLink[] }> {
	const { db } = platform.catalog;
	const visible = await visibleNamespaces(db, caller);
	const readable = async (where: SQL): Promise<FoundDataset[]> =>
		readableAmong(caller, visible, await db.select().from(datasets).where(where)).sort((a, b) =>
			a.row.folded < b.row.folded ? -1 : 1,
		);
	const own = await readable(eq(datasets.namespaceId, namespace.id));
	if (own.length === 0) return { datasets: [], links: [] };
	const ids = own.map(({ row }) => row.id);
	const isNear = or(inArray(links.fromDatasetId, ids), inArray(links.toDatasetId, ids));
	const near = await db.select().from(links).where(isNear);
	const ends = new Set(near.flatMap((link) => [link.fromDatasetId, link.toDatasetId]));
	const others = [...ends].filter((id) => !ids.includes(id));
	const linked = others.length === 0 ? [] : await readable(inArray(datasets.id, others));
	const all = [...own, ...linked];
	const among = all.map(({ row }) => row.id);
	const declared = await db.select().from(links).where(inArray(links.fromDatasetId, among));
	return {
		datasets: await withDescriptions(platform, all),
		links: declared
			.filter((link) => among.includes(link.toDatasetId))
			.map(({ fromDatasetId, fromColumn, toDatasetId, toColumn, matchType, options }) => ({
				from: { dataset: fromDatasetId, column: fromColumn },
				to: { dataset: toDatasetId, column: toColumn },
				matchType,
				options,
			})),
	};
}

async function withDescriptions(platform: Platform, all: readonly FoundDataset[]): Promise<DescribedDataset[]> {
	const ids = all.map(({ row }) => row.id);
	const isTheirs = inArray(columnDescriptions.datasetId, ids);
	const rows = await platform.catalog.db.select().from(columnDescriptions).where(isTheirs);
	const described = new Map(rows.map((row) => [`${row.datasetId} ${row.column}`, row.description]));
	return all.map(({ row, namespace }) => ({
		id: row.id,
		source: toReadable({ row, namespace }),
		description: row.description,
		rows: row.rows,
		columns: row.columns.map((column) => ({ ...column, description: described.get(`${row.id} ${column.name}`) ?? '' })),
	}));
}
