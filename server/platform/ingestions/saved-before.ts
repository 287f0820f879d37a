import { and, desc, eq, sql } from 'drizzle-orm';
import type { FileReview } from '#contract/file-ingestion.ts';
import { ingestions } from '../../store/catalog/schema/ingestions.ts';
import type { DatasetRow } from '../access/dataset-access.ts';
import type { Platform } from '../state/platform.ts';
import { contentHash } from './chunks.ts';
import type { IngestionRow } from './find.ts';
import { undoneOf } from './undone.ts';

/** The last ingestion that saved the same file, or the same part of an archive or workbook, to a dataset, unless it was undone. */
export async function sameFileSaved(
	{ catalog: { db } }: Pick<Platform, 'catalog'>,
	{ id, namespaceId, plan }: IngestionRow,
	dataset: DatasetRow | null,
): Promise<NonNullable<FileReview['savedBefore']> | null> {
	if (dataset === null) return null;
	const hash = await contentHash(db, id);
	const found = await db
		.select()
		.from(ingestions)
		.where(
			and(
				eq(ingestions.namespaceId, namespaceId),
				eq(ingestions.dataset, dataset.name),
				eq(ingestions.state, 'committed'),
				sql`${ingestions.file}->>'contentHash' = ${hash}`,
			),
		)
		.orderBy(desc(ingestions.finishedAt));
	const undone = await undoneOf(db, found);
	const last = found.find((item) => !undone.has(item.id) && isSamePart(item.plan, plan));
	return last?.finishedAt == null ? null : { ingestionId: last.id, at: last.finishedAt.toISOString() };
}

const isSamePart = (a: IngestionRow['plan'], b: IngestionRow['plan']): boolean =>
	a?.options.entry === b?.options.entry && a?.options.sheet === b?.options.sheet;
