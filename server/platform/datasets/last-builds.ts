import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildSpecs, buildSpecVersions } from '../../store/catalog/schema/build-specs.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';

/** A build that is in progress or has failed. */
export interface LastBuild {
	readonly runId: string;
	readonly userId: string;
	readonly by: string;
	readonly state: (typeof runs.$inferSelect)['state'];
	readonly at: Date;
	readonly message: string | null;
}

/** A build that succeeded. */
export interface FormerBuild {
	readonly runId: string;
	readonly buildSpecId: string | null;
	readonly version: number | null;
	readonly at: Date;
	readonly by: string;
}

export interface SpecBuilds {
	/** The newest, if in progress or failed. */
	readonly unfinished: LastBuild | null;
	/** The newest that wrote the destination. */
	readonly written: FormerBuild | null;
}

export const isActive = ({ state }: Pick<LastBuild, 'state'>): boolean => state === 'queued' || state === 'running';

/** The build, if it's in progress or failed after the rows were written. */
export const unlessReplaced = (build: LastBuild | null, rowsAt: Date): LastBuild | null =>
	build !== null && (isActive(build) || build.at > rowsAt) ? build : null;

/**
 * The newest builds that weren't canceled, for each destination and each existing BuildSpec. If only names in a BuildSpec changed since, its builds
 * belong to the destination's new name.
 */
export async function lastBuilds(db: Db): Promise<{
	/** By destination: the newest build if it's in progress or failed, and the newest that succeeded. */
	readonly unfinished: ReadonlyMap<string, LastBuild>;
	readonly succeeded: ReadonlyMap<string, FormerBuild>;
	readonly bySpec: ReadonlyMap<string, SpecBuilds>;
}> {
	const isBuild = and(eq(runs.kind, 'build'), isNotNull(runs.destination), ne(runs.state, 'cancelled'));
	const newest = (where = isBuild) =>
		db
			.selectDistinctOn([runs.buildSpecId, runs.destination], { id: runs.id })
			.from(runs)
			.where(where)
			.orderBy(runs.buildSpecId, runs.destination, desc(runs.createdAt), desc(runs.id));
	const isEdited = sql<boolean>`EXISTS (SELECT FROM ${buildSpecVersions} AS later WHERE later.build_spec_id = ${buildSpecs.id}
		AND later.version > ${runs.version} AND later.change <> 'renamed')`;
	const rows = await db
		.select({ run: runs, by: users.username, nowAt: buildSpecs.destinationKey, isEdited })
		.from(runs)
		.innerJoin(users, eq(users.id, runs.userId))
		.innerJoin(buildSpecs, and(eq(buildSpecs.id, runs.buildSpecId), isNull(buildSpecs.removedAt)))
		.where(or(inArray(runs.id, newest()), inArray(runs.id, newest(and(isBuild, eq(runs.state, 'succeeded'))))))
		.orderBy(asc(runs.createdAt), asc(runs.id));
	const unfinished = new Map<string, LastBuild>();
	const succeeded = new Map<string, FormerBuild>();
	const bySpec = new Map<string, SpecBuilds>();
	for (const { run, by, nowAt, isEdited } of rows) {
		const { id: runId, userId, state, buildSpecId, version } = run;
		const destination = isEdited ? run.destination : nowAt;
		if (destination === null) continue;
		const at = run.finishedAt ?? run.startedAt ?? run.createdAt;
		const isDone = state === 'succeeded';
		unfinished.delete(destination);
		const done = isDone ? { runId, buildSpecId, version, at, by } : null;
		const other = isDone ? null : { runId, userId, by, state, at, message: run.error?.message ?? null };
		if (done !== null) succeeded.set(destination, done);
		if (other !== null) unfinished.set(destination, other);
		if (buildSpecId === null || destination !== nowAt) continue;
		bySpec.set(buildSpecId, { unfinished: other, written: done ?? bySpec.get(buildSpecId)?.written ?? null });
	}
	return { unfinished, succeeded, bySpec };
}
