import { isApiError } from '../../../api/api-error.ts';
import { readDraft } from '../../../storage/drafts.ts';
import { recoverDrafts } from '../../../storage/recover-drafts.ts';
import { scopeOf, useSessionStore } from '../../session/model.ts';

/** Recovers the user's drafts as last stored, even if the browser was killed. */
export async function recoverOwnDrafts(): Promise<void> {
	const { session } = useSessionStore.getState();
	if (session !== null) await recoverDrafts(scopeOf(session));
}

/** Whether this browser stores a draft of the user with this id. */
export function hasOwnDraft(draftId: string): boolean {
	const { session } = useSessionStore.getState();
	return session !== null && readDraft(scopeOf(session), draftId).kind !== 'none';
}

/** Whether a read or save failed because the BuildSpec was deleted. */
export const isDeletion = (error: unknown): boolean => isApiError(error) && error.status === 404;

/** Resolves to whether the BuildSpec was deleted while this browser has a draft of it; rejects if there is no draft. */
export async function findDeleted(reading: Promise<unknown>, draftId: string): Promise<boolean> {
	try {
		await reading;
		return false;
	} catch (error) {
		const { session } = useSessionStore.getState();
		if (!isDeletion(error) || session === null) throw error;
		await recoverOwnDrafts();
		if (!hasOwnDraft(draftId)) throw error;
		return true;
	}
}
