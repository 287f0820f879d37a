import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../lib/format.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { paths } from '../../routing/paths.ts';
import type { ConversationMark } from '../../storage/conversations.ts';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useScope } from '../session/queries.ts';
import classes from './conversation-list.module.css';
import { useLive } from './live.ts';
import { askedQuestionsQuery, conversationsQuery } from './queries.ts';

/** Conversations that this browser keeps, the one that was asked in last first. On a narrow screen they fold away. */
export function ConversationList({ current }: { current: string | null }) {
	const conversations = useQuery(conversationsQuery(useScope()));
	const [wanted, setWanted] = useState('');
	const all = conversations.data ?? [];
	const folded = wanted.trim().toLowerCase();
	const asked = useQuery({ ...askedQuestionsQuery, enabled: folded !== '' });
	/** The question that holds what is searched for, where the title does not. */
	const questionIn = ({ id, title }: ConversationMark): string | undefined =>
		title.toLowerCase().includes(folded)
			? undefined
			: asked.data?.get(id)?.find((it) => it.toLowerCase().includes(folded));
	const shown = all
		.map((mark) => ({ mark, question: folded === '' ? undefined : questionIn(mark) }))
		.filter(({ mark, question }) => question !== undefined || mark.title.toLowerCase().includes(folded));
	const going = useLive(({ turns }) => Object.values(turns).filter((it) => it.ending === null).length);
	return (
		<details className={classes.side} open={!isNarrow() || undefined}>
			<summary className={classes.summary}>
				Conversations{' '}
				<Muted weight="normal" numeric>
					{formatCount(all.length)}
				</Muted>
				{going > 0 && (
					<Muted weight="normal" numeric>
						{' '}
						· {formatCount(going)} going on
					</Muted>
				)}
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
				{conversations.isError && (
					<Muted component="p" size="small">
						This browser keeps no conversations.
					</Muted>
				)}
				{conversations.isSuccess && all.length === 0 && (
					<Muted component="p" size="small">
						What you ask is kept in this browser and listed here.
					</Muted>
				)}
				{all.length > 0 && shown.length === 0 && (
					<Muted component="p" size="small">
						No title and no question holds “{wanted.trim()}”.
					</Muted>
				)}
				<Stack component="ul">
					{shown.map(({ mark: it, question }) => (
						<li key={it.id}>
							<Link
								to={paths.conversation(it.id)}
								className={classes.link}
								aria-current={it.id === current ? 'page' : undefined}
							>
								<Text clip>{visibleText(it.title)}</Text>
								{question !== undefined && (
									<Text size="small" clip>
										{visibleText(question)}
									</Text>
								)}
								<Muted size="small">
									<RelativeTime iso={new Date(it.updatedAt).toISOString()} /> ·{' '}
									{it.questions === 1 ? '1 question' : `${formatCount(it.questions)} questions`}
								</Muted>
							</Link>
						</li>
					))}
				</Stack>
			</Stack>
		</details>
	);
}

const isNarrow = (): boolean => globalThis.matchMedia?.('(max-width: 60em)').matches ?? false;
