import type { QueryClient } from '@tanstack/react-query';
import { conversationKeys } from '../../features/agents/queries.ts';
import { watchConversations } from '../../storage/conversations.ts';

/** Rereads conversations changed in another tab. */
export function followConversations(queryClient: QueryClient): void {
	watchConversations(({ id, ...scope }) => {
		void queryClient.invalidateQueries({ queryKey: conversationKeys.list(scope) });
		void queryClient.invalidateQueries({ queryKey: conversationKeys.one(scope, id) });
	});
}
