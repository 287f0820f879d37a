import { KeyedLock } from '#lib/concurrency/keyed-lock.ts';
import type { Engine } from '../../engine/types.ts';
import type { Log } from '../../logging/log.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Catalog } from '../../store/catalog/catalog.ts';
import type { ObjectStore } from '../../store/objects/types.ts';
import { createIngestThread, type IngestThread } from '../ingest/thread/thread.ts';
import { type AnsweredWrites, createAnsweredWrites } from './answered-writes.ts';
import type { Keys } from './keys.ts';
import type { Membership } from './membership.ts';
import { createRequestLimit, type RequestLimit } from './request-limit.ts';
import { createRevocations, type Revocations } from './revocations.ts';
import { createRunRegistry, type RunRegistry } from './run-registry.ts';
import { createSharedThrottle } from './shared-throttle.ts';
import { createThrottle, type Throttle } from './throttle.ts';
import { createTokenMemory, type TokenMemory } from './token-memory.ts';

/** What the service works with: handed to every function of this folder. */
export interface Platform {
	readonly settings: Settings;
	readonly log: Log;
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
	/** This process among the copies that serve the catalog together; null where it serves it alone. */
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

export type PlatformParts = Pick<Platform, 'settings' | 'log' | 'catalog' | 'objects' | 'engine' | 'keys'> &
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
		ingesting: createIngestThread(parts.settings, parts.log),
		destinationLock: new KeyedLock(),
	};
}
