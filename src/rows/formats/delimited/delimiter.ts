import { readRecord } from '../text/record.ts';

/** How delimited text is laid out, told by its first 64 KB. */
export interface Layout {
	/** Null: each line is one value. */
	readonly delimiter: string | null;
	/** Fields that a record has, as most of the sample do. */
	readonly width: number;
	/** Whether the first record gives names. */
	readonly header: boolean;
	/** Other delimiters that fit nearly as well, the best first; empty where the delimiter is sure. */
	readonly rivals: readonly (string | null)[];
}

export const delimiters = [',', '\t', ';', '|'] as const;

interface Fit {
	readonly delimiter: string;
	readonly width: number;
	/** Share of the records that have this width, 0 to 1. */
	readonly share: number;
	readonly records: readonly string[][];
}

const sampledRecords = 500;
/** A delimiter that splits fewer records alike than this is none. */
const leastShare = 0.5;
/** Longest value, in UTF-16 units, and most words of one, in text that is taken for one column. */
const [longestValue, mostWords] = [128, 3];

/**
 * @param sample the beginning of the text
 * @param isWhole whether the text ends with it
 * @returns null for text that is no table at all: prose, a log
 */
export function detectLayout(sample: string, isWhole: boolean): Layout | null {
	const fits = delimiters
		.map((delimiter) => fitOf(sample, delimiter, isWhole))
		.filter((fit) => fit.width > 1 && fit.share >= leastShare && !isProse(fit))
		.sort((a, b) => scoreOf(b) - scoreOf(a) || b.width - a.width);
	const [best] = fits;
	if (best === undefined) return oneColumn(sample, isWhole);
	const rivals: (string | null)[] = fits
		.slice(1)
		.filter((it) => isRival(it, best))
		.map((it) => it.delimiter);
	if (best.share < 0.8 && best.records.length > 5) rivals.push(null);
	return { delimiter: best.delimiter, width: best.width, header: isHeader(best.records), rivals };
}

/** The layout that a person asked for. */
export function layoutFor(delimiter: string | null, sample: string, isWhole: boolean): Layout {
	const { width, records } = delimiter === null ? linesOf(sample, isWhole) : fitOf(sample, delimiter, isWhole);
	const rivals = [...delimiters, null].filter((it) => it !== delimiter);
	return { delimiter, width, header: isHeader(records), rivals };
}

function fitOf(sample: string, delimiter: string, isWhole: boolean): Fit {
	const records = recordsOf(sample, delimiter, isWhole);
	const counts = new Map<number, number>();
	for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
	const [width, count] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
	return { delimiter, width, share: count / Math.max(1, records.length), records };
}

function recordsOf(sample: string, delimiter: string | null, isWhole: boolean): string[][] {
	const records: string[][] = [];
	for (let at = 0; at < sample.length && records.length < sampledRecords; ) {
		const record = readRecord(sample, at, delimiter, isWhole);
		if (record === null) break;
		at = record.next;
		if (record.fields.length > 1 || record.fields[0] !== '') records.push(record.fields);
	}
	return records;
}

/** A first record of the right width counts: where it names the columns, a wrong delimiter seldom splits it alike. */
const scoreOf = (fit: Fit): number => fit.share + (fit.records[0]?.length === fit.width ? 0.2 : 0);

const isRival = (other: Fit, best: Fit): boolean =>
	scoreOf(best) - scoreOf(other) < 0.15 && other.records.length * 2 >= best.records.length;

/** Sentences have commas too, but many words between them. */
function isProse({ records, delimiter }: Fit): boolean {
	if (delimiter === '\t' || delimiter === '|') return false;
	const fields = records.flat();
	const words = fields.reduce((sum, field) => sum + field.trim().split(/\s+/).length, 0);
	const spaced = fields.filter((field) => field.startsWith(' ')).length;
	return words / Math.max(1, fields.length) > mostWords && spaced > 0;
}

function linesOf(sample: string, isWhole: boolean) {
	return { width: 1, records: recordsOf(sample, null, isWhole) };
}

/** Short values of few words, one a line, are a column; anything else is text to read. */
function oneColumn(sample: string, isWhole: boolean): Layout | null {
	const { records } = linesOf(sample, isWhole);
	const isValue = ([value = '']: string[]) => value.length <= longestValue && value.split(/\s+/).length <= mostWords;
	if (records.length < 2 || !records.every(isValue)) return null;
	return { delimiter: null, width: 1, header: isHeader(records), rivals: [...delimiters] };
}

/**
 * A first record without numbers, dates and gaps is taken for names; where each value of a single column looks alike, it
 * is not.
 */
function isHeader(records: readonly string[][]): boolean {
	const [first, ...others] = records;
	if (first === undefined) return false;
	const [opening = '', ...names] = first;
	// tables with row names leave the first name empty
	if (names.some((it) => it.trim() === '') || (opening.trim() === '' && names.length === 0)) return false;
	if (first.some(isData)) return false;
	if (first.length > 1) return true;
	return others.length > 0 && others.every(([value = '']) => value === '' || isData(value));
}

const isData = (text: string): boolean =>
	/^\s*[+-]?[\d.,]*\d\s*%?\s*$/.test(text) ||
	/^\s*\d{4}-\d{2}-\d{2}/.test(text) ||
	/^\s*(true|false|null)\s*$/i.test(text);
