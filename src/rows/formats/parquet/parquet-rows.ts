import { base64 } from '../../values/base64.ts';
import { uniqueNames } from '../delimited/delimited-rows.ts';
import { declaredType } from '../table/declared-types.ts';
import type { ReadOptions, TableReader } from '../table/read-options.ts';
import { ParquetFile } from './parquet-file.ts';

/** Rows of a Parquet file, a row group at a time. @throws SourceError */
export async function openParquet(blob: Blob): Promise<TableReader> {
	const file = await ParquetFile.open({
		tail: (length) => blob.slice(-length).arrayBuffer(),
		slice: (start, end) => blob.slice(start, end).arrayBuffer(),
	});
	const how: ReadOptions = {
		format: 'parquet',
		encoding: 'UTF-8',
		delimiter: ',',
		quote: null,
		preamble: 0,
		headerRows: 0,
		fillShort: true,
		sheet: '',
	};
	const remarks: string[] = [];
	return {
		how,
		format: 'Parquet',
		names: uniqueNames(
			file.columns.map((it) => it.name),
			file.columns.length,
			remarks,
		),
		types: file.columns.map(declaredType),
		preambleLines: [],
		sheets: [],
		remarks,
		async *pieces(signal) {
			const indexes = file.columns.map((_, index) => index);
			for await (const { start, rows, stores } of file.scan(indexes, signal)) {
				const read = Array.from({ length: rows }, (_, row) => stores.map((store) => toPlain(store.value(row))));
				yield { rows: read, aside: [], bytes: Math.round((blob.size * (start + rows)) / Math.max(1, file.rowCount)) };
			}
		},
	};
}

/** What JSON has no numbers for goes on as its digits or its name; bytes as base64, as the service takes them. */
function toPlain(value: unknown): unknown {
	if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return String(value);
	return value instanceof Uint8Array ? base64(value) : value;
}
