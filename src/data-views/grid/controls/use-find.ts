import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CellPosition, FoundCell, Matches, RowSource } from '../../../rows/index.ts';
import { useTask } from '../../use-task.ts';

/** Most steps that wait for one that is looked for: as many as keys held down for some seconds. */
const mostSteps = 100;

export type Find = ReturnType<typeof useFind>;

/** How long the text has to stay the same before its matches are counted, ms. */
const typingPause = 250;

interface FindOptions {
	/** Whether the text is being looked for: otherwise nothing is counted. */
	readonly isOpen: boolean;
	readonly rows: RowSource;
	readonly columns: readonly number[];
	from(): CellPosition | null;
	onFound(at: CellPosition): void;
}

/** Of one text in some columns of some rows. */
interface Counted {
	readonly of: string;
	readonly rows: RowSource;
	readonly total: number;
	/** Null where the source numbers what it finds itself. */
	readonly matches: Matches | null;
}

/** Looks for a text in the rows' cells: goes from match to match, and counts them. */
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
			// Where matches can't be listed, the first one comes with their number.
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
	// biome-ignore lint/correctness/useExhaustiveDependencies: these say what is counted
	useEffect(() => countTyped(), [typed, rows, isOpen, columnNames]);
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
		position: found === null ? null : positionOf(found, known?.matches ?? null, columns),
		/** How many matches there are; null until they are counted. */
		total: known?.total ?? null,
		isCut: known?.matches?.isCut ?? false,
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
