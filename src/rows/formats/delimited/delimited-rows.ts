import type { Dialect } from '#lib/delimited/dialect.ts';
import { headerNames, joinedNames } from '#lib/delimited/header.ts';
import { countLines, nextLine, readRecord } from '#lib/delimited/record.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import {
	type Piece,
	type ReadOptions,
	type RejectedLine,
	rejectedLine,
	type TableReader,
} from '../table/read-options.ts';
import type { TextFile, TextPiece } from '../text/text-file.ts';

/** A record longer than this, in UTF-16 units, has an unclosed quote. */
const longestRecord = 1_000_000;

/** Reads rows of delimited text. Invalid lines are skipped, and reading continues after them. */
export function delimitedReader(file: TextFile, options: ReadOptions, layout: Pick<Dialect, 'width'>): TableReader {
	const remarks: string[] = [];
	const head = headOf(file, options, layout);
	const names = headerNames(head.names, layout.width, remarks);
	return {
		options,
		format: formatNames[options.delimiter] ?? `delimited text ("${options.delimiter}")`,
		names,
		preambleLines: head.preamble,
		sheets: [],
		remarks,
		async *pieces(signal) {
			const reading = new Reading(options, names.length);
			for await (const piece of file.texts(options.encoding, signal, remarks)) {
				yield reading.take(piece);
				if (piece.isLast) remarks.push(...reading.remarks());
			}
		},
	};
}

const formatNames: Readonly<Record<string, string>> = {
	',': 'CSV, comma',
	'\t': 'TSV, tab',
	';': 'CSV, semicolon',
	'|': 'pipe-delimited text',
	':': 'colon-delimited text',
	'\u0001': 'delimited text (0x01)',
	'\u001f': 'delimited text (0x1F)',
};

class Reading {
	readonly #options: ReadOptions;
	readonly #width: number;
	#rest = '';
	#line = 1;
	#headersLeft: number;
	#blank = 0;

	constructor(options: ReadOptions, width: number) {
		this.#options = options;
		this.#width = width;
		this.#headersLeft = options.headerRows;
	}

	take({ text, isLast, bytes }: TextPiece): Piece {
		const all = this.#rest + text;
		const rows: string[][] = [];
		const rejected: RejectedLine[] = [];
		const { delimiter, quote, preamble } = this.#options;
		let at = 0;
		while (at < all.length) {
			if (this.#line <= preamble) {
				const next = nextLine(all, at);
				if (next === all.length && !isLast) break;
				this.#line += 1;
				at = next;
				continue;
			}
			const record = readRecord(all, at, delimiter, isLast, quote);
			if (record === null && all.length - at < longestRecord) break;
			const problem = record === null ? openQuote : this.#problemOf(record.fields, record.problem);
			if (record !== null && problem === null) {
				if (record.fields.length === 1 && record.fields[0]?.trim() === '' && this.#width > 1) this.#blank += 1;
				else if (this.#headersLeft > 0) this.#headersLeft -= 1;
				else rows.push(this.#fitted(record.fields));
				this.#line += countLines(all, at, record.next);
				at = record.next;
				continue;
			}
			const next = nextLine(all, at);
			if (next === all.length && !isLast) break;
			rejected.push(rejectedLine(this.#line, problem ?? openQuote, all.slice(at, next)));
			this.#line += 1;
			at = next;
		}
		this.#rest = all.slice(at);
		return { rows, rejected, bytes };
	}

	remarks(): string[] {
		return this.#blank === 0 ? [] : [`${countOf(this.#blank, 'blank line was', 'blank lines were')} skipped.`];
	}

	#problemOf(fields: readonly string[], problem: 'open' | 'stray' | null): string | null {
		if (problem === 'open') return openQuote;
		if (problem === 'stray') return 'There is text between a closing quote and the next delimiter.';
		const { length } = fields;
		if (this.#headersLeft > 0 || length === this.#width) return null;
		if (length === 1 && fields[0]?.trim() === '') return null;
		if (length > this.#width && fields.slice(this.#width).every((field) => field === '')) return null;
		if (length < this.#width && this.#options.fillShort) return null;
		return `The line has ${countOf(length, 'value')} instead of ${formatCount(this.#width)}.`;
	}

	#fitted(fields: string[]): string[] {
		if (fields.length === this.#width) return fields;
		return Array.from({ length: this.#width }, (_, index) => fields[index] ?? '');
	}
}

const openQuote = 'The line opens a quote that’s never closed.';

function headOf(file: TextFile, options: ReadOptions, layout: Pick<Dialect, 'width'>) {
	const { sample, isWhole } = file;
	const preamble: string[] = [];
	let at = 0;
	while (preamble.length < options.preamble && at < sample.length) {
		const next = nextLine(sample, at);
		preamble.push(sample.slice(at, next).replace(/[\r\n]+$/, ''));
		at = next;
	}
	const headers: string[][] = [];
	while (headers.length < options.headerRows && at < sample.length) {
		const record = readRecord(sample, at, options.delimiter, isWhole, options.quote);
		if (record === null) break;
		if (record.fields.length > 1 || record.fields[0]?.trim() !== '' || layout.width === 1) headers.push(record.fields);
		at = record.next;
	}
	const width = Math.max(layout.width, ...headers.map((header) => header.length), 1);
	const names = joinedNames(headers, width);
	while (names.length > layout.width && names.at(-1) === '') names.pop();
	return { preamble, names };
}
