import type {
	ArrangedSource,
	Arrangement,
	ArrangeWork,
	CellPosition,
	ExportRequest,
	FindQuery,
	JobRunner,
	RowSource,
} from './row-source.ts';

type Rows = Pick<RowSource, 'columns' | 'rowCount' | 'rows'>;

/** Makes a source of rows that work can be done on. */
export function workingSource(rows: Rows, jobs: JobRunner): RowSource {
	return {
		...rows,
		jobs,
		arrange: (arrangement, work) => arrange(rows, jobs, arrangement, work),
		find: async (query: FindQuery, work) => (await jobs.run('find', query, work)) as CellPosition | null,
		export: async (request: ExportRequest, work) => (await jobs.run('export', request, work)) as Blob,
	};
}

async function arrange(
	rows: Rows,
	jobs: JobRunner,
	arrangement: Arrangement,
	work: ArrangeWork,
): Promise<ArrangedSource> {
	work.signal.throwIfAborted();
	if (arrangement.sort.length === 0 && arrangement.filter.length === 0)
		return { ...workingSource(rows, jobs), close: () => {} };
	const { first = [] } = work;
	const { source } = await jobs.make('arrange', (number) => ({ arrangement, number, first }), work);
	return source;
}
