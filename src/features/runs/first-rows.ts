import type { QueryClient } from '@tanstack/react-query';
import type { BuildRunOutput } from '#contract/build-run.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { type CellValue, openFile, type RowSource, startFilesWorker } from '../../rows/index.ts';
import { toOutputItems } from './output-item.ts';
import { outputLinkQuery } from './output-link.ts';

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

/** The first rows of a run's output for a dataset; null where there is none, or it is no table. */
export async function readFirstRows(
	queryClient: QueryClient,
	{ buildRunId, items, dataset, most, signal }: Wanted,
): Promise<FirstRows | null> {
	const item = toOutputItems(items).find(
		({ target }) => target !== null && coordinateKey(target) === coordinateKey(dataset),
	);
	if (item === undefined) return null;
	startFilesWorker();
	const link = outputLinkQuery(buildRunId, item);
	const { downloadUrl } = await queryClient.fetchQuery(link);
	const renew = async () => (await queryClient.fetchQuery({ ...link, staleTime: 0 })).downloadUrl;
	const file = await openFile({ url: downloadUrl, renew, signal });
	try {
		const { source } = file;
		if (source === null) return null;
		const window = {
			rowStart: 0,
			rowEnd: Math.min(most, source.rowCount),
			columnStart: 0,
			columnEnd: source.columns.length,
		};
		return { columns: source.columns, rows: await source.rows(window, signal), rowCount: source.rowCount };
	} finally {
		file.close();
	}
}
