import { throttle } from '#lib/concurrency/throttle.ts';
import { partsOf, peek, unpacked } from '../bytes/byte-stream.ts';
import type { RangeFile } from '../bytes/range-file.ts';
import { readText, type TextOptions } from '../formats/read-text.ts';
import { detectKind, hexDump } from '../formats/signatures.ts';
import type { Content, Excerpt } from '../source/content.ts';
import { SourceError } from '../source/source-error.ts';
import type { WorkerTable } from '../source/worker-table.ts';

/** A file that isn't Parquet: a table, an excerpt, or neither if it's empty. */
export interface OtherFile {
	readonly content: Content;
	/** File size; null if the store doesn't report it. */
	readonly bytes: number | null;
	readonly table: WorkerTable | null;
	readonly excerpt: Excerpt | null;
}

const sampleBytes = 64 * 1_024;
const excerptBytes = 512;

/** Reads a file that isn't Parquet from the start. @throws SourceError, AbortError */
export async function readOther(file: RangeFile, options: TextOptions): Promise<OtherFile> {
	const { body, size } = await file.stream(options.signal);
	const counted = countedParts(partsOf(body), size, options);
	const packed = await peek(counted.parts, sampleBytes);
	const isPacked = detectKind(packed.head).kind === 'gzip';
	const { head, isWhole, all } = isPacked ? await peek(unpacked(packed.all), sampleBytes) : packed;
	const wrap = (content: Content): Content =>
		isPacked
			? {
					...content,
					format: `${content.format}, compressed with gzip`,
					extension: [content.extension, 'gz'].filter(Boolean).join('.'),
				}
			: content;
	const bytesNow = () => size ?? (counted.ended() ? counted.bytes() : null);
	const detected = detectKind(head);
	if (detected.kind === 'text') {
		const read = await readText({ head, isWhole, parts: all }, options);
		return { ...read, content: wrap(read.content), bytes: bytesNow() };
	}
	await all.return(undefined);
	if (detected.kind === 'empty')
		return { content: wrap(plain('Empty file')), bytes: bytesNow(), table: null, excerpt: null };
	if (detected.kind === 'parquet' && !isPacked)
		throw new SourceError('DAMAGED', 'The Parquet file is truncated. Reload the page, or start a new run.');
	const what =
		detected.kind === 'binary'
			? detected.what
			: detected.kind === 'gzip'
				? 'compressed with gzip twice'
				: 'Parquet file';
	const excerpt = {
		kind: 'hex',
		text: hexDump(head.subarray(0, excerptBytes)),
		cut: head.length > excerptBytes,
	} as const;
	return { content: wrap(plain(`Binary file: ${what}`)), bytes: bytesNow(), table: null, excerpt };
}

const plain = (format: string): Content => ({ format, extension: '', remarks: [], rivals: [] });

/** Counts network bytes and reports them, throttled. */
function countedParts(source: AsyncGenerator<Uint8Array>, total: number | null, { onProgress, signal }: TextOptions) {
	let [bytes, ended] = [0, false];
	const report = throttle(onProgress);
	async function* parts(): AsyncGenerator<Uint8Array> {
		for await (const part of source) {
			bytes += part.length;
			report({ bytes, total });
			yield part;
			signal.throwIfAborted();
		}
		ended = true;
	}
	return { parts: parts(), bytes: () => bytes, ended: () => ended };
}
