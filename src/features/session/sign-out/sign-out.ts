import { create } from 'zustand';
import type { Description } from '#contract/description.ts';
import type { LocalDataCounts } from '../../../storage/local-data.ts';
import { removeProfile } from '../../../storage/profiles.ts';
import { isSamePerson, type Person, scopeOf, useSessionStore } from '../model.ts';
import { revoke, signOutPerson } from '../session.ts';
import { sessionOnComputer } from '../session-storage.ts';

/** The user about to sign out, and their data in this browser; null if nobody is. */
export const usePendingSignOut = create<{
	readonly pending: { readonly person: Person; readonly kept: LocalDataCounts } | null;
}>(() => ({ pending: null }));

/**
 * Signs out. If this browser has unsaved work of the user, asks what to do with it.
 * @param description of the service, if it was read
 */
export async function requestSignOut(description: Description | null | undefined): Promise<void> {
	const { session } = useSessionStore.getState();
	if (session === null) return;
	const kept = await countOf(session);
	// Counting takes time: another tab may have signed out, and another user in.
	if (!isSamePerson(useSessionStore.getState().session, session)) return;
	if (kept === null || Object.values(kept).every((candidate) => candidate === 0))
		endSession(session, false, description);
	else usePendingSignOut.setState({ pending: { person: session, kept } });
}

/** @param description of the service, if it was read */
export function confirmSignOut(remove: boolean, description: Description | null | undefined): void {
	const { pending } = usePendingSignOut.getState();
	usePendingSignOut.setState({ pending: null });
	if (pending !== null) endSession(pending.person, remove, description);
}

/**
 * Ends a user's session in all tabs of this browser, and revokes their token if this browser has it.
 * @param description of the session's service, if it was read
 */
export function endSession(person: Person, remove: boolean, description: Description | null | undefined): void {
	const { session, refused } = useSessionStore.getState();
	const isOwn = isSamePerson(session, person);
	const held = isOwn ? session : sessionOnComputer(person);
	signOutPerson(person, remove, held?.token ?? null);
	if (held === null || (isOwn && refused)) return;
	revoke(held, session?.baseUrl === person.baseUrl ? description : undefined);
}

export const cancelSignOut = (): void => usePendingSignOut.setState({ pending: null });

/** Null if it can't be counted, for example because the code can't be loaded; the work is then kept. */
export async function countOf(person: Person): Promise<LocalDataCounts | null> {
	try {
		return await (await import('../../../storage/local-data.ts')).countLocalData(scopeOf(person));
	} catch {
		return null;
	}
}

export const useProfilesDialog = create(() => ({ opened: false }));

export const openProfiles = (): void => useProfilesDialog.setState({ opened: true });
export const closeProfiles = (): void => useProfilesDialog.setState({ opened: false });

/**
 * Removes a profile with all its data in this browser, and signs out its tabs.
 * @param description of the session's service, if it was read
 */
export function forgetProfile(person: Person, description: Description | null | undefined): void {
	endSession(person, true, description);
	removeProfile(scopeOf(person));
}
