import * as z from 'zod/mini';
import { isClosed } from './drafts.ts';
import { keyOf, openIngest } from './ingest-database.ts';
import type { Scope } from './web-storage.ts';

/** The file that a draft's records are a part of, as the draft names it. */
export const DraftFileRef = z.object({ id: z.string(), name: z.string(), rows: z.int() });
export type DraftFileRef = z.infer<typeof DraftFileRef>;

const DraftFile = z.object({
	id: z.string(),
	name: z.string(),
	blob: z.instanceof(Blob),
	/** What was found in it; the page that read it knows its shape. */
	inspection: z.unknown(),
});
export type DraftFile = z.infer<typeof DraftFile>;

/** Largest file that is copied into the browser's storage, bytes. A larger one is there until the page is reloaded. */
const maxDraftFile = 100 * 1024 * 1024;

/** The file of each person in this tab, whatever its size: a handle, not its bytes. */
const held = new Map<string, DraftFile>();

/** Keeps a file beside the draft, in place of an earlier one. Where storage cannot hold it, it stays with this tab alone. */
export async function keepDraftFile(scope: Scope, file: DraftFile): Promise<void> {
	if (isClosed(scope)) return;
	held.set(keyOf(scope), file);
	const db = await openIngest();
	if (file.blob.size <= maxDraftFile) await db.put('draftFiles', file, keyOf(scope));
	else await db.delete('draftFiles', keyOf(scope));
}

/** The file of that id; null where it is not there any more. */
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
