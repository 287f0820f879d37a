import type { FilterTerm, GridColumn, RowSource, Work } from '../../../rows/index.ts';
import { useWork } from '../../use-task.ts';

export interface ValueFilterProps {
	readonly source: RowSource;
	readonly column: GridColumn;
	readonly index: number;
	readonly filter: readonly FilterTerm[];
	/** Replaces all filters of the column. */
	readonly onApply: (terms: readonly FilterTerm[]) => void;
	/** Opens the editor for other conditions. */
	readonly onCondition: () => void;
}

/** Work on the rows that meet all filters except one column's. Starts once it's shown. */
export function useOtherRows<T>(
	source: RowSource,
	filter: readonly FilterTerm[],
	column: GridColumn,
	of: string,
	work: (rows: RowSource, work: Work) => Promise<T>,
) {
	const others = filter.filter((term) => term.column !== column.name);
	return useWork<T>(`${of} ${column.name} ${JSON.stringify(others)}`, async (signal, onProgress) => {
		if (others.length === 0 || source.arrange === undefined) return await work(source, { signal, onProgress });
		const rows = await source.arrange({ sort: [], filter: others }, { signal, onProgress });
		try {
			return await work(rows, { signal, onProgress });
		} finally {
			rows.close();
		}
	});
}
