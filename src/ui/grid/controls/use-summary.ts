import { useEffect, useState } from 'react';
import {
	cellCount,
	mostSummed,
	type RowSource,
	type SelectedCells,
	type Summary,
	summarize,
} from '../../../rows/index.ts';

export type Summing =
	| { readonly state: 'none' }
	/** More than are summed up. */
	| { readonly state: 'too many' }
	| { readonly state: 'reading'; readonly share: number; readonly cancel: () => void }
	| { readonly state: 'left' }
	| { readonly state: 'done'; readonly summary: Summary }
	| { readonly state: 'failed'; readonly message: string };

/** A selection that changes is not read before it rests, ms. */
const rest = 150;

/** What a selection comes to, as soon as it is read. */
export function useSummary(rows: RowSource, selected: SelectedCells | null): Summing {
	const [held, setHeld] = useState<{ readonly of: SelectedCells | null; readonly is: Summing }>({
		of: null,
		is: { state: 'none' },
	});
	const isWanted = selected !== null && cellCount(selected) > 1 && cellCount(selected) <= mostSummed;

	useEffect(() => {
		if (!isWanted || selected === null) return;
		const leaving = new AbortController();
		const tell = (is: Summing) => {
			if (!leaving.signal.aborted) setHeld({ of: selected, is });
		};
		const cancel = () => {
			tell({ state: 'left' });
			leaving.abort();
		};
		const read = () =>
			summarize(rows, selected, leaving.signal, (share) => tell({ state: 'reading', share, cancel })).then(
				(summary) => tell({ state: 'done', summary }),
				(error: unknown) => tell({ state: 'failed', message: error instanceof Error ? error.message : String(error) }),
			);
		const timer = setTimeout(() => void read(), rest);
		return () => {
			clearTimeout(timer);
			leaving.abort();
		};
	}, [rows, selected, isWanted]);

	if (selected === null || cellCount(selected) <= 1) return { state: 'none' };
	if (!isWanted) return { state: 'too many' };
	return held.of === selected ? held.is : { state: 'none' };
}
