import * as z from 'zod/mini';
import { NamedDatasetCoordinate } from '#contract/dataset.ts';
import { NewIngestion } from '#contract/ingest.ts';
import type { DraftScope } from './drafts.ts';
import { keyOf, openIngest } from './ingest-database.ts';

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

/** Keeps what a save sends, before it begins, and where it stands. */
export async function keepSave(scope: DraftScope, save: KeptSave, rows?: SaveRows): Promise<void> {
	const db = await openIngest();
	const transaction = db.transaction(['saves', 'saveRows'], 'readwrite');
	if (rows !== undefined) void transaction.objectStore('saveRows').put(rows, keyOf(scope));
	void transaction.objectStore('saves').put(save, keyOf(scope));
	await transaction.done;
}

/** The save of a person at a service that has not ended; null where there is none. */
export async function readSave(scope: DraftScope): Promise<KeptSave | null> {
	return KeptSave.safeParse(await (await openIngest()).get('saves', keyOf(scope))).data ?? null;
}

/** What it sends; null where that cannot be read any more. */
export async function readSaveRows(scope: DraftScope): Promise<SaveRows | null> {
	return SaveRows.safeParse(await (await openIngest()).get('saveRows', keyOf(scope))).data ?? null;
}

export async function removeSave(scope: DraftScope): Promise<void> {
	const db = await openIngest();
	await Promise.all([db.delete('saves', keyOf(scope)), db.delete('saveRows', keyOf(scope))]);
}
