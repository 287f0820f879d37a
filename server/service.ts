import { join } from 'node:path';
import { createApp } from './app.ts';
import { chooseIsolation, type Isolation } from './engine/isolation/choose.ts';
import { createEngine } from './engine/pool/engine.ts';
import type { Engine } from './engine/types.ts';
import type { ServiceApp } from './http/base/service-app.ts';
import { type Log, textLog } from './logging/log.ts';
import { openCatalog } from './open-catalog.ts';
import { openObjects } from './open-objects.ts';
import { sampleFolder } from './paths.ts';
import { startDailyDumps } from './platform/backup/daily.ts';
import { removeWiped } from './platform/datasets/wiped-data.ts';
import { startPlanning } from './platform/execution/advance-plans.ts';
import { startScrubbing } from './platform/integrity/scrub.ts';
import { namesObject } from './platform/parts/named-objects.ts';
import { resumeRuns, suspendRuns } from './platform/replicas/resume-runs.ts';
import { startSweeping } from './platform/replicas/retention.ts';
import { keysInCatalog } from './platform/replicas/shared-keys.ts';
import { startWorkerLoop } from './platform/replicas/worker-loop.ts';
import { createCorruption } from './platform/state/corruption.ts';
import { openKeys, openKeysAt } from './platform/state/keys.ts';
import { createMembership } from './platform/state/membership.ts';
import { createPlatform, type Platform } from './platform/state/platform.ts';
import { createSampleOnce, ensureSampleRepository, putSample } from './sample/sample.ts';
import { isShared, type Settings } from './settings/settings.ts';
import type { Catalog } from './store/catalog/catalog.ts';
import type { ObjectStore } from './store/objects/types.ts';

export interface Service {
	readonly platform: Platform;
	readonly app: ServiceApp;
	readonly isolation: Isolation;
	/** Reports not ready, ends streams with a state, and ends and records running work. Requests are still answered. */
	stop(): Promise<void>;
	close(): Promise<void>;
}

export interface ServiceOptions {
	readonly settings: Settings;
	readonly resetSample?: boolean;
	/** Lines of text on stderr if absent. */
	readonly log?: Log;
	/** For tests: an open catalog, instead of the one in the settings. */
	readonly catalog?: Catalog;
	/** For tests: false leaves sweeping to the test. */
	readonly sweeps?: boolean;
	readonly now?: () => Date;
}

/** Opens all parts of the service. The caller must have locked the data folder: see `store/catalog/lock.ts`. */
export async function openService(options: ServiceOptions): Promise<Service> {
	const { settings, log = textLog } = options;
	const catalog = options.catalog ?? (await openCatalog(settings));
	const member = isShared(settings) ? createMembership() : null;
	const runsFolder = join(settings.dataDir, 'runs');
	const opening = Promise.all([
		member === null ? openKeys(settings.dataDir) : openKeysAt(keysInCatalog(catalog)),
		openObjects(settings, catalog, log, options.now),
		chooseIsolation(settings.engine.isolation, runsFolder),
	]);
	const [keys, objects, isolation] = await opening.catch(async (error: unknown) => {
		await catalog.close();
		throw error;
	});
	const now = options.now ?? (() => new Date());
	const isNamed = (sha256: string) => namesObject(catalog.db, sha256);
	const engine = createEngine({ settings: settings.engine, dir: runsFolder, isolation, log });
	const spark = await openSpark(settings, engine, objects, log);
	const platform = createPlatform({
		settings,
		log,
		catalog,
		keys,
		objects,
		corruption: createCorruption({ catalog, log, now, isNamed }),
		engine,
		runEngine: spark ?? engine,
		now,
		membership: member,
	});
	const workerLoop = member === null ? null : await startWorkerLoop(platform, member);
	await removeWiped(platform);
	await catalog.exclusive('sample', () => prepareSample(platform, options));
	if (workerLoop === null) await resumeRuns(platform);
	await platform.corruption.load();
	const planning = startPlanning(platform);
	const jobs = options.sweeps === false ? [] : startJobs(platform);
	const stopJobs = () => Promise.all(jobs.map((job) => job.stop()));
	// Running work continues in another replica, or at the next start.
	let left: Promise<void> | undefined;
	const leave = () => {
		if (workerLoop === null) return suspendRuns(platform);
		left ??= workerLoop.leave();
		return left;
	};
	return {
		platform,
		app: createApp(platform),
		isolation,
		async stop() {
			platform.stopping.abort();
			await stopJobs();
			await planning.stop();
			await leave();
		},
		async close() {
			await stopJobs();
			await planning.stop();
			await leave();
			await platform.ingesting.close();
			await spark?.close();
			await platform.engine.close();
			await platform.corruption.recorded();
			// Closing writes by path: if this folder was replaced by another, that would damage its catalog.
			if (settings.databaseUrl !== null || (await platform.storage.isOpened())) await catalog.close();
		},
	};
}

/** Spark for running statements; null for DuckDB. Nothing of Spark is loaded then. */
async function openSpark(
	{ engine: settings, sparkUrl, dataDir }: Settings,
	duckdb: Engine,
	objects: ObjectStore,
	log: Log,
) {
	if (sparkUrl === null) return null;
	const { createSparkEngine } = await import('./engine/spark/engine.ts');
	const dir = join(dataDir, 'spark');
	return createSparkEngine({ url: sparkUrl, duckdb, settings, dir, stage: () => objects.stage(), log });
}

function startJobs(platform: Platform) {
	const dumping = startDailyDumps(platform);
	return [startSweeping(platform), startScrubbing(platform), ...(dumping === null ? [] : [dumping])];
}

async function prepareSample(platform: Platform, { settings, resetSample }: ServiceOptions): Promise<void> {
	if (resetSample) return putSample(platform, sampleFolder);
	if (!settings.sample) return;
	const made = await createSampleOnce(platform, sampleFolder);
	// Repositories are local: a replica added later doesn't have the sample's yet.
	if (!made && isShared(settings)) await ensureSampleRepository(platform, sampleFolder);
}
