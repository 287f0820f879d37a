import type { RowSource, Work } from '../../source/row-source.ts';
import type { ColumnProfile } from './column-profile.ts';

export interface ProfileWork extends Omit<Work, 'onProgress'> {
	/** Called with the columns of a reading when they are ready, in the order of the source. */
	readonly onColumns: (columns: readonly ColumnProfile[]) => void;
	/** How far the whole is, 0 to 1. */
	readonly onProgress?: (share: number) => void;
}

/** Numbers of a reading that can all be kept, so that their quantiles are exact. */
const cellsAtOnce = 4_000_000;
const mostAtOnce = 50;

/**
 * Profiles every column of a source, some at a time: few enough to be exact in little memory, and the first ones are
 * there soon. @throws AbortError when left, any other Error with a message for people
 */
export async function profileSource(source: RowSource, { signal, onColumns, onProgress }: ProfileWork): Promise<void> {
	const { queries, rowCount } = source;
	const jobs = queries ?? source.jobs;
	if (jobs === undefined) throw new Error('These rows cannot be profiled.');
	const all = source.columns.map((_, index) => index);
	const fitting = queries === undefined ? Math.floor(cellsAtOnce / Math.max(1, rowCount)) : mostAtOnce;
	const size = Math.max(1, Math.min(mostAtOnce, fitting));
	for (let from = 0; from < all.length; from += size) {
		const columns = all.slice(from, from + size);
		const onDone: NonNullable<Work['onProgress']> = ({ done, total }) =>
			onProgress?.((from + (columns.length * done) / Math.max(1, total)) / all.length);
		const profiles = await jobs.run('profile', { columns }, { signal, onProgress: onDone });
		onColumns(profiles as ColumnProfile[]);
		onProgress?.((from + columns.length) / all.length);
	}
}

/** Profiles one column. @throws AbortError when left, any other Error with a message for people */
export async function profileColumn(source: RowSource, column: number, work: Work): Promise<ColumnProfile> {
	const runner = source.queries ?? source.jobs;
	const [profile] = ((await runner?.run('profile', { columns: [column] }, work)) ?? []) as ColumnProfile[];
	if (profile === undefined) throw new Error("These rows can't be profiled.");
	return profile;
}
