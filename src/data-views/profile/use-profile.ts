import { type ColumnProfile, type ProfileReached, profileSource, type RowSource } from '../../rows/index.ts';
import { useWork } from '../use-task.ts';

/** Partial profile: columns in the source's order. */
interface Profiled extends ProfileReached {
	readonly columns: readonly ColumnProfile[];
}

export type Profiling = ReturnType<typeof useProfile>;

/** Profiles a source while mounted. `stop` keeps the partial result; `again` restarts. */
export function useProfile(source: RowSource) {
	const { task, cancel, again } = useWork(source, async (signal, onProgress: (profiled: Profiled) => void) => {
		let profiled = none;
		const add = (change: Partial<Profiled>) => {
			profiled = { ...profiled, ...change };
			onProgress(profiled);
		};
		await profileSource(source, {
			signal,
			onColumns: (columns) => add({ columns: [...profiled.columns, ...columns] }),
			onProgress: add,
		});
		return { ...profiled, share: 1 };
	});
	const { columns, share, rows, pass } = (task.state === 'done' ? task.value : task.progress) ?? none;
	return {
		state: task.state,
		columns,
		share,
		rows,
		pass,
		error: 'message' in task ? task.message : null,
		stop: cancel,
		again,
	};
}

const none: Profiled = { columns: [], share: 0, rows: 0, pass: 1 };
