import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { BuildRun, LogItem, RunPlan } from '#contract/build-run.ts';
import type { BuildSpecEdit, Definition } from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { foldName, type PageQuery } from '#contract/ids.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import { inParallel } from '#lib/concurrency/in-parallel.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { runLogItems, runPlans, runSources, runs } from '../../store/catalog/schema/runs.ts';
import { CorruptObjectError } from '../../store/objects/types.ts';
import { assertMayWriteDataset } from '../access/dataset-access.ts';
import { holdNamespaces } from '../access/namespace-access.ts';
import { assertMayKeep, assertMayRun } from '../access/quotas.ts';
import * as buildSpecs from '../build-specs/build-specs.ts';
import { assertDefinition, definitionOf, resolveSources, sameDefinition } from '../build-specs/definitions.ts';
import { problemsOf } from '../checks/definitions.ts';
import { type Caller, type ReadableDataset, tokenAllows } from '../core/caller.ts';
import { type Page, pageByTime } from '../core/page.ts';

import { invalid, notFound, ServiceError } from '../core/service-error.ts';
import { isGitPipeline } from '../git-pipeline/payload.ts';
import { namespaceIdOf } from '../namespaces/namespaces.ts';
import { readingDatasets } from '../parts/corrupt-data.ts';
import { objectsOf } from '../parts/parts.ts';
import { failedChecksOf } from '../runs/failed-checks.ts';
import type { RunOrder } from '../runs/run-production.ts';
import {
	assertMayCancel,
	assertMayReadSources,
	ownRun,
	presentRun,
	type RunRow,
	runsSeen,
} from '../runs/run-record.ts';
import type { Membership } from '../state/membership.ts';
import type { Platform } from '../state/platform.ts';
import { beginRun } from './run-execution.ts';

/** Previews a BuildSpec as saved, or as given. Resolves once the run is queued; it starts afterwards. */
export async function startPreviewRun(
	platform: Platform,
	caller: Caller,
	buildSpecId: string,
	edit: (BuildSpecEdit & { readonly checks?: readonly Check[] | undefined }) | undefined,
	upTo?: string,
): Promise<BuildRun> {
	const spec = await buildSpecs.getBuildSpec(platform, caller, buildSpecId);
	const { checks, ...fields } = edit ?? {};
	const problems = checks === undefined ? [] : await problemsOf(platform, checks);
	if (problems.length > 0) throw invalid(problems);
	const saved = definitionOf(spec);
	const definition = edit === undefined ? saved : (fields as BuildSpecEdit);
	return start(platform, caller, {
		kind: 'preview',
		buildSpecId,
		version: spec.version,
		draft: edit !== undefined && !sameDefinition(definition, saved),
		definition,
		slot: definition.destination,
		upTo,
		checks,
	});
}

/** Additional writes in the transaction that stores a run. */
type Also = (tx: Db, run: Pick<RunRow, 'id' | 'version'>) => Promise<void>;

/** Builds a saved BuildSpec. @param version refuse any other version */
export async function startBuildRun(
	platform: Platform,
	caller: Caller,
	buildSpecId: string,
	version?: number,
	also?: Also,
): Promise<BuildRun> {
	const spec = await buildSpecs.getBuildSpec(platform, caller, buildSpecId);
	if (version !== undefined && version !== spec.version) {
		const message = `You asked for a build of version ${version}, but the BuildSpec is at version ${spec.version} now. Review the changes, then build version ${spec.version}.`;
		throw new ServiceError('VERSION_CONFLICT', message);
	}
	const { db } = platform.catalog;
	await assertMayKeep(db, platform, await assertMayWriteDataset(db, caller, spec.destination));
	const definition = definitionOf(spec);
	const slot = definition.destination;
	const wanted = { kind: 'build', buildSpecId, version: spec.version, draft: false, definition, slot } as const;
	return start(platform, caller, wanted, also);
}

/** Previews a definition without a BuildSpec. */
export async function startScratchRun(
	platform: Platform,
	caller: Caller,
	definition: Definition,
	upTo?: string,
): Promise<BuildRun> {
	const slot = definition.destination ?? (await scratchSlot(platform.catalog.db, caller));
	const ofNone = { buildSpecId: null, version: null, draft: true } as const;
	return start(platform, caller, { kind: 'preview', ...ofNone, definition, slot, upTo });
}

export async function listRuns(
	platform: Platform,
	caller: Caller,
	query: PageQuery & { buildSpecId?: string | undefined },
): Promise<Page<BuildRun>> {
	const { db } = platform.catalog;
	const page = pageByTime(query, 100, [runs.createdAt, runs.id]);
	const ofBuildSpec = query.buildSpecId === undefined ? undefined : eq(runs.buildSpecId, query.buildSpecId);
	const rows = await db
		.select()
		.from(runs)
		.where(and(eq(runs.userId, caller.userId), ofBuildSpec, page.where))
		.orderBy(...page.order)
		.limit(page.most);
	const { items, ...rest } = page.of(rows, (run) => [run.createdAt, run.id]);
	const seen = await runsSeen(db, caller, items);
	const failed = await failedChecksOf(
		db,
		seen.map(({ id }) => id),
	);
	return { ...rest, items: seen.map((run) => presentRun(run, caller.username, failed.get(run.id))) };
}

export async function getRun(platform: Platform, caller: Caller, id: string): Promise<BuildRun> {
	const { db } = platform.catalog;
	const run = await ownRun(db, caller, id);
	return presentRun(run, caller.username, (await failedChecksOf(db, [id])).get(id));
}

export async function getRunLog(platform: Platform, caller: Caller, id: string): Promise<LogItem[]> {
	const { db } = platform.catalog;
	await ownRun(db, caller, id);
	const items = await db.select().from(runLogItems).where(eq(runLogItems.runId, id)).orderBy(asc(runLogItems.position));
	return items.map(({ at, level, step, message }) => ({
		at: at.toISOString(),
		level,
		message,
		...(step === null ? {} : { step }),
	}));
}

/** The executed plan of a run's statement. @throws ServiceError NOT_FOUND */
export async function getRunPlan(platform: Platform, caller: Caller, id: string): Promise<RunPlan> {
	const { db } = platform.catalog;
	await assertMayReadSources(db, caller, await ownRun(db, caller, id));
	const [found] = await db.select({ plan: runPlans.plan }).from(runPlans).where(eq(runPlans.runId, id));
	if (found === undefined)
		throw notFound('This run has no query plan. Only single statements that DuckDB ran successfully have one.');
	return found.plan;
}

/** Cancels a run and waits until it has stopped; a run that has ended stays as it is. */
export async function cancelRun(platform: Platform, caller: Caller, id: string): Promise<BuildRun> {
	const { db } = platform.catalog;
	await assertMayCancel(db, caller, await ownRun(db, caller, id));
	await stopRun(platform, id);
	return getRun(platform, caller, id);
}

async function stopRun(platform: Platform, id: string): Promise<void> {
	if (platform.membership === null) await platform.running.stop(id);
	else await cancelAnywhere(platform, platform.membership, id);
}

/** Deletes a BuildSpec and cancels its builds, because nobody would see their results. @throws ServiceError */
export async function deleteBuildSpec(platform: Platform, caller: Caller, id: string): Promise<void> {
	for (const runId of await buildSpecs.deleteBuildSpec(platform, caller, id)) await stopRun(platform, runId);
}

const cancelPollMs = 100;
/** Timeout, ms: long enough to notice that a replica died, and for another one to end its runs. */
const cancelPatienceMs = 20_000;

/** Cancels a run in any replica, and waits until it has ended. */
async function cancelAnywhere(
	{ catalog, now }: Pick<Platform, 'catalog' | 'now'>,
	membership: Membership,
	id: string,
): Promise<void> {
	await catalog.write(async (tx) => {
		const [run] = await tx.select().from(runs).where(eq(runs.id, id)).for('update');
		if (run === undefined || (run.state !== 'queued' && run.state !== 'running')) return;
		if (run.copyId !== null) {
			await tx.update(runs).set({ cancelAsked: true }).where(eq(runs.id, id));
			return;
		}
		const position = await tx.$count(runLogItems, eq(runLogItems.runId, id));
		await tx.insert(runLogItems).values({ runId: id, position, at: now(), level: 'warning', message: 'Canceled.' });
		await tx.update(runs).set({ state: 'cancelled', finishedAt: now() }).where(eq(runs.id, id));
	});
	membership.stop(id);
	for (const until = Date.now() + cancelPatienceMs; Date.now() < until; await sleep(cancelPollMs)) {
		const [run] = await catalog.db.select({ state: runs.state }).from(runs).where(eq(runs.id, id));
		if (run === undefined || (run.state !== 'queued' && run.state !== 'running')) return;
	}
}

type NewRun = Pick<RunRow, 'kind' | 'buildSpecId' | 'version' | 'draft' | 'definition'> &
	Pick<RunOrder, 'slot'> & { readonly upTo?: string | undefined; readonly checks?: readonly Check[] | undefined };

async function start(platform: Platform, caller: Caller, wanted: NewRun, also?: Also): Promise<BuildRun> {
	const { slot, upTo = null, checks = null, ...rest } = wanted;
	const { sources, destination, code } = wanted.definition;
	assertDefinition(wanted.definition);
	const isGit = isGitPipeline(code.payload);
	if (upTo !== null && !isGit) {
		const message = `There is no step "${upTo}": this code is one statement, not a pipeline. Leave out upTo.`;
		throw invalid([{ code: 'INVALID_VALUE', path: 'upTo', message }]);
	}
	const { found, problems } = await resolveSources(platform.catalog.db, caller, sources);
	const unseen = destination === undefined ? [] : unseenDestination(caller, destination);
	if (problems.length + unseen.length > 0) throw invalid([...problems, ...unseen]);
	await protectSources(platform, found);
	const run = {
		...rest,
		id: randomUUID(),
		userId: caller.userId,
		pipeline: isGit ? ('git' as const) : ('code-blob' as const),
		state: 'queued' as const,
		tokenId: caller.tokenId,
		work: {
			slot,
			sources: found.map((dataset) => dataset.coordinate),
			...(upTo === null ? {} : { upTo }),
			...(checks === null ? {} : { checks }),
		},
		destination: wanted.kind === 'build' ? coordinateKey(slot) : null,
		createdAt: platform.now(),
	};
	const { row, namespaceId } = await platform.catalog.write(async (tx) => {
		await assertMayRun(tx, platform, caller.userId);
		const namespaceId = destination === undefined ? null : await namespaceIdOf(tx, destination);
		// Locked before the BuildSpec, in the same order as renames, so that neither name is missed during one.
		await holdNamespaces(tx, [
			...found.map((dataset) => dataset.namespaceId),
			...(namespaceId === null ? [] : [namespaceId]),
		]);
		if (wanted.kind === 'build') await buildSpecs.assertStillThere(tx, wanted.buildSpecId, slot);
		await assertUnchanged(tx, found);
		const work = { ...run.work, namespaceId };
		const [inserted] = await tx
			.insert(runs)
			.values({ ...run, work })
			.returning();
		if (found.length > 0) {
			await tx.insert(runSources).values(
				found.map((source, position) => ({
					runId: run.id,
					position,
					namespaceId: source.namespaceId,
					dataset: source.coordinate.datasetName,
					sha256: source.sha256,
				})),
			);
		}
		if (platform.membership !== null) await noteWaiting(tx, run);
		await also?.(tx, run);
		return { row: inserted, namespaceId };
	});
	if (row === undefined) throw new Error(`The run ${run.id} wasn’t stored.`);
	const { id, kind, pipeline } = run;
	const payload = run.definition.code.payload;
	if (platform.membership !== null) platform.membership.wake();
	else
		void beginRun(platform, { id, kind, pipeline, caller, payload, sources: found, slot, namespaceId, upTo, checks });
	return presentRun(row, caller.username);
}

/** A problem if the token may not read the destination: it couldn't see its own run. */
function unseenDestination(caller: Caller, destination: DatasetCoordinate): Problem[] {
	if (tokenAllows(caller, 'read', destination)) return [];
	const message = `Your access token can’t read the destination, ${formatCoordinate(destination)}. Use a token with read access.`;
	return [{ code: 'FORBIDDEN', path: 'destination', message }];
}

/** Only one build per dataset runs at a time; adds the reason for waiting to the next one's log. */
async function noteWaiting(
	tx: Db,
	{ id, destination, createdAt }: { id: string; destination: string | null; createdAt: Date },
) {
	if (destination === null) return;
	const isActive = inArray(runs.state, ['queued', 'running']);
	if ((await tx.$count(runs, and(eq(runs.destination, destination), ne(runs.id, id), isActive))) === 0) return;
	const message = 'Waiting for another build of the same dataset';
	await tx.insert(runLogItems).values({ runId: id, position: 0, at: createdAt, level: 'info', message });
}

/** Locks the sources' rows, so that a wipe waits and then finds the run; refuses rows that were wiped or renamed since they were looked up. */
async function assertUnchanged(tx: Db, sources: readonly ReadableDataset[]): Promise<void> {
	for (const { namespaceId, sha256, coordinate } of sources) {
		const isNamed = eq(datasets.folded, foldName(coordinate.datasetName));
		const isSame = and(eq(datasets.namespaceId, namespaceId), isNamed, eq(datasets.sha256, sha256));
		const found = await tx.select({ id: datasets.id }).from(datasets).where(isSame).for('share');
		if (found.length > 0) continue;
		const message = `${formatCoordinate(coordinate)} was just replaced, renamed or deleted. Try again.`;
		throw invalid([{ code: 'CHANGED', path: 'sources', message }]);
	}
}

/** Concurrency limit for protecting objects of one run: a dataset may have thousands. */
const protectConcurrency = 8;

/** Protects the objects that a run will read until its row references them. */
async function protectSources(platform: Platform, sources: readonly ReadableDataset[]): Promise<void> {
	for (const { sha256, coordinate } of sources) {
		const objects = await objectsOf(platform.catalog.db, [sha256]);
		await readingDatasets(platform, [{ coordinate, objects }], () =>
			inParallel(objects, protectConcurrency, async (sha256) => {
				if (!(await platform.objects.keep(sha256))) throw new CorruptObjectError(sha256, 'missing');
			}),
		);
	}
}

/** Where the output of a scratch query is shown; nothing is written there. */
async function scratchSlot(db: Db, caller: Caller): Promise<DatasetCoordinate> {
	const [first] = await db
		.select({ name: namespaces.name })
		.from(namespaces)
		.where(eq(namespaces.ownerId, caller.userId))
		.orderBy(asc(namespaces.createdAt), asc(namespaces.folded))
		.limit(1);
	return { owner: caller.username, namespace: first?.name ?? 'scratch', datasetName: 'result' };
}
