import type { Column } from '#contract/dataset.ts';
import type { IngestionMode } from '#contract/ingest.ts';
import { partSizeOf } from '../../engine/parquet/part-size.ts';
import type { FilePlan } from '../../store/catalog/schema/ingestions.ts';
import type { DatasetRow } from '../access/dataset-access.ts';
import { type Part, partsOf } from '../parts/parts.ts';
import type { Platform } from '../state/platform.ts';

export interface BaseParts {
	/** Written again together with the new rows. */
	readonly rewritten: readonly Part[];
	/** Unchanged, before the written ones. */
	readonly kept: readonly Part[];
}

/**
 * New rows are written together with the last part while that is small, after the unchanged ones. Rows that replace others, or that add columns, are
 * written together with all parts.
 */
export async function baseParts(
	{ catalog, settings }: Platform,
	before: DatasetRow | null,
	mode: IngestionMode,
	plan: FilePlan | null,
): Promise<BaseParts> {
	if (before === null || mode === 'replace') return { rewritten: [], kept: [] };
	const parts = (await partsOf(catalog.db, [before.sha256])).get(before.sha256) ?? [];
	const addsColumns = plan?.columns?.some(({ isNew }) => isNew) ?? false;
	if (mode === 'upsert' || addsColumns) return { rewritten: parts, kept: [] };
	const last = parts.at(-1);
	const most = partSizeOf(before.bytes, settings.partBytes);
	const isSmall = last !== undefined && (last.known?.bytes ?? before.bytes) < most;
	return isSmall ? { rewritten: [last], kept: parts.slice(0, -1) } : { rewritten: [], kept: parts };
}

/** In the form the engine expects. */
export const engineBase = (
	before: DatasetRow | null,
	{ rewritten }: BaseParts,
	fileOf: (object: string) => string,
): { files: string[]; columns: readonly Column[] } | null =>
	before && { files: rewritten.map((part) => fileOf(part.sha256)), columns: before.columns };
