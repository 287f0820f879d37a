import type { Choices } from '../table/read-options.ts';
import { readRecord } from '../text/record.ts';

/** How delimited text is laid out, told by its beginning. */
export interface Layout {
	readonly delimiter: string;
	readonly quote: '"' | "'" | null;
	readonly preamble: number;
	readonly headerRows: number;
	/** Fields that most records have. */
	readonly width: number;
}

export const delimiters = [',', '\t', ';', '|', ':', '^', '~', '\u001f', '\u0001'] as const;

const sampledRecords = 400;
/** Records are a table where so many of them, after a preamble, have the same width. */
const leastShare = 0.5;

/** A first line by which spreadsheets are told. */
const saysDelimiter = /^sep=(.)(\r|\n)/;

interface Fit extends Layout {
	readonly score: number;
}

/**
 * The layout that fits best, within what a person chose; null for text that is no table of more than one column.
 * @param isWhole whether the text ends with the sample
 */
export function detectLayout(sample: string, isWhole: boolean, chosen: Choices): Layout | null {
	const said = saysDelimiter.exec(sample)?.[1];
	const tried = chosen.delimiter !== undefined ? [chosen.delimiter] : said !== undefined ? [said] : delimiters;
	const quotes = chosen.quote !== undefined ? [chosen.quote] : (['"', "'"] as const);
	const fits = tried.flatMap((delimiter) => quotes.map((quote) => fitOf(sample, isWhole, delimiter, quote, chosen)));
	const [best] = fits.filter((it) => it !== null).sort((a, b) => b.score - a.score);
	return best ?? null;
}

interface Sampled {
	readonly fields: readonly string[];
	readonly line: number;
	readonly isBroken: boolean;
}

function fitOf(
	sample: string,
	isWhole: boolean,
	delimiter: string,
	quote: Layout['quote'],
	chosen: Choices,
): Fit | null {
	const isForced = chosen.delimiter !== undefined;
	const skipped = chosen.preamble ?? (saysDelimiter.test(sample) ? 1 : 0);
	const tail = recordsOf(sample, isWhole, delimiter, quote).filter((it) => it.line > skipped);
	if (tail.length === 0) return null;
	const width = usualWidth(tail);
	if (width < 2 && !isForced) return null;
	const start = chosen.preamble === undefined ? firstOf(tail, width) : 0;
	const first = tail[start];
	if (first === undefined) return null;
	const body = tail.slice(start);
	const alike = body.filter((it) => it.fields.length === width && !it.isBroken);
	const share = alike.length / body.length;
	if (!isForced && (share < leastShare || isProse(alike, delimiter))) return null;
	const preamble = chosen.preamble ?? first.line - 1;
	const headerRows = chosen.headerRows ?? (isHeader(body.map((it) => it.fields)) ? 1 : 0);
	const rank = delimiters.indexOf(delimiter as (typeof delimiters)[number]);
	const quoted = quote === "'" ? (countQuoted(alike, sample, delimiter) ? 0.05 : -0.5) : 0;
	// A wide table splits by chance less often than a narrow one; colons are in times, too.
	const score = share + Math.min(width, 10) * 0.02 - (rank >= 4 ? 0.15 : 0) - start * 0.01 + quoted;
	return { delimiter, quote, preamble, headerRows, width, score };
}

function recordsOf(sample: string, isWhole: boolean, delimiter: string, quote: Layout['quote']): Sampled[] {
	const records: Sampled[] = [];
	let line = 1;
	for (let at = 0; at < sample.length && records.length < sampledRecords; ) {
		const record = readRecord(sample, at, delimiter, isWhole, quote);
		if (record === null) break;
		const isBroken = record.problem !== null;
		const next = isBroken ? nextLine(sample, at) : record.next;
		if (!isBroken && (record.fields.length > 1 || record.fields[0]?.trim() !== '')) {
			records.push({ fields: record.fields, line, isBroken });
		} else if (isBroken) records.push({ fields: [], line, isBroken });
		line += countLines(sample, at, next);
		at = next;
	}
	return records;
}

/** The width that most records have; of two as frequent, the larger. */
function usualWidth(records: readonly Sampled[]): number {
	const counts = new Map<number, number>();
	for (const { fields } of records) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 1;
}

/** Lines before the first record of the usual width are no rows, where they have half as many fields at most. */
function firstOf(records: readonly Sampled[], width: number): number {
	const found = records.findIndex((it) => it.fields.length === width && !it.isBroken);
	const isPreamble = records.slice(0, Math.max(0, found)).every((it) => it.fields.length * 2 <= width);
	return isPreamble ? Math.max(0, found) : 0;
}

/** Sentences have commas too, but many words between them. */
function isProse(records: readonly Sampled[], delimiter: string): boolean {
	if (delimiter === '\t' || delimiter === '|') return false;
	const fields = records.flatMap((it) => it.fields);
	const words = fields.reduce((sum, it) => sum + it.trim().split(/\s+/).length, 0);
	const spaced = records.filter((it) => it.fields.slice(1).some((field) => /^ \S/.test(field))).length;
	return words / Math.max(1, fields.length) > 3 && (delimiter === ':' || spaced * 2 > records.length);
}

/** Single quotes count as quotes only where whole fields stand between them. */
const countQuoted = (records: readonly Sampled[], sample: string, delimiter: string): boolean =>
	records.length > 0 &&
	(sample.startsWith("'") || sample.includes(`${delimiter}'`)) &&
	sample.includes(`'${delimiter}`);

/** Names have no numbers, dates or words of truth among them, and few gaps. */
function isHeader([first = []]: readonly (readonly string[])[]): boolean {
	return !first.some(isData) && first.filter((it) => it.trim() !== '').length * 2 >= Math.max(1, first.length);
}

const isData = (text: string): boolean =>
	/^\s*[+-]?[\d.,]*\d\s*%?\s*$/.test(text) ||
	/^\s*\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/.test(text) ||
	/^\s*(true|false|null)\s*$/i.test(text);

/** The index after the line end that follows. */
export function nextLine(text: string, at: number): number {
	for (let index = at; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		if (unit === 10) return index + 1;
		if (unit === 13) return text.charCodeAt(index + 1) === 10 ? index + 2 : index + 1;
	}
	return text.length;
}

/** Line ends of any kind between two places. */
export function countLines(text: string, from: number, to: number): number {
	let lines = 0;
	for (let at = from; at < to; at += 1) {
		const unit = text.charCodeAt(at);
		if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) lines += 1;
	}
	return lines;
}
