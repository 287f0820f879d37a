import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CellPosition, FoundCell, Matches, RowSource } from '../../../rows/index.ts';
import { useTask } from '../../use-task.ts';

/** Most steps that wait for one that is looked for: as many as keys held down for some seconds. */
const mostSteps = 100;

export type Find = ReturnType<typeof useFind>;

interface FindOptions {
	readonly rows: RowSource;
	readonly columns: readonly number[];
	from(): CellPosition | null;
	onFound(at: CellPosition): void;
}

/** Of one text in some columns of some rows. */
interface Counted {
	readonly of: string;
	readonly rows: RowSource;
	readonly matches: Matches;
}

/** Looks for a text in the rows' cells: goes from match to match, and counts them. */
export function useFind({ rows, columns, from, onFound }: FindOptions) {
	const [text, setText] = useState('');
	const [counted, setCounted] = useState<Counted | null>(null);
	const { task, run, cancel } = useTask<FoundCell | null>(rows);
	const counting = useTask<Matches>(rows);
	const of = JSON.stringify([text, columns]);
	const known = counted !== null && counted.of === of && counted.rows === rows ? counted.matches : null;

	const count = () => {
		const { matches } = rows;
		if (matches === undefined || known !== null) return;
		void counting.run(async (signal, onProgress) => {
			const found = await matches({ text, columns }, { signal, onProgress });
			if (!signal.aborted) setCounted({ of, rows, matches: found });
			return found;
		});
	};
	const found = task.state === 'done' ? task.value : null;

	/** The direction of a search that runs. */
	const searching = useRef<boolean>(null);
	/** Steps that were asked for while one was looked for. */
	const further = useRef<boolean[]>([]);
	const next = (backwards: boolean) => {
		if (searching.current !== null && task.state === 'running' && further.current.length < mostSteps)
			further.current.push(backwards);
		else go(backwards, from());
	};
	const go = (backwards: boolean, at: CellPosition | null) => {
		const { find } = rows;
		if (text === '' || find === undefined) return stop();
		searching.current = backwards;
		void run(async (signal, onProgress) => {
			const start = at === null || at.row < 0 ? null : at;
			const cell = await find({ text, from: start, backwards, columns }, { signal, onProgress });
			if (signal.aborted) return cell;
			searching.current = null;
			if (cell !== null) {
				onFound(cell);
				if (cell.total === undefined) count();
				const step = further.current.shift();
				if (step !== undefined) queueMicrotask(() => again(step, cell));
			} else further.current = [];
			return cell;
		});
	};
	const again = useEffectEvent(go);
	const stop = () => {
		searching.current = null;
		further.current = [];
		cancel();
		counting.cancel();
	};
	// Rows that come while one searches, as behind a filter, are searched instead.
	const searchAgain = useEffectEvent(() => {
		if (searching.current !== null) go(searching.current, from());
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is read is said by `rows`
	useEffect(() => searchAgain(), [rows]);
	return {
		text,
		setText: (value: string) => {
			stop();
			setText(value);
		},
		task,
		counting: counting.task,
		/** The number of the match one is at, from 1, and how many there are; null until they are counted. */
		position: found === null ? null : positionOf(found, known, columns),
		isCut: known?.isCut ?? false,
		/** Goes to the next cell that holds the text, or the one before. */
		next,
		cancel: stop,
	};
}

function positionOf(
	{ row, column, index, total }: FoundCell,
	matches: Matches | null,
	columns: readonly number[],
): { readonly index: number; readonly total: number } | null {
	if (index !== undefined && total !== undefined) return { index: index + 1, total };
	if (matches === null) return null;
	const { rows, positions } = matches;
	const position = columns.indexOf(column);
	let [low, high] = [0, rows.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		const order = (rows[middle] ?? 0) - row || (positions[middle] ?? 0) - position;
		if (order < 0) low = middle + 1;
		else high = middle;
	}
	return { index: low + 1, total: rows.length };
}
