import { useEffect, useState } from 'react';
import {
	type Aggregation,
	type ColumnData,
	type RowSource,
	readColumns,
	type SampledColumn,
	sampleColumns,
} from '../../rows/index.ts';
import { aggregateSpec } from './aggregate-spec.ts';
import type { ChartSpec } from './chart-spec.ts';

export type Reading<T> =
	| {
			readonly state: 'reading';
			readonly progress: { readonly done: number; readonly total: number } | null;
			stop(): void;
	  }
	| { readonly state: 'ready'; readonly value: T }
	| { readonly state: 'failed'; readonly error: unknown };

const waiting: Reading<never> = { state: 'reading', progress: null, stop: () => {} };

/** The columns of a source that can be drawn. */
export const useChartColumns = (source: RowSource): [Reading<SampledColumn[]>, again: () => void] =>
	useReading(source, (signal) => sampleColumns(source, signal));

/** A spec with what it draws. */
export interface Drawing {
	readonly spec: ChartSpec;
	readonly data: Aggregation;
}

/** Reads what a picture needs of all rows. Columns that were read stay as long as the source is the same. */
export function useDrawing(
	source: RowSource,
	columns: readonly SampledColumn[],
	spec: ChartSpec,
): [Reading<Drawing>, again: () => void] {
	const [kept, setKept] = useState<Kept>(() => ({ source, columns: new Map() }));
	if (kept.source !== source) setKept({ source, columns: new Map() });
	return useReading(keyOf(spec), async (signal, onProgress) => {
		const wanted = [spec.x, spec.y, spec.series].map((name) => columns.find((it) => it.name === name));
		const missing = [...new Set(wanted)].filter(
			(it) => it !== undefined && !kept.columns.has(it.index),
		) as SampledColumn[];
		const read = await readColumns(source, missing, { signal, onProgress });
		for (const [at, data] of read.entries()) kept.columns.set(missing[at]?.index ?? -1, data);
		const [x, y, series] = wanted.map((it) => (it === undefined ? null : (kept.columns.get(it.index) ?? null)));
		if (!x) throw new Error(`There is no column “${spec.x}” to draw.`);
		const drawn = { x, y: y ?? null, series: series ?? null };
		return { spec, data: await aggregateSpec(spec, drawn, signal) };
	});
}

interface Kept {
	readonly source: RowSource;
	readonly columns: Map<number, ColumnData>;
}

const keyOf = (spec: ChartSpec): string => JSON.stringify(Object.values(spec));

type Progress = { readonly done: number; readonly total: number };

/** Does some reading for as long as it is wanted: anew when `of` is another, or when it is asked for again. */
function useReading<T>(
	of: unknown,
	read: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<T>,
): [Reading<T>, again: () => void] {
	const [attempt, setAttempt] = useState(0);
	const [result, setResult] = useState<{ of: unknown; attempt: number; is: Reading<T> }>({
		of: null,
		attempt,
		is: waiting,
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is read is said by `of`
	useEffect(() => {
		const leaving = new AbortController();
		const stopping = new AbortController();
		const show = (is: Reading<T>) => {
			if (!leaving.signal.aborted) setResult({ of, attempt, is });
		};
		const stop = () => stopping.abort(new Error('Reading was stopped.'));
		read(AbortSignal.any([leaving.signal, stopping.signal]), (progress) =>
			show({ state: 'reading', progress, stop }),
		).then(
			(value) => show({ state: 'ready', value }),
			(error: unknown) => show({ state: 'failed', error }),
		);
		return () => leaving.abort();
	}, [of, attempt]);
	const isCurrent = result.of === of && result.attempt === attempt;
	return [isCurrent ? result.is : waiting, () => setAttempt((before) => before + 1)];
}
