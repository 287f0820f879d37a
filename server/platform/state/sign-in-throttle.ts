import { LruCache } from '#lib/concurrency/lru-cache.ts';

/** Throttles guessing: after some failures for a name, the next attempt has to wait, longer each time. */
export interface Throttle {
	/** Seconds until the next attempt; 0 if it may be made now, which then counts as a failure until it succeeds. */
	enter(names: readonly Watched[]): Promise<number>;
	/** Takes one failure back, because attempts are counted before their result is known. */
	succeeded(names: readonly Watched[]): Promise<void>;
}

export interface SignInAttempts {
	readonly failures: number;
	/** Milliseconds since 1970. */
	readonly last: number;
}

export interface Watched {
	readonly name: string;
	/** Failures without a delay. */
	readonly free: number;
}

const firstWaitMs = 2_000;
const longestWaitMs = 15 * 60_000;
/** Failures are forgotten after a while without new ones. */
export const memoryMs = 60 * 60_000;
const maxNames = 10_000;

export function secondsLeft(free: number, tries: SignInAttempts | null, now: number): number {
	// Also forgotten if the clock was set back since; otherwise the wait would last until it has caught up.
	if (tries === null || tries.failures < free || now - tries.last > memoryMs || tries.last > now) return 0;
	const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, tries.failures - free));
	return Math.max(0, Math.ceil((tries.last + wait - now) / 1000));
}

/** In the memory of this process. */
export function createThrottle(now: () => Date): Throttle {
	const known = new LruCache<SignInAttempts>(maxNames);
	const recent = (name: string) => {
		const entry = known.get(name);
		return entry === undefined || now().getTime() - entry.last > memoryMs ? null : entry;
	};
	const count = (names: readonly Watched[]): void => {
		for (const { name } of names) {
			const failures = (recent(name)?.failures ?? 0) + 1;
			known.set(name, { failures, last: now().getTime() });
		}
	};
	return {
		async enter(names) {
			const seconds = names.map(({ name, free }) => secondsLeft(free, recent(name), now().getTime()));
			const wait = Math.max(0, ...seconds);
			if (wait === 0) count(names);
			return wait;
		},
		async succeeded(names) {
			for (const { name } of names) {
				const entry = recent(name);
				if (entry === null || entry.failures <= 1) known.delete(name);
				else known.set(name, { ...entry, failures: entry.failures - 1 });
			}
		},
	};
}
