import { isApiError } from '../../../api/api-error.ts';
import { readDraft } from '../../../storage/drafts.ts';
import { recoverDrafts } from '../../../storage/recover-drafts.ts';
import { scopeOf, useSessionStore } from '../../session/model.ts';

/** Has the drafts of whoever is signed in as they were kept last, also where the browser was killed meanwhile. */
export async function recoverOwnDrafts(): Promise<void> {
	const { session } = useSessionStore.getState();
	if (session !== null) await recoverDrafts(scopeOf(session));
}

/** Whether a BuildSpec was deleted, by the service's answer to a read or a save of it. */
export const isDeletion = (error: unknown): boolean => isApiError(error) && error.status === 404;

/** Fulfills with whether the BuildSpec was deleted while this browser keeps a draft of it; rejects where there is none. */
export async function findDeleted(reading: Promise<unknown>, draftId: string): Promise<boolean> {
	try {
		await reading;
		return false;
	} catch (error) {
		const { session } = useSessionStore.getState();
		if (!isDeletion(error) || session === null) throw error;
		await recoverOwnDrafts();
		if (readDraft(scopeOf(session), draftId).kind === 'none') throw error;
		return true;
	}
}
