import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Table } from './data.ts';
import type { Freedom } from './freedom.ts';

export interface StoredFile {
	readonly type: string;
	readonly bytes: Uint8Array;
}

/** Rows as a file, in the service's format. */
export function writeFile(rows: Table['rows'], format: Freedom['format']): StoredFile {
	const names = Object.keys(rows[0] ?? {});
	const text = (type: string, content: string): StoredFile => ({ type, bytes: new TextEncoder().encode(content) });
	switch (format) {
		case 'json':
			return text('application/json', JSON.stringify(rows));
		case 'ndjson':
			return text('application/x-ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
		case 'csv':
			return text(
				'text/csv',
				[names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]
					.map((cells) => `${cells.join(',')}\r\n`)
					.join(''),
			);
		case 'parquet': {
			const columnData = names.map((name) => {
				const data = rows.map((row) => row[name] ?? null);
				const type: 'DOUBLE' | 'STRING' = data.some((value) => typeof value === 'number') ? 'DOUBLE' : 'STRING';
				return { name, data, type };
			});
			return { type: 'application/octet-stream', bytes: new Uint8Array(parquetWriteBuffer({ columnData })) };
		}
	}
}

/** The range that a `Range` header requests, or null for the whole file. */
export function rangeOf(header: string | undefined, size: number): { from: number; to: number } | null {
	const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
	if (found === null) return null;
	const [, from = '', to = ''] = found;
	if (from === '') return { from: Math.max(0, size - Number(to)), to: size };
	return { from: Number(from), to: to === '' ? size : Math.min(size, Number(to) + 1) };
}
