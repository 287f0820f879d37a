import { useMemo, useSyncExternalStore } from 'react';
import { countDrafts, type DraftMark, listDrafts, unreadableDrafts, watchDrafts } from './drafts.ts';
import type { Scope } from './web-storage.ts';

/** How many unsaved drafts this browser keeps for a person at a service; worksheets are none, they are saved nowhere else. */
export const useDraftCount = (scope: Scope): number =>
	useSyncExternalStore(watchDrafts, () => countDrafts(scope, (id) => !id.startsWith('scratch:')));

/** The drafts that this browser keeps for a person at a service, newest first. */
export const useDrafts = (scope: Scope): readonly DraftMark[] => useStored(() => listDrafts(scope));

/** The ids of drafts that this browser keeps for a person at a service and that cannot be read. */
export const useUnreadableDrafts = (scope: Scope): readonly string[] => useStored(() => unreadableDrafts(scope));

/** What is read of the drafts, as JSON; the same value until that changes. */
function useStored<T>(read: () => T): T {
	const text = useSyncExternalStore(watchDrafts, () => JSON.stringify(read()));
	return useMemo((): T => JSON.parse(text), [text]);
}
