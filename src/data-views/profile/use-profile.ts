import { type ColumnProfile, profileSource, type RowSource } from '../../rows/index.ts';
import { useWork } from '../use-task.ts';

/** A profile as it comes: columns in the order of the source, the first ones first; `share` is how far it is, 0 to 1. */
interface Profiled {
	readonly columns: readonly ColumnProfile[];
	readonly share: number;
}

export type Profiling = ReturnType<typeof useProfile>;

/** Profiles a source for as long as it is shown. `stop` keeps what is there; `again` begins anew. */
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
			onProgress: (share) => add({ share }),
		});
		return { ...profiled, share: 1 };
	});
	const { columns, share } = (task.state === 'done' ? task.value : task.progress) ?? none;
	return {
		state: task.state,
		columns,
		share,
		error: 'message' in task ? task.message : null,
		stop: cancel,
		again,
	};
}

const none: Profiled = { columns: [], share: 0 };
