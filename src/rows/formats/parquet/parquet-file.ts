import { type ColumnMetaData, parquetMetadata, parquetRead, type RowGroup } from 'hyparquet';
import { LruCache } from '#lib/concurrency/lru-cache.ts';
import { SharedWork } from '#lib/concurrency/shared-work.ts';
import type { RangeFile } from '../../bytes/range-file.ts';
import type { CellValue, CellWindow } from '../../source/row-source.ts';
import { SourceError } from '../../source/source-error.ts';
import type { Batch, NeedsRows, WorkerTable } from '../../source/worker-table.ts';
import { type ColumnStore, storeColumn } from './column-store.ts';
import { compressors } from './decompress.ts';
import { type FlatColumn, flatColumn, isFlat, unreadable } from './flat-column.ts';
import { type Range, ReadAhead } from './read-ahead.ts';
import { type ColumnReader, type PreparedFile, prepareFile } from './schema.ts';

/** Initial guess of the footer's length: enough for a hundred row groups of twenty columns. */
const tailBytes = 384 * 1_024;
/** Row groups up to this size are fetched whole, so columns that scroll into view need no request. */
const wholeGroupBytes = 2 * 1_024 * 1_024;
const cachedGroupBytes = 6 * 1_024 * 1_024;
const cachedColumnBytes = 14 * 1_024 * 1_024;
/** Pieces up to this size are cached between scans, since a request costs more than their bytes. */
const smallPieceBytes = 64 * 1_024;
const cachedPieceBytes = 4 * 1_024 * 1_024;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const parsers = {
	stringFromBytes: (bytes: Uint8Array) => decoder.decode(bytes),
	timestampFromNanoseconds: (nanos: bigint) => nanos,
};
/** Statistics aren't used, so don't decode them. */
const nothing = () => undefined;
const footerParsers = {
	stringFromBytes: nothing,
	dateFromDays: nothing,
	timestampFromMilliseconds: nothing,
	timestampFromMicroseconds: nothing,
	timestampFromNanoseconds: nothing,
	uuidFromBytes: nothing,
};

type Bytes = Pick<RangeFile, 'tail' | 'slice'>;

interface Group {
	readonly index: number;
	readonly start: number;
	readonly rows: number;
	readonly from: number;
	readonly to: number;
	readonly meta: RowGroup;
}

/** A Parquet file that fetches and decodes only what is needed. */
export class ParquetFile implements WorkerTable {
	readonly columns: readonly ColumnReader[];
	readonly rowCount: number;
	readonly #file: Bytes;
	readonly #prepared: PreparedFile;
	readonly #groups: readonly Group[];
	readonly #decoded = new LruCache<ColumnStore>(cachedColumnBytes);
	readonly #fetched = new LruCache<ArrayBuffer>(cachedGroupBytes);
	readonly #pieces = new LruCache<ArrayBuffer>(cachedPieceBytes);
	readonly #work = new SharedWork();

	private constructor(file: Bytes, prepared: PreparedFile) {
		this.#file = file;
		this.#prepared = prepared;
		this.#groups = groupsOf(prepared);
		this.columns = prepared.columns;
		this.rowCount = prepared.rowCount;
	}

	/** Reads the footer. @throws SourceError */
	static async open(file: Bytes, signal?: AbortSignal): Promise<ParquetFile> {
		let tail = await file.tail(tailBytes, signal);
		const needed = footerLength(tail);
		if (needed > tail.byteLength) tail = await file.tail(needed, signal);
		try {
			return new ParquetFile(file, prepareFile(parquetMetadata(tail, { geoparquet: false, parsers: footerParsers })));
		} catch (cause) {
			throw new SourceError(
				'DAMAGED',
				'Can’t read the Parquet footer. The file may be corrupt. Reload the page, or start a new run.',
				cause,
			);
		}
	}

	/** Values of a window, one array per row. @throws SourceError, AbortError */
	async rows(window: CellWindow, signal: AbortSignal): Promise<CellValue[][]> {
		const columns = this.columns.slice(window.columnStart, window.columnEnd);
		const rows: CellValue[][] = [];
		for (const group of this.#groups) {
			if (group.start >= window.rowEnd || group.start + group.rows <= window.rowStart) continue;
			const stores = await this.#stores(group, columns, signal);
			const from = Math.max(window.rowStart, group.start) - group.start;
			const to = Math.min(window.rowEnd, group.start + group.rows) - group.start;
			for (let row = from; row < to; row += 1) rows.push(stores.map((store) => store.value(row)));
		}
		return rows;
	}

	async *scan(
		columns: readonly number[],
		signal: AbortSignal,
		needsRows: NeedsRows = () => true,
	): AsyncGenerator<Batch> {
		const readers = columns.map((index) => this.#reader(index));
		const distinct = [...new Set(readers)];
		const groups = this.#groups.filter(({ start, rows }) => rows > 0 && needsRows(start, rows));
		const ranges = groups.flatMap((group) => chunksOf(group, distinct));
		const ahead = new ReadAhead((start, end, abort) => this.#slice(start, end, abort), ranges, signal);
		for (const group of groups) {
			signal.throwIfAborted();
			ahead.passed(group);
			const decoded = new Map(
				distinct.length === 0
					? []
					: await this.#decode(group, distinct, signal, (start, end) => ahead.slice(start, end)),
			);
			const stores = readers.map((reader) => decoded.get(reader) as ColumnStore);
			yield { start: group.start, rows: group.rows, stores };
		}
	}

	async #slice(start: number, end: number, signal: AbortSignal): Promise<ArrayBuffer> {
		const key = `${start}-${end}`;
		const held = this.#pieces.get(key);
		if (held !== undefined) return held;
		const bytes = await this.#file.slice(start, end, signal);
		if (bytes.byteLength <= smallPieceBytes) this.#pieces.set(key, bytes, bytes.byteLength);
		return bytes;
	}

	#reader(index: number): ColumnReader {
		const reader = this.columns[index];
		if (reader === undefined) throw new RangeError(`Column ${index + 1} doesn’t exist.`);
		return reader;
	}

	async #stores(group: Group, columns: readonly ColumnReader[], signal: AbortSignal): Promise<ColumnStore[]> {
		const keyOf = (column: ColumnReader) => `${group.index}:${column.key}`;
		const found = new Map<string, ColumnStore>();
		const missing: ColumnReader[] = [];
		for (const column of columns) {
			const store = this.#decoded.get(keyOf(column));
			if (store === undefined) missing.push(column);
			else found.set(column.key, store);
		}
		if (missing.length > 0) {
			const name = `${group.index}:${missing.map((reader) => reader.key).join(',')}`;
			const decoded = await this.#work.join(name, signal, async (shared) => {
				const whole = group.to - group.from <= wholeGroupBytes ? await this.#bytesOf(group, shared) : null;
				shared.throwIfAborted();
				return await this.#decode(group, missing, shared, async (start, end) =>
					whole === null
						? await this.#file.slice(start, end, shared)
						: whole.slice(start - group.from, end - group.from),
				);
			});
			for (const [column, store] of decoded) {
				this.#decoded.set(keyOf(column), store, store.bytes);
				found.set(column.key, store);
			}
		}
		return columns.map((column) => found.get(column.key) as ColumnStore);
	}

	async #decode(
		group: Group,
		columns: readonly ColumnReader[],
		signal: AbortSignal,
		slice: (start: number, end: number) => Promise<ArrayBuffer>,
	): Promise<[ColumnReader, ColumnStore][]> {
		const [flat, others] = [columns.filter(isFlat), columns.filter((column) => !isFlat(column))];
		const read = await Promise.all([
			Promise.all(flat.map((column) => this.#decodeFlat(group, column, slice))),
			others.length === 0 ? [] : this.#decodeOthers(group, others, signal, slice),
		]);
		return read.flat();
	}

	async #decodeFlat(
		group: Group,
		column: FlatColumn,
		slice: (start: number, end: number) => Promise<ArrayBuffer>,
	): Promise<[ColumnReader, ColumnStore]> {
		const chunk = group.meta.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === column.key)?.meta_data;
		if (chunk === undefined)
			throw new SourceError(
				'DAMAGED',
				`The column "${column.name}" is missing from some rows. The file may be corrupt. Reload the page, or start a new run.`,
			);
		const { from, to } = rangeOf(chunk);
		return [column, flatColumn(column, await slice(from, to), chunk, group.rows)];
	}

	async #decodeOthers(
		group: Group,
		columns: readonly ColumnReader[],
		signal: AbortSignal,
		slice: (start: number, end: number) => Promise<ArrayBuffer>,
	): Promise<[ColumnReader, ColumnStore][]> {
		const chunks = new Map<string, ArrayLike<unknown>[]>(columns.map((column) => [column.key, []]));
		try {
			await parquetRead({
				file: {
					byteLength: Number.MAX_SAFE_INTEGER,
					slice: (start: number, end = start) => slice(start, end),
				},
				metadata: { ...this.#prepared.metadata, num_rows: BigInt(group.rows), row_groups: [group.meta] },
				columns: columns.map((column) => column.key),
				compressors,
				parsers,
				utf8: false,
				geoparquet: false,
				onChunk: ({ columnName, columnData }) => chunks.get(columnName)?.push(columnData as ArrayLike<unknown>),
			});
		} catch (cause) {
			if (signal.aborted || cause instanceof SourceError) throw cause;
			throw unreadable(cause);
		}
		return columns.map((column) => [column, storeColumn(column, chunks.get(column.key) ?? [])]);
	}

	async #bytesOf(group: Group, signal: AbortSignal): Promise<ArrayBuffer> {
		const key = String(group.index);
		const held = this.#fetched.get(key);
		if (held !== undefined) return held;
		const bytes = await this.#work.join(`bytes ${key}`, signal, (shared) =>
			this.#file.slice(group.from, group.to, shared),
		);
		this.#fetched.set(key, bytes, bytes.byteLength);
		return bytes;
	}
}

/** Length of the footer including its length field and magic number. @throws SourceError if it isn't Parquet */
function footerLength(tail: ArrayBuffer): number {
	const view = new DataView(tail);
	const end = tail.byteLength;
	if (end < 12) throw new SourceError('NOT_PARQUET', 'This isn’t a Parquet file: it’s too short.');
	const magic = decoder.decode(new Uint8Array(tail, end - 4));
	if (magic === 'PARE')
		throw new SourceError('UNSUPPORTED', 'The file is encrypted. Download it to read it elsewhere.');
	if (magic !== 'PAR1') throw new SourceError('NOT_PARQUET', 'This isn’t a Parquet file.');
	return view.getUint32(end - 8, true) + 8;
}

function groupsOf({ metadata }: PreparedFile): Group[] {
	let start = 0;
	return metadata.row_groups.map((meta, index) => {
		const rows = Number(meta.num_rows);
		let from = Number.POSITIVE_INFINITY;
		let to = 0;
		for (const { meta_data: chunk } of meta.columns) {
			if (chunk === undefined) continue;
			const range = rangeOf(chunk);
			from = Math.min(from, range.from);
			to = Math.max(to, range.to);
		}
		const group = { index, start, rows, from, to, meta };
		start += rows;
		return group;
	});
}

function rangeOf(chunk: ColumnMetaData): Range {
	const from = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
	return { from, to: from + Number(chunk.total_compressed_size) };
}

function chunksOf({ meta }: Group, columns: readonly ColumnReader[]): Range[] {
	const keys = new Set(columns.map((column) => column.key));
	const ranges = meta.columns.flatMap(({ meta_data: chunk }) =>
		chunk !== undefined && keys.has(chunk.path_in_schema[0] ?? '') ? [rangeOf(chunk)] : [],
	);
	return ranges.sort((a, b) => a.from - b.from);
}
