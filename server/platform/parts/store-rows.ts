import { stat } from 'node:fs/promises';
import { inParallel } from '#lib/concurrency/in-parallel.ts';
import type { MeasuredFile } from '../../engine/answers.ts';
import { partSizeOf } from '../../engine/parquet/part-size.ts';
import type { CutPart, StagedPart } from '../../engine/types.ts';
import { hashFile } from '../../store/objects/hash-file.ts';
import type { Platform } from '../state/platform.ts';
import { type KnownPart, type Part, rowsOfParts, type StoredRows } from './parts.ts';

type Stores = Pick<Platform, 'engine' | 'objects' | 'settings'>;

const adoptedAtOnce = 4;

/**
 * Stores a dataset's Parquet file: as one object or, if it's larger than a part, cut into several.
 * @param former what the rows will replace: equal parts are stored only once
 */
export async function storeRows(
	platform: Stores,
	file: string,
	rows: number,
	former: readonly Part[] = [],
): Promise<StoredRows> {
	const { sha256, bytes, parts } = await takeIn(platform, file, 0, former);
	return parts === null ? { sha256, rows, bytes, parts: [] } : rowsOfParts(parts);
}

/** Stores files unchanged as parts. */
export async function storeParts(files: readonly StagedPart[], rows: number): Promise<StoredRows> {
	const parts = await adoptAll(files, ({ take }) => take());
	const [only] = parts;
	if (only === undefined || parts.length > 1) return rowsOfParts(parts);
	return { sha256: only.sha256, bytes: only.known.bytes, rows, parts: [] };
}

/** Like `storeRows`, after existing parts. @param cut the file's parts, if it was already cut */
export async function storeRowsBehind(
	platform: Stores,
	kept: readonly KnownPart[],
	{
		file,
		rows,
		parts: cut = [],
	}: { readonly file: string; readonly rows: number; readonly parts?: readonly CutPart[] },
): Promise<StoredRows> {
	if (kept.length === 0 && cut.length === 0) return storeRows(platform, file, rows);
	if (cut.length > 0) return rowsOfParts([...kept, ...(await adoptParts(platform, cut))]);
	const before = kept.reduce((sum, { known }) => sum + known.bytes, 0);
	const { sha256, bytes, parts } = await takeIn(platform, file, before);
	const added = parts ?? [await knowPart(platform, { sha256, known: null }, bytes)];
	return rowsOfParts([...kept, ...added]);
}

/** A part with the statistics from its footer. */
export async function knowPart(
	{ engine, objects }: Pick<Stores, 'engine' | 'objects'>,
	part: Part,
	bytes: number,
): Promise<KnownPart> {
	const { sha256, known } = part;
	if (known !== null) return { sha256, known };
	const [measured] = await objects.withFiles([sha256], (fileOf) => engine.measure([fileOf(sha256)]));
	if (measured === undefined) throw new Error(`The object ${sha256} wasn’t measured.`);
	return { sha256, known: { ...measured, bytes } };
}

/** @param before bytes of the existing parts before it */
async function takeIn(stores: Stores, file: string, before: number, former: readonly Part[] = []) {
	const { engine, objects, settings } = stores;
	const { size } = await stat(file);
	const most = partSizeOf(before + size, settings.partBytes);
	if (size <= most) return { ...(await objects.adopt(file)), parts: null };
	const { files, dispose } = (await cutLikeFormer(stores, file, most, former)) ?? (await engine.cut(file, most));
	try {
		if (files.length === 0) return { ...(await objects.adopt(file)), parts: null };
		return { sha256: '', bytes: 0, parts: await adoptParts(stores, files) };
	} finally {
		await dispose();
	}
}

const adoptParts = ({ objects }: Pick<Stores, 'objects'>, files: readonly CutPart[]): Promise<KnownPart[]> =>
	adoptAll(files, ({ file }) => objects.adopt(file));

async function adoptAll<T extends MeasuredFile>(
	files: readonly T[],
	adopt: (file: T) => ReturnType<StagedPart['take']>,
) {
	const parts: KnownPart[] = [];
	// Each one waits until it's on disk.
	await inParallel([...files.entries()], adoptedAtOnce, async ([index, file]) => {
		const { sha256, bytes } = await adopt(file);
		parts[index] = { sha256, known: { rows: file.rows, columns: { ...file.columns }, bytes } };
	});
	return parts;
}

/** Above this size, neither are rows rewritten to match former parts, nor former parts fetched. */
const maxAligned = 2 ** 30;

/** If only this share of the rows would be stored again, don't look for more matches. */
const fewAnew = 1 / 8;

/** Cuts a file where former parts began, if that reuses more of them than cutting by row groups; otherwise null. */
async function cutLikeFormer({ engine, objects }: Stores, file: string, most: number, former: readonly Part[]) {
	const { size } = await stat(file);
	const bytes = former.reduce((sum, { known }) => sum + (known?.bytes ?? 0), 0);
	if (former.length < 2 || Math.max(size, bytes) > maxAligned) return null;
	const plain = await engine.cut(file, most);
	const cuts = [plain];
	let best: typeof plain | null = null;
	const known = new Set(former.map(({ sha256 }) => sha256));
	const anew = async (cut: typeof plain) => {
		const hashes = await Promise.all(cut.files.map(async (part) => (await hashFile(part.file)).sha256));
		return cut.files.reduce((sum, { rows }, index) => sum + (known.has(hashes[index] ?? '') ? 0 : rows), 0);
	};
	try {
		const rows = plain.files.reduce((sum, part) => sum + part.rows, 0);
		const unshared = await anew(plain);
		best = plain;
		if (unshared <= rows * fewAnew) return plain;
		const names = former.map(({ sha256 }) => sha256);
		const aligned = await objects.withFiles(names, (fileOf) =>
			engine.cut(
				file,
				most,
				names.map((sha256) => ({ sha256, file: fileOf(sha256) })),
			),
		);
		cuts.push(aligned);
		if (aligned.files.length > 0 && (await anew(aligned)) < unshared) best = aligned;
	} catch (error) {
		// Former rows only save space: they may be corrupt, have other columns, or be gone.
		if (best === null) throw error;
	} finally {
		for (const cut of cuts) if (cut !== best) await cut.dispose();
	}
	return best;
}
