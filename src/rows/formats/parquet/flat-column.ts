import type { ColumnMetaData, DecodedArray, PageHeader, SchemaElement } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';
import type { RawPage, RawValues } from '../../source/raw-values.ts';
import { SourceError } from '../../source/source-error.ts';
import type { ColumnStore } from './column-store.ts';
import { compressors } from './decompress.ts';
import { isText } from './leaf.ts';
import { rawNumbers } from './raw-numbers.ts';
import type { ColumnReader } from './schema.ts';

/** A column of plain raw values, with its schema. */
export interface FlatColumn extends ColumnReader {
	readonly element: SchemaElement;
}

/** INT96 isn't plain: the reader combines its halves into a timestamp. */
export const isFlat = (column: ColumnReader): column is FlatColumn =>
	column.element !== undefined && column.element.type !== 'INT96';

/** A raw value by position; null if there is none. */
type Values = (index: number) => unknown;

interface Unpacked {
	/** Values by row within the page. */
	readonly values: Values;
	readonly raw: () => RawValues | null;
	readonly positions: Int32Array | null;
}

interface Page {
	/** Rows of the chunk; end exclusive. */
	readonly start: number;
	readonly end: number;
	unpacked: Unpacked | null;
	readonly unpack: () => Unpacked;
}

const unpackedOf = (page: Page): Unpacked => {
	page.unpacked ??= orExplain(page.unpack);
	return page.unpacked;
};

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Values of a flat column chunk (Parquet format, "Data Pages"). A page is decompressed when its first value is
 * requested, and numbers and bytes stay in the buffer: no objects are created for values that aren't requested.
 * @param chunk the column's bytes in the row group
 * @param rows number of values in the row group
 * @throws SourceError, here and by `value`
 */
export function flatColumn(column: FlatColumn, chunk: ArrayBuffer, meta: ColumnMetaData, rows: number): ColumnStore {
	const pages = orExplain(() => pagesOf(column, chunk, meta, rows));
	let page = pages[0];
	const valueAt = (index: number): unknown => {
		if (page === undefined || index < page.start || index >= page.end)
			page = pages.find((page) => index < page.end && index >= page.start);
		if (page === undefined) return null;
		return unpackedOf(page).values(index - page.start);
	};
	return {
		length: rows,
		bytes: Number(meta.total_uncompressed_size) + (isBytes(column.element) ? 4 * rows : 0),
		value: (index) => column.read(valueAt(index)),
		pages: pages.map(
			(page): RawPage => ({
				start: page.start,
				end: page.end,
				raw: () => orExplain(unpackedOf(page).raw),
				positions: () => unpackedOf(page).positions,
			}),
		),
	};
}

function pagesOf(column: FlatColumn, chunk: ArrayBuffer, meta: ColumnMetaData, rows: number): Page[] {
	const reader = { view: new DataView(chunk), offset: 0 };
	const pages: Page[] = [];
	let dictionary: Values = () => null;
	let start = 0;
	while (start < rows && reader.offset < chunk.byteLength - 1) {
		const header = parquetHeader(reader);
		const bytes = new Uint8Array(chunk, reader.offset, header.compressed_page_size);
		reader.offset += header.compressed_page_size;
		const count = header.data_page_header?.num_values ?? header.data_page_header_v2?.num_rows ?? 0;
		if (header.type === 'DICTIONARY_PAGE') dictionary = dictionaryOf(header, bytes, column.element, meta);
		if (count === 0) continue;
		const words = dictionary;
		pages.push({
			start,
			end: start + count,
			unpacked: null,
			unpack: () => dataOf(header, bytes, column, meta, words),
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
	column: FlatColumn,
	meta: ColumnMetaData,
	dictionary: Values,
): Unpacked {
	const { element } = column;
	const { data_page_header: first, data_page_header_v2: second } = header;
	if (first?.encoding === 'PLAIN' && isBytes(element)) {
		const page = unpack(header, bytes, meta);
		const reader = { view: viewOf(page), offset: 0 };
		const levels = element.repetition_type === 'REQUIRED' ? [] : new Array<number>(first.num_values);
		if (levels.length > 0) readRleBitPackedHybrid(reader, 1, levels);
		const { offset: from } = reader;
		const positions = positionsOf(levels);
		if (element.type === 'FIXED_LEN_BYTE_ARRAY')
			return { values: spread(positions, bytesOfOneLength(page, from, element)), raw: () => null, positions };
		const ends = endsIn(page, from, first.num_values);
		const at: Values = (index) => page.subarray((index === 0 ? from : (ends[index - 1] ?? 0)) + 4, ends[index]);
		return {
			values: spread(positions, finished(element, at)),
			raw: () => (isText(element) ? { kind: 'texts', bytes: page, from, ends } : null),
			positions,
		};
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
	const positions = positionsOf(read.definitionLevels);
	if ((first ?? second)?.encoding.endsWith('_DICTIONARY')) {
		const codes = raw instanceof Uint8Array ? raw : Uint32Array.from(raw as number[]);
		return {
			values: spread(positions, (index) => dictionary(codes[index] ?? 0)),
			raw: () => (isText(element) ? { kind: 'codes', codes, text: (code) => String(dictionary(code)) } : null),
			positions,
		};
	}
	return {
		values: spread(
			positions,
			finished(element, (index) => raw[index]),
		),
		raw: () => rawNumbers(column, raw),
		positions,
	};
}

/** Fixed-length byte arrays in a plain page, as views of the page. */
function bytesOfOneLength(page: Uint8Array, offset: number, { type_length: length = 0 }: SchemaElement): Values {
	return (index) => page.subarray(offset + index * length, offset + (index + 1) * length);
}

/** End offsets of length-prefixed byte arrays in a plain page. */
function endsIn(page: Uint8Array, offset: number, most: number): Uint32Array {
	const view = viewOf(page);
	const ends = new Uint32Array(most);
	let at = offset;
	let count = 0;
	for (; at + 4 <= page.length && count < most; count += 1) {
		at += 4 + view.getUint32(at, true);
		ends[count] = at;
	}
	if (at > page.length) throw new Error('a value extends beyond its page');
	return ends.subarray(0, count);
}

const finished = (element: SchemaElement, values: Values): Values =>
	isText(element) ? (index) => decoder.decode(values(index) as Uint8Array) : values;

/**
 * Index of each row's value in the page, which only contains non-null values. @param levels 1 for rows with a value;
 * undefined if all have one
 */
function positionsOf(levels: readonly number[] | undefined): Int32Array | null {
	if (levels === undefined || levels.length === 0) return null;
	const positions = new Int32Array(levels.length);
	let count = 0;
	for (let row = 0; row < levels.length; row += 1) {
		positions[row] = levels[row] === 1 ? count : -1;
		if (levels[row] === 1) count += 1;
	}
	return count === levels.length ? null : positions;
}

const spread = (positions: Int32Array | null, values: Values): Values =>
	positions === null ? values : (row) => ((positions[row] ?? -1) < 0 ? null : values(positions[row] as number));

const unpack = (header: PageHeader, bytes: Uint8Array, { codec }: ColumnMetaData): Uint8Array =>
	decompressPage(bytes, Number(header.uncompressed_page_size), codec, compressors);

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const isBytes = ({ type }: SchemaElement): boolean => type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY';

/** Only repetition below the root matters. */
const pathTo = (element: SchemaElement) => [{ element: { name: 'root' } }, { element }];

function orExplain<T>(read: () => T): T {
	try {
		return read();
	} catch (cause) {
		throw unreadable(cause);
	}
}

/** @returns the error for undecodable rows */
export const unreadable = (cause: unknown): SourceError =>
	new SourceError(
		'UNSUPPORTED',
		'The file may be corrupt, or use a feature that the console doesn’t support. Download it to open it in another tool.',
		cause,
	);
