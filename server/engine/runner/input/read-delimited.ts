import type { FileOptions } from '#contract/file-ingestion.ts';
import { countLines, nextLine, readRecord } from '#lib/delimited/record.ts';
import { count } from '../../format.ts';

/** Replacement for a line that isn't a row; lines are 1-based. */
export interface FixedLine {
	readonly line: number;
	readonly text: string;
}

/** How delimited text is read, with everything decided. */
export interface Layout {
	/** Null: one value per line. */
	readonly delimiter: string | null;
	readonly quote: string | null;
	readonly preamble: number;
	readonly headerRows: number;
	readonly width: number;
	readonly fillShort: boolean;
	/** Whether U+FFFD is a character of the file, not a replacement for invalid bytes. */
	readonly isValid: boolean;
}

/** Receives rows, with the 1-based lines where they begin, and lines that couldn't be parsed. */
export interface RowSink {
	readonly add: (values: readonly (string | null)[], line: number) => void;
	readonly reject: (line: number, problem: string, text: string) => void;
	/** Whether no more rows are needed. */
	readonly isFull?: boolean;
}

export const byteOrderMark = '\ufeff';
/** With more rows below blank lines than this, they aren't other tables. */
const maxAfterBlank = 50;
/** A record longer than this has an unclosed quote, UTF-16 units. */
const longestRecord = 16 * 2 ** 20;

/** Reads records one by one; a line that isn't a row is rejected, and reading continues after it. */
export function readDelimited(
	texts: Iterable<string>,
	layout: Layout,
	rows: RowSink,
	fixedLines: readonly FixedLine[] = [],
): { remarks: string[]; afterBlank: readonly number[]; unusedLines: readonly number[] } {
	const reading = new Reading(layout, rows, fixedLines);
	for (const text of texts) {
		if (rows.isFull === true) break;
		reading.take(text, false);
	}
	reading.take('', true);
	const { blank, marks, afterBlank } = reading;
	const remarks = [
		...(blank === 0 ? [] : [`${count(blank, 'blank line')} left out.`]),
		...(marks.length === 0 ? [] : [marksRemark(marks)]),
	];
	return { remarks, afterBlank, unusedLines: reading.unusedLines };
}

/** Remark about byte order marks inside the file, which programs leave when they join files. */
const marksRemark = ([line = 0, ...others]: readonly number[]): string =>
	`${others.length === 0 ? 'A byte order mark was' : `${count(others.length + 1, 'byte order mark')} were`} removed${others.length === 0 ? ' from' : ', the first from'} line ${line.toLocaleString('en')}. The file may consist of several files.`;

class Reading {
	readonly #layout: Layout;
	readonly #rows: RowSink;
	#rest = '';
	#waitFor = 0;
	#line = 1;
	#headersLeft: number;
	readonly #fixed: ReadonlyMap<number, string>;
	readonly #used = new Set<number>();
	blank = 0;
	/** Lines that begin with a byte order mark. */
	readonly marks: number[] = [];
	/** The first rows below blank lines, 1-based. */
	readonly afterBlank: number[] = [];
	#added = 0;
	#isAfterBlank = false;

	constructor(layout: Layout, rows: RowSink, fixedLines: readonly FixedLine[]) {
		this.#fixed = new Map(fixedLines.map(({ line, text }) => [line, text]));
		this.#layout = layout;
		this.#rows = rows;
		this.#headersLeft = layout.headerRows;
	}

	/** Lines with a replacement that could be parsed, or that don't exist. */
	get unusedLines(): number[] {
		return [...this.#fixed.keys()].filter((line) => !this.#used.has(line));
	}

	take(text: string, isLast: boolean): void {
		this.#rest += text;
		// An incomplete record is read again once twice as much text has arrived.
		if (this.#rest.length < this.#waitFor && !isLast) return;
		const all = this.#rest;
		const at = this.#read(all, isLast);
		this.#rest = all.slice(at);
		this.#waitFor = this.#rest.length > 2 ** 16 ? this.#rest.length * 2 : 0;
	}

	/** @returns where the unread rest begins */
	#read(all: string, isLast: boolean): number {
		const { delimiter, quote, preamble } = this.#layout;
		let at = 0;
		while (at < all.length) {
			if (this.#line <= preamble) {
				const next = nextLine(all, at);
				if (next === all.length && !isLast) return at;
				this.#line += 1;
				at = next;
				continue;
			}
			if (all[at] === byteOrderMark) {
				if (this.#line > 1 && this.marks.at(-1) !== this.#line) this.marks.push(this.#line);
				at += 1;
				continue;
			}
			const record = readRecord(all, at, delimiter, isLast, quote);
			if (record === null && all.length - at < longestRecord) return at;
			const problem = record === null ? openQuote : this.#problemOf(record.fields, record.problem);
			if (record !== null && problem === null) {
				if (this.#isBlank(record.fields)) {
					this.blank += 1;
					this.#isAfterBlank = this.#added > 0;
				} else if (this.#headersLeft > 0) this.#headersLeft -= 1;
				else this.#add(record.fields);
				this.#line += countLines(all, at, record.next);
				at = record.next;
				continue;
			}
			const next = nextLine(all, at);
			if (next === all.length && !isLast) return at;
			this.#reject(problem ?? openQuote, all.slice(at, next).replace(/[\r\n]+$/, ''));
			this.#line += 1;
			at = next;
		}
		return at;
	}

	#add(fields: readonly string[]): void {
		this.#added += 1;
		if (this.#isAfterBlank && this.afterBlank.length < maxAfterBlank) this.afterBlank.push(this.#added);
		this.#isAfterBlank = false;
		this.#rows.add(this.#fitted(fields), this.#line);
	}

	/** Rejects a line that isn't a row, unless it has a replacement. */
	#reject(problem: string, text: string): void {
		const fixed = this.#fixed.get(this.#line);
		if (fixed !== undefined) this.#used.add(this.#line);
		if (fixed === '') return;
		const { delimiter, quote } = this.#layout;
		const record = fixed === undefined ? null : readRecord(fixed, 0, delimiter, true, quote);
		if (fixed === undefined || record === null) {
			this.#rows.reject(this.#line, problem, text);
			return;
		}
		const still =
			record.next < fixed.length
				? 'The correction must be a single line.'
				: this.#problemOf(record.fields, record.problem);
		if (still === null) this.#add(record.fields);
		else this.#rows.reject(this.#line, still, fixed);
	}

	/** Spreadsheets write a blank row as a line of delimiters only. */
	#isBlank(fields: readonly string[]): boolean {
		if (this.#layout.delimiter === null) return false;
		if (fields.length === 1) return fields[0]?.trim() === '';
		return this.#headersLeft === 0 && fields.every((field) => field === '');
	}

	#problemOf(fields: readonly string[], problem: 'open' | 'stray' | null): string | null {
		if (problem === 'open') return openQuote;
		const { width, fillShort, isValid } = this.#layout;
		if (problem === 'stray') return 'There is text between a closing quote and the next delimiter.';
		if (fields.some((field) => field.includes('\0'))) return 'The line contains a NUL character.';
		if (!isValid && fields.some((field) => field.includes('\ufffd')))
			return 'The line contains bytes that aren’t valid in this encoding.';
		if (isRule(fields)) return 'This is a separator line.';
		const { length } = fields;
		if (this.#headersLeft > 0 || length === width || this.#isBlank(fields)) return null;
		if (length > width && fields.slice(width).every((field) => field === '')) return null;
		if (length < width && fillShort) return null;
		return `The line has ${count(length, 'value')} instead of ${width.toLocaleString('en')}.`;
	}

	/** Empty values become null. */
	#fitted(fields: readonly string[]): (string | null)[] {
		return Array.from({ length: this.#layout.width }, (_, index) => fields[index] || null);
	}
}

/** A line such as `|---|---|` between names and rows. */
export const isRule = (fields: readonly string[]): boolean =>
	fields.some((field) => /^\s*:?[-=]{3,}:?\s*$/.test(field)) &&
	fields.every((field) => /^\s*:?[-=+]*:?\s*$/.test(field));

const openQuote = 'The line opens a quote that is never closed.';

/** The layout's options as a review shows them. */
export const optionsOf = (layout: Layout): FileOptions => ({
	delimiter: layout.delimiter ?? '',
	quote: (layout.quote ?? '') as NonNullable<FileOptions['quote']>,
	preamble: layout.preamble,
	headerRows: layout.headerRows,
	fillShort: layout.fillShort,
});
