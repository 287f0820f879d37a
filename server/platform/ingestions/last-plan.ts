import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { FileReview, PlannedColumn } from '#contract/file-ingestion.ts';
import { type FilePlan, ingestions } from '../../store/catalog/schema/ingestions.ts';
import type { DatasetRow } from '../access/dataset-access.ts';
import type { Platform } from '../state/platform.ts';
import type { IngestionRow } from './find.ts';

/** How a file was read and saved, and where its columns went. */
type LastPlan = FilePlan & Pick<IngestionRow, 'mode' | 'key'>;

/** The plan of the last file saved to a dataset; null if there was none. Mode and key aren't those of a file sent with one request. */
export async function lastPlan(
	{ catalog }: Pick<Platform, 'catalog'>,
	{ namespaceId, dataset }: Pick<IngestionRow, 'namespaceId' | 'dataset'>,
): Promise<LastPlan | null> {
	const lastOf = (more?: SQL) =>
		catalog.db
			.select({ plan: ingestions.plan, mode: ingestions.mode, key: ingestions.key })
			.from(ingestions)
			.where(
				and(
					eq(ingestions.namespaceId, namespaceId),
					eq(ingestions.dataset, dataset),
					eq(ingestions.state, 'committed'),
					isNotNull(ingestions.plan),
					more,
				),
			)
			.orderBy(desc(ingestions.finishedAt))
			.limit(1);
	const [last] = await lastOf();
	if (last?.plan == null) return null;
	const [chosen = last] = last.plan.isOneRequest ? await lastOf(sql`${ingestions.plan}->'isOneRequest' IS NULL`) : [];
	return { ...last.plan, mode: chosen.mode, key: chosen.key };
}

/** Where columns of the last file went, and how they were read. What was decided about individual values isn't decided for others. */
export function rememberedColumns(last: FilePlan | null): PlannedColumn[] {
	return (last?.columns ?? []).map(({ from, column }) => {
		const known = last?.wanted?.find((item) => item.from === from);
		const decided = Object.entries({
			holds: last?.inUnits?.find((item) => item.from === from)?.holds ?? known?.holds,
			withoutRules: known?.withoutRules,
			format: known?.format,
		});
		return { from, column, ...Object.fromEntries(decided.filter(([, value]) => value !== undefined)) };
	});
}

/** Decisions about a file's columns, taken over from the last one; null if there were none, or if that file had other columns. */
export function decidedAsBefore(last: FilePlan | null, columns: FileReview['columns']): PlannedColumn[] | null {
	const before = new Map(rememberedColumns(last).map((column) => [column.from, column]));
	if (before.size !== columns.length || !columns.every(({ from }) => before.has(from))) return null;
	const isDecided = [...before.values()].some((column) => Object.keys(column).length > 2);
	if (!isDecided && last?.isCleaned !== true) return null;
	return columns.map(({ from, column, isNew = false }) => ({
		...{ ...before.get(from), from, column },
		...(isNew ? { isNew } : {}),
	}));
}

/** The last plan of a dataset, until something is decided about the columns of a new file. */
export const planBefore = async (
	platform: Pick<Platform, 'catalog'>,
	row: Pick<IngestionRow, 'namespaceId' | 'dataset' | 'plan'>,
	before: DatasetRow | null,
): Promise<LastPlan | null> => (row.plan?.columns == null && before !== null ? lastPlan(platform, row) : null);
