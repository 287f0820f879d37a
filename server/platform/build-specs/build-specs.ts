import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type {
	BuildSpec,
	BuildSpecEdit,
	BuildSpecVersion,
	DeletedBuildSpec,
	VersionNote,
} from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { PageQuery } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildSpecSources, buildSpecs, buildSpecVersions } from '../../store/catalog/schema/build-specs.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { batches } from '../core/batches.ts';
import { type Caller, tokenAllows } from '../core/caller.ts';
import { jsonRows } from '../core/json-rows.ts';
import { mapPage, type Page, pageOf, readCursor, readLimit } from '../core/page.ts';

import { forbidden, notFound, ServiceError } from '../core/service-error.ts';
import { assertStorable } from '../core/storable.ts';
import type { Platform } from '../state/platform.ts';
import { assertDefinition, definitionOf } from './definitions.ts';

/** All BuildSpecs that the caller owns and the token may read, by destination. */
export async function listBuildSpecs(platform: Platform, caller: Caller): Promise<BuildSpec[]> {
	const { db } = platform.catalog;
	const { destinationKey, createdAt, id } = buildSpecs;
	const [found] = await db
		.select({ rows: jsonRows(shownColumns, [destinationKey, createdAt, id]) })
		.from(buildSpecs)
		.where(and(eq(buildSpecs.ownerId, caller.userId), isNull(buildSpecs.removedAt)));
	const specs = await present(db, caller.username, found?.rows ?? []);
	return specs.filter((spec) => mayRead(caller, spec));
}

export const getBuildSpec = async (platform: Platform, caller: Caller, id: string): Promise<BuildSpec> =>
	own(platform.catalog.db, caller, id, 'read');

export async function createBuildSpec(platform: Platform, caller: Caller, edit: BuildSpecEdit): Promise<BuildSpec> {
	assertDefinition(edit);
	assertMayWrite(caller, edit);
	const id = randomUUID();
	return platform.catalog.write(async (tx) => {
		await insertBuildSpec(tx, { id, ownerId: caller.userId, edit, now: platform.now() });
		return own(tx, caller, id, 'read');
	});
}

export async function insertBuildSpec(
	tx: Db,
	item: { id: string; ownerId: string; edit: BuildSpecEdit; now: Date },
): Promise<void> {
	const { id, ownerId, edit, now } = item;
	await tx.insert(buildSpecs).values({ id, ownerId, version: 1, ...columnsOf(edit), createdAt: now, updatedAt: now });
	await replaceSources(tx, id, edit);
	await tx
		.insert(buildSpecVersions)
		.values({ buildSpecId: id, version: 1, definition: edit, authorId: ownerId, change: 'created', createdAt: now });
}

/** Replaces a definition and keeps the previous version. @param expected the version that was edited @throws ServiceError VERSION_CONFLICT */
export async function updateBuildSpec(
	platform: Platform,
	caller: Caller,
	id: string,
	edit: BuildSpecEdit,
	expected: number | null,
): Promise<BuildSpec> {
	assertDefinition(edit);
	return platform.catalog.write(async (tx) => {
		const before = await own(tx, caller, id, 'write');
		assertMayWrite(caller, edit);
		if (expected !== null && expected !== before.version) throw versionConflict(expected, before.version);
		const version = before.version + 1;
		const now = platform.now();
		const updated = await tx
			.update(buildSpecs)
			.set({ version, ...columnsOf(edit), ...deletionOf(edit), updatedAt: now })
			.where(and(eq(buildSpecs.id, id), eq(buildSpecs.version, before.version)))
			.returning({ id: buildSpecs.id });
		if (updated.length === 0) throw versionConflict(before.version, version);
		await replaceSources(tx, id, edit);
		const change = (await wasThere(tx, id, before.version, edit)) ? 'restored' : 'edited';
		await tx
			.insert(buildSpecVersions)
			.values({ buildSpecId: id, version, definition: edit, authorId: caller.userId, change, createdAt: now });
		return own(tx, caller, id, 'read');
	});
}

/** Whether a version before `version` had the same definition, so that saving it restores that one. */
async function wasThere(tx: Db, id: string, version: number, edit: BuildSpecEdit): Promise<boolean> {
	const { buildSpecId, version: earlier, definition } = buildSpecVersions;
	const isSame = and(eq(buildSpecId, id), lt(earlier, version), eq(definition, edit));
	return (await tx.$count(buildSpecVersions, isSame)) > 0;
}

/** BuildSpecs of any owner that name a dataset, or any dataset of a namespace. */
export async function buildSpecsNaming(
	tx: Db,
	{ owner, namespace, datasetName }: Omit<DatasetCoordinate, 'datasetName'> & { datasetName: string | null },
): Promise<{ id: string; edit: BuildSpecEdit }[]> {
	const key = coordinateKey({ owner, namespace, datasetName: datasetName ?? '' });
	const isNamed = (column: typeof buildSpecs.destinationKey | typeof buildSpecSources.key) =>
		datasetName === null ? sql`starts_with(${column}, ${key})` : eq(column, key);
	const bySource = tx
		.select({ id: buildSpecSources.buildSpecId })
		.from(buildSpecSources)
		.where(isNamed(buildSpecSources.key));
	const rows = await tx
		.select()
		.from(buildSpecs)
		.where(or(isNamed(buildSpecs.destinationKey), inArray(buildSpecs.id, bySource)))
		.orderBy(asc(buildSpecs.id))
		.for('update');
	const found: { id: string; edit: BuildSpecEdit }[] = [];
	for (const row of rows) {
		const [spec] = await present(tx, '', [row]);
		if (spec !== undefined) found.push({ id: row.id, edit: definitionOf(spec) });
	}
	return found;
}

/** Adds a version to a BuildSpec that differs only in its coordinates. */
export async function insertRenamedVersion(
	tx: Db,
	id: string,
	edit: BuildSpecEdit,
	authorId: string,
	now: Date,
): Promise<void> {
	const [updated] = await tx
		.update(buildSpecs)
		.set({ version: sql`${buildSpecs.version} + 1`, ...columnsOf(edit), updatedAt: now })
		.where(eq(buildSpecs.id, id))
		.returning({ version: buildSpecs.version });
	if (updated === undefined) return;
	await replaceSources(tx, id, edit);
	const { version } = updated;
	await tx
		.insert(buildSpecVersions)
		.values({ buildSpecId: id, version, definition: edit, authorId, change: 'renamed', createdAt: now });
}

/** @throws ServiceError NOT_FOUND, FORBIDDEN @returns its builds in progress */
export async function deleteBuildSpec(platform: Platform, caller: Caller, id: string): Promise<string[]> {
	return platform.catalog.write(async (tx) => {
		await own(tx, caller, id, 'write');
		await tx.update(buildSpecs).set({ removedAt: platform.now() }).where(eq(buildSpecs.id, id));
		const isBuild = and(eq(runs.buildSpecId, id), eq(runs.kind, 'build'));
		const active = and(isBuild, inArray(runs.state, ['queued', 'running']));
		return (await tx.select({ id: runs.id }).from(runs).where(active)).map((run) => run.id);
	});
}

/** How long a deleted BuildSpec can be restored, ms. */
const undeleteMs = 30 * 24 * 3_600_000;

export async function removeDeletedBuildSpecs(tx: Db, now: Date): Promise<void> {
	await tx.delete(buildSpecs).where(lt(buildSpecs.removedAt, new Date(now.getTime() - undeleteMs)));
}

/** The caller's deleted BuildSpecs that can be restored, latest first. */
export async function listDeletedBuildSpecs(platform: Platform, caller: Caller): Promise<DeletedBuildSpec[]> {
	const { db } = platform.catalog;
	const since = new Date(platform.now().getTime() - undeleteMs);
	const rows = await db
		.select()
		.from(buildSpecs)
		.where(and(eq(buildSpecs.ownerId, caller.userId), gt(buildSpecs.removedAt, since)))
		.orderBy(desc(buildSpecs.removedAt), asc(buildSpecs.id));
	const deletedAt = new Map(rows.map((row) => [row.id, row.removedAt ?? since]));
	const specs = await present(db, caller.username, rows);
	return specs
		.filter((spec) => mayRead(caller, spec))
		.map((spec) => {
			const at = deletedAt.get(spec.id) ?? since;
			const goneAt = new Date(at.getTime() + undeleteMs);
			return { ...spec, deletedAt: at.toISOString(), goneAt: goneAt.toISOString() };
		});
}

/** Restores a deleted BuildSpec; does nothing if it isn't deleted. */
export async function undeleteBuildSpec(platform: Platform, caller: Caller, id: string): Promise<BuildSpec> {
	return platform.catalog.write(async (tx) => {
		const spec = await own(tx, caller, id, 'write', { isDeleted: true });
		await tx.update(buildSpecs).set({ removedAt: null }).where(eq(buildSpecs.id, id));
		return spec;
	});
}

/**
 * Keeps a BuildSpec from being deleted, and its destination from being renamed, until the transaction ends.
 * @throws ServiceError NOT_FOUND if it was just deleted, VERSION_CONFLICT if its destination just changed
 */
export async function assertStillThere(tx: Db, id: string | null, destination: DatasetCoordinate): Promise<void> {
	if (id === null) return;
	const [found] = await tx
		.select({ destinationKey: buildSpecs.destinationKey })
		.from(buildSpecs)
		.where(and(eq(buildSpecs.id, id), isNull(buildSpecs.removedAt)))
		.for('key share');
	if (found === undefined) throw missing(id);
	if (found.destinationKey === coordinateKey(destination)) return;
	const message = `The BuildSpec was just changed and no longer writes to ${formatCoordinate(destination)}. Review the changes, then build again.`;
	throw new ServiceError('VERSION_CONFLICT', message);
}

export async function removeBuildSpec(tx: Db, id: string): Promise<void> {
	await tx.delete(buildSpecs).where(eq(buildSpecs.id, id));
}

const VersionCursor = z.int().check(z.gte(1), z.lte(2 ** 31 - 1));

export async function listVersions(
	platform: Platform,
	caller: Caller,
	id: string,
	query: PageQuery,
): Promise<Page<BuildSpecVersion>> {
	const { db } = platform.catalog;
	const limit = readLimit(query, 100);
	const before = readCursor(query, VersionCursor);
	await own(db, caller, id, 'read');
	const rows = await selectVersions(db)
		.where(
			and(eq(buildSpecVersions.buildSpecId, id), before === null ? undefined : lt(buildSpecVersions.version, before)),
		)
		.orderBy(desc(buildSpecVersions.version))
		.limit(limit + 1);
	const page = pageOf(rows, limit, (row) => row.version);
	return mapPage(page, (row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

const selectVersions = (db: Db) =>
	db
		.select({
			version: buildSpecVersions.version,
			createdAt: buildSpecVersions.createdAt,
			author: users.username,
			change: buildSpecVersions.change,
			name: buildSpecVersions.name,
			message: buildSpecVersions.message,
		})
		.from(buildSpecVersions)
		.innerJoin(users, eq(users.id, buildSpecVersions.authorId));

/** Describes a version; neither its definition nor the version number changes. */
export async function describeVersion(
	platform: Platform,
	caller: Caller,
	id: string,
	version: number,
	{ name, message }: VersionNote,
): Promise<BuildSpecVersion> {
	assertStorable('name', name);
	assertStorable('message', message);
	return platform.catalog.write(async (tx) => {
		await own(tx, caller, id, 'write');
		const isWanted = and(eq(buildSpecVersions.buildSpecId, id), eq(buildSpecVersions.version, version));
		const note = {
			...(name === undefined ? {} : { name: name.trim() }),
			...(message === undefined ? {} : { message: message.trim() }),
		};
		if (Object.keys(note).length > 0) await tx.update(buildSpecVersions).set(note).where(isWanted);
		const [row] = await selectVersions(tx).where(isWanted);
		if (row === undefined)
			throw notFound(`This BuildSpec has no version ${version}. List its versions to see which exist.`);
		return { ...row, createdAt: row.createdAt.toISOString() };
	});
}

export async function getVersion(platform: Platform, caller: Caller, id: string, version: number): Promise<BuildSpec> {
	const { db } = platform.catalog;
	const current = await own(db, caller, id, 'read');
	const noVersion = notFound(`This BuildSpec has no version ${version}. Its latest version is ${current.version}.`);
	if (version > current.version) throw noVersion;
	const isWanted = and(eq(buildSpecVersions.buildSpecId, id), eq(buildSpecVersions.version, version));
	const [found] = await db.select().from(buildSpecVersions).where(isWanted);
	if (found === undefined) throw noVersion;
	const { definition, createdAt } = found;
	const spec = { ...current, ...definition, version, updatedAt: createdAt.toISOString() };
	if (!mayRead(caller, spec)) throw noVersion;
	return spec;
}

/** A BuildSpec of the caller's. @throws ServiceError NOT_FOUND for others' BuildSpecs too */
async function own(
	db: Db,
	caller: Caller,
	id: string,
	access: 'read' | 'write',
	{ isDeleted = false } = {},
): Promise<BuildSpec> {
	const isThere = isDeleted ? undefined : isNull(buildSpecs.removedAt);
	const isOwn = and(eq(buildSpecs.id, id), eq(buildSpecs.ownerId, caller.userId), isThere);
	const found = db.select().from(buildSpecs).where(isOwn);
	// A writer waits for the previous one, so that it sees the version it replaces.
	const rows = await (access === 'write' ? found.for('update') : found);
	const [spec] = await present(db, caller.username, rows);
	if (spec === undefined || !mayRead(caller, spec)) {
		throw missing(id);
	}
	if (access === 'write') assertMayWrite(caller, spec);
	return spec;
}

const missing = (id: string): ServiceError =>
	notFound(`BuildSpec ${id} doesn’t exist or isn’t yours. It may have been deleted.`);

const mayRead = (caller: Caller, spec: BuildSpec): boolean =>
	[spec.destination, ...spec.sources].every((source) => tokenAllows(caller, 'read', source));

function assertMayWrite(caller: Caller, edit: BuildSpecEdit): void {
	if (tokenAllows(caller, 'write', edit.destination)) return;
	throw forbidden(
		`Your access token can’t write to the destination, ${formatCoordinate(edit.destination)}. Use a token with write access.`,
	);
}

const versionConflict = (expected: number, current: number): ServiceError =>
	new ServiceError(
		'VERSION_CONFLICT',
		`You edited version ${expected}, but the BuildSpec is at version ${current} now. Review the changes, then save again.`,
	);

const shownColumns = {
	id: buildSpecs.id,
	ownerId: buildSpecs.ownerId,
	version: buildSpecs.version,
	destinationOwner: buildSpecs.destinationOwner,
	destinationNamespace: buildSpecs.destinationNamespace,
	destinationDataset: buildSpecs.destinationDataset,
	payload: buildSpecs.payload,
	createdAt: buildSpecs.createdAt,
	updatedAt: buildSpecs.updatedAt,
};

type Row = Pick<typeof buildSpecs.$inferSelect, Exclude<keyof typeof shownColumns, 'createdAt' | 'updatedAt'>> & {
	readonly createdAt: Date | string;
	readonly updatedAt: Date | string;
};

async function present(db: Db, owner: string, rows: readonly Row[]): Promise<BuildSpec[]> {
	const sources = await sourcesOf(db, rows);
	return rows.map((row) => ({
		id: row.id,
		owner,
		version: row.version,
		sources: sources.get(row.id) ?? [],
		destination: {
			owner: row.destinationOwner,
			namespace: row.destinationNamespace,
			datasetName: row.destinationDataset,
		},
		code: { payload: row.payload },
		createdAt: new Date(row.createdAt).toISOString(),
		updatedAt: new Date(row.updatedAt).toISOString(),
	}));
}

async function sourcesOf(db: Db, rows: readonly Row[]): Promise<Map<string, BuildSpec['sources']>> {
	const byId = new Map<string, BuildSpec['sources']>();
	const [first] = rows;
	if (first === undefined) return byId;
	const { buildSpecId, position, owner, namespace, dataset } = buildSpecSources;
	const ofOwner = db.select({ id: buildSpecs.id }).from(buildSpecs).where(eq(buildSpecs.ownerId, first.ownerId));
	const [found] = await db
		.select({ rows: jsonRows({ buildSpecId, owner, namespace, dataset }, [buildSpecId, position]) })
		.from(buildSpecSources)
		.where(rows.length === 1 ? eq(buildSpecId, first.id) : inArray(buildSpecId, ofOwner));
	for (const { buildSpecId, owner, namespace, dataset } of found?.rows ?? []) {
		const list = byId.get(buildSpecId) ?? [];
		list.push({ owner, namespace, datasetName: dataset });
		byId.set(buildSpecId, list);
	}
	return byId;
}

/** Its fields as columns, except sources, which have their own table. */
function columnsOf({ sources, destination, code, ...others }: BuildSpecEdit) {
	const { payload, ...othersOfCode } = code;
	// Doesn't compile if a field of the contract has no column here.
	({ ...others, ...othersOfCode }) satisfies Record<string, never>;
	return {
		destinationOwner: destination.owner,
		destinationNamespace: destination.namespace,
		destinationDataset: destination.datasetName,
		destinationKey: coordinateKey(destination),
		payload,
	};
}

/** A new destination hasn't been deleted. */
function deletionOf({ destination }: BuildSpecEdit) {
	const isSame = eq(buildSpecs.destinationKey, coordinateKey(destination));
	const kept = <Column>(column: Column) => sql`CASE WHEN ${isSame} THEN ${column} END`;
	return { deletedAt: kept(buildSpecs.deletedAt), deletedBy: kept(buildSpecs.deletedBy) };
}

/** Records that datasets were deleted, in the transaction that deletes them: their BuildSpecs stay. */
export async function noteDeleted(tx: Db, gone: readonly DatasetCoordinate[], deletedBy: string, now: Date) {
	for (const keys of batches(gone.map(coordinateKey))) {
		const isDestination = inArray(buildSpecs.destinationKey, [...keys]);
		await tx.update(buildSpecs).set({ deletedAt: now, deletedBy }).where(isDestination);
	}
}

async function replaceSources(tx: Db, buildSpecId: string, edit: BuildSpecEdit): Promise<void> {
	await tx.delete(buildSpecSources).where(eq(buildSpecSources.buildSpecId, buildSpecId));
	if (edit.sources.length === 0) return;
	await tx.insert(buildSpecSources).values(
		edit.sources.map((source, position) => ({
			buildSpecId,
			position,
			owner: source.owner,
			namespace: source.namespace,
			dataset: source.datasetName,
			key: coordinateKey(source),
		})),
	);
}
