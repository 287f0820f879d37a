import { recoverDrafts } from '../../storage/recover-drafts.ts';
import { scopeOf, useSessionStore } from '../session/model.ts';

/** Has the drafts of whoever is signed in as they were kept last, also where the browser was killed meanwhile. */
export async function recoverOwnDrafts(): Promise<void> {
	const { session } = useSessionStore.getState();
	if (session !== null) await recoverDrafts(scopeOf(session));
}
