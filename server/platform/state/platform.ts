import type { FileReading } from '#contract/ingest.ts';
import { KeyedLock } from '#lib/concurrency/keyed-lock.ts';
import type { Engine, RunEngine } from '../../engine/types.ts';
import type { Log } from '../../logging/log.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Catalog } from '../../store/catalog/catalog.ts';
import type { ObjectStore } from '../../store/objects/types.ts';
import { createIngestThread } from '../ingest/thread/thread.ts';
import { createAdmission } from './admission.ts';
import { createAnsweredWrites } from './answered-writes.ts';
import { withAuditTrail } from './audit-trail.ts';
import type { Corruption } from './corruption.ts';
import { createFailureCounts } from './failure-counts.ts';
import type { Keys } from './keys.ts';
import type { Membership } from './membership.ts';
import { createRequestLimit } from './request-limit.ts';
import { createRevocations } from './revocations.ts';
import { createRunRegistry } from './run-registry.ts';
import { createSharedThrottle } from './shared-sign-in-throttle.ts';
import { createThrottle } from './sign-in-throttle.ts';
import { createStorageWatch } from './storage-watch.ts';
import { createTokenMemory } from './token-memory.ts';
import { createTokenUse } from './token-use.ts';

/** How long an answer is remembered for retries (docs/decisions/0008). */
export const answeredMs = 10 * 60_000;

interface PlatformParts {
	readonly settings: Settings;
	readonly log: Log;
	readonly catalog: Catalog;
	readonly objects: ObjectStore;
	readonly engine: Engine;
	/** Runs users' SQL: the same engine, or Spark. */
	readonly runEngine: RunEngine;
	readonly keys: Keys;
	/** Objects known to be corrupt. */
	readonly corruption: Corruption;
	/** This process among the replicas that share the catalog; null if it's the only one. */
	readonly membership?: Membership | null;
	/** The clock; tests can move it. */
	readonly now?: (() => Date) | undefined;
}

/** The service's dependencies, passed to every function in this folder. */
export type Platform = Readonly<ReturnType<typeof createPlatform>>;

export function createPlatform({ membership = null, now = () => new Date(), ...parts }: PlatformParts) {
	const failures = createFailureCounts();
	return {
		...parts,
		catalog: withAuditTrail(parts.catalog),
		failures,
		storage: createStorageWatch(parts.settings, parts.log, failures),
		admission: createAdmission(parts.settings.requestsAtOnce),
		// A runner that read the changed file may still have it open and be used again.
		objects: parts.corruption.watch(parts.objects, (file) => {
			parts.engine.forget(file).catch((error: unknown) => parts.log.error('Couldn’t stop a runner.', error));
		}),
		now,
		membership,
		/** Answered writes shared by all replicas; null if this is the only process, which remembers its own. */
		answered: membership === null ? null : createAnsweredWrites(parts.catalog, membership.id, answeredMs, now),
		tokens: createTokenMemory(membership === null ? undefined : membership.isConnected),
		tokenUse: createTokenUse({ catalog: parts.catalog, now, log: parts.log }),
		/** Called by whatever revokes a right, so that long-running requests end. */
		revocations: createRevocations(),
		requestLimit: createRequestLimit(parts.settings.limits.requestsPerMinute, now),
		/** Aborts when the service is about to stop, so that long-running requests can end with a message. */
		stopping: new AbortController(),
		throttle: membership === null ? createThrottle(now) : createSharedThrottle(parts.catalog, now),
		running: createRunRegistry(),
		ingesting: createIngestThread(parts.settings, parts.log),
		/** Progress of reading files, by ingestion; only in this process, not in other replicas. */
		readings: new Map<string, FileReading>(),
		/** Serializes the builds of one dataset. */
		destinationLock: new KeyedLock(),
	};
}
