/** Why a run's signal aborted; `handed-over` and `lost`: another copy will continue it, or already does. */
type StopReason = 'cancelled' | 'interrupted' | 'handed-over' | 'lost';

export function createRunRegistry() {
	const running = new Map<string, { abort: AbortController; ended: Promise<void> }>();
	const stop = async (runId: string, reason: StopReason): Promise<boolean> => {
		const run = running.get(runId);
		if (run === undefined) return false;
		run.abort.abort(reason);
		await run.ended;
		return true;
	};
	return {
		add(runId: string, abort: AbortController, ended: Promise<void>): void {
			running.set(runId, { abort, ended: ended.finally(() => running.delete(runId)) });
		},
		/** Asks a run to stop and waits until it has; false when it is not running here. */
		stop: (runId: string) => stop(runId, 'cancelled'),
		/** Ends every run because the service stops, or for another reason. */
		async stopAll(reason: Exclude<StopReason, 'cancelled'> = 'interrupted') {
			await Promise.all([...running.keys()].map((runId) => stop(runId, reason)));
		},
		count: () => running.size,
		/** Fulfills when a run has ended; at once where it is not running here. */
		async ended(runId: string) {
			await running.get(runId)?.ended;
		},
	};
}
