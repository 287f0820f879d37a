import { KeyedLock } from '#lib/concurrency/keyed-lock.ts';
import type { Engine } from '../engine/types.ts';
import type { Settings } from '../settings.ts';
import type { Catalog } from '../store/catalog/catalog.ts';
import type { ObjectStore } from '../store/objects/types.ts';
import type { Keys } from './access/keys.ts';
import { createRequestLimit, type RequestLimit } from './access/request-limit.ts';
import { createRevocations, type Revocations } from './access/revocations.ts';
import { createThrottle, type Throttle } from './access/throttle.ts';
import { createTokenMemory, type TokenMemory } from './access/token-memory.ts';
import { createIngestThread, type IngestThread } from './ingest/thread/thread.ts';
import type { Membership } from './membership.ts';
import { type AnsweredWrites, createAnsweredWrites } from './replicas/answered-writes.ts';
import { createSharedThrottle } from './replicas/shared-throttle.ts';
import { createRunRegistry, type RunRegistry } from './runs/run-registry.ts';

/** What the service works with: handed to every function of this folder. */
export interface Platform {
	readonly settings: Settings;
	readonly catalog: Catalog;
	readonly objects: ObjectStore;
	readonly engine: Engine;
	readonly keys: Keys;
	readonly tokens: TokenMemory;
	/** Told by whoever takes a right away, so that what goes on for long ends. */
	readonly revocations: Revocations;
	readonly requestLimit: RequestLimit;
	/** Aborts when the service is about to stop: what goes on for long ends with words. */
	readonly stopping: AbortController;
	/** Slows down who guesses at passphrases and codes. */
	readonly throttle: Throttle;
	readonly running: RunRegistry;
	/** Where records that are to be ingested are worked on. */
	readonly ingesting: IngestThread;
	/** This process among the copies that serve the catalogue together; null where it serves it alone. */
	readonly membership: Membership | null;
	/** What copies remember together of writes that were answered; null where each process remembers by itself. */
	readonly answered: AnsweredWrites | null;
	/** Whose turn it is among the builds of one dataset. */
	readonly destinationLock: KeyedLock;
	/** The clock, so that tests can move it. */
	readonly now: () => Date;
}

/** How long an answer is remembered for a repeat (docs/decisions/0008). */
export const answeredMs = 10 * 60_000;

export type PlatformParts = Pick<Platform, 'settings' | 'catalog' | 'objects' | 'engine' | 'keys'> &
	Partial<Pick<Platform, 'now' | 'membership'>>;

export function createPlatform(parts: PlatformParts): Platform {
	const now = parts.now ?? (() => new Date());
	const membership = parts.membership ?? null;
	return {
		...parts,
		now,
		membership,
		answered: membership === null ? null : createAnsweredWrites(parts.catalog, membership.id, answeredMs, now),
		tokens: createTokenMemory(membership === null ? undefined : membership.isHearing),
		revocations: createRevocations(),
		requestLimit: createRequestLimit(parts.settings.limits.requestsPerMinute, now),
		stopping: new AbortController(),
		throttle: membership === null ? createThrottle(now) : createSharedThrottle(parts.catalog, now),
		running: createRunRegistry(),
		ingesting: createIngestThread(parts.settings),
		destinationLock: new KeyedLock(),
	};
}
