import { create } from 'zustand';
import type { Description } from '#contract/description.ts';
import { removeProfile } from '../../../storage/profiles.ts';
import { type Person, scopeOf } from '../model.ts';
import { endSession } from './sign-out.ts';

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
