import type { JobRunner, QueryRunner, RowSource, Work } from '../../source/row-source.ts';
import type { ColumnProfile } from './column-profile.ts';

export interface ProfileWork extends Omit<Work, 'onProgress'> {
	/** Called with the columns of a reading when they are ready, in the order of the source. */
	readonly onColumns: (columns: readonly ColumnProfile[]) => void;
	readonly onProgress?: (reached: ProfileReached) => void;
}

/** How far a profile is. */
export interface ProfileReached {
	/** Of the whole, 0 to 1. */
	readonly share: number;
	/** Rows that were read for the columns that come next. */
	readonly rows: number;
	/** How often all rows are read for these columns, this time counted: an engine reads them more than once. */
	readonly pass: number;
}

const begun = { rows: 0, pass: 1 };

/** Numbers of a reading that can all be kept, so that their quantiles are exact: 80 MB. Fewer would take more requests. */
const cellsAtOnce = 10_000_000;
const mostAtOnce = 50;
/** From this many cells on two workers are faster than one, though the second has to be started. */
const sharedCells = 1_000_000;

/**
 * Profiles every column of a source, some at a time: few enough to be exact in little memory, and the first ones are
 * there soon. @throws AbortError when left, any other Error with a message for people
 */
export async function profileSource(source: RowSource, { signal, onColumns, onProgress }: ProfileWork): Promise<void> {
	const { queries, jobs } = source;
	const runner = queries ?? jobs;
	if (runner === undefined) throw new Error('These rows can’t be profiled.');
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
		for (let at = next; at < readings.length; at = next) {
			next += 1;
			const columns = readings[at];
			const reached: NonNullable<Work['onProgress']> = ({ done, total }) => report(at, done / Math.max(1, total));
			done[at] = (await runner.run('profile', { columns }, { signal: ended, onProgress: reached })) as ColumnProfile[];
			for (let ready = done[shown]; ready !== undefined; ready = done[shown]) {
				shown += 1;
				onColumns(ready);
			}
			report(at, 1);
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

/** Indexes of the columns of each reading, as many readings as there are workers if not more. */
function readingsOf({ columns, rowCount, queries }: RowSource, workers: number): number[][] {
	const fitting = queries === undefined ? Math.floor(cellsAtOnce / Math.max(1, rowCount)) : mostAtOnce;
	const size = Math.max(1, Math.min(mostAtOnce, fitting, Math.ceil(columns.length / workers)));
	const readings: number[][] = [];
	for (let from = 0; from < columns.length; from += size)
		readings.push(columns.slice(from, from + size).map((_, index) => from + index));
	return readings;
}

/** Profiles one column. @throws AbortError when left, any other Error with a message for people */
export async function profileColumn(source: RowSource, column: number, work: Work): Promise<ColumnProfile> {
	const runner = source.queries ?? source.jobs;
	const [profile] = ((await runner?.run('profile', { columns: [column] }, work)) ?? []) as ColumnProfile[];
	if (profile === undefined) throw new Error('These rows can’t be profiled.');
	return profile;
}
