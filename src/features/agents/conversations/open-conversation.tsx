import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';
import { Link } from 'react-router';
import { storageBlocked } from '../../../lib/messages.ts';
import { paths } from '../../../routing/paths.ts';
import { whenLockReleased } from '../../../storage/tab-locks.ts';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useScope } from '../../session/queries.ts';
import type { Turn } from '../conversation.ts';
import { answerLock } from '../live.ts';
import { conversationKeys, conversationQuery } from '../queries.ts';
import { useAgents } from '../use-agents.ts';
import { ConversationView } from './conversation-view.tsx';

interface OpenConversationProps extends Omit<ComponentProps<typeof ConversationView>, 'mark' | 'kept' | 'agents'> {
	/** Null: a new one. */
	readonly id: string | null;
}

export function OpenConversation({ id, ...view }: OpenConversationProps) {
	const { agents, query } = useAgents();
	return (
		<>
			{query.isPending && <LoadingRows rows={4} />}
			{query.isError && query.data === undefined && <QueryErrorPanel title="Couldn’t load agents" query={query} />}
			{query.isSuccess && agents.length === 0 && (
				<EmptyState title="This service has no agents">
					You can still read the conversations stored in this browser, or add an external agent.
				</EmptyState>
			)}
			{id === null ? (
				<ConversationView key="new" mark={null} kept={[]} agents={agents} {...view} />
			) : (
				<KeptConversation key={id} id={id} {...view} />
			)}
		</>
	);
}

function KeptConversation({ id, ...view }: OpenConversationProps & { readonly id: string }) {
	const { agents } = useAgents();
	const conversation = useQuery(conversationQuery(useScope(), id));
	useReadWhenOver(conversation.data?.turns);
	if (conversation.isPending) return <LoadingRows rows={6} />;
	if (conversation.isError) {
		return (
			<Notice tone="error" title="Couldn’t load the conversation">
				{storageBlocked}
			</Notice>
		);
	}
	if (conversation.data === null) {
		return (
			<EmptyState
				title="This conversation isn’t in this browser"
				action={
					<Button component={Link} to={paths.agents()}>
						Start conversation
					</Button>
				}
			>
				Conversations are stored in the browser where they started, separately for each user. This conversation may also
				have been deleted.
			</EmptyState>
		);
	}
	const { mark, turns } = conversation.data;
	return <ConversationView mark={mark} kept={turns} agents={agents} {...view} />;
}

/** Rereads a conversation when an answer running in another tab is complete. */
function useReadWhenOver(turns: readonly Turn[] | undefined): void {
	const scope = useScope();
	const queryClient = useQueryClient();
	const awaited = turns?.find((turn) => turn.ending?.kind === 'elsewhere');
	const [id, conversation] = [awaited?.id, awaited?.conversation];
	useEffect(() => {
		if (id === undefined || conversation === undefined) return;
		const left = new AbortController();
		whenLockReleased(answerLock(id), left.signal)
			.then(() => queryClient.invalidateQueries({ queryKey: conversationKeys.one(scope, conversation) }))
			.catch(() => {});
		return () => left.abort();
	}, [id, conversation, scope, queryClient]);
}
