import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import {
	type BuiltBy,
	coordinateKey,
	type DatasetCoordinate,
	type DatasetState,
	type OutdatedReason,
} from '#contract/dataset.ts';
import type { DatasetStatus, DatasetStatuses } from '#contract/dataset-status.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { coordinateIn, mayRead } from '../access/dataset-access.ts';
import { type VisibleNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import { listBuildSpecs } from '../build-specs/build-specs.ts';
import type { Caller } from '../core/caller.ts';
import type { Platform } from '../state/platform.ts';
import { type LastBuild, type StateReason, stateOf, statesNow } from './dataset-states.ts';

/** Names what `listStatuses` answers the caller with, as an ETag without its quotes; it changes when the answer may. */
export async function statusTag(platform: Platform, caller: Caller): Promise<string> {
	const { tag } = await statesNow(platform);
	return createHash('sha256').update(`${tag} ${caller.userId} ${caller.tokenId}`).digest('base64url');
}

/** The status of every dataset that the caller may read, and of destinations of its BuildSpecs that do not exist; by name. */
export async function listStatuses(platform: Platform, caller: Caller): Promise<DatasetStatuses> {
	const { db } = platform.catalog;
	const states = await statesNow(platform);
	const visible = await visibleNamespaces(db, caller);
	const byId = new Map(visible.map((namespace) => [namespace.id, namespace]));
	const rows = await db
		.select({
			id: datasets.id,
			namespaceId: datasets.namespaceId,
			name: datasets.name,
			version: datasets.version,
			updatedAt: datasets.updatedAt,
			run: { id: runs.id, buildSpecId: runs.buildSpecId, version: runs.version, at: runs.finishedAt },
			by: users.username,
		})
		.from(datasets)
		.leftJoin(runs, eq(runs.id, datasets.builtBy))
		.leftJoin(users, eq(users.id, runs.userId))
		.orderBy(asc(datasets.folded));
	const specs = await listBuildSpecs(platform, caller);
	const present = presenter(caller, byId);
	const found = new Map<string, DatasetStatus>();
	for (const { id, namespaceId, name, version, updatedAt, run, by } of rows) {
		const namespace = byId.get(namespaceId);
		const stated = states.byDataset.get(id);
		if (namespace === undefined || stated === undefined || !mayRead(caller, namespace, name)) continue;
		const coordinate = coordinateIn(namespace, name);
		found.set(coordinateKey(coordinate), {
			...coordinate,
			state: stated.state,
			reasons: stated.reasons.map(present.reason),
			version,
			updatedAt: updatedAt.toISOString(),
			builtBy: builtByRun(run, by),
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
			found.set(key, {
				...{
					owner,
					namespace,
					datasetName,
					state: stateOf(false, lastBuild, [], 'never-built'),
					reasons: [],
					failedChecks: [],
				},
				...{ version: null, updatedAt: null, builtBy: null, buildSpecId: id, lastBuild: present.build(lastBuild) },
			});
		} else if (status.buildSpecId === null || status.builtBy?.buildSpecId === id) {
			found.set(key, { ...status, buildSpecId: id });
		}
	}
	return { datasets: [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, status]) => status) };
}

/** The state and its reasons of one dataset, for whom it is read. */
export async function stateFactsOf(
	platform: Platform,
	caller: Caller,
	datasetIds: readonly string[],
): Promise<(id: string) => { state?: DatasetState; reasons?: OutdatedReason[] }> {
	const states = await statesNow(platform);
	const hasReasons = datasetIds.some((id) => (states.byDataset.get(id)?.reasons.length ?? 0) > 0);
	const visible = hasReasons ? await visibleNamespaces(platform.catalog.db, caller) : [];
	const present = presenter(caller, new Map(visible.map((namespace) => [namespace.id, namespace])));
	return (id) => {
		const stated = states.byDataset.get(id);
		return stated === undefined ? {} : { state: stated.state, reasons: stated.reasons.map(present.reason) };
	};
}

/** Words states for one caller: what it may not read is not named. */
function presenter(caller: Caller, visible: ReadonlyMap<string, VisibleNamespace>) {
	const source = (read: StateReason['source']): DatasetCoordinate | null => {
		const namespace = visible.get(read?.namespaceId ?? '');
		if (read === undefined || namespace === undefined || !mayRead(caller, namespace, read.dataset)) return null;
		return coordinateIn(namespace, read.dataset);
	};
	return {
		reason: (reason: StateReason): OutdatedReason => ({
			kind: reason.kind,
			builtVersion: reason.versions?.built ?? null,
			currentVersion: reason.versions?.current ?? null,
			source: source(reason.source),
			// Nobody learns from it how a dataset was called that may not read it.
			...(reason.formerName !== undefined && source(reason.source) !== null ? { formerName: reason.formerName } : {}),
		}),
		build(build: LastBuild | null): DatasetStatus['lastBuild'] {
			if (build === null) return null;
			const isOwn = build.userId === caller.userId;
			const { state, by, at, runId, message } = build;
			return { state, by, at: at.toISOString(), runId: isOwn ? runId : null, message: isOwn ? message : null };
		},
	};
}

type Run = { id: string; buildSpecId: string | null; version: number | null; at: Date | null };

const builtByRun = (run: Run | null, by: string | null): BuiltBy | null =>
	run === null || run.at === null || by === null
		? null
		: { runId: run.id, buildSpecId: run.buildSpecId, version: run.version, at: run.at.toISOString(), by };
