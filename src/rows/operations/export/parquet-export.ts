import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { BlobParts } from '../../../lib/blob-parts.ts';
import type { JobContext } from '../../source/job.ts';
import { pieces } from '../../source/job.ts';
import type { GridColumn } from '../../source/row-source.ts';
import { uniqueNames } from '../../values/unique-names.ts';
import { isUnsure, type ParquetColumn, parquetColumn, SeenValues } from './parquet-column.ts';
import { isWritable, nestedColumn } from './parquet-nested.ts';

/** Row group size of the service's files, so that viewers can show the first rows after reading little. */
const groupRows = 10_240;

type Values = ReturnType<ParquetColumn['value']>[];

/** Writes rows to a Parquet file, one row group at a time. */
export async function writeParquet(
	indexes: readonly number[],
	columns: readonly GridColumn[],
	context: JobContext,
	parts: BlobParts,
): Promise<void> {
	const { table, signal, pause, progress } = context;
	const seen = await seeUnsure(indexes, columns, context);
	const names = uniqueNames(columns.map((column) => column.name));
	const written = columns.map((column, index) => {
		const name = names[index] ?? '';
		return column.nested !== undefined && isWritable(column.nested)
			? nestedColumn(name, column.nested)
			: parquetColumn(name, column, seen[index] ?? new SeenValues());
	});
	const bytes = new ByteWriter(1_024 * 1_024);
	const schema = [{ name: 'root', num_children: written.length }, ...written.flatMap(({ elements }) => elements)];
	const writer = new ParquetWriter({ writer: bytes, schema, createdBy: 'Dataset Console' });
	let group: Values[] = written.map(() => []);
	const flush = async (): Promise<void> => {
		const columnData = written.map(({ elements, isJson = false }, index) => ({
			name: elements[0].name,
			data: group[index] ?? [],
			// A dictionary would merge both zeros.
			...(elements.some(({ type }) => type === 'DOUBLE' || type === 'FLOAT') && { encoding: 'PLAIN' as const }),
			// A truncated JSON document isn't valid JSON.
			statistics: !isJson,
		}));
		await writer.write({ columnData, rowGroupSize: groupRows });
		take(bytes, parts);
		group = written.map(() => []);
		await pause();
	};
	let done = 0;
	for await (const { rows, stores } of table.scan(indexes, signal)) {
		for (let from = 0; from < rows; ) {
			const to = Math.min(rows, from + groupRows - (group[0]?.length ?? 0));
			for (const [index, store] of stores.entries()) {
				const values = group[index];
				for (let row = from; row < to; row += 1) values?.push(written[index]?.value(store.value(row)));
				await pause();
			}
			from = to;
			if (group[0]?.length === groupRows) await flush();
			progress(done + to, table.rowCount);
		}
		done += rows;
	}
	if ((group[0]?.length ?? 0) > 0) await flush();
	for (const { elements, isJson } of written) if (isJson) elements[0].converted_type = 'JSON';
	await writer.finish();
	take(bytes, parts);
}

function take(bytes: ByteWriter, parts: BlobParts): void {
	parts.addBytes(new Uint8Array(bytes.getBytes()));
	bytes.index = 0;
}

/** Scans columns whose types don't determine how to write them. */
async function seeUnsure(
	indexes: readonly number[],
	columns: readonly GridColumn[],
	{ table, signal, pause }: JobContext,
): Promise<(SeenValues | undefined)[]> {
	const seen = columns.map((column) => (isUnsure(column) ? new SeenValues() : undefined));
	const unsure = columns.flatMap((_, index) => (seen[index] === undefined ? [] : [index]));
	if (unsure.length === 0) return seen;
	const wanted = unsure.map((at) => indexes[at] ?? 0);
	for await (const { rows, stores } of table.scan(wanted, signal)) {
		for (const [from, to] of pieces(rows)) {
			for (const [index, store] of stores.entries())
				for (let row = from; row < to; row += 1) seen[unsure[index] ?? 0]?.see(store.value(row));
			await pause();
		}
	}
	return seen;
}
