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
import { createSharedThrottle } from './shared-throttle.ts';
import { createStorageWatch } from './storage-watch.ts';
import { createThrottle } from './throttle.ts';
import { createTokenMemory } from './token-memory.ts';
import { createTokenUse } from './token-use.ts';

/** How long an answer is remembered for a repeat (docs/decisions/0008). */
export const answeredMs = 10 * 60_000;

interface PlatformParts {
	readonly settings: Settings;
	readonly log: Log;
	readonly catalog: Catalog;
	readonly objects: ObjectStore;
	readonly engine: Engine;
	/** What people’s SQL runs on: the same engine, or Spark. */
	readonly runEngine: RunEngine;
	readonly keys: Keys;
	/** Which objects are known to be corrupt. */
	readonly corruption: Corruption;
	/** This process among the copies that serve the catalog together; null where it serves it alone. */
	readonly membership?: Membership | null;
	/** The clock, so that tests can move it. */
	readonly now?: (() => Date) | undefined;
}

/** What the service works with: handed to every function of this folder. */
export type Platform = Readonly<ReturnType<typeof createPlatform>>;

export function createPlatform({ membership = null, now = () => new Date(), ...parts }: PlatformParts) {
	const failures = createFailureCounts();
	return {
		...parts,
		catalog: withAuditTrail(parts.catalog),
		failures,
		storage: createStorageWatch(parts.settings, parts.log, failures),
		/** Whose requests are worked on. */
		admission: createAdmission(parts.settings.requestsAtOnce),
		// A runner that read what changed may still hold it, and be asked again.
		objects: parts.corruption.watch(parts.objects, (file) => {
			parts.engine.forget(file).catch((error: unknown) => parts.log.error('Couldn’t stop a runner.', error));
		}),
		now,
		membership,
		/** What copies remember together of writes that were answered; null where each process remembers by itself. */
		answered: membership === null ? null : createAnsweredWrites(parts.catalog, membership.id, answeredMs, now),
		tokens: createTokenMemory(membership === null ? undefined : membership.isHearing),
		/** Told of each use of a token. */
		tokenUse: createTokenUse({ catalog: parts.catalog, now, log: parts.log }),
		/** Told by whoever takes a right away, so that what goes on for long ends. */
		revocations: createRevocations(),
		requestLimit: createRequestLimit(parts.settings.limits.requestsPerMinute, now),
		/** Aborts when the service is about to stop: what goes on for long ends with words. */
		stopping: new AbortController(),
		/** Slows down who guesses at passphrases and codes. */
		throttle: membership === null ? createThrottle(now) : createSharedThrottle(parts.catalog, now),
		running: createRunRegistry(),
		/** Where records that are to be ingested are worked on. */
		ingesting: createIngestThread(parts.settings, parts.log),
		/** Whose turn it is among the builds of one dataset. */
		destinationLock: new KeyedLock(),
	};
}
