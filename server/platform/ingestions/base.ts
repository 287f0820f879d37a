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
	/** All, to find out which new rows they already have, or which values are lost; null if that isn't asked, or if it would take too long. */
	readonly compared: readonly Part[] | null;
}

/** A larger dataset isn't compared with each row that is added to it, unless somebody asks for that. */
const mostCompared = { rows: 2_000_000, bytes: 2 ** 27 };

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
	if (before === null) return { rewritten: [], kept: [], compared: null };
	const parts = (await partsOf(catalog.db, [before.sha256])).get(before.sha256) ?? [];
	const addsColumns = plan?.columns?.some(({ isNew }) => isNew) ?? false;
	const isSmallEnough = before.rows <= mostCompared.rows && before.bytes <= mostCompared.bytes;
	const compared = plan !== null && (plan.existingRows === 'skip' || isSmallEnough) ? parts : null;
	if (mode === 'replace') return { rewritten: [], kept: [], compared: isSmallEnough ? compared : null };
	if (mode === 'upsert' || addsColumns)
		return { rewritten: parts, kept: [], compared: mode === 'append' ? compared : null };
	const last = parts.at(-1);
	const most = partSizeOf(before.bytes, settings.partBytes);
	const isSmall = last !== undefined && (last.known?.bytes ?? before.bytes) < most;
	return isSmall ? { rewritten: [last], kept: parts.slice(0, -1), compared } : { rewritten: [], kept: parts, compared };
}

/** In the form the engine expects. */
export const engineBase = (
	before: DatasetRow | null,
	{ rewritten }: BaseParts,
	fileOf: (object: string) => string,
): { files: string[]; columns: readonly Column[] } | null =>
	before && { files: rewritten.map((part) => fileOf(part.sha256)), columns: before.columns };
