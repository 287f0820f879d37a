import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AgentListEntry } from '#contract/agents/card.ts';
import type { ConversationMark } from '../../storage/conversations.ts';
import { Composer } from './composer.tsx';
import type { ContextItem } from './context-items.ts';
import type { Turn } from './conversation.ts';
import classes from './conversation-view.module.css';
import { ExchangeView } from './exchange-view.tsx';
import { useLive } from './live.ts';
import { Starters } from './starters.tsx';
import { leafUnder, mergeTurns, threadOf } from './thread.ts';
import { useAsk } from './use-ask.ts';
import { useFollowing } from './use-following.ts';
import { useQuestion } from './use-question.ts';

interface ConversationViewProps {
	/** Null before the first question. */
	readonly mark: ConversationMark | null;
	/** Turns that were kept, oldest first. */
	readonly kept: readonly Turn[];
	readonly agents: readonly AgentListEntry[];
	/** The turn that the line of questions ends with; null: the newest. */
	readonly leaf?: string | null;
	/** Beside another page: asking does not leave it. */
	readonly beside?: { readonly onConversation: (id: string) => void; readonly context: readonly ContextItem[] };
}

/** The questions of a conversation with their answers, and where the next is asked. */
export function ConversationView({ mark, kept, agents, leaf = null, beside }: ConversationViewProps) {
	// Beside another page the address is that page's.
	const [chosenLeaf, setChosenLeaf] = useState<string | null>(null);
	const live = useLive(({ turns }) => turns);
	const turns = useMemo(() => (mark === null ? [] : mergeTurns(kept, live, mark.id)), [kept, live, mark]);
	const shownLeaf = beside === undefined ? leaf : chosenLeaf;
	const thread = useMemo(() => threadOf(turns, shownLeaf), [turns, shownLeaf]);
	const last = thread.at(-1)?.turns[0] ?? null;
	const [, setParams] = useSearchParams();
	const [editing, setEditing] = useState<Turn | null>(null);
	const question = useQuestion(mark?.id ?? null, last, agents, beside?.context);
	const ask = useAsk(mark, beside !== undefined);
	const { scroller, below, toEnd } = useFollowing(last);

	const showTurn = (id: string) => {
		if (beside !== undefined) return setChosenLeaf(id);
		setParams(
			(before) => {
				before.set('turn', id);
				return before;
			},
			{ replace: true, preventScrollReset: true },
		);
	};
	const send = (text: string, after: Turn | null) => {
		const id = ask({ ...question.settled(), text, after });
		setEditing(null);
		setChosenLeaf(null);
		question.clear();
		beside?.onConversation(id);
		requestAnimationFrame(toEnd);
	};
	const pick = (text: string, namespace: string | null) => {
		question.setText(text);
		if (namespace !== null) question.setNamespace(namespace);
	};
	return (
		<div className={classes.view}>
			<div className={classes.scroll} ref={scroller}>
				{thread.length === 0 && agents.length > 0 && (
					<Starters agents={question.agents} namespace={question.namespace} onPick={pick} />
				)}
				{thread.map((exchange) => (
					<ExchangeView
						key={exchange.turns.map((it) => it.id).join()}
						exchange={exchange}
						isLast={exchange.turns.some((it) => it.id === last?.id)}
						acts={{
							onAgain: (turn) => send(turn.question, previous(turns, turn)),
							onEdit: (turn) => {
								setEditing(turn);
								question.setText(turn.question);
							},
							onBranch: (id) => showTurn(leafUnder(turns, id)),
							onContinueWith: (turn) => showTurn(turn.id),
						}}
					/>
				))}
			</div>
			{below && (
				<Button
					className={classes.below ?? ''}
					size="compact-sm"
					variant="default"
					leftSection={<IconArrowDown size={14} aria-hidden="true" />}
					onClick={toEnd}
				>
					New below
				</Button>
			)}
			<Composer
				question={question}
				last={last}
				editing={editing}
				onCancelEdit={() => {
					setEditing(null);
					question.setText('');
				}}
				onSend={(text) => send(text, editing === null ? last : previous(turns, editing))}
			/>
		</div>
	);
}

const previous = (turns: readonly Turn[], turn: Turn): Turn | null => turns.find((it) => it.id === turn.after) ?? null;
