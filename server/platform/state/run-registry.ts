/** Why a run's signal aborted; `handed-over` and `lost`: another process will continue it, or already does. */
type StopReason = 'cancelled' | 'handed-over' | 'lost';

export function createRunRegistry() {
	const running = new Map<string, { abort: AbortController; ended: Promise<void> }>();
	const listeners = new Set<() => void>();
	const stop = async (runId: string, reason: StopReason): Promise<boolean> => {
		const run = running.get(runId);
		if (run === undefined) return false;
		run.abort.abort(reason);
		await run.ended;
		return true;
	};
	return {
		add(runId: string, abort: AbortController, ended: Promise<void>): void {
			const gone = ended.finally(() => {
				running.delete(runId);
				for (const listener of listeners) listener();
			});
			running.set(runId, { abort, ended: gone });
		},
		/** Stops a run and waits until it has ended; false if it isn't running here. */
		stop: (runId: string) => stop(runId, 'cancelled'),
		/** Stops every run here, to be continued by another process. */
		async stopAll(reason: Exclude<StopReason, 'cancelled'>) {
			await Promise.all([...running.keys()].map((runId) => stop(runId, reason)));
		},
		/** Calls the listener when a run here has ended and its end is recorded. */
		whenOneEnds: (listener: () => void) => void listeners.add(listener),
		count: () => running.size,
		/** Resolves when a run has ended; immediately if it isn't running here. */
		async ended(runId: string) {
			await running.get(runId)?.ended;
		},
	};
}
