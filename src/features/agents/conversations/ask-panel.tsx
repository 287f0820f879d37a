import { ActionIcon, Checkbox } from '@mantine/core';
import { IconArrowsMaximize, IconMessagePlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { listText } from '#lib/text/list-text.ts';
import { countOf } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { paths } from '../../../routing/paths.ts';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { AnswerRows } from '../answer/answer-rows.tsx';
import { type PageContext, usePageContext } from '../composer/page-context.ts';
import { usePageSubject } from '../composer/page-subject.ts';
import { AnswerNews } from './answer-news.tsx';
import { OpenConversation } from './open-conversation.tsx';

/** Maximum datasets named. */
const mostNamed = 3;

function listed(names: readonly string[]): string {
	const shown = names.slice(0, mostNamed).map(visibleText);
	const left = names.length - shown.length;
	return listText([...shown, ...(left > 0 ? [`${left} more`] : [])]);
}

/** A conversation next to any page, which stays open across pages. What the page shows can be sent along. */
export function AskPanel({ onClose }: { onClose: () => void }) {
	const [conversation, setConversation] = useState<string | null>(null);
	const [sendsRows, setSendsRows] = useState(false);
	const page = usePageContext(sendsRows);
	const context = page?.item == null ? [] : [page.item];
	const shown = usePageSubject();
	const [asksAboutPage, setAsksAboutPage] = useState(true);
	const subject = shown === null || asksAboutPage ? shown : { ...shown, datasets: [] };
	return (
		<Stack component="aside" gap={2} px={3} py={2} style={{ height: '100%', minHeight: 0 }} aria-label="Ask">
			<AnswerNews />
			<Inline component="header" gap={1} nowrap>
				<Text component="strong" fill>
					Ask
				</Text>
				<IconButton label="New conversation" icon={IconMessagePlus} onClick={() => setConversation(null)} />
				<ActionIcon
					component={Link}
					to={conversation === null ? paths.agents() : paths.conversation(conversation)}
					variant="subtle"
					color="gray"
					aria-label="Open as page"
					title="Open as page"
				>
					<IconArrowsMaximize size={16} aria-hidden="true" />
				</ActionIcon>
				<IconButton label="Close panel" title="Close" icon={IconX} onClick={onClose} />
			</Inline>
			<OpenConversation id={conversation} isEntered beside={{ onConversation: setConversation, context, subject }} />
			{shown !== null && shown.datasets.length > 0 && (
				<Checkbox
					size="xs"
					label={`Ask about ${listed(shown.datasets)}`}
					checked={asksAboutPage}
					onChange={(event) => setAsksAboutPage(event.currentTarget.checked)}
				/>
			)}
			{page !== null && (
				<Checkbox
					size="xs"
					label={`Include the ${page.label}`}
					checked={sendsRows}
					onChange={(event) => setSendsRows(event.currentTarget.checked)}
				/>
			)}
			{page !== null && sendsRows && <SentRows {...page} />}
		</Stack>
	);
}

function SentRows({ item, isUnreadable }: PageContext) {
	const rows = item?.rows ?? [];
	if (item === null || rows.length === 0) {
		return (
			<Muted component="p" size="small">
				{isUnreadable
					? 'Couldn’t read the rows, so none are included. Reload the page to try again.'
					: item === null
						? 'Loading rows…'
						: 'No rows to include.'}
			</Muted>
		);
	}
	return (
		<Muted component="details" size="small">
			<summary style={{ cursor: 'pointer' }}>{countOf(rows.length, 'row')} included with each question</summary>
			<AnswerRows given={{ rows, total: null, truncated: false }} name="Rows to include" isOpen={false} />
		</Muted>
	);
}
