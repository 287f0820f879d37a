import { statSync } from 'node:fs';
import { literal } from '#lib/sql/quoting.ts';
import type { Guess } from './guess-types.ts';
import type { Layout } from './input/read-delimited.ts';
import { scanDelimited } from './input/scan-delimited.ts';
import { blocksOf } from './input/unpack.ts';
import type { Session } from './session.ts';

export interface CleanFile {
	readonly file: string;
	readonly layout: Layout & { readonly delimiter: string };
	/** Bytes before the first record. */
	readonly from: number;
	readonly newline: '\n' | '\r\n';
}

/** What the engine is told beforehand, unless a look at every byte shows otherwise. */
const usual = { longestRecord: 2 ** 20, hasQuotedLines: false };

/** What the engine found. */
interface Found {
	readonly records: number;
	/** Of all values, without quotes. */
	readonly valueBytes: number;
	/** Whether the values of all columns are what was guessed. */
	readonly fits: boolean;
}

/**
 * Lets the engine's own reader read a file into `sent`, told everything about its layout, while every byte is looked at here.
 * @param guesses of each column the type that its values seem to have; null for texts
 * @returns null where anything in the file is unusual
 */
export async function readClean(
	session: Session,
	clean: CleanFile,
	guesses: readonly (Guess | null)[],
): Promise<Pick<Found, 'records' | 'fits'> | null> {
	const { file, layout, from, newline } = clean;
	const { delimiter, quote, width } = layout;
	if (delimiter.charCodeAt(0) > 127) return null;
	// The engine reads in threads of its own meanwhile.
	const reading = read(session, clean, guesses, usual);
	const isPlain = width > 1 && newline === '\n' && hasNone(file, [quote ?? '\0', '\r', '\0']);
	const scan = isPlain ? null : scanDelimited(file, from, delimiter, quote, width);
	const found = await reading;
	if (isPlain) return found !== null && isAll(clean, found) ? found : null;
	if (scan === null || scan.newline !== newline) return null;
	const isUsual = !scan.hasQuotedLines && scan.longestRecord <= usual.longestRecord;
	const last = isUsual ? found : await read(session, clean, guesses, scan);
	return last?.records === scan.records && last.valueBytes === scan.valueBytes ? last : null;
}

/** Null where the engine refuses the file. */
async function read(
	{ connection }: Session,
	{ file, layout, newline }: CleanFile,
	guesses: readonly (Guess | null)[],
	{ longestRecord, hasQuotedLines }: typeof usual,
): Promise<Found | null> {
	const { delimiter, quote, preamble, headerRows } = layout;
	const line = Math.max(2 ** 21, longestRecord * 2);
	const settings = [
		'auto_detect = false',
		'header = false',
		`skip = ${preamble + headerRows}`,
		`delim = ${literal(delimiter)}`,
		`quote = ${literal(quote ?? '')}`,
		`escape = ${literal(quote ?? '')}`,
		`new_line = ${newline === '\n' ? "'\\n'" : "'\\r\\n'"}`,
		`columns = {${guesses.map((_, index) => `c${index}: 'VARCHAR'`).join(', ')}}`,
		`max_line_size = ${line}`,
		`buffer_size = ${Math.max(2 ** 25, line * 2)}`,
		`parallel = ${!hasQuotedLines}`,
		"nullstr = ''",
	];
	const text = (index: number) => `c${index}`;
	const value = (index: number) => `v${index}`;
	const cast = guesses.flatMap((guess, index) =>
		guess === null ? [] : [`TRY_CAST(${text(index)} AS ${guess.type}) AS ${value(index)}`],
	);
	const fits = guesses.flatMap((guess, index) => (guess === null ? [] : [guess.fits(text(index), value(index))]));
	const columns = guesses.map((guess, index) => (guess === null ? text(index) : `${value(index)} AS ${text(index)}`));
	const bytes = guesses.map((_, index) => `coalesce(strlen(${text(index)}), 0)`).join(' + ');
	try {
		await connection.run(
			`CREATE OR REPLACE TEMP TABLE sent_rows AS SELECT ${columns.join(', ')}, ${bytes} AS value_bytes, ${['true', ...fits].join(' AND ')} AS is_read FROM (SELECT ${['*', ...cast].join(', ')} FROM read_csv(${literal(file)}, ${settings.join(', ')}))`,
		);
		const counted = await connection.run(
			'SELECT count(*), coalesce(sum(value_bytes), 0), coalesce(bool_and(is_read), true) FROM sent_rows',
		);
		const [records, valueBytes, isRead] = (await counted.getRows())[0] ?? [];
		const names = guesses.map((_, index) => text(index)).join(', ');
		await connection.run(`CREATE OR REPLACE TEMP VIEW sent AS SELECT rowid + 1 AS n, ${names} FROM sent_rows`);
		return { records: Number(records), valueBytes: Number(valueBytes), fits: isRead === true };
	} catch {
		return null;
	}
}

function hasNone(file: string, signs: readonly string[]): boolean {
	for (const block of blocksOf(file)) if (signs.some((sign) => block.includes(sign))) return false;
	return true;
}

/** Whether values, delimiters and line feeds are all bytes that there are: then nothing was left out or read as anything else. */
function isAll({ file, layout, from }: CleanFile, { records, valueBytes }: Found): boolean {
	const missing = statSync(file).size - from - valueBytes - records * layout.width;
	// The last line may have no end.
	return missing === 0 || missing === -1;
}
