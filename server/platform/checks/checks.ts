import { and, asc, desc, eq, lte } from 'drizzle-orm';
import type { BuildSpecChecks, Check, RunCheck } from '#contract/check.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { largestVersion } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildSpecChecks, runChecks } from '../../store/catalog/schema/checks.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { getBuildSpec } from '../build-specs/build-specs.ts';
import { type Caller, tokenAllows } from '../core/caller.ts';
import { forbidden, invalid } from '../core/service-error.ts';
import { assertMayReadSources, ownRun } from '../runs/run-record.ts';
import type { Platform } from '../state/platform.ts';
import { problemsOf } from './definitions.ts';

/**
 * The checks of a BuildSpec of the caller's.
 * @param version the checks at this version; null: the current ones
 * @throws ServiceError NOT_FOUND
 */
export async function getChecks(
	platform: Platform,
	caller: Caller,
	buildSpecId: string,
	version: number | null,
): Promise<BuildSpecChecks> {
	await getBuildSpec(platform, caller, buildSpecId);
	return presentChecks(platform.catalog.db, buildSpecId, version ?? largestVersion);
}

/** Replaces the checks and keeps the previous ones. @throws ServiceError NOT_FOUND, FORBIDDEN, VALIDATION_FAILED */
export async function putChecks(
	platform: Platform,
	caller: Caller,
	buildSpecId: string,
	checks: readonly Check[],
): Promise<BuildSpecChecks> {
	const spec = await getBuildSpec(platform, caller, buildSpecId);
	if (!tokenAllows(caller, 'write', spec.destination)) {
		throw forbidden(
			`Your access token can’t write to the destination, ${formatCoordinate(spec.destination)}. Use a token with write access.`,
		);
	}
	const problems = await problemsOf(platform, checks);
	if (problems.length > 0) throw invalid(problems);
	return platform.catalog.write(async (tx) => {
		const last = await lastChecks(tx, buildSpecId);
		await tx.insert(buildSpecChecks).values({
			buildSpecId,
			revision: (last?.revision ?? 0) + 1,
			buildSpecVersion: spec.version,
			checks: [...checks],
			authorId: caller.userId,
			createdAt: platform.now(),
		});
		return presentChecks(tx, buildSpecId, spec.version);
	});
}

async function lastChecks(db: Db, buildSpecId: string) {
	const [last] = await db
		.select()
		.from(buildSpecChecks)
		.where(eq(buildSpecChecks.buildSpecId, buildSpecId))
		.orderBy(desc(buildSpecChecks.revision))
		.limit(1);
	return last;
}

export const checksOf = async (db: Db, buildSpecId: string): Promise<readonly Check[]> =>
	(await lastChecks(db, buildSpecId))?.checks ?? [];

async function presentChecks(db: Db, buildSpecId: string, version: number): Promise<BuildSpecChecks> {
	const [last] = await db
		.select({ row: buildSpecChecks, by: users.username })
		.from(buildSpecChecks)
		.innerJoin(users, eq(users.id, buildSpecChecks.authorId))
		.where(and(eq(buildSpecChecks.buildSpecId, buildSpecId), lte(buildSpecChecks.buildSpecVersion, version)))
		.orderBy(desc(buildSpecChecks.revision))
		.limit(1);
	if (last === undefined) return { checks: [], buildSpecVersion: null, updatedAt: null, by: null };
	const { checks, buildSpecVersion, createdAt } = last.row;
	return { checks, buildSpecVersion, updatedAt: createdAt.toISOString(), by: last.by };
}

/** The check results of a run that the caller started, as JSON: the rows keep all digits. */
export async function runChecksJson(
	{ catalog }: Pick<Platform, 'catalog'>,
	caller: Caller,
	runId: string,
): Promise<string> {
	const { db } = catalog;
	await assertMayReadSources(db, caller, await ownRun(db, caller, runId));
	const rows = await db
		.select()
		.from(runChecks)
		.where(and(eq(runChecks.runId, runId)))
		.orderBy(asc(runChecks.position));
	const items = rows.map(({ check, state, failing, message, columns, rows: json }) => {
		const facts: Omit<RunCheck, 'rows'> = { check, state, failing, message, columns };
		return `${JSON.stringify(facts).slice(0, -1)},"rows":${json}}`;
	});
	return `{"items":[${items.join(',')}]}`;
}
