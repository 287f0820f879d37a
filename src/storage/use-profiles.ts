import { useMemo, useSyncExternalStore } from 'react';
import { isProfileOf, listProfiles, type Profile, watchProfiles } from './profiles.ts';
import type { Scope } from './web-storage.ts';

/** This browser's profiles. Rerenders when one changes in any tab. */
export function useProfiles(): readonly Profile[] {
	const text = useSyncExternalStore(watchProfiles, () => JSON.stringify(listProfiles()));
	return useMemo((): readonly Profile[] => JSON.parse(text), [text]);
}

/** The profile of a service and user; null if it was removed. */
export const useProfile = (scope: Scope | null): Profile | null =>
	useProfiles().find((profile) => scope !== null && isProfileOf(profile, scope)) ?? null;
