import type { Query, QueryClient } from '@tanstack/react-query';
import { useDiscovered } from '../../features/names/discovered.ts';
import { takeIn } from '../../features/names/mutations.ts';
import { isSamePerson, scopeOf, useSessionStore } from '../../features/session/model.ts';
import { discoveredNamesIn } from './names-in-answers.ts';
import { idle, observeAnswers } from './observe-answers.ts';

/** Learns names from what queries answered already and from what they answer from now on. */
export function observeNames(queryClient: QueryClient): void {
	// Names that were forgotten come back when they are seen again.
	useDiscovered.subscribe(({ names }, before) => {
		if (names.size < before.names.size) looked = new WeakSet();
	});
	observeAnswers(queryClient, look);
}

/** Answers that were looked at: a list that stays the same says nothing new each time it is asked for. */
let looked = new WeakSet<object>();

/** Names belong to who was signed in when they came; looking waits until nothing else goes on. */
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
		// Whoever left meanwhile may have wanted all of them removed.
		if (!isSamePerson(useSessionStore.getState().session, session)) return;
		void takeIn(scope, discoveredNamesIn(queryKey, data, scope.user));
	});
}
