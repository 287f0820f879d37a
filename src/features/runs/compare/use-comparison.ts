import { useEffect, useMemo, useRef, useState } from 'react';
import {
	type ComparedSource,
	type ComparisonView,
	compareSources,
	proposeKeyFor,
	type RowSource,
} from '../../../rows/index.ts';

export type Comparing =
	/** `share` of the work is done, 0 to 1. */
	| { readonly state: 'finding-key' | 'comparing'; readonly share: number }
	| { readonly state: 'ready'; readonly compared: ComparedSource }
	| { readonly state: 'stopped' }
	| { readonly state: 'failed'; readonly error: unknown };

interface Held<T> {
	readonly of: unknown;
	readonly value: T;
}

const beginning: Comparing = { state: 'finding-key', share: 0 };

/**
 * Compares two sources for as long as they are shown.
 * @param key an empty list: none, whole rows are matched; null: one is proposed
 */
export function useComparison(before: RowSource, after: RowSource, key: readonly string[] | null) {
	const [attempt, setAttempt] = useState(0);
	const [held, setHeld] = useState<Held<Comparing> | null>(null);
	const [controller, setController] = useState<AbortController | null>(null);
	const keyText = key === null ? null : JSON.stringify(key);
	// biome-ignore lint/correctness/useExhaustiveDependencies: what the answer is of
	const of = useMemo(() => ({}), [before, after, keyText, attempt]);

	useEffect(() => {
		const leaving = new AbortController();
		setController(leaving);
		const tell = (comparing: Comparing) => {
			if (!leaving.signal.aborted) setHeld({ of, value: comparing });
		};
		const work = (state: 'finding-key' | 'comparing') => ({
			signal: leaving.signal,
			onProgress: ({ done, total }: { done: number; total: number }) =>
				tell({ state, share: done / Math.max(1, total) }),
		});
		let made: ComparedSource | null = null;
		const compare = async () => {
			const asked = keyText === null ? null : (JSON.parse(keyText) as string[]);
			const found = asked ?? (await proposeKeyFor({ before, after }, work('finding-key'))) ?? [];
			tell({ state: 'comparing', share: 0 });
			made = await compareSources({ before, after }, found.length === 0 ? null : found, firstView, work('comparing'));
			if (leaving.signal.aborted) made.close();
			else tell({ state: 'ready', compared: made });
		};
		compare().catch((error: unknown) => tell({ state: 'failed', error }));
		return () => {
			leaving.abort();
			made?.close();
		};
	}, [before, after, keyText, of]);

	const stop = () => {
		controller?.abort();
		setHeld({ of, value: { state: 'stopped' } });
	};
	const again = () => setAttempt((last) => last + 1);
	return { comparing: held?.of === of ? held.value : beginning, stop, again };
}

/** The rows that come with a comparison. */
const firstView: ComparisonView = { changes: ['changed', 'added', 'removed'], column: null };

interface Shown {
	readonly compared: ComparedSource;
	readonly of: string;
	readonly source: RowSource;
	readonly close: () => void;
}

const first = JSON.stringify(firstView);

export function useComparedRows(compared: ComparedSource, view: ComparisonView) {
	const [shown, setShown] = useState<Shown | null>(null);
	const [failed, setFailed] = useState<Held<unknown> | null>(null);
	/** The comparison whose first rows were the last to be seen. */
	const began = useRef<ComparedSource | null>(null);
	const of = JSON.stringify(view);

	useEffect(() => {
		setFailed(null);
		began.current = of === first ? compared : began.current;
		if (of === first) return setShown(null);
		const leaving = new AbortController();
		compared.show(JSON.parse(of) as ComparisonView, { signal: leaving.signal }).then(
			({ source, close }) => {
				if (leaving.signal.aborted) close();
				else setShown({ compared, of, source, close });
			},
			(error: unknown) => {
				if (!leaving.signal.aborted) setFailed({ of, value: error });
			},
		);
		return () => leaving.abort();
	}, [compared, of]);
	// Closed once the next ones are drawn in their place.
	useEffect(() => () => shown?.close(), [shown]);

	const held = shown?.compared === compared ? shown : null;
	return {
		/** The previous rows until those of this view are there; null before the first. */
		source: of === first || (held === null && began.current === compared) ? compared.source : (held?.source ?? null),
		isWaiting: of !== first && held?.of !== of,
		error: failed?.of === of ? failed.value : null,
	};
}
