import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWork } from '../../../data-views/use-task.ts';
import type { Progress, ReadAs } from '../../../rows/index.ts';
import { openShown } from '../open-output.ts';
import type { OutputItem } from '../output-item.ts';

export interface Reached {
	readonly progress: Progress;
	/** Stops reading and shows what was read. */
	readonly stop: () => void;
}

export type Opening = ReturnType<typeof useOpenedFile>[0];

/** Opens an output's file while mounted. `again` reopens it, after an error or with other format options. */
export function useOpenedFile(buildRunId: string, item: OutputItem) {
	const queryClient = useQueryClient();
	const [{ attempt, as }, setAttempt] = useState<{ attempt: number; as: ReadAs | null }>({ attempt: 0, as: null });
	const of = `${buildRunId} ${item.key} ${attempt}`;
	const { task } = useWork(of, async (signal, onProgress: (reached: Reached) => void) => {
		const opening = openShown(queryClient, buildRunId, item, { as, isAgain: attempt > 0 }, signal);
		opening.onProgress = (progress) => onProgress({ progress, stop: opening.stop });
		return await opening.file;
	});
	const again = (next: ReadAs | null = as) => setAttempt((before) => ({ attempt: before.attempt + 1, as: next }));
	return [task, again] as const;
}
