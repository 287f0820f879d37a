import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CellPosition, FoundCell, Matches, RowSource } from '../../../rows/index.ts';
import { useTask } from '../../use-task.ts';

/** Maximum queued steps during a search: several seconds of a held key. */
const maxSteps = 100;

export type Find = ReturnType<typeof useFind>;

/** Typing pause before matches are counted, in ms. */
const typingPause = 250;

interface FindOptions {
	readonly isOpen: boolean;
	readonly rows: RowSource;
	readonly columns: readonly number[];
	from(): CellPosition | null;
	onFound(at: CellPosition): void;
}

interface Counted {
	readonly of: string;
	readonly rows: RowSource;
	readonly total: number;
	/** Null if the source numbers its matches itself. */
	readonly matches: Matches | null;
}

/** Finds a text in the cells: moves between matches and counts them. */
export function useFind({ isOpen, rows, columns, from, onFound }: FindOptions) {
	const [text, setText] = useState('');
	const [counted, setCounted] = useState<Counted | null>(null);
	const { task, run, cancel } = useTask<FoundCell | null>(rows);
	const counting = useTask<number>(rows);
	const of = JSON.stringify([text, columns]);
	const known = counted !== null && counted.of === of && counted.rows === rows ? counted : null;

	const count = () => {
		const { matches, find } = rows;
		if (known !== null || counting.task.state === 'running') return;
		void counting.run(async (signal, onProgress) => {
			const work = { signal, onProgress };
			const found = (await matches?.({ text, columns }, work)) ?? null;
			// If matches can't be listed, the first search returns their number.
			const first = found === null ? await find?.({ text, from: null, backwards: false, columns }, work) : null;
			const total = found?.rows.length ?? first?.total ?? 0;
			if (!signal.aborted) setCounted({ of, rows, matches: found, total });
			return total;
		});
	};
	const [typed] = useDebouncedValue(text, typingPause);
	const columnNames = columns.join();
	const countTyped = useEffectEvent(() => {
		if (isOpen && typed === text && text !== '') count();
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: these determine what is counted
	useEffect(() => countTyped(), [typed, rows, isOpen, columnNames]);
	const found = task.state === 'done' ? task.value : null;

	/** Direction of the running search. */
	const searching = useRef<boolean>(null);
	/** Steps requested during the running search. */
	const further = useRef<boolean[]>([]);
	const next = (backwards: boolean) => {
		if (searching.current !== null && task.state === 'running' && further.current.length < maxSteps)
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
	// If the rows change during a search, for example by a filter, the new ones are searched.
	const searchAgain = useEffectEvent(() => {
		if (searching.current !== null) go(searching.current, from());
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: `rows` determines what is read
	useEffect(() => searchAgain(), [rows]);
	return {
		text,
		setText: (value: string) => {
			stop();
			setText(value);
		},
		task,
		counting: counting.task,
		/** 1-based number of the current match, and the total; null until counted. */
		position: found === null ? null : positionOf(found, known?.matches ?? null, columns),
		/** Number of matches; null until counted. */
		total: known?.total ?? null,
		isCut: known?.matches?.isCut ?? false,
		/** Goes to the next or previous match. */
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
