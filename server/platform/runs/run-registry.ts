/** The reason that a run's signal carries. */
/** `interrupted`: the service stops; `handed-over`: it stops, and another copy goes on; `lost`: another copy goes on already. */
export type StopReason = 'cancelled' | 'interrupted' | 'handed-over' | 'lost';

/** The runs of this process that have not ended. */
export interface RunRegistry {
	add(runId: string, abort: AbortController, ended: Promise<void>): void;
	/** Asks a run to stop and waits until it has; false when it is not running here. */
	stop(runId: string): Promise<boolean>;
	/** Ends every run because the service stops, or for another reason. */
	stopAll(reason?: Exclude<StopReason, 'cancelled'>): Promise<void>;
	/** How many there are. */
	count(): number;
	/** Fulfils when a run has ended; at once where it is not running here. */
	ended(runId: string): Promise<void>;
}

export function createRunRegistry(): RunRegistry {
	const running = new Map<string, { abort: AbortController; ended: Promise<void> }>();
	const stop = async (runId: string, reason: StopReason): Promise<boolean> => {
		const run = running.get(runId);
		if (run === undefined) return false;
		run.abort.abort(reason);
		await run.ended;
		return true;
	};
	return {
		add(runId, abort, ended) {
			running.set(runId, { abort, ended: ended.finally(() => running.delete(runId)) });
		},
		stop: (runId) => stop(runId, 'cancelled'),
		async stopAll(reason = 'interrupted') {
			await Promise.all([...running.keys()].map((runId) => stop(runId, reason)));
		},
		count: () => running.size,
		async ended(runId) {
			await running.get(runId)?.ended;
		},
	};
}
