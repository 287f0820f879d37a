import { createYield } from '#lib/concurrency/yield.ts';
import { countOf, formatCount } from '../../lib/format.ts';
import type { Content, Excerpt, Progress, ReadAs, Remark } from '../source/content.ts';
import { SourceError } from '../source/source-error.ts';
import { DelimitedReader } from './delimited/delimited.ts';
import { detectFormat, type TextShape } from './detect-format.ts';
import { JsonDocumentReader } from './json/json-document.ts';
import { NdjsonReader } from './json/ndjson.ts';
import { Decoding } from './text/decoding.ts';
import type { RowReader } from './text/row-reader.ts';

export interface TextOptions {
	readonly signal: AbortSignal;
	/** Stops reading; what was read is shown. */
	readonly stop: AbortSignal;
	onProgress(progress: Progress): void;
	readonly as: ReadAs | null;
	readonly limits?: Limits;
}

/** Limits for reading a file: rows, and bytes of decompressed text. */
export interface Limits {
	readonly rows: number;
	readonly bytes: number;
}

const usualLimits: Limits = { rows: 2_000_000, bytes: 256 * 1_024 * 1_024 };
const excerptUnits = 64 * 1_024;
/** How long reading may block the event loop, in ms. */
const turnMs = 40;

export interface TextBytes {
	readonly head: Uint8Array;
	readonly isWhole: boolean;
	readonly parts: AsyncGenerator<Uint8Array>;
}

/** Detects a text's format and reads its rows, if any. @throws SourceError, AbortError */
export async function readText({ head, isWhole, parts }: TextBytes, options: TextOptions) {
	const sample = new Decoding(head);
	// If the sample ends within a character, the rest of it doesn't matter.
	const shape = detectFormat(sample.decode(head) + (isWhole ? sample.end() : ''), isWhole, options.as);
	const decoding = new Decoding(head);
	const contentOf = (
		format: string,
		extension: string,
		remarks: readonly Remark[],
		rivals: ReadAs[] = [],
	): Content => ({
		format: `${format}, ${encodingName(decoding)}`,
		extension,
		remarks: [...remarks, ...encodingRemarks(decoding)],
		rivals,
	});
	if (shape.kind === 'plain') {
		await parts.return(undefined);
		const text = decoding.decode(head) + (isWhole ? decoding.end() : '');
		const warning: Remark[] = shape.warning === null ? [] : [{ tone: 'warning', text: shape.warning }];
		const content = contentOf(shape.what, shape.extension, warning);
		return { content, table: null, excerpt: excerptOf(text, isWhole) };
	}
	const { rows: maxRows } = options.limits ?? usualLimits;
	const reader = readerFor(shape, maxRows, decoding);
	const pause = createYield(options.signal, turnMs);
	const end = await feed(reader, parts, decoding, options, pause);
	const { format, extension, remarks, table } = await reader.finish(end === null, pause);
	const cut = table !== null && end !== null ? [cutRemark(end, table.rowCount)] : [];
	const rivals = shape.kind === 'delimited' ? shape.dialect.rivals.map((delimiter) => ({ delimiter })) : [];
	const content = contentOf(format, extension, [...cut, ...remarks], rivals);
	if (table !== null) return { content, table, excerpt: null };
	return { content, table, excerpt: excerptOf(new Decoding(head).decode(head), isWhole) };
}

function readerFor(shape: Exclude<TextShape, { kind: 'plain' }>, maxRows: number, decoding: Decoding): RowReader {
	if (shape.kind === 'delimited') return new DelimitedReader(shape.dialect, maxRows);
	return shape.kind === 'ndjson' ? new NdjsonReader(maxRows) : new JsonDocumentReader(maxRows, decoding);
}

type End = 'rows' | 'bytes' | 'stop' | { readonly problem: string };

/** @returns why reading stopped early; null if it didn't */
async function feed(
	reader: RowReader,
	parts: AsyncGenerator<Uint8Array>,
	decoding: Decoding,
	{ stop, limits = usualLimits, signal }: TextOptions,
	pause: () => Promise<void>,
): Promise<End | null> {
	let bytes = 0;
	try {
		for await (const part of parts) {
			bytes += part.length;
			if (!reader.take(decoding.decode(part))) return 'rows';
			if (bytes >= limits.bytes) return 'bytes';
			if (stop.aborted) return 'stop';
			await pause();
		}
	} catch (error) {
		if (signal.aborted || bytes === 0) throw error;
		if (error instanceof SourceError) return { problem: error.message };
		return { problem: `The connection was lost after ${formatCount(bytes)} bytes. Reload the page to try again.` };
	}
	reader.take(decoding.end());
	return null;
}

function cutRemark(end: End, rowCount: number): Remark {
	const shown =
		rowCount === 0 ? 'No rows were loaded.' : `Showing the first ${rowCount === 1 ? 'row' : countOf(rowCount, 'row')}.`;
	if (typeof end === 'object') return { tone: 'warning', text: `${end.problem} ${shown}` };
	const why = {
		rows: 'There may be more rows, but only these can be shown.',
		bytes: 'There are more rows, but only the first 256 MB can be shown.',
		stop: 'Loading stopped. There may be more rows.',
	}[end];
	return { tone: 'warning', text: `${shown} ${why}` };
}

const excerptOf = (text: string, isWhole: boolean): Excerpt => ({
	kind: 'text',
	text: text.slice(0, excerptUnits),
	cut: !isWhole || text.length > excerptUnits,
});

const encodingName = ({ encoding, marked }: Decoding): string =>
	encoding === 'UTF-8' && marked ? 'UTF-8 with a byte order mark' : encoding;

function encodingRemarks({ encoding, invalidAt }: Decoding): Remark[] {
	if (encoding === 'windows-1252') {
		const text = 'The text isn’t UTF-8, so it’s read as windows-1252. Accented letters may be wrong.';
		return [{ tone: 'warning', text }];
	}
	if (invalidAt === null) return [];
	const text = `Some bytes aren’t valid ${encoding}, the first at byte ${formatCount(invalidAt + 1)}. They’re shown as �.`;
	return [{ tone: 'warning', text }];
}
