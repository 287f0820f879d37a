import type { CellPosition, JobRunner, RowSource } from './row-source.ts';

/** Makes a source of rows that work can be done on. */
export function workingSource(rows: Pick<RowSource, 'columns' | 'rowCount' | 'rows'>, jobs: JobRunner): RowSource {
	const source: RowSource = {
		...rows,
		jobs,
		arrange: async (arrangement, work) => {
			work.signal.throwIfAborted();
			const isUnarranged = arrangement.sort.length === 0 && arrangement.filter.length === 0;
			if (isUnarranged) return { ...source, close: () => {} };
			const { first = [] } = work;
			return (await jobs.make('arrange', (number) => ({ arrangement, number, first }), work)).source;
		},
		find: async (query, work) => (await jobs.run('find', query, work)) as CellPosition | null,
		export: async (request, work) => (await jobs.run('export', request, work)) as Blob,
	};
	return source;
}
