import { stat } from 'node:fs/promises';
import type { Platform } from '../state/platform.ts';
import { type KnownPart, type Part, rowsOfParts, type StoredRows } from './parts.ts';

type Stores = Pick<Platform, 'engine' | 'objects' | 'settings'>;

/** Takes in the Parquet file of a dataset: as one object, or, where it is larger than a part, cut into several. */
export async function storeRows(platform: Stores, file: string, rows: number): Promise<StoredRows> {
	const { sha256, bytes, parts } = await takeIn(platform, file);
	return parts === null ? { sha256, rows, bytes, parts: [] } : rowsOfParts(parts);
}

/** As `storeRows`, behind parts that stay as they are. @param rows of the file alone */
export async function storeRowsBehind(
	platform: Stores,
	kept: readonly KnownPart[],
	file: string,
	rows: number,
): Promise<StoredRows> {
	if (kept.length === 0) return storeRows(platform, file, rows);
	const { sha256, bytes, parts } = await takeIn(platform, file);
	const added = parts ?? [await knowPart(platform, { sha256, known: null }, bytes)];
	return rowsOfParts([...kept, ...added]);
}

/** A part of which it is known what its table of contents says. */
export async function knowPart(
	{ engine, objects }: Pick<Stores, 'engine' | 'objects'>,
	part: Part,
	bytes: number,
): Promise<KnownPart> {
	const { sha256, known } = part;
	if (known !== null) return { sha256, known };
	const [measured] = await objects.withFiles([sha256], (fileOf) => engine.measure([fileOf(sha256)]));
	if (measured === undefined) throw new Error(`The object ${sha256} was not measured.`);
	return { sha256, known: { ...measured, bytes } };
}

async function takeIn({ engine, objects, settings }: Stores, file: string) {
	if ((await stat(file)).size <= settings.partBytes) return { ...(await objects.adopt(file)), parts: null };
	const { files, dispose } = await engine.cut(file, settings.partBytes);
	try {
		if (files.length === 0) return { ...(await objects.adopt(file)), parts: null };
		const parts: KnownPart[] = [];
		for (const { file: piece, rows, columns } of files) {
			const { sha256, bytes } = await objects.adopt(piece);
			parts.push({ sha256, known: { rows, columns: { ...columns }, bytes } });
		}
		return { sha256: '', bytes: 0, parts };
	} finally {
		await dispose();
	}
}
