import { maxRecordFields } from '#contract/ingest.ts';
import { literal, quoted } from '#lib/sql/quoting.ts';
import { count } from '../format.ts';
import { readDuckError } from '../sql/sql-error.ts';
import { openDelimited } from './open-delimited.ts';
import { openRecords } from './open-records.ts';
import { openWorkbook } from './open-workbook.ts';
import type { OpenedFile, UploadedFile } from './opened-file.ts';
import { prepareOne, type Session } from './session.ts';
import { startOf, unpack, unreadable } from './unpack.ts';

const whole = 'uploaded';

/** Reads a file into the view `sent`. @throws EngineError that says what is wrong with the file */
export async function openFile(session: Session, upload: UploadedFile): Promise<OpenedFile> {
	const { isGzip } = await unpack(upload.pieces, whole, upload.maxBytes);
	const name = upload.name.toLowerCase().replace(/\.gz$/, '');
	const opened = await openUnpacked(session, whole, { ...upload, name });
	if (opened.columns.length > maxRecordFields)
		throw unreadable(
			`The file has ${count(opened.columns.length, 'column')}; at most ${maxRecordFields} can be saved.`,
		);
	return isGzip ? { ...opened, format: `${opened.format}, gzip` } : opened;
}

async function openUnpacked(session: Session, file: string, upload: UploadedFile): Promise<OpenedFile> {
	const start = startOf(file, 4);
	if (start.length === 0) throw unreadable('The file is empty.');
	if (start.toString('latin1') === 'PAR1') return openParquet(session, file);
	if (start.toString('latin1') === 'PK\x03\x04') return openWorkbook(session, file, upload);
	return (await openRecords(session, file, upload)) ?? openDelimited(session, file, upload);
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
