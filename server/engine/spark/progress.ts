import { EngineError } from '../errors.ts';
import { count } from '../format.ts';
import type { EngineJob } from '../types.ts';
import type { Progress } from './client.ts';

const logEveryMs = 5_000;
/** After this time without a report, a message is logged, ms. */
const silentMs = 10_000;

/**
 * Reports Spark's progress on a statement: as a percentage of the known stages' tasks, which never decreases, and in the log, immediately and then at
 * most every few seconds if something changed. Also logs once that no task has started, and that tasks are repeated. Always call `end`.
 */
export function watchProgress({ onProgress, onLog }: Pick<EngineJob, 'onProgress' | 'onLog'>) {
	let loggedAt = Number.NEGATIVE_INFINITY;
	let percent = 0;
	let logged = '';
	let last: Progress | null = null;
	let isRepeating = false;
	const silent = setTimeout(
		() => onLog?.('info', 'Spark hasn’t started any tasks yet. It may be starting, or busy with other work.'),
		silentMs,
	);
	return {
		report(progress: Progress): void {
			clearTimeout(silent);
			last = progress;
			if (progress.repeatedTasks > 0 && !isRepeating) {
				isRepeating = true;
				onLog?.('warning', 'Spark is running tasks again, because an executor was lost or a task failed.');
			}
			const { tasks, doneTasks } = progress;
			// If all known tasks are done, more stages follow or the run ends.
			if (doneTasks < tasks) percent = Math.max(percent, Math.floor((100 * doneTasks) / tasks));
			onProgress?.(percent);
			const message = wordsOf(progress);
			if (message === logged || performance.now() - loggedAt < logEveryMs) return;
			loggedAt = performance.now();
			logged = message;
			onLog?.('info', message);
		},
		end: () => clearTimeout(silent),
		/** Adds to an exceeded time limit how far Spark got. Other errors stay the same. */
		explain(error: unknown): unknown {
			if (!(error instanceof EngineError) || error.code !== 'DEADLINE_EXCEEDED') return error;
			const isWaiting = last === null || last.doneTasks + last.runningTasks === 0;
			const message = isWaiting
				? 'Spark hadn’t started any of its tasks. Other work may be using all of Spark’s cores.'
				: `Spark had finished ${last?.doneTasks.toLocaleString('en-US')} of ${count(last?.tasks ?? 0, 'task')}.`;
			return new EngineError(error.code, `${error.message} ${message}`);
		},
	};
}

function wordsOf({ stages, tasks, doneTasks, runningTasks }: Progress): string {
	const done = `Spark has finished ${doneTasks.toLocaleString('en-US')} of ${count(tasks, 'task')} in ${count(stages, 'stage')}`;
	if (doneTasks === tasks) return done;
	if (runningTasks > 0) return `${done}, ${runningTasks} running`;
	// Spark counts too few running tasks once an executor was lost.
	return `${done}, none running. Other work may be using its cores${doneTasks > 0 ? ', or an executor may have been lost' : ''}.`;
}
