import { isDeepStrictEqual } from 'node:util';
import type { FileOptions } from '#contract/file-ingestion.ts';
import { literal } from '#lib/sql/quoting.ts';
import { type Detected, detectTypes } from './detect-types.ts';
import type { FixedLine } from './input/read-delimited.ts';
import { unreadable } from './input/unpack.ts';
import { openFile } from './open-file.ts';
import type { OpenedFile, UploadedFile } from './opened-file.ts';
import { withoutOtherRows } from './other-rows.ts';
import type { Preferences } from './readings.ts';
import type { Session } from './session.ts';

/** The file that a session has in its view `sent`. */
export interface Uploaded {
	opened: OpenedFile;
	/** The options it was opened with: as requested, and as detected. */
	readonly options: readonly FileOptions[];
	readonly fixedLines: readonly FixedLine[];
	/** Detected column types, by SQL of the columns' text and preferences. */
	readonly detected: Map<string, Detected[]>;
	/** Which columns contain null words, by SQL of their text. */
	readonly nullWords: Map<string, boolean[]>;
	/** The cleaned values added to its text columns (cleaned.ts). */
	cleaned: { readonly key: string; readonly version: number } | null;
}

const filesOf = new WeakMap<Session, Uploaded>();

/** Opens a file unless it's already open: a session reads only one file, possibly with different options. */
export async function openUploaded(session: Session, upload: UploadedFile): Promise<Uploaded> {
	const before = filesOf.get(session);
	const isSame = isDeepStrictEqual(before?.fixedLines, upload.fixedLines);
	const isRead = before?.options.some((options) => isDeepStrictEqual(options, definedOptions(upload.options)));
	session.onReading?.(isSame && isRead ? 'checking' : 'reading', 0, 0);
	if (before !== undefined && isSame && isRead) return before;
	filesOf.delete(session);
	await assertTimeZone(session, upload.options.timeZone);
	const opened = await withoutOtherRows(session, await openFile(session, upload), upload.options.otherRows);
	session.onReading?.('checking', 0, 0);
	const options = [definedOptions(upload.options), allOptions(upload.options, opened)];
	const { fixedLines } = upload;
	const uploaded = { opened, options, fixedLines, detected: new Map(), nullWords: new Map(), cleaned: null };
	filesOf.set(session, uploaded);
	return uploaded;
}

async function assertTimeZone({ connection }: Session, zone: string | undefined): Promise<void> {
	if (zone === undefined) return;
	const found = await connection.run(`SELECT 1 FROM pg_timezone_names() WHERE name = ${literal(zone)}`);
	if ((await found.getRows()).length === 0)
		throw unreadable(`"${zone}" isn’t a time zone. Use a name such as "Europe/Berlin".`);
}

/** How a file is read: the chosen options, and the detected ones. */
export const allOptions = (chosen: FileOptions, opened: OpenedFile): FileOptions =>
	definedOptions({ ...chosen, ...opened.options });

const definedOptions = (options: FileOptions): FileOptions =>
	Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** Turns columns that were read as values back into strings. */
export async function readAsTexts(uploaded: Uploaded): Promise<void> {
	const { asTexts, sample: _sample, written: _written, ...opened } = uploaded.opened;
	await asTexts?.();
	uploaded.opened = {
		...opened,
		columns: opened.columns.map((column) => ({ ...column, readAs: null, values: undefined })),
	};
	uploaded.detected.clear();
	uploaded.nullWords.clear();
	uploaded.cleaned = null;
}

/** The type of each column, detected once for the same SQL. */
export async function detectOnce(
	session: Session,
	{ opened, detected }: Uploaded,
	texts: readonly string[],
	{ decimal, dateOrder, timeZone }: Preferences,
): Promise<Detected[]> {
	const key = JSON.stringify([texts, decimal, dateOrder, timeZone]);
	const found = detected.get(key) ?? (await detectTypes(session, opened, texts, { decimal, dateOrder, timeZone }));
	detected.set(key, found);
	return found;
}
