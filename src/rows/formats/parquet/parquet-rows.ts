import { headerNames } from '#lib/delimited/header.ts';
import type { CellKind, GridColumn } from '../../source/row-source.ts';
import { base64 } from '../../values/base64.ts';
import { type TableReader, type ValueType, wholeFile } from '../table/read-options.ts';
import { ParquetFile } from './parquet-file.ts';

/** Rows of a Parquet file, one row group at a time. @throws SourceError */
export async function openParquet(blob: Blob): Promise<TableReader> {
	const file = await ParquetFile.open({
		tail: (length) => blob.slice(-length).arrayBuffer(),
		slice: (start, end) => blob.slice(start, end).arrayBuffer(),
	});
	const remarks: string[] = [];
	const names = file.columns.map((column) => column.name);
	return {
		options: { ...wholeFile, format: 'parquet' },
		format: 'Parquet',
		names: headerNames(names, names.length, remarks),
		types: file.columns.map((column) => ({ name: column.type, values: valuesOf(column) })),
		preambleLines: [],
		sheets: [],
		remarks,
		async *pieces(signal) {
			const indexes = file.columns.map((_, index) => index);
			for await (const { start, rows, stores } of file.scan(indexes, signal)) {
				const read = Array.from({ length: rows }, (_, row) => stores.map((store) => toPlain(store.value(row))));
				yield {
					rows: read,
					rejected: [],
					bytes: Math.round((blob.size * (start + rows)) / Math.max(1, file.rowCount)),
				};
			}
		},
	};
}

const valuesByKind: Partial<Record<CellKind, ValueType>> = {
	integer: 'integer',
	boolean: 'boolean',
	decimal: 'number',
	float: 'number',
	json: 'nested',
};

function valuesOf({ type, kind }: GridColumn): ValueType {
	if (kind === 'temporal' && type === 'DATE') return 'date';
	if (kind === 'temporal' && type.startsWith('TIMESTAMP')) return 'timestamp';
	return valuesByKind[kind] ?? 'text';
}

/** Numbers JSON can't represent become text; bytes become base64, as the service expects. */
function toPlain(value: unknown): unknown {
	if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return String(value);
	return value instanceof Uint8Array ? base64(value) : value;
}
