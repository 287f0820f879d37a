import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import {
	type BuiltBy,
	coordinateKey,
	type DatasetCoordinate,
	type DatasetState,
	type OutdatedReason,
} from '#contract/dataset.ts';
import type { DatasetStatus, DatasetStatuses } from '#contract/dataset-status.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildSpecs } from '../../store/catalog/schema/build-specs.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { coordinateIn, mayRead } from '../access/dataset-access.ts';
import { type VisibleNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import { listBuildSpecs } from '../build-specs/build-specs.ts';
import { type Caller, withoutToken } from '../core/caller.ts';
import type { Platform } from '../state/platform.ts';
import { type StatedDataset, stateOf, statesNow } from './dataset-states.ts';
import { type FormerBuild, type LastBuild, type SpecBuilds, unlessReplaced } from './last-builds.ts';
import type { ReadSource, StateReason } from './outdated.ts';

/** The ETag of `listStatuses` for the caller, without quotes; changes whenever the response may. */
export async function statusTag(platform: Platform, caller: Caller): Promise<string> {
	const { tag } = await statesNow(platform);
	return createHash('sha256').update(`${tag} ${caller.userId} ${caller.tokenId}`).digest('base64url');
}

/** The status of every dataset that the caller may read, and of its BuildSpecs' destinations that don't exist; by name. */
export async function listStatuses(platform: Platform, caller: Caller): Promise<DatasetStatuses> {
	const { db } = platform.catalog;
	const states = await statesNow(platform);
	const visible = await visibleNamespaces(db, withoutToken(caller));
	const byId = new Map(visible.map((namespace) => [namespace.id, namespace]));
	const rows = await db
		.select({
			id: datasets.id,
			namespaceId: datasets.namespaceId,
			name: datasets.name,
			version: datasets.version,
			updatedAt: datasets.updatedAt,
			run: {
				id: runs.id,
				userId: runs.userId,
				buildSpecId: runs.buildSpecId,
				version: runs.version,
				at: runs.finishedAt,
			},
			by: users.username,
		})
		.from(datasets)
		.leftJoin(runs, eq(runs.id, datasets.builtBy))
		.leftJoin(users, eq(users.id, runs.userId))
		.orderBy(asc(datasets.folded));
	const specs = await listBuildSpecs(platform, caller);
	const deletions = await deletionsOf(db, caller);
	const names = new Set(visible.map(({ owner, name }) => foldName(`${owner}/${name}`)));
	const present = presenter(caller, byId);
	const found = new Map<string, DatasetStatus>();
	const rowsOf = new Map<string, DatasetRows>();
	for (const { id, namespaceId, name, version, updatedAt, run, by } of rows) {
		const namespace = byId.get(namespaceId);
		const stated = states.byDataset.get(id);
		if (namespace === undefined || stated === undefined || !mayRead(caller, namespace, name)) continue;
		const coordinate = coordinateIn(namespace, name);
		const key = coordinateKey(coordinate);
		rowsOf.set(key, { isCorrupt: stated.isCorrupt, at: updatedAt });
		found.set(key, {
			...coordinate,
			...present.stated(stated, run?.userId ?? null),
			version,
			updatedAt: updatedAt.toISOString(),
			builtBy: builtByRun(run, by),
			restoredFrom: stated.restoredFrom,
			deleted: null,
			failedChecks: [...stated.failedChecks],
			buildSpecId: null,
			lastBuild: present.build(stated.lastBuild),
		});
	}
	for (const { id, destination } of specs) {
		const key = coordinateKey(destination);
		const status = found.get(key);
		if (status === undefined) {
			const lastBuild = states.missing.get(key) ?? null;
			const { owner, namespace, datasetName } = destination;
			// After a share is revoked, nothing more may be revealed about its contents.
			const isVisible = names.has(foldName(`${owner}/${namespace}`));
			const deleted = isVisible ? (deletions.get(id) ?? null) : null;
			const state = stateOf(false, lastBuild, [], deleted === null ? 'never-built' : 'deleted');
			found.set(key, {
				...{ owner, namespace, datasetName, state, reasons: [], failedChecks: [], deleted, restoredFrom: null },
				...{ version: null, updatedAt: null, buildSpecId: id, lastBuild: present.build(lastBuild) },
				builtBy: deleted === null ? null : builtBefore(states.former.get(key)),
			});
		} else if (status.buildSpecId === null || status.builtBy?.buildSpecId === id) {
			found.set(key, { ...status, buildSpecId: id });
		}
	}
	const ofSpecs = specs.flatMap(({ id, destination }): DatasetStatus[] => {
		const key = coordinateKey(destination);
		const dataset = found.get(key);
		if (dataset === undefined) return [];
		const builds = states.bySpec.get(id) ?? { unfinished: null, written: null };
		const own = statusFor(id, dataset, rowsOf.get(key), builds, present);
		return isDeepStrictEqual(own, dataset) ? [] : [{ ...own, buildSpecId: id }];
	});
	return {
		datasets: [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, status]) => status),
		buildSpecs: ofSpecs,
	};
}

/** What the status of a dataset's BuildSpecs depends on. */
interface DatasetRows {
	readonly isCorrupt: boolean;
	readonly at: Date;
}

/** The status of one BuildSpec with its destination; ignores what others write there. */
function statusFor(
	id: string,
	dataset: DatasetStatus,
	rows: DatasetRows | undefined,
	{ unfinished, written }: SpecBuilds,
	present: Presenter,
): DatasetStatus {
	const isWriter = dataset.builtBy?.buildSpecId === id;
	if (rows !== undefined && isWriter) {
		const lastBuild = unlessReplaced(unfinished, rows.at);
		const state = stateOf(rows.isCorrupt, lastBuild, dataset.reasons);
		return { ...dataset, state, lastBuild: present.build(lastBuild) };
	}
	const lastBuild = present.build(unfinished);
	if (rows === undefined) {
		// A deleted dataset that another BuildSpec wrote never belonged to this one.
		const isFormer = isWriter || written !== null || dataset.builtBy === null;
		if (isFormer && dataset.deleted !== null) {
			const state = stateOf(false, unfinished, [], 'deleted');
			return { ...dataset, state, lastBuild, builtBy: builtBefore(written ?? undefined) };
		}
		const state = stateOf(false, unfinished, [], 'never-built');
		return { ...dataset, state, lastBuild, builtBy: null, deleted: null };
	}
	const replaced = dataset.builtBy === null ? 'rows-changed' : 'built-by-another';
	const reason = { kind: replaced, builtVersion: null, currentVersion: null, source: null } as const;
	const isKnown = replaced === 'rows-changed' && dataset.reasons.length > 0;
	const reasons = written === null ? [] : isKnown ? dataset.reasons : [reason];
	return {
		...{ ...dataset, reasons, failedChecks: [], restoredFrom: null, lastBuild },
		state: stateOf(false, unfinished, reasons, 'never-built'),
		builtBy: builtBefore(written ?? undefined),
	};
}

/** The state of one dataset and its reasons, as its reader may see them. */
export async function stateFactsOf(
	platform: Platform,
	caller: Caller,
	found: readonly { readonly id: string; readonly builtBy: BuiltBy | null }[],
): Promise<(id: string) => { state?: DatasetState; reasons?: OutdatedReason[] }> {
	const states = await statesNow(platform);
	const visible = await visibleNamespaces(platform.catalog.db, withoutToken(caller));
	const builders = new Map(found.map(({ id, builtBy }) => [id, builtBy?.by]));
	const present = presenter(caller, new Map(visible.map((namespace) => [namespace.id, namespace])));
	return (id) => {
		const stated = states.byDataset.get(id);
		return stated === undefined ? {} : present.stated(stated, builders.get(id) ?? null);
	};
}

type Presenter = ReturnType<typeof presenter>;

/** Presents states to one caller: sources that its token may not read aren't named. @param visible to the user, with any token */
function presenter(caller: Caller, visible: ReadonlyMap<string, VisibleNamespace>) {
	const source = (read: StateReason['source']): DatasetCoordinate | null => {
		const namespace = visible.get(read?.namespaceId ?? '');
		if (read === undefined || namespace === undefined || !mayRead(caller, namespace, read.dataset)) return null;
		return coordinateIn(namespace, read.dataset);
	};
	const isHidden = (read: StateReason['source']) => read !== undefined && source(read) === null;
	const isLost = ({ namespaceId }: ReadSource) => !visible.has(namespaceId ?? '');
	const reasonOf = (reason: StateReason): OutdatedReason => {
		const { versions, formerName, restoredVersion } = reason;
		const read = source(reason.source);
		return {
			// Must not reveal what happened to rows that the caller can't read.
			kind: reason.kind === 'wiped' && isHidden(reason.source) ? 'source-changed' : reason.kind,
			builtVersion: versions?.built ?? null,
			currentVersion: versions?.current ?? null,
			source: read,
			...(restoredVersion !== undefined && read !== null ? { restoredVersion } : {}),
			...(formerName !== undefined && read !== null ? { formerName } : {}),
		};
	};
	return {
		/** @param builder who built the rows: the id or name of a user */
		stated(stated: StatedDataset, builder: string | null): { state: DatasetState; reasons: OutdatedReason[] } {
			const isOwn = builder === caller.userId || builder === caller.username;
			const { state } = stated;
			if (!isOwn) return { state, reasons: stated.reasons.map(reasonOf) };
			// A user who lost the right to read a source isn't shown its changes. For a token without that right, only the name is hidden.
			const known = stated.reasons.filter(
				({ source, causes = source === undefined ? [] : [source] }) => causes.length === 0 || !causes.every(isLost),
			);
			const reasons = known.map(reasonOf);
			if (stated.sources.some(isLost)) reasons.push(lostSource);
			const isAsRead = state === 'current' || state === 'outdated';
			return { state: isAsRead ? (reasons.length > 0 ? 'outdated' : 'current') : state, reasons };
		},
		build(build: LastBuild | null): DatasetStatus['lastBuild'] {
			if (build === null) return null;
			const isOwn = build.userId === caller.userId;
			const { state, by, at, runId, message } = build;
			return { state, by, at: at.toISOString(), runId: isOwn ? runId : null, message: isOwn ? message : null };
		},
	};
}

/** A source that doesn't exist anymore, or that the user may no longer read. */
const lostSource: OutdatedReason = { kind: 'source-missing', builtVersion: null, currentVersion: null, source: null };

/** When destinations of the caller's BuildSpecs were deleted, and by whom, by BuildSpec id. */
async function deletionsOf(db: Db, { userId }: Caller) {
	const rows = await db
		.select({ id: buildSpecs.id, at: buildSpecs.deletedAt, by: users.username })
		.from(buildSpecs)
		.leftJoin(users, eq(users.id, buildSpecs.deletedBy))
		.where(and(eq(buildSpecs.ownerId, userId), isNotNull(buildSpecs.deletedAt), isNull(buildSpecs.removedAt)));
	return new Map(rows.flatMap(({ id, at, by }) => (at === null ? [] : [[id, { at: at.toISOString(), by }] as const])));
}

const builtBefore = (build: FormerBuild | undefined): BuiltBy | null =>
	build === undefined ? null : { ...build, at: build.at.toISOString() };

type Run = { id: string; buildSpecId: string | null; version: number | null; at: Date | null };

const builtByRun = (run: Run | null, by: string | null): BuiltBy | null =>
	run === null || run.at === null || by === null
		? null
		: { runId: run.id, buildSpecId: run.buildSpecId, version: run.version, at: run.at.toISOString(), by };
