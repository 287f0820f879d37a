import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { BuildSpecEdit } from '#contract/build-spec.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildPlanSteps, buildPlans } from '../../store/catalog/schema/build-plans.ts';
import { buildSpecs } from '../../store/catalog/schema/build-specs.ts';
import { buildSpecChecks } from '../../store/catalog/schema/checks.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { type TokenPermission, tokens } from '../../store/catalog/schema/tokens.ts';
import { buildSpecsNaming, insertRenamedVersion } from '../build-specs/build-specs.ts';
import type { Caller } from '../core/caller.ts';

/** Maps a coordinate to its name after a rename. */
export type Move = (coordinate: DatasetCoordinate) => DatasetCoordinate;

interface Moved {
	/** The former name of what was renamed: a dataset, or a whole namespace. */
	readonly location: Parameters<typeof buildSpecsNaming>[1];
	readonly move: Move;
}

/** Updates coordinates in all users' BuildSpecs and checks after a rename; payloads stay unchanged. */
export async function moveDefinitions(tx: Db, caller: Caller, { location, move }: Moved, now: Date): Promise<void> {
	for (const { id, edit } of await buildSpecsNaming(tx, location)) {
		const moved: BuildSpecEdit = {
			...edit,
			sources: edit.sources.map(move),
			destination: move(edit.destination),
		};
		await insertRenamedVersion(tx, id, moved, caller.userId, now);
	}
	await moveChecks(tx, caller, move, now);
	await movePlans(tx, location.namespace, move);
}

/** Updates build plans, which restricted tokens see by what they build. */
async function movePlans(tx: Db, namespace: string, move: Move): Promise<void> {
	const { planId, position, destination } = buildPlanSteps;
	const name = sql`${destination} ->> 'namespace'`;
	// PostgreSQL's folding matches the service's only for ASCII.
	const mayBeIt = sql`lower((${name}) COLLATE "C") = ${foldName(namespace)} OR octet_length(${name}) > length(${name})`;
	for (const step of await tx.select({ planId, position, destination }).from(buildPlanSteps).where(mayBeIt)) {
		const moved = move(step.destination);
		if (isDeepStrictEqual(moved, step.destination)) continue;
		const isStep = and(eq(planId, step.planId), eq(position, step.position));
		await tx.update(buildPlanSteps).set({ destination: moved }).where(isStep);
	}
	const { id, leftOut } = buildPlans;
	for (const plan of await tx.select({ id, leftOut }).from(buildPlans).where(sql`${leftOut} <> '[]'::jsonb`)) {
		const moved = plan.leftOut.map(move);
		if (!isDeepStrictEqual(moved, plan.leftOut))
			await tx.update(buildPlans).set({ leftOut: moved }).where(eq(id, plan.id));
	}
}

/** Builds whose destination is in a namespace, regardless of its name when they started. */
export const buildsInto = (namespaceId: string) =>
	and(eq(runs.kind, 'build'), sql`${runs.work} ->> 'namespaceId' = ${namespaceId}`);

/** Relationship checks keep referring to the same datasets; SQL in checks stays, as payloads do. */
async function moveChecks(tx: Db, caller: Caller, move: Move, createdAt: Date): Promise<void> {
	const { buildSpecId, revision, checks } = buildSpecChecks;
	const last = tx
		.selectDistinctOn([buildSpecId], { buildSpecId, revision, checks, version: buildSpecs.version })
		.from(buildSpecChecks)
		.innerJoin(buildSpecs, eq(buildSpecs.id, buildSpecId))
		.orderBy(buildSpecId, desc(revision))
		.as('last');
	// Reads only checks that name a dataset, because every BuildSpec of the service has a list.
	const naming = await tx.select().from(last).where(sql`${last.checks} @? '$[*].dataset'`);
	for (const row of naming) {
		const checks = row.checks.map((check) =>
			check.dataset === undefined ? check : { ...check, dataset: move(check.dataset) },
		);
		if (JSON.stringify(checks) === JSON.stringify(row.checks)) continue;
		const { buildSpecId, revision, version } = row;
		const next = { buildSpecId, revision: revision + 1, buildSpecVersion: version, checks };
		await tx.insert(buildSpecChecks).values({ ...next, authorId: caller.userId, createdAt });
	}
}

/** Updates entries of valid tokens after a rename. @returns the tokens whose entries changed */
export async function moveTokenEntries(
	tx: Db,
	moved: (permission: TokenPermission) => readonly TokenPermission[],
): Promise<string[]> {
	const isInForce = and(eq(tokens.restricted, true), isNull(tokens.revokedAt));
	const restricted = await tx.select().from(tokens).where(isInForce).for('update');
	const touched: string[] = [];
	for (const { id, permissions } of restricted) {
		const next = permissions.flatMap(moved);
		if (JSON.stringify(next) === JSON.stringify(permissions)) continue;
		await tx.update(tokens).set({ permissions: next }).where(eq(tokens.id, id));
		touched.push(id);
	}
	return touched;
}
