/** Slows guessing down: after some failures under a name the next try has to wait, longer with each. */
export interface Throttle {
	/** Seconds until the next try; 0 where it may be made now. */
	waits(names: readonly Watched[]): number;
	failed(names: readonly Watched[]): void;
	/** Takes one failure back: a try is counted before it is known how it ends. */
	succeeded(names: readonly Watched[]): void;
}

export interface Watched {
	readonly name: string;
	/** Failures that cost nothing. */
	readonly free: number;
}

const firstWaitMs = 2_000;
const longestWaitMs = 15 * 60_000;
/** Failures are forgotten after a while without any. */
const memoryMs = 60 * 60_000;
const mostNames = 10_000;

export function createThrottle(now: () => Date): Throttle {
	const known = new Map<string, { failures: number; last: number }>();
	const recent = (name: string) => {
		const it = known.get(name);
		return it === undefined || now().getTime() - it.last > memoryMs ? null : it;
	};
	return {
		waits(names) {
			const until = names.map(({ name, free }) => {
				const it = recent(name);
				if (it === null || it.failures < free) return 0;
				return it.last + Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, it.failures - free));
			});
			return Math.max(0, Math.ceil((Math.max(0, ...until) - now().getTime()) / 1000));
		},
		failed(names) {
			for (const { name } of names) {
				const failures = (recent(name)?.failures ?? 0) + 1;
				known.delete(name);
				known.set(name, { failures, last: now().getTime() });
			}
			for (const oldest of known.keys()) {
				if (known.size <= mostNames) break;
				known.delete(oldest);
			}
		},
		succeeded(names) {
			for (const { name } of names) {
				const it = recent(name);
				if (it === null || it.failures <= 1) known.delete(name);
				else known.set(name, { ...it, failures: it.failures - 1 });
			}
		},
	};
}
