import type { Query, QueryClient } from '@tanstack/react-query';
import { useDiscovered } from '../../features/names/discovered.ts';
import { storeSeenNames } from '../../features/names/mutations.ts';
import { isSamePerson, scopeOf, useSessionStore } from '../../features/session/model.ts';
import { discoveredNamesIn } from './names-in-answers.ts';
import { idle, observeAnswers } from './observe-answers.ts';

export function observeNames(queryClient: QueryClient): void {
	// Forgotten names return when they're seen again.
	useDiscovered.subscribe(({ names }, before) => {
		if (names.size < before.names.size) looked = new WeakSet();
	});
	observeAnswers(queryClient, look);
}

/** Responses already scanned: a list that doesn't change has nothing new at each refetch. */
let looked = new WeakSet<object>();

/** Names belong to the user who was signed in when they arrived. Scans when idle. */
function look({ queryKey, state }: Query): void {
	const { session } = useSessionStore.getState();
	if (session === null || state.data === undefined) return;
	const scope = scopeOf(session);
	const { data } = state;
	if (typeof data === 'object' && data !== null) {
		if (looked.has(data)) return;
		looked.add(data);
	}
	void idle().then(() => {
		// A user who has signed out since may have had all names removed.
		if (!isSamePerson(useSessionStore.getState().session, session)) return;
		void storeSeenNames(scope, discoveredNamesIn(queryKey, data, scope.user));
	});
}
