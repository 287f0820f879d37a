import { Button } from '@mantine/core';
import { IconMessagePlus, IconPlus } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { isKeepingFocus } from '../../../routing/keeps-focus.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { descriptionQuery } from '../../session/queries.ts';
import { agentsQuery } from '../queries.ts';
import classes from './agents-page.module.css';
import { AnswerNews } from './answer-news.tsx';
import { ConversationList } from './conversation-list.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import { OpenConversation } from './open-conversation.tsx';

export const loadAgents = (queryClient: QueryClient) => async () => {
	void queryClient.prefetchQuery(agentsQuery);
	await queryClient.ensureQueryData(descriptionQuery);
	return null;
};

const draftedIn = (state: unknown): string =>
	typeof state === 'object' && state !== null && 'drafted' in state ? String(state.drafted) : 'new';

export function AgentsPage() {
	const { conversationId = null } = useParams();
	const [params] = useSearchParams();
	const location = useLocation();
	const isEntered = isKeepingFocus(location.state);
	return (
		<PageFrame
			title="Agents"
			fill
			actions={
				<>
					<AddAgent />
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
				<Stack fill>
					<OpenConversation
						// A question drafted elsewhere is read when the conversation starts.
						key={conversationId ?? draftedIn(location.state)}
						id={conversationId}
						leaf={params.get('turn')}
						isEntered={conversationId !== null && isEntered}
					/>
				</Stack>
			</div>
		</PageFrame>
	);
}

const dialog = lazyPart(() => import('../external/add-agent-dialog.tsx'), 'AddAgentDialog');

function AddAgent() {
	const [opened, setOpened] = useState(false);
	const close = () => setOpened(false);
	return (
		<>
			<Button
				variant="default"
				leftSection={<IconPlus size={16} aria-hidden="true" />}
				onPointerEnter={dialog.warm}
				onFocus={dialog.warm}
				onClick={() => setOpened(true)}
			>
				Add agent
			</Button>
			{opened && <LazyPart part={dialog} props={{ onClose: close }} onMissing={close} />}
		</>
	);
}
