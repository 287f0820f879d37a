import { literal, quoted } from '#lib/sql/quoting.ts';
import { readDuckError } from '../sql/sql-error.ts';
import type { Guess } from './guess-types.ts';
import type { Layout } from './input/read-delimited.ts';
import { scanDelimited } from './input/scan-delimited.ts';
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
const usual = { longestRecord: 2 ** 21, hasQuotedLines: false };

/** What the engine found. */
interface Found {
	/** As what its columns were read; null for texts. */
	readonly types: readonly (string | null)[];
	readonly records: number;
	/** Of the values of columns that are texts, without quotes. */
	readonly textBytes: number;
	/** Where columns were read as values: what was written, in case it is what is to be saved. */
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

/** Each of its own: the engine remembers what stood at the end of a file. */
let valuesFiles = 0;

/**
 * Lets the engine's own reader read a file into `sent`, told everything about its layout, while every byte is looked at here. Columns
 * of which a value isn't what was guessed are read as texts.
 * @param guesses of each column the type that its values seem to have; null for texts
 * @returns null where anything in the file is unusual
 */
export async function readClean(
	session: Session,
	clean: CleanFile,
	guesses: readonly (Guess | null)[],
): Promise<Found | null> {
	const { file, layout, from, newline } = clean;
	if (layout.delimiter.charCodeAt(0) > 127) return null;
	let types = guesses.map((guess) => guess?.type ?? null);
	// The engine reads in threads of its own meanwhile.
	const reading = read(session, clean, types, usual);
	const forms = guesses.map((guess) => guess?.form ?? null);
	const scan = scanDelimited(file, from, layout.delimiter, layout.quote, forms);
	const isUsual = scan !== null && !scan.hasQuotedLines && scan.longestRecord <= usual.longestRecord;
	const isAsGuessed = scan?.columns.every((column) => column.isOfForm) ?? false;
	if (!isUsual || !isAsGuessed) session.connection.interrupt();
	let found = await reading;
	if (scan === null || scan.newline !== newline) return null;
	if (!isUsual || !isAsGuessed) {
		types = types.map((type, index) => (scan.columns[index]?.isOfForm ? type : null));
		found = await read(session, clean, types, scan);
	}
	// A value may have the form and be none, such as a 30th of February.
	while (typeof found === 'number') {
		const odd = found;
		types = types.map((type, index) => (index === odd ? null : type));
		found = await read(session, clean, types, scan);
	}
	if (found === null) return null;
	const { records, textBytes, written } = found;
	const ofTexts = scan.columns.reduce((sum, { bytes }, index) => (types[index] === null ? sum + bytes : sum), 0);
	const isSame = written === null || scan.columns.every(({ values }, index) => values === written.values[index]);
	return records === scan.records && textBytes === ofTexts && isSame ? found : null;
}

/** Null where the engine refuses the file; the column where it refuses a value. */
async function read(
	{ connection }: Session,
	{ file, layout, newline, names }: CleanFile,
	types: readonly (string | null)[],
	{ longestRecord, hasQuotedLines }: typeof usual,
): Promise<Found | number | null> {
	const { delimiter, quote, preamble, headerRows } = layout;
	const line = Math.max(usual.longestRecord, longestRecord);
	const nameOf = (index: number) => `c${index}`;
	const settings = [
		'auto_detect = false',
		'header = false',
		`skip = ${preamble + headerRows}`,
		`delim = ${literal(delimiter)}`,
		`quote = ${literal(quote ?? '')}`,
		`escape = ${literal(quote ?? '')}`,
		`new_line = ${newline === '\n' ? "'\\n'" : "'\\r\\n'"}`,
		`columns = {${types.map((type, index) => `${nameOf(index)}: '${type ?? 'VARCHAR'}'`).join(', ')}}`,
		`max_line_size = ${line}`,
		`buffer_size = ${Math.max(2 ** 25, line * 2)}`,
		`parallel = ${!hasQuotedLines}`,
		"nullstr = ''",
	];
	const rows = `read_csv(${literal(file)}, ${settings.join(', ')})`;
	const texts = types.flatMap((type, index) => (type === null ? [nameOf(index)] : []));
	const textBytes = `coalesce(sum(${['0', ...texts.map((name) => `coalesce(strlen(${name}), 0)`)].join(' + ')}), 0)`;
	const counted = async () => {
		const [row = []] = await (await connection.run(`SELECT count(*), ${textBytes} FROM sent`)).getRows();
		return { types, records: Number(row[0]), textBytes: Number(row[1]) };
	};
	try {
		if (texts.length === types.length) {
			await connection.run(`CREATE OR REPLACE TEMP TABLE sent_rows AS SELECT * FROM ${rows}`);
			await connection.run(
				`CREATE OR REPLACE TEMP VIEW sent AS SELECT rowid + 1 AS n, ${texts.join(', ')} FROM sent_rows`,
			);
			return { ...(await counted()), written: null };
		}
		valuesFiles += 1;
		const valuesFile = `values-${valuesFiles}.parquet`;
		const usable = parquetNames(names);
		const columns = usable.map((name, index) => [quoted(name), nameOf(index)] as const);
		const values = columns.map(([name, own]) => `${own} AS ${name}`).join(', ');
		await connection.run(copyTo(`SELECT ${values} FROM ${rows}`, valuesFile));
		const read = columns.map(([name, own]) => `${name} AS ${own}`).join(', ');
		await connection.run(
			`CREATE OR REPLACE TEMP VIEW sent AS SELECT file_row_number + 1 AS n, ${read} FROM read_parquet(${literal(valuesFile)}, file_row_number = true)`,
		);
		const metadata = await connection.run(
			`SELECT column_id, sum(num_values - stats_null_count) FROM parquet_metadata(${literal(valuesFile)}) GROUP BY ALL`,
		);
		const known = new Map((await metadata.getRows()).map(([id, all]) => [Number(id), Number(all)]));
		const written = { file: valuesFile, names: usable, values: usable.map((_, index) => known.get(index) ?? 0) };
		return { ...(await counted()), written };
	} catch (error) {
		const [, odd] = /Error when converting column "c(\d+)"/.exec(readDuckError(error).message) ?? [];
		return odd !== undefined && (types[Number(odd)] ?? null) !== null ? Number(odd) : null;
	}
}

/** The names of columns where Parquet can have them as they are, otherwise others. */
function parquetNames(names: readonly string[]): readonly string[] {
	const different = new Set(names.map((name) => name.toLowerCase()));
	const isUsable = different.size === names.length && !different.has('file_row_number');
	return isUsable ? names : names.map((_, index) => `c${index}`);
}
