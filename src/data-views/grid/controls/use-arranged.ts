import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import {
	type ArrangedSource,
	type Arrangement,
	applicableArrangement,
	isUnarranged,
	noArrangement,
	type RowSource,
} from '../../../rows/index.ts';

/** The current rows, and the progress of the requested ones. */
export interface Arranged {
	readonly rows: RowSource;
	readonly applied: Arrangement;
	/** Progress of the requested rows, in rows read; null if none are pending. */
	readonly work: { readonly done: number; readonly total: number } | null;
	/** Why the request failed. */
	readonly error: unknown;
	retry(): void;
}

interface Held {
	readonly of: RowSource;
	readonly rows: RowSource;
	readonly applied: Arrangement;
}

type Progress = { readonly of: string; readonly is: Pick<Arranged, 'work' | 'error'> };

const none = () => [];
const idle = { work: null, error: null };

/** Derived rows are marked by the same column. */
const marked = (rows: ArrangedSource, { changeColumn }: RowSource): ArrangedSource =>
	changeColumn === undefined ? rows : { ...rows, changeColumn };

/**
 * Sorts and filters a source. The previous rows stay until the new ones are ready.
 * @param firstColumns indexes of the columns to be shown
 */
export function useArranged(
	source: RowSource,
	requested: Arrangement,
	firstColumns: () => readonly number[] = none,
): Arranged {
	const [held, setHeld] = useState<Held>({ of: source, rows: source, applied: noArrangement });
	const [attempt, setAttempt] = useState(0);
	const key = useMemo(
		() => JSON.stringify(applicableArrangement(requested, source.columns)),
		[requested, source.columns],
	);
	const [progress, setProgress] = useState<Progress>({ of: key, is: idle });
	const arrangement = useMemo(() => JSON.parse(key) as Arrangement, [key]);
	const now = held.of === source ? held : { of: source, rows: source, applied: noArrangement };

	const isApplied = useEffectEvent(() => JSON.stringify(now.applied) === key);
	const first = useEffectEvent(firstColumns);

	// biome-ignore lint/correctness/useExhaustiveDependencies: retries on request
	useEffect(() => {
		if (isApplied()) return;
		if (isUnarranged(arrangement) || source.arrange === undefined) {
			setHeld({ of: source, rows: source, applied: noArrangement });
			return;
		}
		const leaving = new AbortController();
		const report = (is: Progress['is']) => {
			if (!leaving.signal.aborted) setProgress({ of: key, is });
		};
		report({ work: { done: 0, total: source.rowCount }, error: null });
		const work = {
			signal: leaving.signal,
			first: first(),
			onProgress: (item: { done: number; total: number }) => report({ work: item, error: null }),
		};
		source.arrange(arrangement, work).then(
			(rows) => {
				if (leaving.signal.aborted) return rows.close();
				setHeld({ of: source, rows: marked(rows, source), applied: arrangement });
				report(idle);
			},
			(error: unknown) => report({ work: null, error }),
		);
		return () => leaving.abort();
	}, [source, arrangement, key, attempt]);

	// Replaced rows are no longer queried.
	useEffect(() => {
		const { rows } = held;
		return () => {
			if ('close' in rows) (rows as ArrangedSource).close();
		};
	}, [held]);

	const is = progress.of === key && key !== JSON.stringify(now.applied) ? progress.is : idle;
	return { rows: now.rows, applied: now.applied, ...is, retry: () => setAttempt((before) => before + 1) };
}
