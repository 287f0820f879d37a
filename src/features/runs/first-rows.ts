import type { QueryClient } from '@tanstack/react-query';
import type { BuildRunOutput } from '#contract/build-run.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import type { CellValue, RowSource } from '../../rows/index.ts';
import { openOutput } from './open-output.ts';
import { toOutputItems } from './output-item.ts';

export interface FirstRows {
	readonly columns: RowSource['columns'];
	readonly rows: CellValue[][];
	readonly rowCount: number;
}

interface Wanted {
	readonly buildRunId: string;
	readonly items: readonly BuildRunOutput[];
	readonly dataset: DatasetCoordinate;
	readonly most: number;
	readonly signal: AbortSignal;
}

/** The first rows of a run's output for a dataset; null if there is none or it isn't a table. */
export async function readFirstRows(
	queryClient: QueryClient,
	{ buildRunId, items, dataset, most, signal }: Wanted,
): Promise<FirstRows | null> {
	const item = toOutputItems(items).find(
		({ target }) => target !== null && coordinateKey(target) === coordinateKey(dataset),
	);
	if (item === undefined) return null;
	const opening = openOutput(queryClient, buildRunId, item, null);
	signal.addEventListener('abort', opening.leave, { once: true });
	try {
		const { source } = await opening.file;
		if (source === null) return null;
		const window = {
			rowStart: 0,
			rowEnd: Math.min(most, source.rowCount),
			columnStart: 0,
			columnEnd: source.columns.length,
		};
		return { columns: source.columns, rows: await source.rows(window, signal), rowCount: source.rowCount };
	} finally {
		opening.leave();
	}
}
