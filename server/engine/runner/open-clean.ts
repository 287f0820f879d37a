import { type FileOptions, maxSampleRows } from '#contract/file-ingestion.ts';
import { readRecord } from '#lib/delimited/record.ts';
import { guessType } from './guess-types.ts';
import type { OpenedFile } from './opened-file.ts';
import { type CleanFile, readClean } from './read-clean.ts';
import type { Session } from './session.ts';

/** Number of rows from which column types are guessed. */
const guessedRows = 1_000;

/**
 * A file without anything unusual. Columns whose first values have a type are read as values in a single pass; a column that turns out to have other
 * values is read as texts.
 * @param start the text from the first record on
 * @returns null if anything is unusual
 */
export async function openClean(
	session: Session,
	clean: CleanFile,
	start: { readonly text: string; readonly isWhole: boolean },
	{ decimal, timeZone }: FileOptions,
): Promise<Pick<OpenedFile, 'columns' | 'rows' | 'rejected' | 'sample' | 'asTexts' | 'written'> | null> {
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
	const { types, records: rows, written } = read;
	const columns = names.map((name, index) => ({
		...{ name, type: null, isText: false },
		readAs: types[index] ?? null,
		values: written?.values[index],
	}));
	const opened = { columns, rows, rejected: { total: 0, first: [] } };
	if (written === null) return opened;
	const asTexts = async () => {
		if ((await readClean(session, clean, texts)) === null) throw new Error('The file changed while it was being read.');
	};
	return { ...opened, sample: sample.slice(0, maxSampleRows), asTexts, written };
}

function recordsOf({ layout }: CleanFile, { text, isWhole }: { readonly text: string; readonly isWhole: boolean }) {
	const { delimiter, quote, width } = layout;
	const records: (string | null)[][] = [];
	for (let at = 0; at < text.length && records.length < guessedRows; ) {
		const record = readRecord(text, at, delimiter, isWhole, quote);
		if (record === null) break;
		records.push(Array.from({ length: width }, (_, index) => record.fields[index] || null));
		at = record.next;
	}
	return records;
}
