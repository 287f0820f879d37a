import { EngineError } from '../errors.ts';
import type { RunnerProcess } from './runner-process.ts';

/** Starting a runner takes a quarter of a second of one core, so wait until the current run has a head start. */
const refillAfterMs = 1_000;
/** A runner takes 90 MB: after this long without a request, only one stays warm. */
const restAfterMs = 60_000;

/** Keeps runner processes warm and hands each out once. */
export function createPool(waiting: number, start: () => Promise<RunnerProcess>, restMs = restAfterMs) {
	let warm: Promise<RunnerProcess>[] = [];
	let closed = false;
	let refill: NodeJS.Timeout | undefined;
	let rest: NodeJS.Timeout | undefined;
	let ending: Promise<unknown> = Promise.resolve();

	const fill = () => {
		refill = undefined;
		while (!closed && warm.length < waiting) {
			const runner = start();
			// Until somebody takes it, its failure must not count as an unhandled rejection.
			runner.catch(() => {});
			warm.push(runner);
		}
		clearTimeout(rest);
		rest = setTimeout(endSpare, restMs).unref();
	};
	const endSpare = () => {
		ending = killAll(warm.splice(1));
	};
	fill();

	return {
		/** A live runner, warm if one is available; the caller kills it. */
		async take(): Promise<RunnerProcess> {
			if (closed) throw new EngineError('CANCELLED', 'The service is shutting down. Run this again when it’s back.');
			refill ??= setTimeout(fill, refillAfterMs).unref();
			for (let next = warm.shift(); next !== undefined; next = warm.shift()) {
				// If a warm one failed to start, a new one may start now.
				const runner = await next.catch(() => null);
				if (runner?.alive()) return runner;
				await runner?.kill();
			}
			return start();
		},
		async close() {
			closed = true;
			clearTimeout(refill);
			clearTimeout(rest);
			const all = warm;
			warm = [];
			await Promise.all([ending, killAll(all)]);
		},
	};
}

const killAll = (runners: readonly Promise<RunnerProcess>[]) =>
	Promise.allSettled(runners.map(async (runner) => (await runner).kill()));
