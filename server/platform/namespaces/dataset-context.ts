import { eq, inArray, or } from 'drizzle-orm';
import type { Column, DatasetCoordinate } from '#contract/dataset.ts';
import { columnDescriptions, datasets, links } from '../../store/catalog/schema/datasets.ts';
import { type Caller, type ReadableDataset, tokenAllows } from '../access/access.ts';
import { type VisibleNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import type { Platform } from '../platform.ts';

/** A dataset with all that is said of it. */
export interface ToldDataset {
	readonly id: string;
	readonly source: ReadableDataset;
	readonly description: string;
	readonly rows: number;
	readonly columns: readonly (Column & { readonly description: string })[];
}

export interface ToldLink {
	readonly from: { readonly dataset: string; readonly column: string };
	readonly to: { readonly dataset: string; readonly column: string };
	readonly matchType: 'ExactMatch' | 'GeoMatch';
	readonly options: Readonly<Record<string, unknown>>;
}

type Row = typeof datasets.$inferSelect;
interface Readable {
	readonly row: Row;
	readonly coordinate: DatasetCoordinate;
}

/**
 * The datasets of a namespace and those one declared link away, the links between all of them; only what both user and
 * token may read.
 */
export async function readDatasetContext(
	platform: Platform,
	caller: Caller,
	namespace: VisibleNamespace,
): Promise<{ datasets: ToldDataset[]; links: ToldLink[] }> {
	const { db } = platform.catalog;
	const visible = new Map((await visibleNamespaces(db, caller)).map((it) => [it.id, it]));
	const readable = (rows: readonly Row[]): Readable[] =>
		rows
			.flatMap((row) => {
				const home = visible.get(row.namespaceId);
				if (home === undefined) return [];
				const coordinate = { owner: home.owner, namespace: home.name, datasetName: row.name };
				return tokenAllows(caller, 'read', coordinate) ? [{ row, coordinate }] : [];
			})
			.sort((a, b) => (a.row.folded < b.row.folded ? -1 : 1));
	const own = readable(await db.select().from(datasets).where(eq(datasets.namespaceId, namespace.id)));
	if (own.length === 0) return { datasets: [], links: [] };
	const ids = own.map((it) => it.row.id);
	const near = await db
		.select()
		.from(links)
		.where(or(inArray(links.fromDatasetId, ids), inArray(links.toDatasetId, ids)));
	const away = [...new Set(near.flatMap((it) => [it.fromDatasetId, it.toDatasetId]))].filter((it) => !ids.includes(it));
	const linked = away.length === 0 ? [] : readable(await db.select().from(datasets).where(inArray(datasets.id, away)));
	const all = [...own, ...linked];
	const among = all.map((it) => it.row.id);
	const declared = await db.select().from(links).where(inArray(links.fromDatasetId, among));
	return {
		datasets: await withDescriptions(platform, all),
		links: declared
			.filter((it) => among.includes(it.toDatasetId))
			.map((it) => ({
				from: { dataset: it.fromDatasetId, column: it.fromColumn },
				to: { dataset: it.toDatasetId, column: it.toColumn },
				matchType: it.matchType,
				options: it.options,
			})),
	};
}

async function withDescriptions(platform: Platform, all: readonly Readable[]): Promise<ToldDataset[]> {
	const ids = all.map((it) => it.row.id);
	const rows = await platform.catalog.db
		.select()
		.from(columnDescriptions)
		.where(inArray(columnDescriptions.datasetId, ids));
	const described = new Map(rows.map((it) => [`${it.datasetId} ${it.column}`, it.description]));
	return all.map(({ row, coordinate }) => ({
		id: row.id,
		source: { coordinate, namespaceId: row.namespaceId, sha256: row.sha256 },
		description: row.description,
		rows: row.rows,
		columns: row.columns.map((it) => ({ ...it, description: described.get(`${row.id} ${it.name}`) ?? '' })),
	}));
}
