import { Button } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { errorFacts } from '../../api/error-facts.ts';
import { isKeepingFocus } from '../../routing/keeps-focus.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states.tsx';
import { descriptionQuery, useScope } from '../session/queries.ts';
import classes from './agents-page.module.css';
import { AnswerNews } from './answer-news.tsx';
import { ConversationList } from './conversation-list.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import { ConversationView } from './conversation-view.tsx';
import { agentsQuery, conversationQuery } from './queries.ts';
import { useAwaited } from './use-awaited.ts';

/** Asks for the agents, which the page waits for itself. */
export const loadAgents = (queryClient: QueryClient) => async () => {
	void queryClient.prefetchQuery(agentsQuery);
	await queryClient.ensureQueryData(descriptionQuery);
	return null;
};

/** A conversation with agents, old or new, beside the list of those before. */
export function AgentsPage() {
	const { conversationId = null } = useParams();
	const agents = useQuery(agentsQuery);
	return (
		<PageFrame
			title="Agents"
			fill
			actions={
				<>
					{conversationId !== null && <ConversationMenu key={conversationId} id={conversationId} />}
					<Button
						component={Link}
						to={paths.agents()}
						variant="default"
						leftSection={<IconMessagePlus size={16} aria-hidden="true" />}
					>
						New conversation
					</Button>
				</>
			}
		>
			<AnswerNews />
			<div className={classes.page}>
				<ConversationList current={conversationId} />
				<Stack className={classes.main}>
					{agents.isPending && <LoadingRows rows={4} />}
					{agents.isError && agents.data === undefined && (
						<ErrorPanel
							title="The agents could not be listed"
							error={errorFacts(agents.error)}
							onRetry={() => void agents.refetch()}
						/>
					)}
					{agents.data?.length === 0 && (
						<EmptyState title="This service has no agents">Conversations of this browser can still be read.</EmptyState>
					)}
					{conversationId === null ? (
						<ConversationView key="new" mark={null} kept={[]} agents={agents.data ?? []} />
					) : (
						<KeptConversation key={conversationId} id={conversationId} />
					)}
				</Stack>
			</div>
		</PageFrame>
	);
}

function KeptConversation({ id }: { id: string }) {
	const scope = useScope();
	const agents = useQuery(agentsQuery);
	const conversation = useQuery(conversationQuery(scope, id));
	const [params] = useSearchParams();
	const isEntered = isKeepingFocus(useLocation().state);
	useAwaited(conversation.data?.turns);
	if (conversation.isPending) return <LoadingRows rows={6} />;
	if (conversation.isError) {
		return (
			<Notice tone="error" title="The conversation could not be read">
				This browser's database did not answer: {conversation.error.message}
			</Notice>
		);
	}
	if (conversation.data === null) {
		return (
			<EmptyState
				title="This browser has no such conversation"
				action={
					<Button component={Link} to={paths.agents()}>
						Begin one
					</Button>
				}
			>
				Conversations are kept in the browser in which they were held, by service and person. It may also have been
				deleted.
			</EmptyState>
		);
	}
	const { mark, turns } = conversation.data;
	return (
		<ConversationView
			mark={mark}
			kept={turns}
			agents={agents.data ?? []}
			leaf={params.get('turn')}
			isEntered={isEntered}
		/>
	);
}
