import { literal, quoted } from '#lib/sql/quoting.ts';
import type { Guess } from './guess-types.ts';
import type { Layout } from './input/read-delimited.ts';
import { scanDelimited } from './input/scan-delimited.ts';
import { blocksOf } from './input/unpack.ts';
import { copyTo, type Session } from './session.ts';

export interface CleanFile {
	readonly file: string;
	readonly layout: Layout & { readonly delimiter: string };
	/** Bytes before the first record. */
	readonly from: number;
	readonly newline: '\n' | '\r\n';
	/** Of its columns. */
	readonly names: readonly string[];
}

/** What the engine is told beforehand, unless a look at every byte shows otherwise. */
const usual = { longestRecord: 2 ** 20, hasQuotedLines: false };

/** What the engine found. */
interface Found {
	readonly records: number;
	/** Of the values of columns that are texts, without quotes. */
	readonly textBytes: number;
	/** Of values: what was written, in case it is what is to be saved. */
	readonly written: WrittenValues | null;
}

/** The file's values as Parquet, behind the view `sent`. */
export interface WrittenValues {
	readonly file: string;
	/** Under which names its columns have which columns of `sent`. */
	readonly names: readonly string[];
	/** How many values each column has. */
	readonly values: readonly number[];
}

/** A value isn't of the type that was guessed. */
const misfit = 'not of the guessed type';
/** Each of its own: the engine remembers what stood at the end of a file. */
let valuesFiles = 0;

/**
 * Lets the engine's own reader read a file into `sent`, told everything about its layout, while every byte is looked at here.
 * @param guesses of each column the type that its values seem to have; null for texts
 * @returns null where anything in the file is unusual; `misfit` where the values of a column aren't what was guessed
 */
export async function readClean(
	session: Session,
	clean: CleanFile,
	guesses: readonly (Guess | null)[],
): Promise<Found | typeof misfit | null> {
	const { file, layout, from, newline } = clean;
	const { delimiter, quote, width } = layout;
	if (delimiter.charCodeAt(0) > 127) return null;
	// The engine reads in threads of its own meanwhile.
	const reading = read(session, clean, guesses, usual);
	const plain = width > 1 && newline === '\n' ? countSigns(clean) : null;
	const scan = plain === null ? scanDelimited(file, from, delimiter, quote, width) : null;
	const found = await reading;
	if (found === null || found === misfit) return found;
	if (plain !== null) {
		const { records } = found;
		// The last line may have no end.
		const hasAllLines = plain.lines === records || plain.lines === records - 1;
		return hasAllLines && plain.delimiters === records * (width - 1) ? found : null;
	}
	if (scan === null || scan.newline !== newline) return null;
	const isUsual = !scan.hasQuotedLines && scan.longestRecord <= usual.longestRecord;
	const last = isUsual ? found : await read(session, clean, guesses, scan);
	if (last === null || last === misfit) return last;
	const textBytes = scan.valueBytes.reduce((sum, bytes, index) => (guesses[index] === null ? sum + bytes : sum), 0);
	return last.records === scan.records && last.textBytes === textBytes ? last : null;
}

/** Null where the engine refuses the file. */
async function read(
	{ connection }: Session,
	{ file, layout, newline, names }: CleanFile,
	guesses: readonly (Guess | null)[],
	{ longestRecord, hasQuotedLines }: typeof usual,
): Promise<Found | typeof misfit | null> {
	const { delimiter, quote, preamble, headerRows } = layout;
	const line = Math.max(2 ** 21, longestRecord * 2);
	const text = (index: number) => `c${index}`;
	const settings = [
		'auto_detect = false',
		'header = false',
		`skip = ${preamble + headerRows}`,
		`delim = ${literal(delimiter)}`,
		`quote = ${literal(quote ?? '')}`,
		`escape = ${literal(quote ?? '')}`,
		`new_line = ${newline === '\n' ? "'\\n'" : "'\\r\\n'"}`,
		`columns = {${guesses.map((_, index) => `${text(index)}: 'VARCHAR'`).join(', ')}}`,
		`max_line_size = ${line}`,
		`buffer_size = ${Math.max(2 ** 25, line * 2)}`,
		`parallel = ${!hasQuotedLines}`,
		"nullstr = ''",
	];
	const rows = `read_csv(${literal(file)}, ${settings.join(', ')})`;
	const texts = guesses.flatMap((guess, index) => (guess === null ? [text(index)] : []));
	const textBytes = `coalesce(sum(${['0', ...texts.map((name) => `coalesce(strlen(${name}), 0)`)].join(' + ')}), 0)`;
	const counted = async () => {
		const [row = []] = await (await connection.run(`SELECT count(*), ${textBytes} FROM sent`)).getRows();
		return { records: Number(row[0]), textBytes: Number(row[1]) };
	};
	try {
		if (texts.length === guesses.length) {
			await connection.run(`CREATE OR REPLACE TEMP TABLE sent_rows AS SELECT * FROM ${rows}`);
			await connection.run(
				`CREATE OR REPLACE TEMP VIEW sent AS SELECT rowid + 1 AS n, ${texts.join(', ')} FROM sent_rows`,
			);
			return { ...(await counted()), written: null };
		}
		valuesFiles += 1;
		const valuesFile = `values-${valuesFiles}.parquet`;
		const usable = parquetNames(names);
		const cast = guesses.map((guess, index) => (guess === null ? 'NULL' : `TRY_CAST(${text(index)} AS ${guess.type})`));
		const values = guesses.map((guess, index) => {
			if (guess === null) return `${text(index)} AS ${quoted(usable[index] ?? '')}`;
			const fits = guess.fits(text(index), `v${index}`);
			return `CASE WHEN ${fits} THEN v${index} ELSE error(${literal(misfit)}) END AS ${quoted(usable[index] ?? '')}`;
		});
		const casts = cast.map((value, index) => `${value} AS v${index}`);
		await connection.run(
			copyTo(`SELECT ${values.join(', ')} FROM (SELECT *, ${casts.join(', ')} FROM ${rows})`, valuesFile),
		);
		const columns = usable.map((name, index) => `${quoted(name)} AS ${text(index)}`);
		await connection.run(
			`CREATE OR REPLACE TEMP VIEW sent AS SELECT file_row_number + 1 AS n, ${columns.join(', ')} FROM read_parquet(${literal(valuesFile)}, file_row_number = true)`,
		);
		const metadata = await connection.run(
			`SELECT column_id, sum(num_values - stats_null_count) FROM parquet_metadata(${literal(valuesFile)}) GROUP BY ALL`,
		);
		const known = new Map((await metadata.getRows()).map(([id, all]) => [Number(id), Number(all)]));
		const written = { file: valuesFile, names: usable, values: usable.map((_, index) => known.get(index) ?? 0) };
		return { ...(await counted()), written };
	} catch (error) {
		return String(error).includes(misfit) ? misfit : null;
	}
}

/** The names of columns where Parquet can have them as they are, otherwise others. */
function parquetNames(names: readonly string[]): readonly string[] {
	const different = new Set(names.map((name) => name.toLowerCase()));
	const isUsable = different.size === names.length && !different.has('file_row_number');
	return isUsable ? names : names.map((_, index) => `c${index}`);
}

/** Delimiters and line feeds of a file without quotes, carriage returns and NULs; null where it has any. */
function countSigns({ file, layout: { delimiter, quote }, from }: CleanFile) {
	const separator = delimiter.charCodeAt(0);
	const sign = quote === null ? 0 : quote.charCodeAt(0);
	let [delimiters, lines] = [0, 0];
	for (const block of blocksOf(file, from)) {
		for (let index = 0; index < block.length; index += 1) {
			const byte = block[index];
			if (byte === separator) delimiters += 1;
			else if (byte === 10) lines += 1;
			else if (byte === sign || byte === 13 || byte === 0) return null;
		}
	}
	return { delimiters, lines };
}
