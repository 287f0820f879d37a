import { toHex } from '../data-grid/cell-text.ts';
import { ParquetFile } from '../data-grid/parquet/parquet-file.ts';
import type { How, TableReader } from './how.ts';

/** Rows of a Parquet file, a row group at a time. @throws SourceError */
export async function openParquet(blob: Blob): Promise<TableReader> {
	const file = await ParquetFile.open({
		tail: (length) => blob.slice(-length).arrayBuffer(),
		slice: (start, end) => blob.slice(start, end).arrayBuffer(),
	});
	const how: How = {
		format: 'parquet',
		encoding: 'UTF-8',
		delimiter: ',',
		quote: null,
		preamble: 0,
		headerRows: 0,
		fillShort: true,
		sheet: '',
	};
	return {
		how,
		format: 'Parquet',
		names: file.columns.map((it) => it.name),
		preambleLines: [],
		sheets: [],
		remarks: [],
		async *pieces(signal) {
			const indexes = file.columns.map((_, index) => index);
			for await (const { start, rows, stores } of file.scan(indexes, signal)) {
				const read = Array.from({ length: rows }, (_, row) => stores.map((store) => toPlain(store.value(row))));
				yield { rows: read, aside: [], bytes: Math.round((blob.size * (start + rows)) / Math.max(1, file.rowCount)) };
			}
		},
	};
}

function toPlain(value: unknown): unknown {
	if (typeof value === 'bigint') return String(value);
	return value instanceof Uint8Array ? toHex(value) : value;
}
