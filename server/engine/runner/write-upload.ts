import { renameSync, statSync } from 'node:fs';
import { quoted } from '#lib/sql/quoting.ts';
import { cut, partName } from '../parquet/cut.ts';
import { partSizeOf } from '../parquet/part-size.ts';
import type { EngineFile } from '../types.ts';
import { measureAlike } from './measure.ts';
import type { CutAhead, OpenedFile, WrittenValues } from './opened-file.ts';
import { type Session, write, writtenTo } from './session.ts';

type Parts = EngineFile['parts'];

/** The file that reading the upload wrote, if it has exactly the rows to be saved. */
export function savedAsRead({ written }: OpenedFile, select: string): WrittenValues | null {
	const values = written?.names.map((name, index) => `c${index} AS ${quoted(name)}`).join(', ');
	return written !== undefined && select === `SELECT ${values} FROM sent WHERE true` ? written : null;
}

/** A larger file, in bytes, is only cut when it's saved. */
const maxAhead = 2 ** 26;

/** Cuts the file written while reading into parts, in case it's saved. */
export async function cutAhead(session: Session, asRead: WrittenValues, parts: Parts): Promise<void> {
	const most = maxBytesOf(asRead.file, parts);
	if (statSync(asRead.file).size > maxAhead || asRead.cut?.most === most) return;
	asRead.cut = await cutInto(session, asRead.file, most, aheadName(asRead, most));
}

/** Writes rows, or moves the file that has them already, in which case `sent` is empty; and cuts them into parts. */
export async function writeRows(
	session: Session,
	{ rows }: OpenedFile,
	from: WrittenValues | string,
	output: string,
	parts: Parts,
) {
	if (typeof from === 'string') {
		const written = await write(session, from, output, () => undefined);
		return { ...written, parts: (await cutInto(session, output, maxBytesOf(output, parts), partName)).measured };
	}
	renameSync(from.file, output);
	const most = maxBytesOf(output, parts);
	const written = { ...(await writtenTo(session, output, rows)), plan: null };
	if (from.cut?.most !== most) return { ...written, parts: (await cutInto(session, output, most, partName)).measured };
	const { measured } = from.cut;
	for (const index of measured.keys()) renameSync(aheadName(from, most)(index), partName(index));
	return { ...written, parts: measured };
}

const maxBytesOf = (file: string, parts: Parts): number =>
	parts === null ? Number.POSITIVE_INFINITY : partSizeOf(parts.kept + statSync(file).size, parts.largest);

/** A unique file name, because the engine caches the end of each file by name. */
const aheadName =
	({ file }: WrittenValues, most: number) =>
	(index: number): string =>
		`${file}-${most}-${index}`;

async function cutInto(
	session: Session,
	file: string,
	most: number,
	nameOf: (index: number) => string,
): Promise<CutAhead> {
	const parts = statSync(file).size > most ? cut(file, most, nameOf) : 0;
	const names = Array.from({ length: parts }, (_, index) => nameOf(index));
	return { most, measured: await measureAlike(session, names) };
}
