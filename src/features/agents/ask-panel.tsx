import { ActionIcon, Checkbox } from '@mantine/core';
import { IconArrowsMaximize, IconMessagePlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import { LoadingRows } from '../../ui/states.tsx';
import { useScope } from '../session/queries.ts';
import { AnswerNews } from './answer-news.tsx';
import classes from './ask-panel.module.css';
import { ConversationView } from './conversation-view.tsx';
import { usePageContext } from './page-context.ts';
import { agentsQuery, conversationQuery } from './queries.ts';
import { useAwaited } from './use-awaited.ts';

/** A conversation beside any page; it stays while pages change. What the page shows can be sent along. */
export function AskPanel({ onClose }: { onClose: () => void }) {
	const [conversation, setConversation] = useState<string | null>(null);
	const agents = useQuery(agentsQuery);
	const [sendsRows, setSendsRows] = useState(false);
	const page = usePageContext(sendsRows);
	const context = page?.item == null ? [] : [page.item];
	const beside = { onConversation: setConversation, context };
	return (
		<Stack component="aside" gap={2} className={classes.panel} aria-label="Ask beside this page">
			<AnswerNews />
			<Inline component="header" gap={1} nowrap>
				<Text component="strong" fill>
					Ask
				</Text>
				<ActionIcon
					variant="subtle"
					color="gray"
					aria-label="New conversation"
					title="New conversation"
					onClick={() => setConversation(null)}
				>
					<IconMessagePlus size={16} aria-hidden="true" />
				</ActionIcon>
				<ActionIcon
					component={Link}
					to={conversation === null ? paths.agents() : paths.conversation(conversation)}
					variant="subtle"
					color="gray"
					aria-label="Open as a page"
					title="Open as a page"
				>
					<IconArrowsMaximize size={16} aria-hidden="true" />
				</ActionIcon>
				<ActionIcon variant="subtle" color="gray" aria-label="Close the panel" title="Close" onClick={onClose}>
					<IconX size={16} aria-hidden="true" />
				</ActionIcon>
			</Inline>
			{agents.isPending && <LoadingRows rows={4} />}
			{agents.isError && agents.data === undefined && (
				<ErrorPanel
					title="The agents could not be listed"
					error={errorFacts(agents.error)}
					onRetry={() => void agents.refetch()}
				/>
			)}
			{conversation === null ? (
				<ConversationView key="new" mark={null} kept={[]} agents={agents.data ?? []} isEntered beside={beside} />
			) : (
				<Kept key={conversation} id={conversation} beside={beside} />
			)}
			{page !== null && (
				<Checkbox
					size="xs"
					className={classes.context ?? ''}
					label={`Send the rows of ${page.title} along`}
					checked={sendsRows}
					onChange={(event) => setSendsRows(event.currentTarget.checked)}
				/>
			)}
		</Stack>
	);
}

interface KeptProps {
	readonly id: string;
	readonly beside: NonNullable<Parameters<typeof ConversationView>[0]['beside']>;
}

function Kept({ id, beside }: KeptProps) {
	const agents = useQuery(agentsQuery);
	const conversation = useQuery(conversationQuery(useScope(), id));
	useAwaited(conversation.data?.turns);
	if (conversation.data == null) return <LoadingRows rows={4} />;
	const { mark, turns } = conversation.data;
	return <ConversationView mark={mark} kept={turns} agents={agents.data ?? []} isEntered beside={beside} />;
}
