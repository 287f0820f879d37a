import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { FileReview, PlannedColumn } from '#contract/file-ingestion.ts';
import { type FilePlan, ingestions } from '../../store/catalog/schema/ingestions.ts';
import type { Platform } from '../state/platform.ts';
import type { IngestionRow } from './find.ts';

/** How the file that was saved into a dataset last was read, and where its columns went; null where there was none. */
export async function lastPlan(
	{ catalog }: Pick<Platform, 'catalog'>,
	{ namespaceId, dataset }: Pick<IngestionRow, 'namespaceId' | 'dataset'>,
): Promise<FilePlan | null> {
	const [last] = await catalog.db
		.select({ plan: ingestions.plan })
		.from(ingestions)
		.where(
			and(
				eq(ingestions.namespaceId, namespaceId),
				eq(ingestions.dataset, dataset),
				eq(ingestions.state, 'committed'),
				isNotNull(ingestions.plan),
			),
		)
		.orderBy(desc(ingestions.finishedAt))
		.limit(1);
	return last?.plan ?? null;
}

/** The columns of a file, cleaned as those of the last one were; null where that wasn't cleaned, or had other columns. */
export function cleanedAsBefore(last: FilePlan | null, columns: FileReview['columns']): PlannedColumn[] | null {
	if (last?.isCleaned !== true) return null;
	const before = new Map((last.columns ?? []).map((column) => [column.from, column]));
	if (before.size !== columns.length || !columns.every(({ from }) => before.has(from))) return null;
	return columns.map(({ from, column, isNew = false }) => {
		const { holds, withoutRules } = before.get(from) ?? {};
		return {
			...{ from, column },
			...(isNew ? { isNew } : {}),
			...(holds === undefined ? {} : { holds }),
			...(withoutRules === undefined ? {} : { withoutRules }),
		};
	});
}
