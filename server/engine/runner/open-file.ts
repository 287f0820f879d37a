import { maxRecordFields } from '#contract/ingest.ts';
import { literal, quoted } from '#lib/sql/quoting.ts';
import { count } from '../format.ts';
import { readDuckError } from '../sql/sql-error.ts';
import { otherKind } from './input/other-kinds.ts';
import { startOf, unpack, unreadable } from './input/unpack.ts';
import { unzip, type ZipEntry, zipEntries } from './input/zip.ts';
import { openDelimited } from './open-delimited.ts';
import { openRecords } from './open-records.ts';
import { openWorkbook } from './open-workbook.ts';
import type { OpenedFile, UploadedFile } from './opened-file.ts';
import { prepareOne, type Session } from './session.ts';

const whole = 'uploaded';
const unzipped = 'unzipped';
const zipMark = 'PK\x03\x04';

/** Reads a file into the view `sent`. @throws EngineError that says what is wrong with the file */
export async function openFile(session: Session, upload: UploadedFile): Promise<OpenedFile> {
	const { isGzip } = await unpack(upload.pieces, whole, upload.maxBytes);
	const name = upload.name.toLowerCase().replace(/\.gz$/, '');
	const zipped = startOf(whole, 4).toString('latin1') === zipMark ? zippedFile(whole) : null;
	if (zipped !== null) {
		await unzip(whole, zipped, unzipped, upload.maxBytes);
		const opened = await openUnpacked(session, unzipped, { ...upload, name: zipped.name.toLowerCase() });
		return { ...opened, format: `${opened.format}, zip` };
	}
	const opened = await openUnpacked(session, whole, { ...upload, name });
	if (opened.columns.length > maxRecordFields)
		throw unreadable(`The file has ${count(opened.columns.length, 'column')}. The limit is ${maxRecordFields}.`);
	return isGzip ? { ...opened, format: `${opened.format}, gzip` } : opened;
}

async function openUnpacked(session: Session, file: string, upload: UploadedFile): Promise<OpenedFile> {
	const start = startOf(file, 512);
	if (start.length === 0) throw unreadable('The file is empty.');
	if (start.toString('latin1', 0, 4) === 'PAR1') return openParquet(session, file);
	if (start.toString('latin1', 0, 4) === zipMark) return openWorkbook(session, file, upload);
	const other = otherKind(start);
	if (other !== null)
		throw unreadable(`The file is ${other}, not a table. Upload CSV, JSON, Parquet or Excel (.xlsx).`);
	return (await openRecords(session, file, upload)) ?? openDelimited(session, file, upload);
}

/** The only file in an archive; null for a workbook, which is one itself. @throws EngineError for several files, or none */
function zippedFile(file: string): ZipEntry | null {
	const entries = zipEntries(file);
	if (entries.some(({ name }) => name === 'xl/workbook.xml' || name === '[Content_Types].xml')) return null;
	const [first, ...others] = entries;
	if (first === undefined) throw unreadable('The zip file is empty.');
	if (others.length === 0) return first;
	const names = entries.slice(0, 5).map(({ name }) => `"${name}"`);
	throw unreadable(
		`The zip file has ${count(entries.length, 'file')}: ${names.join(', ')}${entries.length > 5 ? ' …' : ''}. Upload the one you need.`,
	);
}

async function openParquet({ connection }: Session, file: string): Promise<OpenedFile> {
	const from = `read_parquet(${literal(file)}, hive_partitioning = false)`;
	try {
		const prepared = await prepareOne(connection, `DESCRIBE SELECT * FROM ${from}`);
		const described = (await (await prepared.run()).getRows()).map(([name, type]) => ({
			name: String(name),
			type: String(type),
			isText: false,
		}));
		const values = described.map((column, index) => `${quoted(column.name)} AS c${index}`).join(', ');
		await connection.run(
			`CREATE OR REPLACE TEMP VIEW sent AS SELECT row_number() OVER () AS n, * FROM (SELECT ${values} FROM ${from})`,
		);
		const counted = await connection.run(`SELECT num_rows FROM parquet_file_metadata(${literal(file)})`);
		const rows = Number((await counted.getRows())[0]?.[0] ?? 0);
		return { ...nothingElse, format: 'Parquet', options: {}, columns: described, rows };
	} catch (error) {
		throw unreadable(`The file can’t be read as Parquet: ${readDuckError(error).message.replaceAll(file, 'it')}`);
	}
}

const nothingElse = { sheets: [], remarks: [], rejected: { total: 0, first: [] } } as const;
