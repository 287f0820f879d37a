import { pause } from '../../../lib/pause.ts';
import { cellCount, mostSummed, type RowSource, type SelectedCells, summarize } from '../../../rows/index.ts';
import { useWork } from '../../use-task.ts';

/** A selection that changes is not read before it rests, ms. */
const rest = 150;

/** What a selection comes to, as soon as it is read; null where it is one cell, or more than are summed up. */
export function useSummary(rows: RowSource, selected: SelectedCells | null) {
	const count = selected === null ? 0 : cellCount(selected);
	const isTooLarge = count > mostSummed;
	const summed = count > 1 && !isTooLarge ? selected : null;
	const { task, cancel } = useWork(summed, async (signal, onProgress: (share: number) => void) => {
		if (summed === null) return null;
		await pause(rest, signal);
		return await summarize(rows, summed, signal, onProgress);
	});
	return { task, cancel, isTooLarge };
}
