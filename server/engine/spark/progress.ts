import { EngineError } from '../errors.ts';
import { count } from '../format.ts';
import type { EngineJob } from '../types.ts';
import type { Progress } from './client.ts';

const logEveryMs = 5_000;

/** How far Spark is with a statement: as a percentage of the known stages' tasks, which never falls, and in the log: at once, then at most every few seconds if something changed. */
export function watchProgress({ onProgress, onLog }: Pick<EngineJob, 'onProgress' | 'onLog'>) {
	let loggedAt = Number.NEGATIVE_INFINITY;
	let percent = 0;
	let logged = '';
	let last: Progress | null = null;
	return {
		report(progress: Progress): void {
			last = progress;
			const { tasks, doneTasks } = progress;
			// Where all known tasks are done, more stages follow, or the run ends.
			if (doneTasks < tasks) percent = Math.max(percent, Math.floor((100 * doneTasks) / tasks));
			onProgress?.(percent);
			const words = wordsOf(progress);
			if (words === logged || performance.now() - loggedAt < logEveryMs) return;
			loggedAt = performance.now();
			logged = words;
			onLog?.('info', words);
		},
		/** Adds to an exceeded time limit how far Spark got. Other errors stay the same. */
		explain(error: unknown): unknown {
			if (!(error instanceof EngineError) || error.code !== 'DEADLINE_EXCEEDED') return error;
			const isWaiting = last === null || last.doneTasks + last.runningTasks === 0;
			const words = isWaiting
				? 'Spark hadn’t started any of its tasks. Other work may be using all of Spark’s cores.'
				: `Spark had finished ${last?.doneTasks} of ${count(last?.tasks ?? 0, 'task')}.`;
			return new EngineError(error.code, `${error.message} ${words}`);
		},
	};
}

function wordsOf({ stages, tasks, doneTasks, runningTasks }: Progress): string {
	const done = `Spark has finished ${doneTasks} of ${count(tasks, 'task')} in ${count(stages, 'stage')}`;
	if (doneTasks === tasks) return done;
	return runningTasks > 0
		? `${done}, ${runningTasks} running`
		: `${done}, none running. Other work may be using its cores`;
}
