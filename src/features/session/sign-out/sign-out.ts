import { create } from 'zustand';
import type { Description } from '#contract/description.ts';
import type { KeptCount } from '../../../storage/kept-work.ts';
import { removeProfile } from '../../../storage/profiles.ts';
import { isSamePerson, type Person, scopeOf, useSessionStore } from '../model.ts';
import { revoke, signOutPerson } from '../session.ts';
import { keptOnComputer } from '../session-storage.ts';

/** Who is about to sign out, and what this browser keeps of theirs; null while nobody is. */
export const usePendingSignOut = create<{
	readonly pending: { readonly person: Person; readonly kept: KeptCount } | null;
}>(() => ({ pending: null }));

/**
 * Signs out; what is to become of what this browser keeps of the person's work is asked first where there is any.
 * @param description of the service, where it was read
 */
export async function requestSignOut(description: Description | null | undefined): Promise<void> {
	const { session } = useSessionStore.getState();
	if (session === null) return;
	const kept = await countOf(session);
	// Counting takes time: another tab may have signed out, and somebody else in, meanwhile.
	if (!isSamePerson(useSessionStore.getState().session, session)) return;
	if (kept === null || Object.values(kept).every((candidate) => candidate === 0))
		endSession(session, false, description);
	else usePendingSignOut.setState({ pending: { person: session, kept } });
}

/** @param description of the service, where it was read */
export function confirmSignOut(remove: boolean, description: Description | null | undefined): void {
	const { pending } = usePendingSignOut.getState();
	usePendingSignOut.setState({ pending: null });
	if (pending !== null) endSession(pending.person, remove, description);
}

/**
 * Ends somebody's session in every tab of this browser, and their token at the service where this browser has it.
 * @param description of the session's service, where it was read
 */
export function endSession(person: Person, remove: boolean, description: Description | null | undefined): void {
	const { session, refused } = useSessionStore.getState();
	const isOwn = isSamePerson(session, person);
	const held = isOwn ? session : keptOnComputer(person);
	signOutPerson(person, remove, held?.token ?? null);
	if (held === null || (isOwn && refused)) return;
	revoke(held, session?.baseUrl === person.baseUrl ? description : undefined);
}

export const cancelSignOut = (): void => usePendingSignOut.setState({ pending: null });

/** Null where it cannot be counted, as when this part of the console cannot be loaded; the work is kept then. */
export async function countOf(person: Person): Promise<KeptCount | null> {
	try {
		return await (await import('../../../storage/kept-work.ts')).countKept(scopeOf(person));
	} catch {
		return null;
	}
}

/** Whether the list of profiles is open for changes. */
export const useProfilesDialog = create(() => ({ opened: false }));

export const openProfiles = (): void => useProfilesDialog.setState({ opened: true });
export const closeProfiles = (): void => useProfilesDialog.setState({ opened: false });

/**
 * Forgets a profile with everything that this browser keeps for it; its tabs are signed out.
 * @param description of the session's service, where it was read
 */
export function forgetProfile(person: Person, description: Description | null | undefined): void {
	endSession(person, true, description);
	removeProfile(scopeOf(person));
}
