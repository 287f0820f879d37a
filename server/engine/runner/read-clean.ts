import { type FileOptions, maxSampleRows } from '#contract/file-ingestion.ts';
import { readRecord } from '#lib/delimited/record.ts';
import { literal, quoted } from '#lib/sql/quoting.ts';
import { readDuckError } from '../sql/sql-error.ts';
import { byteOrderMark, type Layout } from './input/read-delimited.ts';
import { scanDelimited } from './input/scan-delimited.ts';
import { bytesRead } from './input/unpack.ts';
import type { OpenedFile, WrittenValues } from './opened-file.ts';
import { type Guess, guessType } from './quick-type-guess.ts';
import { copyTo, type Session } from './session.ts';

export interface CleanFile {
	readonly file: string;
	readonly layout: Layout & { readonly delimiter: string };
	/** Bytes before the first record. */
	readonly from: number;
	readonly newline: '\n' | '\r\n';
	readonly names: readonly string[];
}

/** Number of rows from which column types are guessed. */
const guessedRows = 1_000;

/**
 * Opens a file without irregularities. Columns whose first values have a type are read as typed values in a single pass; a column that turns out to
 * have other values is read as text.
 * @param start the text from the first record on
 * @returns null if anything is unusual
 */
export async function openClean(
	session: Session,
	clean: CleanFile,
	start: { readonly text: string; readonly isWhole: boolean },
	{ decimal, timeZone }: FileOptions,
): Promise<
	| (Pick<OpenedFile, 'columns' | 'rows' | 'rejected' | 'sample' | 'asTexts' | 'written'> & { hasQuotedLines: boolean })
	| null
> {
	const { names } = clean;
	const sample = recordsOf(clean, start);
	const texts = names.map(() => null);
	const guesses =
		start.isWhole || sample.length >= maxSampleRows
			? names
					.map((_, index) => guessType(sample, index, decimal))
					.map((guess) => (guess?.type === 'TIMESTAMP' && timeZone !== undefined ? null : guess))
			: texts;
	const read = await readClean(session, clean, guesses);
	if (read === null) return null;
	const { types, records: rows, written, hasQuotedLines } = read;
	const columns = names.map((name, index) => ({
		...{ name, type: null, isText: false },
		readAs: types[index] ?? null,
		values: written?.values[index],
	}));
	const opened = { columns, rows, rejected: { total: 0, first: [] }, hasQuotedLines };
	if (written === null) return opened;
	const asTexts = async () => {
		if ((await readClean(session, clean, texts)) === null) throw new Error('The file changed while it was being read.');
	};
	return { ...opened, sample: sample.slice(0, maxSampleRows), asTexts, written };
}

function recordsOf({ layout }: CleanFile, { text, isWhole }: { readonly text: string; readonly isWhole: boolean }) {
	const { delimiter, quote, width } = layout;
	const records: (string | null)[][] = [];
	for (let index = 0; index < text.length && records.length < guessedRows; ) {
		const record = readRecord(text, index, delimiter, isWhole, quote);
		if (record === null) break;
		records.push(Array.from({ length: width }, (_, index) => record.fields[index] || null));
		index = record.next;
	}
	return records;
}

/** Assumptions passed to the engine before the scan of every byte is done. */
const usual = { longestRecord: 2 ** 21, hasQuotedLines: false };

interface Found {
	/** The types its columns were read as; null for strings. */
	readonly types: readonly (string | null)[];
	readonly records: number;
	/** Size of the values of text columns, without quotes. */
	readonly textBytes: number;
	/** If columns were read as values: the file they were written to, in case exactly that is to be saved. */
	readonly written: WrittenValues | null;
}

/** Makes file names unique, because the engine caches what was at the end of a file. */
let valuesFiles = 0;

/**
 * Has the engine's own reader read a file into `sent`, with its complete layout given, while every byte is scanned here. Columns with a value that
 * doesn't match the guess are read as strings.
 * @param guesses for each column, the type that its values seem to have; null for strings
 * @returns null if anything in the file is unusual
 */
async function readClean(
	session: Session,
	clean: CleanFile,
	guesses: readonly (Guess | null)[],
): Promise<(Found & { hasQuotedLines: boolean }) | null> {
	const { file, layout, from, newline } = clean;
	if (layout.delimiter.charCodeAt(0) > 127) return null;
	let types = guesses.map((guess) => guess?.type ?? null);
	// Meanwhile, the engine reads on its own threads.
	const reading = read(session, clean, types, usual);
	const forms = guesses.map((guess) => guess?.form ?? null);
	const scan = scanDelimited(file, from, layout.delimiter, layout.quote, forms, bytesRead(file, session.onReading));
	const isUsual = scan !== null && !scan.hasQuotedLines && scan.longestRecord <= usual.longestRecord;
	const isAsGuessed = scan?.columns.every((column) => column.isOfForm) ?? false;
	if (!isUsual || !isAsGuessed) session.connection.interrupt();
	let found = await reading;
	if (scan === null || scan.newline !== newline) return null;
	if (!isUsual || !isAsGuessed) {
		types = types.map((type, index) => (scan.columns[index]?.isOfForm ? type : null));
		found = await read(session, clean, types, scan);
	}
	// A value may match the form without being valid, such as February 30.
	while (typeof found === 'number') {
		const odd = found;
		types = types.map((type, index) => (index === odd ? null : type));
		found = await read(session, clean, types, scan);
	}
	if (found === null) return null;
	const { records, textBytes, written } = found;
	const ofTexts = scan.columns.reduce((sum, { bytes }, index) => (types[index] === null ? sum + bytes : sum), 0);
	const isSame = written === null || scan.columns.every(({ values }, index) => values === written.values[index]);
	const isRight = records === scan.records && textBytes === ofTexts && isSame;
	if (!isRight) return null;
	if (types[0] === null && (await hasMark(session))) return null;
	const mayBeBlank = types.length > 1 && scan.columns.every(({ values }) => values < records);
	if (mayBeBlank && (await hasBlankRow(session, types.length))) return null;
	return { ...found, hasQuotedLines: scan.hasQuotedLines };
}

/** Whether a line begins with a byte order mark, as where files were joined. */
async function hasMark({ connection }: Session): Promise<boolean> {
	const found = await connection.run(`SELECT 1 FROM sent WHERE starts_with(c0, '${byteOrderMark}') LIMIT 1`);
	return (await found.getRows()).length > 0;
}

async function hasBlankRow({ connection }: Session, width: number): Promise<boolean> {
	const areEmpty = Array.from({ length: width }, (_, index) => `c${index} IS NULL`);
	const found = await connection.run(`SELECT 1 FROM sent WHERE ${areEmpty.join(' AND ')} LIMIT 1`);
	return (await found.getRows()).length > 0;
}

/** Null if the engine refuses the file; a column's index if it refuses a value. */
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
		`buffer_size = ${Math.max(2 ** 23, line * 2)}`,
		`parallel = ${!hasQuotedLines}`,
		"nullstr = ''",
	];
	const rows = `read_csv(${literal(file)}, ${settings.join(', ')})`;
	const texts = types.flatMap((type, index) => (type === null ? [nameOf(index)] : []));
	// The engine computes the sums from each column's dictionary.
	const textBytes = ['0', ...texts.map((name) => `coalesce(sum(strlen(${name})), 0)`)].join(' + ');
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

/** The column names if Parquet can store them unchanged, otherwise substitutes. */
function parquetNames(names: readonly string[]): readonly string[] {
	const different = new Set(names.map((name) => name.toLowerCase()));
	const isUsable = different.size === names.length && !different.has('file_row_number');
	return isUsable ? names : names.map((_, index) => `c${index}`);
}
