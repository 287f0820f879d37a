import { useEffect, useState } from 'react';
import { type ColumnProfile, profileSource, type RowSource } from '../../rows/index.ts';

/** A profile as it comes: columns in the order of the source, the first ones first. */
export interface Profiling {
	readonly columns: readonly ColumnProfile[];
	/** How far it is, 0 to 1. */
	readonly share: number;
	readonly state: 'running' | 'ready' | 'stopped' | 'failed';
	readonly error: unknown;
}

const beginning: Profiling = { columns: [], share: 0, state: 'running', error: null };

/** Profiles a source for as long as it is shown. `stop` keeps what is there; `again` begins anew. */
export function useProfile(source: RowSource): Profiling & { stop(): void; again(): void } {
	const [attempt, setAttempt] = useState(0);
	const [held, setHeld] = useState<{ of: unknown; profiling: Profiling; stop: () => void } | null>(null);

	// biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
	useEffect(() => {
		const leaving = new AbortController();
		let profiling = beginning;
		const stop = () => {
			leaving.abort();
			setHeld({ of: source, profiling: { ...profiling, state: 'stopped' }, stop });
		};
		const tell = (change: Partial<Profiling>) => {
			if (leaving.signal.aborted) return;
			profiling = { ...profiling, ...change };
			setHeld({ of: source, profiling, stop });
		};
		tell({});
		profileSource(source, {
			signal: leaving.signal,
			onColumns: (columns) => tell({ columns: [...profiling.columns, ...columns] }),
			onProgress: (share) => tell({ share }),
		}).then(
			() => tell({ state: 'ready', share: 1 }),
			(error: unknown) => tell({ state: 'failed', error }),
		);
		return () => leaving.abort();
	}, [source, attempt]);

	const again = () => setAttempt((before) => before + 1);
	// what was told of other rows must never stand beside these
	if (held === null || held.of !== source) return { ...beginning, stop: () => {}, again };
	return { ...held.profiling, stop: held.stop, again };
}
