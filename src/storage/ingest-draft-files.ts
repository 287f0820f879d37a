import * as z from 'zod/mini';
import { isClosed } from './drafts.ts';
import { keyOf, openIngest } from './ingest-database.ts';
import type { Scope } from './web-storage.ts';

export const DraftFileRef = z.object({ id: z.string(), name: z.string(), rows: z.int() });
export type DraftFileRef = z.infer<typeof DraftFileRef>;

const DraftFile = z.object({
	id: z.string(),
	name: z.string(),
	blob: z.instanceof(Blob),
	/** What was found in it; its shape is known to the page that read it. */
	inspection: z.unknown(),
});
export type DraftFile = z.infer<typeof DraftFile>;

/** Maximum size of a file copied to the browser's storage, bytes. A larger one is lost on reload. */
const maxDraftFile = 100 * 1024 * 1024;

/** Each user's file in this tab, whatever its size: a handle, not its bytes. */
const held = new Map<string, DraftFile>();

/** Stores a file with the draft, replacing an earlier one. If it doesn't fit, only this tab has it. */
export async function storeDraftFile(scope: Scope, file: DraftFile): Promise<void> {
	if (isClosed(scope)) return;
	held.set(keyOf(scope), file);
	const db = await openIngest();
	if (file.blob.size <= maxDraftFile) await db.put('draftFiles', file, keyOf(scope));
	else await db.delete('draftFiles', keyOf(scope));
}

export async function readDraftFile(scope: Scope, id: string): Promise<DraftFile | null> {
	const here = held.get(keyOf(scope));
	if (here?.id === id) return here;
	const found = DraftFile.safeParse(await (await openIngest()).get('draftFiles', keyOf(scope))).data;
	return found?.id === id ? found : null;
}

export async function removeDraftFile(scope: Scope): Promise<void> {
	held.delete(keyOf(scope));
	await (await openIngest()).delete('draftFiles', keyOf(scope));
}
