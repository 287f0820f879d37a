import { rmSync } from 'node:fs';
import { EngineError } from '../errors.ts';
import { encodingOf } from './input/encoding.ts';
import { otherArchive, otherKind } from './input/other-kinds.ts';
import { assertWidth, startOf, unpack, unreadable } from './input/unpack.ts';
import { unzip, type ZipEntry, zipEntries } from './input/zip.ts';
import { openDelimited } from './open-delimited.ts';
import { openParquet } from './open-parquet.ts';
import { openRecords } from './open-records.ts';
import { openWorkbook } from './open-workbook.ts';
import type { OpenedFile, UploadedFile } from './opened-file.ts';
import type { Session } from './session.ts';

const whole = 'uploaded';
const zipMark = 'PK\x03\x04';
const emptyZipMark = 'PK\x05\x06';

/** Reads a file into the view `sent`. @throws EngineError describing what is wrong with the file */
export async function openFile(session: Session, upload: UploadedFile): Promise<OpenedFile> {
	const { isGzip } = await unpack(upload.pieces, whole, upload.maxBytes, session.onReading);
	const name = upload.name.toLowerCase().replace(/\.gz$/, '');
	const zipped = [zipMark, emptyZipMark].includes(startOf(whole, 4).toString('latin1')) ? zippedFiles(whole) : null;
	const opened = await (zipped === null
		? openUnpacked(session, whole, { ...upload, name })
		: openZipped(session, zipped, upload));
	assertWidth(opened.columns.length);
	return isGzip ? { ...opened, format: `${opened.format}, gzip` } : opened;
}

async function openUnpacked(session: Session, file: string, upload: UploadedFile): Promise<OpenedFile> {
	const start = startOf(file, 512);
	if (start.length === 0) throw unreadable('The file is empty. Choose another file.');
	if (start.toString('latin1', 0, 4) === 'PAR1') return openParquet(session, file);
	// Loaded on demand, because most runners never read an Arrow file.
	if (isArrow(start)) return (await import('./open-arrow.ts')).openArrow(session, file);
	if (start.toString('latin1', 0, 4) === zipMark) return openWorkbook(session, file, upload);
	const other = otherKind(start);
	if (other !== null) throw noTable(other);
	const encoding = encodingOf(file, upload.options.encoding);
	return (await openRecords(session, file, encoding, upload)) ?? openDelimited(session, file, encoding, upload);
}

const noTable = (kind: string): EngineError =>
	unreadable(
		/\b(data|database|Parquet|Feather|ORC|Avro|HDF5|MATLAB|NumPy|SAS|pickle|ARFF|Numbers)\b/.test(kind)
			? `The file is ${kind}. Export its data as CSV or Parquet, then upload that file.`
			: `The file is ${kind}. Upload a table as CSV, JSON, Parquet, Arrow or Excel (.xlsx).`,
	);

/** Whether bytes begin like an Arrow file or stream. A text file may begin with these letters too, but contains no zero byte. */
const isArrow = (start: Buffer): boolean =>
	['ARROW1\0\0', '\xff\xff\xff\xff'].some((mark) => start.toString('latin1').startsWith(mark));

/** The files in an archive; null for a workbook, which is a zip archive itself. */
function zippedFiles(file: string): ZipEntry[] | null {
	const entries = zipEntries(file);
	const other = otherArchive(entries.map(({ name }) => name));
	if (other !== null) throw noTable(other);
	const isWorkbook = entries.some(({ name }) => name === 'xl/workbook.xml' || name === '[Content_Types].xml');
	return isWorkbook ? null : entries;
}

/** Rank of a file by its name: the higher, the less likely it's a table. */
const rankOf = ({ name }: ZipEntry): number =>
	/\.(csv|tsv|tab|json|ndjson|jsonl|parquet|arrow|arrows|feather|ipc|xlsx)$/i.test(name)
		? 0
		: /\.(txt|dat|log|asc)$|(^|\/)[^.]+$/i.test(name)
			? 1
			: 2;
/** How many files of an archive are tried, and how many are listed. */
const [maxTried, maxEntries] = [5, 1_000];

/** The chosen file of an archive, or the first that is a table. @throws EngineError describing the first one's problem */
async function openZipped(session: Session, entries: ZipEntry[], upload: UploadedFile): Promise<OpenedFile> {
	if (entries.length === 0) throw unreadable('The zip file is empty. Choose another file.');
	const { entry: chosen, ...options } = upload.options;
	const likeliest = [...entries].sort((a, b) => rankOf(a) - rankOf(b));
	const tried = chosen === undefined ? likeliest.slice(0, maxTried) : entries.filter(({ name }) => name === chosen);
	let problem: EngineError | null = null;
	for (const entry of tried) {
		// Each file needs its own name, because the engine caches what was at the end of one.
		const file = `unzipped-${entries.indexOf(entry)}`;
		try {
			await unzip(whole, entry, file, upload.maxBytes);
			const opened = await openUnpacked(session, file, { ...upload, options, name: entry.name.toLowerCase() });
			const names = entries.slice(0, maxEntries).map(({ name }) => name);
			return { ...opened, format: `${opened.format}, zip`, ...(names.length > 1 ? { entries: names } : {}) };
		} catch (error) {
			rmSync(file, { force: true });
			if (!(error instanceof EngineError) || error.code !== 'SQL_ERROR') throw error;
			problem ??=
				entries.length === 1 ? error : unreadable(`Can’t read "${entry.name}" in the zip file. ${error.message}`);
		}
	}
	throw problem ?? unreadable(`The zip file has no file "${chosen}". Choose one of its files.`);
}
