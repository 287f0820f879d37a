import type { JobRunner, QueryRunner, RowSource, Work } from '../../source/row-source.ts';
import type { ColumnProfile } from './column-profile.ts';

export interface ProfileWork extends Omit<Work, 'onProgress'> {
	/** Called with a pass's columns when they're ready, in source order. */
	readonly onColumns: (columns: readonly ColumnProfile[]) => void;
	readonly onProgress?: (reached: ProfileReached) => void;
}

export interface ProfileReached {
	/** Fraction of the whole, 0 to 1. */
	readonly share: number;
	/** Rows read for the next columns. */
	readonly rows: number;
	/** Number of the current pass over all rows for these columns: an engine needs several. */
	readonly pass: number;
}

const begun = { rows: 0, pass: 1 };

/** Numbers per pass that can all be kept for exact quantiles: 80 MB. A smaller limit would need more requests. */
const cellsAtOnce = 10_000_000;
const maxColumnsPerRead = 50;
/** From this many cells, two workers are faster than one, even counting the start of the second. */
const sharedCells = 1_000_000;

/**
 * Profiles a source's columns a few at a time: exact in little memory, with the first ones available soon. @throws
 * AbortError when aborted, or an Error with a message for users
 */
export async function profileSource(source: RowSource, { signal, onColumns, onProgress }: ProfileWork): Promise<void> {
	const { queries, jobs } = source;
	const runner = queries ?? jobs;
	if (runner === undefined)
		throw new Error('These rows can’t be profiled, because neither the service nor the browser can query them.');
	const beside = queries === undefined ? jobs?.beside : undefined;
	const isShared = beside !== undefined && source.rowCount * source.columns.length >= sharedCells;
	const readings = readingsOf(source, isShared ? 2 : 1);
	const shares = readings.map(() => 0);
	const read = readings.map(() => begun);
	const done: (ColumnProfile[] | undefined)[] = [];
	const ending = new AbortController();
	const ended = AbortSignal.any([signal, ending.signal]);
	let [next, shown] = [0, 0];

	const report = (reading: number, share: number) => {
		shares[reading] = (share * (readings[reading]?.length ?? 0)) / source.columns.length;
		const { rows: before, pass } = read[reading] ?? begun;
		const rows = Math.round(share * source.rowCount);
		read[reading] = { rows, pass: rows < before ? pass + 1 : pass };
		onProgress?.({ share: shares.reduce((sum, share) => sum + share, 0), ...(read[shown] ?? begun) });
	};
	const work = async (runner: Pick<JobRunner | QueryRunner, 'run'>) => {
		for (let index = next; index < readings.length; index = next) {
			next += 1;
			const columns = readings[index];
			const reached: NonNullable<Work['onProgress']> = ({ done, total }) => report(index, done / Math.max(1, total));
			done[index] = (await runner.run(
				'profile',
				{ columns },
				{ signal: ended, onProgress: reached },
			)) as ColumnProfile[];
			for (let ready = done[shown]; ready !== undefined; ready = done[shown]) {
				shown += 1;
				onColumns(ready);
			}
			report(index, 1);
		}
	};
	const help = async () => {
		const second = await beside?.();
		if (second != null) await work(second);
	};
	try {
		await Promise.all([work(runner), isShared ? help() : null]);
	} finally {
		ending.abort();
	}
}

/** Column indexes of each pass, with at least one pass per worker if possible. */
function readingsOf({ columns, rowCount, queries }: RowSource, workers: number): number[][] {
	const fitting = queries === undefined ? Math.floor(cellsAtOnce / Math.max(1, rowCount)) : maxColumnsPerRead;
	const size = Math.max(1, Math.min(maxColumnsPerRead, fitting, Math.ceil(columns.length / workers)));
	const readings: number[][] = [];
	for (let from = 0; from < columns.length; from += size)
		readings.push(columns.slice(from, from + size).map((_, index) => from + index));
	return readings;
}

/** Profiles one column. @throws AbortError when aborted, or an Error with a message for users */
export async function profileColumn(source: RowSource, column: number, work: Work): Promise<ColumnProfile> {
	const runner = source.queries ?? source.jobs;
	const [profile] = ((await runner?.run('profile', { columns: [column] }, work)) ?? []) as ColumnProfile[];
	if (profile === undefined)
		throw new Error('These rows can’t be profiled, because neither the service nor the browser can query them.');
	return profile;
}
