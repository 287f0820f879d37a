import { useEffect, useRef, useState } from 'react';
import type { CellPosition, RowSource } from '../../../rows/index.ts';

export type Finding =
	| { readonly state: 'idle' }
	| { readonly state: 'searching'; readonly done: number; readonly total: number }
	| { readonly state: 'none' }
	| { readonly state: 'found'; readonly at: CellPosition }
	| { readonly state: 'failed'; readonly message: string };

export interface Find {
	readonly text: string;
	setText(text: string): void;
	readonly finding: Finding;
	/** Goes to the next cell that holds the text, or the one before. */
	next(backwards: boolean): void;
	cancel(): void;
}

interface FindOptions {
	readonly rows: RowSource;
	/** Indexes of the columns as shown. */
	readonly columns: readonly number[];
	from(): CellPosition | null;
	onFound(at: CellPosition): void;
}

/** Looks for a text in the rows' cells, one cell after the other. */
export function useFind({ rows, columns, from, onFound }: FindOptions): Find {
	const [text, setText] = useState('');
	const [held, setHeld] = useState<{ readonly of: RowSource; readonly is: Finding }>({
		of: rows,
		is: { state: 'idle' },
	});
	const leaving = useRef<AbortController>(null);
	useEffect(() => () => leaving.current?.abort(), []);

	const tell = (is: Finding) => setHeld({ of: rows, is });
	const cancel = () => {
		leaving.current?.abort();
		tell({ state: 'idle' });
	};
	const next = async (backwards: boolean) => {
		leaving.current?.abort();
		if (text === '' || rows.find === undefined) return tell({ state: 'idle' });
		const controller = new AbortController();
		leaving.current = controller;
		const { signal } = controller;
		const at = from();
		tell({ state: 'searching', done: 0, total: rows.rowCount });
		try {
			const found = await rows.find(
				{ text, from: at === null || at.row < 0 ? null : at, backwards, columns },
				{
					signal,
					onProgress: (progress) => {
						if (!signal.aborted) tell({ state: 'searching', ...progress });
					},
				},
			);
			if (signal.aborted) return;
			tell(found === null ? { state: 'none' } : { state: 'found', at: found });
			if (found !== null) onFound(found);
		} catch (error) {
			if (!signal.aborted) tell({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
		}
	};

	return {
		text,
		setText: (value) => {
			leaving.current?.abort();
			setText(value);
			tell({ state: 'idle' });
		},
		finding: held.of === rows ? held.is : { state: 'idle' },
		next: (backwards) => void next(backwards),
		cancel,
	};
}
