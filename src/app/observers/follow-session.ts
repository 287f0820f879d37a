import type { QueryClient } from '@tanstack/react-query';
import { forgetLongAnswers } from '../../api/long-answers.ts';
import { useConnectionStatus } from '../../features/session/connection.ts';
import { isSamePerson, useSessionStore } from '../../features/session/model.ts';
import { cancelSignOut, closeProfiles } from '../../features/session/sign-out/sign-out.ts';
import { putAwayAllChanges } from './share-changes.ts';

/**
 * Keeps what was read apart by person: it goes when another one begins or nobody is signed in. After signing in again as the
 * same person everything is read anew.
 * @param revalidate runs the loaders of the page that is open
 */
export function followSession(queryClient: QueryClient, revalidate: () => void): void {
	useSessionStore.subscribe((state, before) => {
		if (!isSamePerson(state.session, before.session)) {
			void queryClient.cancelQueries();
			queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'config' });
			queryClient.getMutationCache().clear();
			forgetLongAnswers();
			// Answers that go on are the former person's.
			if (before.session !== null)
				import('../../features/agents/live.ts').then((module) => module.stopAll()).catch(() => {});
			useConnectionStatus.setState({ reachable: null, lost: 0 });
			putAwayAllChanges();
			// What was asked was asked of the former person.
			cancelSignOut();
			closeProfiles();
		} else if (before.refused && !state.refused && state.session !== null) {
			void queryClient.invalidateQueries();
			revalidate();
		}
	});
}
