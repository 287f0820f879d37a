import * as z from 'zod/mini';
import { NamedDatasetCoordinate } from '#contract/dataset.ts';
import { NewIngestion } from '#contract/ingest.ts';
import { keyOf, openIngest } from './ingest-database.ts';
import type { Scope } from './web-storage.ts';

/** An unfinished save: enough to resume it after a lost connection or a reload. */
export const StoredSave = z.object({
	target: NamedDatasetCoordinate,
	mode: z.enum(['append', 'create']),
	mapping: NewIngestion.shape.mapping,
	misfits: z.enum(['aside', 'refuse']),
	/** Idempotency key of the start. */
	key: z.string(),
	/** Null until the service returns one. */
	ingestionId: z.nullable(z.string()),
	/** Total rows, and their origin for display. */
	total: z.int(),
	from: z.string(),
	/** Chunks the service confirmed, from chunk 1 on. */
	acknowledged: z.array(z.object({ sha256: z.string(), rows: z.int() })),
});
export type StoredSave = z.infer<typeof StoredSave>;

/** Content of a save: records as JSON texts, or a file with its format. */
export const SaveRows = z.union([
	z.object({ kind: z.literal('records'), lines: z.array(z.string()) }),
	z.object({ kind: z.literal('file'), file: z.instanceof(Blob), how: z.record(z.string(), z.unknown()) }),
]);
export type SaveRows = z.infer<typeof SaveRows>;

/** Stored rows, tied to one save. */
const StoredRows = z.object({ key: z.string(), rows: SaveRows });

/** Why a save currently can't be started, stored or canceled, in words. Nothing was changed. */
export class SaveRefused extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'SaveRefused';
	}
}

/**
 * Stores a save's content, before it starts, and its progress. A user has one at a time, across tabs.
 * @param rows only at the start; otherwise it must be the stored save
 * @throws SaveRefused if another one is unfinished, or this one is no longer stored
 */
export async function storeSave(scope: Scope, save: StoredSave, rows?: SaveRows): Promise<void> {
	const db = await openIngest();
	const transaction = db.transaction(['saves', 'saveRows'], 'readwrite');
	const [saves, saveRows] = [transaction.objectStore('saves'), transaction.objectStore('saveRows')];
	const kept = StoredSave.safeParse(await saves.get(keyOf(scope))).data;
	if (kept !== undefined && kept.key !== save.key)
		throw new SaveRefused('Another save isn’t finished. Resume or cancel it first.');
	if (kept === undefined && rows === undefined)
		throw new SaveRefused('This save was canceled or removed. The remaining rows weren’t sent.');
	await Promise.all([
		...(rows === undefined ? [] : [saveRows.put({ key: save.key, rows }, keyOf(scope))]),
		saves.put(save, keyOf(scope)),
		transaction.done,
	]);
}

/** The user's unfinished save, or null. */
export async function readSave(scope: Scope): Promise<StoredSave | null> {
	return StoredSave.safeParse(await (await openIngest()).get('saves', keyOf(scope))).data ?? null;
}

/** Content of the save with this key; null if it can't be read. */
export async function readSaveRows(scope: Scope, key: string): Promise<SaveRows | null> {
	const stored = StoredRows.safeParse(await (await openIngest()).get('saveRows', keyOf(scope))).data;
	return stored?.key === key ? stored.rows : null;
}

export async function removeSave(scope: Scope, key: string): Promise<void> {
	const db = await openIngest();
	const transaction = db.transaction(['saves', 'saveRows'], 'readwrite');
	const [saves, saveRows] = [transaction.objectStore('saves'), transaction.objectStore('saveRows')];
	const kept = StoredSave.safeParse(await saves.get(keyOf(scope))).data;
	const isOther = kept !== undefined && kept.key !== key;
	await Promise.all([
		...(isOther ? [] : [saves.delete(keyOf(scope)), saveRows.delete(keyOf(scope))]),
		transaction.done,
	]);
}
