import * as z from 'zod/mini';
import { NamedDatasetCoordinate } from '#contract/dataset.ts';
import { NewIngestion } from '#contract/ingest.ts';
import { keyOf, openIngest } from './ingest-database.ts';
import type { Scope } from './web-storage.ts';

/** A save that was begun and has not ended: enough to go on with it after a lost connection or a reload. */
export const KeptSave = z.object({
	target: NamedDatasetCoordinate,
	mode: z.enum(['append', 'create']),
	mapping: NewIngestion.shape.mapping,
	misfits: z.enum(['aside', 'refuse']),
	/** Tells the service that a beginning is the same one. */
	key: z.string(),
	/** Null until the service answered with one. */
	ingestionId: z.nullable(z.string()),
	/** Rows in all, and where they came from, for people. */
	total: z.int(),
	from: z.string(),
	/** What the service said that it has, from chunk 1 on. */
	acknowledged: z.array(z.object({ sha256: z.string(), rows: z.int() })),
});
export type KeptSave = z.infer<typeof KeptSave>;

/** What a save sends: records as JSON texts, or a file with how it is read. */
export const SaveRows = z.union([
	z.object({ kind: z.literal('records'), lines: z.array(z.string()) }),
	z.object({ kind: z.literal('file'), file: z.instanceof(Blob), how: z.record(z.string(), z.unknown()) }),
]);
export type SaveRows = z.infer<typeof SaveRows>;

/** What is stored of the rows: they are worth nothing with another save. */
const StoredRows = z.object({ key: z.string(), rows: SaveRows });

/** Why a save cannot be begun, kept or given up as things stand, in words; nothing was done. */
export class SaveRefused extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'SaveRefused';
	}
}

/**
 * Keeps what a save sends, before it begins, and where it stands. A person has one at a time, in whichever tab.
 * @param rows with the beginning alone; without them it must be the one that is kept
 * @throws SaveRefused while another one is not finished, or where this one is not kept any more
 */
export async function keepSave(scope: Scope, save: KeptSave, rows?: SaveRows): Promise<void> {
	const db = await openIngest();
	const transaction = db.transaction(['saves', 'saveRows'], 'readwrite');
	const [saves, saveRows] = [transaction.objectStore('saves'), transaction.objectStore('saveRows')];
	const kept = KeptSave.safeParse(await saves.get(keyOf(scope))).data;
	if (kept !== undefined && kept.key !== save.key)
		throw new SaveRefused('Another save isn’t finished. Continue or cancel it first.');
	if (kept === undefined && rows === undefined)
		throw new SaveRefused('This save was canceled or removed. The remaining rows weren’t sent.');
	await Promise.all([
		...(rows === undefined ? [] : [saveRows.put({ key: save.key, rows }, keyOf(scope))]),
		saves.put(save, keyOf(scope)),
		transaction.done,
	]);
}

/** The save of a person at a service that has not ended; null where there is none. */
export async function readSave(scope: Scope): Promise<KeptSave | null> {
	return KeptSave.safeParse(await (await openIngest()).get('saves', keyOf(scope))).data ?? null;
}

/** What the save of that key sends; null where that cannot be read any more. */
export async function readSaveRows(scope: Scope, key: string): Promise<SaveRows | null> {
	const stored = StoredRows.safeParse(await (await openIngest()).get('saveRows', keyOf(scope))).data;
	return stored?.key === key ? stored.rows : null;
}

/** Forgets the save of that key; another one stays. */
export async function removeSave(scope: Scope, key: string): Promise<void> {
	const db = await openIngest();
	const transaction = db.transaction(['saves', 'saveRows'], 'readwrite');
	const [saves, saveRows] = [transaction.objectStore('saves'), transaction.objectStore('saveRows')];
	const kept = KeptSave.safeParse(await saves.get(keyOf(scope))).data;
	const isOther = kept !== undefined && kept.key !== key;
	await Promise.all([
		...(isOther ? [] : [saves.delete(keyOf(scope)), saveRows.delete(keyOf(scope))]),
		transaction.done,
	]);
}
