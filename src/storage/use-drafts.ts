import { useMemo, useSyncExternalStore } from 'react';
import { countDrafts, type DraftMark, listDrafts, unreadableDrafts, watchDrafts } from './drafts.ts';
import type { Scope } from './web-storage.ts';

/** Number of unsaved drafts of a user in this browser. Worksheets don't count, since they're saved nowhere else. */
export const useDraftCount = (scope: Scope): number =>
	useSyncExternalStore(watchDrafts, () => countDrafts(scope, (id) => !id.startsWith('scratch:')));

export const useDrafts = (scope: Scope): readonly DraftMark[] => useStored(() => listDrafts(scope));

/** Ids of a user's unreadable drafts in this browser. */
export const useUnreadableDrafts = (scope: Scope): readonly string[] => useStored(() => unreadableDrafts(scope));

/** Reads a value from the drafts, keeping its identity until its JSON changes. */
function useStored<T>(read: () => T): T {
	const text = useSyncExternalStore(watchDrafts, () => JSON.stringify(read()));
	return useMemo((): T => JSON.parse(text), [text]);
}
