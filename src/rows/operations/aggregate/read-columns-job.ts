import type { Job } from '../../source/job.ts';
import { ColumnCollector, type ColumnData } from './column-data.ts';
import type { RoleColumn } from './query.ts';

/** Reads several columns in one pass. */
export const readColumnsJob: Job<{ readonly columns: readonly RoleColumn[] }, ColumnData[]> = async (
	{ columns },
	{ table, signal, progress, pause },
) => {
	const collectors = columns.map((column) => new ColumnCollector(column, table.rowCount));
	const wanted = columns.map((column) => column.index);
	for await (const { start, rows, stores } of table.scan(wanted, signal)) {
		for (const [index, collector] of collectors.entries()) {
			const store = stores[index];
			if (store === undefined) continue;
			for (let row = 0; row < rows; row += 1) collector.set(start + row, store.value(row));
			await pause();
		}
		progress(start + rows, table.rowCount);
	}
	return collectors.map((collector) => collector.data());
};
