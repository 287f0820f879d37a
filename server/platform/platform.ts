import type { Engine } from '../engine/types.ts';
import type { Settings } from '../settings.ts';
import type { Catalog } from '../store/catalog/catalog.ts';
import type { ObjectStore } from '../store/objects/types.ts';
import type { Keys } from './keys.ts';
import { createRevocations, type Revocations } from './revocations.ts';
import { createRunRegistry, type RunRegistry } from './run-registry.ts';
import { createTurns, type Turns } from './run-turns.ts';
import { createThrottle, type Throttle } from './throttle.ts';
import { createTokenMemory, type TokenMemory } from './token-memory.ts';

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
	/** Slows down who guesses at passphrases and codes. */
	readonly throttle: Throttle;
	readonly running: RunRegistry;
	/** Whose turn it is among the builds of one dataset. */
	readonly turns: Turns;
	/** The clock, so that tests can move it. */
	readonly now: () => Date;
}

export type PlatformParts = Pick<Platform, 'settings' | 'catalog' | 'objects' | 'engine' | 'keys'> &
	Partial<Pick<Platform, 'now'>>;

export function createPlatform(parts: PlatformParts): Platform {
	const now = parts.now ?? (() => new Date());
	return {
		...parts,
		now,
		tokens: createTokenMemory(),
		revocations: createRevocations(),
		throttle: createThrottle(now),
		running: createRunRegistry(),
		turns: createTurns(),
	};
}
