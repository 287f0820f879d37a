import type { ColumnMetaData, DecodedArray, PageHeader, SchemaElement } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { SourceError } from '../../source/source-error.ts';
import type { ColumnStore } from './column-store.ts';
import { compressors } from './compressors.ts';
import { isText } from './leaf.ts';
import type { ColumnReader } from './schema.ts';

/** A column whose raw values are plain ones, with what the file says of them. */
export interface FlatColumn extends ColumnReader {
	readonly element: SchemaElement;
}

/** INT96 is no plain value: the reader makes a timestamp of its two halves. */
export const isFlat = (column: ColumnReader): column is FlatColumn =>
	column.element !== undefined && column.element.type !== 'INT96';

/** A raw value by its position; null where there is none. */
type Values = (index: number) => unknown;

interface Page {
	/** Rows of the chunk, end exclusive. */
	readonly start: number;
	readonly end: number;
	values: Values | null;
	readonly unpack: () => Values;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The values of a flat column's chunk (Parquet format, "Data Pages"). A page is unpacked when the first value of it is
 * asked for, and numbers and bytes stay as they lie in it: no object is made for a value that nobody looks at.
 * @param chunk the column's bytes in the row group
 * @param rows how many values the row group has
 * @throws SourceError, here and by `value`
 */
export function flatColumn(column: FlatColumn, chunk: ArrayBuffer, meta: ColumnMetaData, rows: number): ColumnStore {
	const pages = orExplain(() => pagesOf(column, chunk, meta, rows));
	let page = pages[0];
	const valueAt = (index: number): unknown => {
		if (page === undefined || index < page.start || index >= page.end)
			page = pages.find((page) => index < page.end && index >= page.start);
		if (page === undefined) return null;
		const { start, unpack } = page;
		page.values ??= orExplain(unpack);
		return page.values(index - start);
	};
	return {
		length: rows,
		bytes: Number(meta.total_uncompressed_size) + (isBytes(column.element) ? 4 * rows : 0),
		value: (index) => column.read(valueAt(index)),
	};
}

function pagesOf({ element }: FlatColumn, chunk: ArrayBuffer, meta: ColumnMetaData, rows: number): Page[] {
	const reader = { view: new DataView(chunk), offset: 0 };
	const pages: Page[] = [];
	let dictionary: Values = () => null;
	let start = 0;
	while (start < rows && reader.offset < chunk.byteLength - 1) {
		const header = parquetHeader(reader);
		const bytes = new Uint8Array(chunk, reader.offset, header.compressed_page_size);
		reader.offset += header.compressed_page_size;
		const count = header.data_page_header?.num_values ?? header.data_page_header_v2?.num_rows ?? 0;
		if (header.type === 'DICTIONARY_PAGE') dictionary = dictionaryOf(header, bytes, element, meta);
		if (count === 0) continue;
		const words = dictionary;
		pages.push({
			start,
			end: start + count,
			values: null,
			unpack: () => dataOf(header, bytes, element, meta, words),
		});
		start += count;
	}
	if (start < rows) throw new Error(`a column ends after ${start} of ${rows} values`);
	return pages;
}

function dictionaryOf(header: PageHeader, bytes: Uint8Array, element: SchemaElement, meta: ColumnMetaData): Values {
	let values: DecodedArray | null = null;
	const texts: string[] = [];
	const unpacked = () => {
		const page = unpack(header, bytes, meta);
		const count = header.dictionary_page_header?.num_values ?? 0;
		return readPlain({ view: viewOf(page), offset: 0 }, meta.type, count, element.type_length);
	};
	if (!isText(element)) {
		return (index) => {
			values ??= unpacked();
			return values[index];
		};
	}
	return (index) => {
		values ??= unpacked();
		texts[index] ??= decoder.decode(values[index] as Uint8Array);
		return texts[index];
	};
}

function dataOf(
	header: PageHeader,
	bytes: Uint8Array,
	element: SchemaElement,
	meta: ColumnMetaData,
	dictionary: Values,
): Values {
	const { data_page_header: first, data_page_header_v2: second } = header;
	if (first?.encoding === 'PLAIN' && isBytes(element)) {
		const page = unpack(header, bytes, meta);
		const reader = { view: viewOf(page), offset: 0 };
		const levels = element.repetition_type === 'REQUIRED' ? [] : new Array<number>(first.num_values);
		if (levels.length > 0) readRleBitPackedHybrid(reader, 1, levels);
		return spread(levels, finished(element, bytesIn(page, reader.offset, element, first.num_values)));
	}
	const decoding = {
		type: meta.type,
		element,
		pathInSchema: meta.path_in_schema,
		schemaPath: pathTo(element),
		codec: meta.codec,
		compressors,
	} as unknown as Parameters<typeof readDataPage>[2];
	const read = first
		? readDataPage(unpack(header, bytes, meta), first, decoding)
		: readDataPageV2(bytes, header, decoding);
	const raw = read.dataPage;
	if ((first ?? second)?.encoding.endsWith('_DICTIONARY')) {
		const positions = raw instanceof Uint8Array ? raw : Uint32Array.from(raw as number[]);
		return spread(read.definitionLevels, (index) => dictionary(positions[index] ?? 0));
	}
	return spread(
		read.definitionLevels,
		finished(element, (index) => raw[index]),
	);
}

/** Byte arrays in a plain page, each with its length before it or all of one length; as views of the page. */
function bytesIn(page: Uint8Array, offset: number, element: SchemaElement, most: number): Values {
	if (element.type === 'FIXED_LEN_BYTE_ARRAY') {
		const length = element.type_length ?? 0;
		return (index) => page.subarray(offset + index * length, offset + (index + 1) * length);
	}
	const view = viewOf(page);
	const ends = new Uint32Array(most);
	let at = offset;
	let count = 0;
	for (; at + 4 <= page.length && count < most; count += 1) {
		at += 4 + view.getUint32(at, true);
		ends[count] = at;
	}
	if (at > page.length) throw new Error('a text ends after its page');
	return (index) => page.subarray((index === 0 ? offset : (ends[index - 1] ?? 0)) + 4, ends[index]);
}

const finished = (element: SchemaElement, values: Values): Values =>
	isText(element) ? (index) => decoder.decode(values(index) as Uint8Array) : values;

/** Values by row: in a page only those are that are there. @param levels 1 for a row that has a value; none where all have */
function spread(levels: readonly number[] | undefined, values: Values): Values {
	if (levels === undefined || levels.length === 0) return values;
	const positions = new Int32Array(levels.length);
	let count = 0;
	for (let row = 0; row < levels.length; row += 1) {
		positions[row] = levels[row] === 1 ? count : -1;
		if (levels[row] === 1) count += 1;
	}
	if (count === levels.length) return values;
	return (row) => ((positions[row] ?? -1) < 0 ? null : values(positions[row] as number));
}

const unpack = (header: PageHeader, bytes: Uint8Array, { codec }: ColumnMetaData): Uint8Array =>
	decompressPage(bytes, Number(header.uncompressed_page_size), codec, compressors);

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const isBytes = ({ type }: SchemaElement): boolean => type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY';

/** Of a path only the repetition of its steps below the root counts. */
const pathTo = (element: SchemaElement) => [{ element: { name: 'root' } }, { element }];

function orExplain<T>(read: () => T): T {
	try {
		return read();
	} catch (cause) {
		throw unreadable(cause);
	}
}

/** @returns what to tell of rows that cannot be decoded */
export const unreadable = (cause: unknown): SourceError => {
	const reason = cause instanceof Error ? cause.message : String(cause);
	return new SourceError('UNSUPPORTED', `These rows cannot be read: ${reason}.`, cause);
};
