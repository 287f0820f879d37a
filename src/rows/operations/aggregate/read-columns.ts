import type { RowSource, Work } from '../../source/row-source.ts';
import { ColumnCollector, type ColumnData } from './column-data.ts';
import type { RoleColumn } from './query.ts';

/** Rows per request when reading in the page. */
const windowSize = 10_240;

/**
 * Reads whole columns, in the worker if possible, otherwise window by window.
 * @throws AbortError when aborted, or an Error with a message for users
 */
export async function readColumns(
	source: RowSource,
	columns: readonly RoleColumn[],
	work: Work,
): Promise<ColumnData[]> {
	if (columns.length === 0) return [];
	const plain = columns.map(({ name, index, role }) => ({ name, index, role }));
	if (source.jobs !== undefined)
		return (await source.jobs.run('readColumns', { columns: plain }, work)) as ColumnData[];
	const collectors = plain.map((item) => new ColumnCollector(item, source.rowCount));
	for (let rowStart = 0; rowStart < source.rowCount; rowStart += windowSize) {
		const rowEnd = Math.min(source.rowCount, rowStart + windowSize);
		for (const [at, { index }] of plain.entries()) {
			const rows = await source.rows({ rowStart, rowEnd, columnStart: index, columnEnd: index + 1 }, work.signal);
			for (const [row, values] of rows.entries()) collectors[at]?.set(rowStart + row, values[0] ?? null);
		}
		work.onProgress?.({ done: rowEnd, total: source.rowCount });
	}
	return collectors.map((collector) => collector.data());
}
