import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Column } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { columnDescriptions, datasets, links } from '../../store/catalog/schema/datasets.ts';

export interface DatasetContent {
	readonly namespaceId: string;
	readonly name: string;
	readonly description: string;
	readonly columns: readonly Column[];
	readonly columnDescriptions: Readonly<Record<string, string>>;
	readonly rows: number;
	readonly bytes: number;
	readonly sha256: string;
	readonly licence: string | null;
	readonly source: string | null;
}

/** Writes a dataset, replacing one that has the name: its id, and with it what points to it, stays. The id. */
export async function putDataset(tx: Db, content: DatasetContent, now: Date): Promise<string> {
	const { columnDescriptions: described, ...rest } = content;
	const columns = rest.columns.map(({ name, type }) => ({ name, type }));
	const values = { ...rest, columns, columnOrder: columns.map((it) => it.name), updatedAt: now };
	const [dataset] = await tx
		.insert(datasets)
		.values({ ...values, id: randomUUID(), folded: foldName(content.name), version: 1 })
		.onConflictDoUpdate({
			target: [datasets.namespaceId, datasets.folded],
			set: { ...values, builtBy: null, version: sql`${datasets.version} + 1` },
		})
		.returning({ id: datasets.id });
	if (dataset === undefined) throw new Error(`Dataset ${content.name} was not stored.`);
	const datasetId = dataset.id;
	await tx.delete(columnDescriptions).where(eq(columnDescriptions.datasetId, datasetId));
	const texts = Object.entries(described).map(([column, description]) => ({ datasetId, column, description }));
	if (texts.length > 0) await tx.insert(columnDescriptions).values(texts);
	return datasetId;
}

export interface NewLink {
	readonly fromDatasetId: string;
	readonly fromColumn: string;
	readonly toDatasetId: string;
	readonly toColumn: string;
}

/** Links two columns whose values are equal; a link that is there already stays as it is. */
export async function putExactLink(tx: Db, link: NewLink, now: Date): Promise<void> {
	await tx
		.insert(links)
		.values({ ...link, id: randomUUID(), matchType: 'ExactMatch', options: {}, createdAt: now })
		.onConflictDoNothing();
}
