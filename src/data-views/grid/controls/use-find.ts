import { useState } from 'react';
import type { CellPosition, RowSource } from '../../../rows/index.ts';
import { useTask } from '../../use-task.ts';

export type Find = ReturnType<typeof useFind>;

interface FindOptions {
	readonly rows: RowSource;
	readonly columns: readonly number[];
	from(): CellPosition | null;
	onFound(at: CellPosition): void;
}

/** Looks for a text in the rows' cells, one cell after the other. */
export function useFind({ rows, columns, from, onFound }: FindOptions) {
	const [text, setText] = useState('');
	const { task, run, cancel } = useTask<CellPosition | null>(rows);
	return {
		text,
		setText: (value: string) => {
			cancel();
			setText(value);
		},
		task,
		/** Goes to the next cell that holds the text, or the one before. */
		next: (backwards: boolean) => {
			const { find } = rows;
			if (text === '' || find === undefined) return cancel();
			const at = from();
			void run(async (signal, onProgress) => {
				const start = at === null || at.row < 0 ? null : at;
				const found = await find({ text, from: start, backwards, columns }, { signal, onProgress });
				if (found !== null && !signal.aborted) onFound(found);
				return found;
			});
		},
		cancel,
	};
}
