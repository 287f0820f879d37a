import { eq } from 'drizzle-orm';
import type { BuiltBy } from '#contract/dataset.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';

/** The build that wrote a dataset's rows; null where none did. */
export async function builtByOf(db: Db, dataset: { readonly builtBy: string | null }): Promise<BuiltBy | null> {
	if (dataset.builtBy === null) return null;
	const [run] = await db
		.select({
			runId: runs.id,
			buildSpecId: runs.buildSpecId,
			version: runs.version,
			at: runs.finishedAt,
			by: users.username,
		})
		.from(runs)
		.innerJoin(users, eq(users.id, runs.userId))
		.where(eq(runs.id, dataset.builtBy));
	if (run === undefined || run.at === null) return null;
	return { ...run, at: run.at.toISOString() };
}
