import { useEffect, useMemo, useRef, useState } from 'react';
import { closeOnAbort, useWork } from '../../../data-views/use-task.ts';
import {
	type ComparedSource,
	type ComparisonView,
	compareSources,
	proposeKeyFor,
	type RowSource,
} from '../../../rows/index.ts';

interface Reached {
	readonly step: 'finding-key' | 'comparing';
	/** Progress of the step, 0 to 1. */
	readonly share: number;
}

/**
 * Compares two sources while mounted.
 * @param key empty: match whole rows; null: suggest a key
 */
export function useComparison(before: RowSource, after: RowSource, key: readonly string[] | null) {
	const keyText = JSON.stringify(key);
	// biome-ignore lint/correctness/useExhaustiveDependencies: other sources or keys start a new comparison
	const of = useMemo(() => ({}), [before, after, keyText]);
	return useWork(of, async (signal, onProgress: (reached: Reached) => void): Promise<ComparedSource> => {
		const work = (step: Reached['step']) => ({
			signal,
			onProgress: ({ done, total }: { done: number; total: number }) =>
				onProgress({ step, share: done / Math.max(1, total) }),
		});
		const found = key ?? (await proposeKeyFor({ before, after }, work('finding-key'))) ?? [];
		onProgress({ step: 'comparing', share: 0 });
		const columns = found.length === 0 ? null : found;
		return closeOnAbort(signal, await compareSources({ before, after }, columns, firstView, work('comparing')));
	});
}

/** The rows included in a comparison's result. */
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
	const [failed, setFailed] = useState<{ readonly of: string; readonly error: unknown } | null>(null);
	/** The comparison whose first rows were shown last. */
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
				if (!leaving.signal.aborted) setFailed({ of, error });
			},
		);
		return () => leaving.abort();
	}, [compared, of]);
	// The old rows are closed after the new ones render.
	useEffect(() => () => shown?.close(), [shown]);

	const held = shown?.compared === compared ? shown : null;
	return {
		/** The old rows until the new view is ready; null before the first. */
		source: of === first || (held === null && began.current === compared) ? compared.source : (held?.source ?? null),
		isWaiting: of !== first && held?.of !== of,
		error: failed?.of === of ? failed.error : null,
	};
}
