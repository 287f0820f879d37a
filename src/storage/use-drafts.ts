import { useMemo, useSyncExternalStore } from 'react';
import { countDrafts, type DraftMark, type DraftScope, listDrafts, unreadableDrafts, watchDrafts } from './drafts.ts';

/** How many unsaved drafts this browser keeps for a person at a service. */
export function useDraftCount(scope: DraftScope): number {
	return useSyncExternalStore(watchDrafts, () => countDrafts(scope));
}

/** The drafts that this browser keeps for a person at a service, newest first. */
export function useDrafts(scope: DraftScope): readonly DraftMark[] {
	const { service, user } = scope;
	const snapshot = useMemo(() => {
		let text = '';
		let marks: readonly DraftMark[] = [];
		return () => {
			const next = listDrafts({ service, user });
			const nextText = JSON.stringify(next);
			if (nextText !== text) {
				text = nextText;
				marks = next;
			}
			return marks;
		};
	}, [service, user]);
	return useSyncExternalStore(watchDrafts, snapshot);
}

/** The ids of drafts that this browser keeps for a person at a service and that cannot be read. */
export function useUnreadableDrafts(scope: DraftScope): readonly string[] {
	const ids = useSyncExternalStore(watchDrafts, () => JSON.stringify(unreadableDrafts(scope)));
	return useMemo((): readonly string[] => JSON.parse(ids), [ids]);
}
