import type { QueryClient } from '@tanstack/react-query';
import { forgetLongAnswers } from '../../api/long-answers.ts';
import { useConnectionStatus } from '../../features/session/connection.ts';
import { isSamePerson, useSessionStore } from '../../features/session/model.ts';
import { cancelSignOut, closeProfiles } from '../../features/session/sign-out/sign-out.ts';
import { dismissAllChanges } from './share-changes.ts';

/**
 * Keeps cached data separate per user: it's cleared when another user signs in or nobody is signed in. When the same
 * user signs in again, everything is reread.
 * @param revalidate reruns the current page's loaders
 */
export function followSession(queryClient: QueryClient, revalidate: () => void): void {
	useSessionStore.subscribe((state, before) => {
		if (!isSamePerson(state.session, before.session)) {
			void queryClient.cancelQueries();
			queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'config' });
			queryClient.getMutationCache().clear();
			forgetLongAnswers();
			// Running answers belong to the previous user.
			if (before.session !== null)
				import('../../features/agents/live.ts').then((module) => module.stopAll()).catch(() => {});
			useConnectionStatus.setState({ reachable: null, lost: 0 });
			dismissAllChanges();
			// The pending confirmation was for the previous user.
			cancelSignOut();
			closeProfiles();
		} else if (before.refused && !state.refused && state.session !== null) {
			void queryClient.invalidateQueries();
			revalidate();
		}
	});
}
