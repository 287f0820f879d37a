import { countLines, nextLine, readRecord } from './record.ts';

/** How delimited text is laid out, judged by its beginning. */
export interface Dialect {
	/** Null: each line is one value. */
	readonly delimiter: string | null;
	/** Null: quotes are characters like others. */
	readonly quote: '"' | "'" | null;
	/** Lines before the header that are no rows. */
	readonly preamble: number;
	/** Lines of names. */
	readonly headerRows: number;
	/** Fields that most records have. */
	readonly width: number;
	/** Other delimiters that fit nearly as well, the best first; empty if the delimiter is certain. */
	readonly rivals: readonly (string | null)[];
}

/** What a person chose; the rest is detected. */
export type DialectChoices = {
	readonly [K in 'quote' | 'preamble' | 'headerRows']?: Dialect[K] | undefined;
} & { readonly delimiter?: string | undefined };

/** Those that a person is offered, the likeliest first. */
const usualDelimiters = [',', '\t', ';', '|'];
const delimiters = [...usualDelimiters, ':', '^', '~', '\u001f', '\u0001'];

const sampledRecords = 500;
/** Records are a table if so many of them, after a preamble, have the same width. */
const leastShare = 0.5;
/** Longest value, in UTF-16 units, and most words of one, in text that is taken for one column. */
const [longestValue, mostWords] = [128, 3];

/** A first line for spreadsheets that names the delimiter. */
const saysDelimiter = /^sep=(.)(\r|\n)/;

interface Fit extends Omit<Dialect, 'delimiter' | 'rivals'> {
	readonly delimiter: string;
	readonly score: number;
	/** Share of the records that have the usual width. */
	readonly share: number;
	readonly records: number;
}

/**
 * The dialect that fits best, within what a person chose; null for text that is no table of more than one column.
 * @param isWhole whether the text ends with the sample
 */
export function detectDialect(sample: string, isWhole: boolean, chosen: DialectChoices = {}): Dialect | null {
	const declared = saysDelimiter.exec(sample)?.[1];
	const certain = chosen.delimiter ?? declared;
	const quotes = chosen.quote !== undefined ? [chosen.quote] : (['"', "'"] as const);
	const fits = (certain === undefined ? delimiters : [certain])
		.flatMap((delimiter) => quotes.map((quote) => fitOf(sample, isWhole, delimiter, quote, chosen)))
		.filter((fit) => fit !== null)
		.sort((a, b) => b.score - a.score);
	const [best] = fits;
	if (best === undefined) return null;
	const near = fits.filter((fit) => best.score - fit.score < 0.15 && fit.records * 2 >= best.records);
	const rivals: Set<string | null> = new Set(near.map((fit) => fit.delimiter));
	if (certain === undefined && best.share < 0.8 && best.records > 5) rivals.add(null);
	rivals.delete(best.delimiter);
	const { delimiter, quote, preamble, headerRows, width } = best;
	const offered = [...rivals].filter((rival) => rival === null || usualDelimiters.includes(rival));
	return { delimiter, quote, preamble, headerRows, width, rivals: offered };
}

/** Short values of few words, one a line, are a column; null for any other text. */
export function detectColumn(sample: string, isWhole: boolean): Dialect | null {
	const isValue = (value: string) => value.length <= longestValue && value.split(/\s+/).length <= mostWords;
	const { values, quote } = valuesOf(sample, isWhole);
	// Lines of several values, though not of the same number, are a damaged table.
	const isTable = usualDelimiters.some((delimiter) => {
		const records = recordsOf(sample, isWhole, delimiter, quote);
		return records.filter(({ fields, isBroken }) => isBroken || fields.length > 1).length * 2 >= records.length;
	});
	return values.length > 1 && !isTable && values.every(isValue) ? columnOf(values, quote) : null;
}

/** The values of a column: in quotes, if that is how those are written that begin with one. */
function valuesOf(sample: string, isWhole: boolean): { values: string[]; quote: '"' | null } {
	const quoted = /(^|[\r\n])"/.test(sample) ? recordsOf(sample, isWhole, null, '"') : [];
	const quote = quoted.length > 0 && quoted.every(({ isBroken }) => !isBroken) ? '"' : null;
	const records = quote === null ? recordsOf(sample, isWhole, null, null) : quoted;
	return { values: records.map(({ fields }) => fields[0] ?? ''), quote };
}

/** The dialect that a person chose. */
export function dialectFor(delimiter: string | null, sample: string, isWhole: boolean): Dialect {
	const detected = delimiter === null ? null : detectDialect(sample, isWhole, { delimiter });
	const { values, quote } = valuesOf(sample, isWhole);
	const rivals = [...usualDelimiters, null].filter((rival) => rival !== delimiter);
	return { ...(detected ?? columnOf(values, quote)), delimiter, rivals };
}

/** Where each value of a single column looks alike, the first one is no name. */
function columnOf([first, ...others]: readonly string[], quote: Dialect['quote']): Dialect {
	const isFilled = (value: string) => value !== '' && !/^(n\/?a|none|nan|-)$/i.test(value);
	const values = others.filter(isFilled);
	const headerRows = first !== undefined && !isData(first) && values.length > 0 && values.every(isData) ? 1 : 0;
	return { delimiter: null, quote, preamble: 0, headerRows, width: 1, rivals: usualDelimiters };
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
	quote: Dialect['quote'],
	chosen: DialectChoices,
): Fit | null {
	const isForced = chosen.delimiter !== undefined;
	if (quote === "'" && chosen.quote === undefined && !isQuoted(sample, delimiter, quote)) return null;
	const skipped = chosen.preamble ?? (saysDelimiter.test(sample) ? 1 : 0);
	const tail = recordsOf(sample, isWhole, delimiter, quote).filter(({ line }) => line > skipped);
	const width = usualWidth(tail);
	const start = chosen.preamble === undefined ? firstOf(tail, width) : 0;
	const first = tail[start];
	if (first === undefined || (width < 2 && !isForced)) return null;
	const body = tail.slice(start).filter(({ fields }) => fields.length === width || !isComment(fields));
	const alike = body.filter(({ fields, isBroken }) => fields.length === width && !isBroken);
	const share = alike.length / body.length;
	if (!isForced && (share < leastShare || isProse(alike, delimiter))) return null;
	const preamble = chosen.preamble ?? first.line - 1;
	const headerRows = chosen.headerRows ?? (isHeader(first.fields) ? 1 : 0);
	// A first record of the right width counts: where it names the columns, a wrong delimiter seldom splits it alike.
	const begins = start === 0 && first.fields.length === width ? 0.2 : start * -0.01;
	// A wide table splits by chance less often than a narrow one; colons are in times, too.
	const usual = Math.min(width, 10) * 0.02 - (usualDelimiters.includes(delimiter) ? 0 : 0.15);
	const quoted = quote === "'" ? (isQuoted(sample, delimiter, '"') ? -0.5 : 0.05) : 0;
	const score = share + begins + usual + quoted;
	return { delimiter, quote, preamble, headerRows, width, score, share, records: body.length };
}

function recordsOf(sample: string, isWhole: boolean, delimiter: string | null, quote: Dialect['quote']): Sampled[] {
	const records: Sampled[] = [];
	let line = 1;
	for (let at = 0; at < sample.length && records.length < sampledRecords; ) {
		const record = readRecord(sample, at, delimiter, isWhole, quote);
		if (record === null) break;
		const isBroken = record.problem !== null;
		const next = isBroken ? nextLine(sample, at) : record.next;
		if (isBroken) records.push({ fields: [], line, isBroken });
		else if (record.fields.length > 1 || record.fields[0]?.trim() !== '') {
			records.push({ fields: record.fields, line, isBroken });
		}
		line += countLines(sample, at, next);
		at = next;
	}
	return records;
}

function usualWidth(records: readonly Sampled[]): number {
	const counts = new Map<number, number>();
	for (const { fields } of records)
		if (!isComment(fields)) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 1;
}

/** Lines before the first record of the usual width are no rows if they have half as many fields at most. */
function firstOf(records: readonly Sampled[], width: number): number {
	const found = records.findIndex(({ fields, isBroken }) => fields.length === width && !isBroken);
	const isPreamble = records
		.slice(0, Math.max(0, found))
		.every(({ fields }) => fields.length * 2 <= width || isComment(fields));
	if (!isPreamble) return 0;
	let first = Math.max(0, found);
	// A title may have delimiters behind it, and a comment as many in it as a row.
	while (isBeforeNames(records[first], records[first + 1], width)) first += 1;
	return first;
}

const isComment = ([first = '']: readonly string[]): boolean => /^\s*#(\s|$)/.test(first);

function isBeforeNames(record: Sampled | undefined, next: Sampled | undefined, width: number): boolean {
	if (record === undefined || next === undefined || next.isBroken || next.fields.length !== width) return false;
	if (!isHeader(next.fields) || isComment(next.fields)) return false;
	const filled = record.fields.filter((field) => field.trim() !== '').length;
	return isComment(record.fields) || (filled === 1 && width > 2 && !isData(record.fields[0] ?? ''));
}

/** Sentences have commas too, but many words between them; colons stand in times and behind keys. */
function isProse(records: readonly Sampled[], delimiter: string): boolean {
	if (delimiter === '\t' || delimiter === '|') return false;
	const values = records.flatMap(({ fields }) => fields);
	const words = values.reduce((sum, value) => sum + value.trim().split(/\s+/).length, 0);
	const spaced = records.filter(({ fields }) => fields.slice(1).some((value) => /^ \S/.test(value))).length;
	if (delimiter === ':' && (spaced + records.filter(hasTime).length) * 2 > records.length) return true;
	return words / Math.max(1, values.length) > mostWords && (delimiter === ':' || spaced * 2 > records.length);
}

/** Whether a colon stands between hours and minutes, as in a log. */
const hasTime = ({ fields }: Sampled): boolean =>
	fields.some((field, index) => /(^|\D)\d{1,2}$/.test(field) && /^\d{2}(\D|$)/.test(fields[index + 1] ?? ''));

/** Whether whole fields stand between quotes: single ones count only then. */
const isQuoted = (sample: string, delimiter: string, quote: string): boolean =>
	(sample.startsWith(quote) || sample.includes(`${delimiter}${quote}`)) && sample.includes(`${quote}${delimiter}`);

/** Names have no numbers, dates or booleans among them, and few gaps. */
const isHeader = (first: readonly string[]): boolean =>
	!first.some(isData) && first.filter((name) => name.trim() !== '').length * 2 >= Math.max(1, first.length);

const isData = (text: string): boolean =>
	/^\s*[+-]?[\d.,]*\d\s*%?\s*$/.test(text) ||
	/^\s*\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/.test(text) ||
	/^\s*(true|false|null)\s*$/i.test(text);
