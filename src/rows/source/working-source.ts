import type { CellPosition, JobRunner, Matches, RowSource } from './row-source.ts';

export const workingSource = (rows: Pick<RowSource, 'columns' | 'rowCount' | 'rows'>, jobs: JobRunner): RowSource => ({
	...rows,
	jobs,
	arrange: async (arrangement, work) => {
		work.signal.throwIfAborted();
		const { first = [] } = work;
		return (await jobs.make('arrange', (number) => ({ arrangement, number, first }), work)).source;
	},
	find: async (query, work) => (await jobs.run('find', query, work)) as CellPosition | null,
	matches: async (query, work) => (await jobs.run('matches', query, work)) as Matches,
	export: async (request, work) => (await jobs.run('export', request, work)) as Blob,
});
