import { count } from '../format.ts';
import type { EngineJob } from '../types.ts';
import type { Progress } from './client.ts';

const logEveryMs = 5_000;

/** Percentage of the known stages' tasks that are done, with an occasional log line. */
export function progressOf({
	onProgress,
	onLog,
}: Pick<EngineJob, 'onProgress' | 'onLog'>): (progress: Progress) => void {
	let logged = performance.now();
	return ({ stages, tasks, doneTasks }) => {
		if (tasks > 0) onProgress?.(Math.floor((100 * doneTasks) / tasks));
		if (performance.now() - logged < logEveryMs) return;
		logged = performance.now();
		onLog?.('info', `Spark has finished ${doneTasks} of ${count(tasks, 'task')} in ${count(stages, 'stage')}`);
	};
}
