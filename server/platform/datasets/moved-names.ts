import { and, desc, eq, isNull } from 'drizzle-orm';
import type { BuildSpecEdit } from '#contract/build-spec.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildSpecs } from '../../store/catalog/schema/build-specs.ts';
import { buildSpecChecks } from '../../store/catalog/schema/checks.ts';
import { type TokenPermission, tokens } from '../../store/catalog/schema/tokens.ts';
import { buildSpecsNaming, insertRenamedVersion } from '../build-specs/build-specs.ts';
import type { Caller } from '../core/caller.ts';

/** What a coordinate is called after a rename. */
export type Move = (coordinate: DatasetCoordinate) => DatasetCoordinate;

interface Moved {
	/** What was renamed, by its former name: a dataset, or a whole namespace. */
	readonly location: Parameters<typeof buildSpecsNaming>[1];
	readonly move: Move;
}

/** Coordinates in BuildSpecs and checks follow a rename, whoever owns them; payloads stay. */
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
}

/** Relationships that checks ask for go to the same datasets as before; what a SELECT of a check names stays, as payloads do. */
async function moveChecks(tx: Db, caller: Caller, move: Move, createdAt: Date): Promise<void> {
	const last = await tx
		.selectDistinctOn([buildSpecChecks.buildSpecId], { row: buildSpecChecks, version: buildSpecs.version })
		.from(buildSpecChecks)
		.innerJoin(buildSpecs, eq(buildSpecs.id, buildSpecChecks.buildSpecId))
		.orderBy(buildSpecChecks.buildSpecId, desc(buildSpecChecks.revision));
	for (const { row, version } of last) {
		const checks = row.checks.map((check) =>
			check.dataset === undefined ? check : { ...check, dataset: move(check.dataset) },
		);
		if (JSON.stringify(checks) === JSON.stringify(row.checks)) continue;
		const { buildSpecId, revision } = row;
		const next = { buildSpecId, revision: revision + 1, buildSpecVersion: version, checks };
		await tx.insert(buildSpecChecks).values({ ...next, authorId: caller.userId, createdAt });
	}
}

/** Entries of tokens in force follow a rename. @returns the tokens that have other entries now */
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
