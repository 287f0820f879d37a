import { headerOf, isAbsent, isData, isHeader } from './header.ts';
import { countLines, nextLine, readRecord } from './record.ts';

/** The layout of delimited text, detected from its beginning. */
export interface Dialect {
	/** Null: one value per line. */
	readonly delimiter: string | null;
	/** Null: no quoting. */
	readonly quote: '"' | "'" | null;
	/** Lines before the header that aren't rows. */
	readonly preamble: number;
	readonly headerRows: number;
	/** Whether it's uncertain that the first record has, or doesn't have, the columns' names. */
	readonly isHeaderUnsure: boolean;
	/** Number of fields in most records. */
	readonly width: number;
	/** Other delimiters that fit almost as well, best first. Empty if the delimiter is certain. */
	readonly rivals: readonly (string | null)[];
}

/** What the user chose; the rest is detected. */
export type DialectChoices = {
	readonly [K in 'quote' | 'preamble' | 'headerRows']?: Dialect[K] | undefined;
} & { readonly delimiter?: string | undefined };

/** Delimiters offered to the user, likeliest first. */
const usualDelimiters = [',', '\t', ';', '|'];
const delimiters = [...usualDelimiters, ':', '^', '~', '\u001f', '\u0001'];

const sampledRecords = 500;
/** Minimum share of records, after the preamble, that must have the same width. */
const leastShare = 0.5;
/** Limits for text that's read as a single column: value length in UTF-16 units, and words per value. */
const [longestValue, maxWords] = [128, 3];

/** First line that names the delimiter for spreadsheets. */
const saysDelimiter = /^sep=(.)(\r|\n)/;

interface Fit extends Omit<Dialect, 'delimiter' | 'rivals'> {
	readonly delimiter: string;
	readonly score: number;
	/** Share of records with the usual width. */
	readonly share: number;
	readonly records: number;
}

/**
 * The best-fitting dialect within the user's choices, or null if the text isn't a table of more than one column.
 * @param isWhole whether the sample is the entire text
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
	const { delimiter, quote, preamble, headerRows, isHeaderUnsure, width } = best;
	const offered = [...rivals].filter((rival) => rival === null || usualDelimiters.includes(rival));
	return { delimiter, quote, preamble, headerRows, isHeaderUnsure, width, rivals: offered };
}

/** Reads short values of a few words, one per line, as a column. Null for any other text. */
export function detectColumn(sample: string, isWhole: boolean): Dialect | null {
	const isValue = (value: string) => value.length <= longestValue && value.split(/\s+/).length <= maxWords;
	const { values, quote } = valuesOf(sample, isWhole);
	// Lines with several values each, even if uneven, are a damaged table.
	const isTable = usualDelimiters.some((delimiter) => {
		const records = recordsOf(sample, isWhole, delimiter, quote);
		return records.filter(({ fields, isBroken }) => isBroken || fields.length > 1).length * 2 >= records.length;
	});
	return values.length > 1 && !isTable && values.every(isValue) ? columnOf(values, quote) : null;
}

/** Values of a column, unquoted if all that begin with a quote are written in quotes. */
function valuesOf(sample: string, isWhole: boolean): { values: string[]; quote: '"' | null } {
	const quoted = /(^|[\r\n])"/.test(sample) ? recordsOf(sample, isWhole, null, '"') : [];
	const quote = quoted.length > 0 && quoted.every(({ isBroken }) => !isBroken) ? '"' : null;
	const records = quote === null ? recordsOf(sample, isWhole, null, null) : quoted;
	return { values: records.map(({ fields }) => fields[0] ?? ''), quote };
}

export function dialectFor(delimiter: string | null, sample: string, isWhole: boolean): Dialect {
	const detected = delimiter === null ? null : detectDialect(sample, isWhole, { delimiter });
	const { values, quote } = valuesOf(sample, isWhole);
	const rivals = [...usualDelimiters, null].filter((rival) => rival !== delimiter);
	return { ...(detected ?? columnOf(values, quote)), delimiter, rivals };
}

/** If all values look alike, the first one isn't a header. */
function columnOf([first, ...others]: readonly string[], quote: Dialect['quote']): Dialect {
	const values = others.filter((value) => !isAbsent(value));
	const headerRows = first !== undefined && !isData(first) && values.length > 0 && values.every(isData) ? 1 : 0;
	return { delimiter: null, quote, preamble: 0, headerRows, isHeaderUnsure: false, width: 1, rivals: usualDelimiters };
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
	if (!isForced && !sample.includes(delimiter)) return null;
	if (quote === "'" && chosen.quote === undefined && !isQuoted(sample, delimiter, quote)) return null;
	const skipped = chosen.preamble ?? (saysDelimiter.test(sample) ? 1 : 0);
	const tail = recordsOf(sample, isWhole, delimiter, quote, skipped);
	const width = usualWidth(tail);
	const start = chosen.preamble === undefined ? firstOf(tail, width) : 0;
	const first = tail[start];
	if (first === undefined || (width < 2 && !isForced)) return null;
	// Apostrophes at the start of one value and the end of a later one aren't quotes.
	if (
		quote === "'" &&
		chosen.quote === undefined &&
		tail.some(({ fields }) => fields.some((field) => /[\r\n]/.test(field)))
	)
		return null;
	const body = tail.slice(start).filter(({ fields }) => fields.length === width || !isComment(fields));
	const alike = body.filter(({ fields, isBroken }) => fields.length === width && !isBroken);
	const share = alike.length / body.length;
	if (!isForced && (share < leastShare || isProse(alike, delimiter))) return null;
	const preamble = chosen.preamble ?? first.line - 1;
	const header = headerOf(
		first.fields,
		alike.filter((record) => record !== first).map(({ fields }) => fields),
	);
	const headerRows = chosen.headerRows ?? header.rows;
	const isHeaderUnsure = chosen.headerRows === undefined && header.isUnsure;
	// A first record of the right width counts: a wrong delimiter rarely splits the header the same way.
	const begins = start === 0 && first.fields.length === width ? 0.2 : start * -0.01;
	// A wide table is less likely to split by chance than a narrow one, and times contain colons.
	const usual = Math.min(width, 10) * 0.02 - (usualDelimiters.includes(delimiter) ? 0 : 0.15);
	const quoted = quote === "'" ? (isQuoted(sample, delimiter, '"') ? -0.5 : 0.05) : 0;
	const score = share + begins + usual + quoted;
	return { delimiter, quote, preamble, headerRows, isHeaderUnsure, width, score, share, records: body.length };
}

/** @param skipped number of lines above the first one */
function recordsOf(
	sample: string,
	isWhole: boolean,
	delimiter: string | null,
	quote: Dialect['quote'],
	skipped = 0,
): Sampled[] {
	const records: Sampled[] = [];
	let start = 0;
	for (let above = 0; above < skipped; above += 1) start = nextLine(sample, start);
	let line = skipped + 1;
	for (let index = start; index < sample.length && records.length < sampledRecords; ) {
		const record = readRecord(sample, index, delimiter, isWhole, quote);
		if (record === null) break;
		const isBroken = record.problem !== null;
		const next = isBroken ? nextLine(sample, index) : record.next;
		if (isBroken) records.push({ fields: [], line, isBroken });
		else if (record.fields.length > 1 || record.fields[0]?.trim() !== '') {
			records.push({ fields: record.fields, line, isBroken });
		}
		line += countLines(sample, index, next);
		index = next;
	}
	return records;
}

function usualWidth(records: readonly Sampled[]): number {
	const counts = new Map<number, number>();
	for (const { fields } of records)
		if (!isComment(fields)) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 1;
}

/** Lines before the first record of the usual width are a preamble if they have at most half its fields. */
function firstOf(records: readonly Sampled[], width: number): number {
	const found = records.findIndex(({ fields, isBroken }) => fields.length === width && !isBroken);
	const isPreamble = records
		.slice(0, Math.max(0, found))
		.every(({ fields }) => fields.length * 2 <= width || isComment(fields));
	if (!isPreamble) return 0;
	const first = Math.max(0, found);
	// Titles and blank lines may end with delimiters, and a comment may contain as many as a row does.
	let names = first;
	while (isBeforeNames(records[names], width)) names += 1;
	return names > first && areNames(records[names], width) ? names : first;
}

const isComment = ([first = '', ...others]: readonly string[]): boolean =>
	others.length === 0 ? /^\s*#/.test(first) : /^\s*#(\s|$)/.test(first);

function isBeforeNames(record: Sampled | undefined, width: number): boolean {
	if (record === undefined || record.isBroken) return false;
	if (isComment(record.fields)) return true;
	const filled = record.fields.filter((field) => field.trim() !== '');
	return width > 2 && filled.length < 2 && filled.every((field) => field === record.fields[0] && !isData(field));
}

const areNames = (record: Sampled | undefined, width: number): boolean =>
	record !== undefined &&
	!record.isBroken &&
	record.fields.length === width &&
	isHeader(record.fields) &&
	!isComment(record.fields);

/** Sentences contain commas, but with many words between them. Colons occur in times and after keys. */
function isProse(records: readonly Sampled[], delimiter: string): boolean {
	if (delimiter === '\t' || delimiter === '|') return false;
	const values = records.flatMap(({ fields }) => fields);
	const words = values.reduce((sum, value) => sum + value.trim().split(/\s+/).length, 0);
	const spaced = records.filter(({ fields }) => fields.slice(1).some((value) => /^ \S/.test(value))).length;
	const isTime = (record: Sampled) => hasTime(record) || record.fields.some((field) => /\d\s+\d/.test(field));
	if (delimiter === ':' && (spaced + records.filter(isTime).length) * 2 > records.length) return true;
	return words / Math.max(1, values.length) > maxWords && (delimiter === ':' || spaced * 2 > records.length);
}

/** Whether colons separate hours and minutes, as in a log. */
const hasTime = ({ fields }: Sampled): boolean =>
	fields.some((field, index) => /(^|\D)\d{1,2}$/.test(field) && /^\d{2}(\D|$)/.test(fields[index + 1] ?? ''));

/** Whether whole fields are quoted. Required for single quotes. */
const isQuoted = (sample: string, delimiter: string, quote: string): boolean =>
	(sample.startsWith(quote) || sample.includes(`${delimiter}${quote}`)) &&
	[delimiter, '\n', '\r'].some((behind) => sample.includes(`${quote}${behind}`));
