import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { countOf, formatCount } from '../../../lib/format.ts';
import { noConversationsRead } from '../../../lib/messages.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { paths } from '../../../routing/paths.ts';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { useScope } from '../../session/queries.ts';
import { useLive } from '../live.ts';
import { conversationsQuery, questionsQuery } from '../queries.ts';
import classes from './conversation-list.module.css';

/** Conversations stored in this browser, most recent first. Collapsed on narrow screens. */
export function ConversationList({ current }: { current: string | null }) {
	const conversations = useQuery(conversationsQuery(useScope()));
	const [wanted, setWanted] = useState('');
	const all = conversations.data ?? [];
	const folded = wanted.trim().toLowerCase();
	const texts = useQuery({ ...questionsQuery, enabled: folded !== '' });
	const matches = (text: string) => text.toLowerCase().includes(folded);
	const shown = all.flatMap((mark) => {
		if (matches(mark.title)) return { mark, question: undefined };
		const question = texts.data?.get(mark.id)?.find(matches);
		return question === undefined ? [] : { mark, question };
	});
	const going = useLive(({ turns }) => Object.values(turns).filter((turn) => turn.ending === null).length);
	const note = noteOf();
	return (
		<details className={classes.side} open={!isNarrow() || undefined}>
			<summary className={classes.summary}>
				Conversations{' '}
				<Muted weight="normal" numeric>
					{formatCount(all.length)}
					{going > 0 && ` · ${formatCount(going)} in progress`}
				</Muted>
			</summary>
			<Stack aria-label="Conversations" component="nav" gap={2}>
				{all.length > 5 && (
					<TextInput
						aria-label="Search conversations"
						placeholder="Search"
						size="xs"
						leftSection={<IconSearch size={14} aria-hidden="true" />}
						value={wanted}
						onChange={(event) => setWanted(event.currentTarget.value)}
					/>
				)}
				{note !== null && (
					<Muted component="p" size="small">
						{note}
					</Muted>
				)}
				<Stack component="ul">
					{shown.map(({ mark: { id, title, updatedAt, questions }, question }) => (
						<li key={id}>
							<Link
								to={paths.conversation(id)}
								className={classes.link}
								aria-current={id === current ? 'page' : undefined}
							>
								<Text clip>{visibleText(title)}</Text>
								{question !== undefined && (
									<Text size="small" clip>
										{visibleText(question)}
									</Text>
								)}
								<Muted size="small">
									<RelativeTime iso={new Date(updatedAt).toISOString()} /> · {countOf(questions, 'question')}
								</Muted>
							</Link>
						</li>
					))}
				</Stack>
			</Stack>
		</details>
	);

	/** Why the list is empty; null if it isn't or is still loading. */
	function noteOf(): string | null {
		if (conversations.isError) return noConversationsRead;
		if (conversations.isPending || shown.length > 0) return null;
		return all.length === 0
			? 'No conversations yet. Conversations are stored in this browser.'
			: `No titles or questions contain "${wanted.trim()}".`;
	}
}

const isNarrow = (): boolean => globalThis.matchMedia?.('(max-width: 60em)').matches ?? false;
