import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AgentListEntry } from '#contract/agents/card.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { useSteady } from '../../lib/use-steady.ts';
import type { ConversationMark } from '../../storage/conversations.ts';
import { Box, Stack } from '../../ui/primitives/layout.tsx';
import { Notice } from '../../ui/states.tsx';
import { Composer } from './composer.tsx';
import type { ContextItem } from './context-items.ts';
import type { Turn } from './conversation.ts';
import { ConversationThread } from './conversation-thread.tsx';
import classes from './conversation-view.module.css';
import type { ExchangeActs } from './exchange-view.tsx';
import { useLive } from './live.ts';
import { Starters } from './starters.tsx';
import { leafUnder, mergeTurns, threadOf } from './thread.ts';
import { useAsk } from './use-ask.ts';
import { useFollowing } from './use-following.ts';
import { missingIn, useQuestion } from './use-question.ts';

interface ConversationViewProps {
	/** Null before the first question. */
	readonly mark: ConversationMark | null;
	/** Turns that were kept, oldest first. */
	readonly kept: readonly Turn[];
	readonly agents: readonly AgentListEntry[];
	/** The turn that the line of questions ends with; null: the newest. */
	readonly leaf?: string | null;
	/** The field takes the focus when this is drawn: somebody just asked, or opened it to ask. */
	readonly isEntered?: boolean;
	/** Beside another page: asking does not leave it. */
	readonly beside?: { readonly onConversation: (id: string) => void; readonly context: readonly ContextItem[] };
}

/** The questions of a conversation with their answers, and where the next is asked. */
export function ConversationView({
	mark,
	kept,
	agents,
	leaf = null,
	isEntered = false,
	beside,
}: ConversationViewProps) {
	// Beside another page the address is that page's.
	const [chosenLeaf, setChosenLeaf] = useState<string | null>(null);
	// Not the answers: those draw themselves as they come, and nothing else is drawn because of them.
	const begun = useLive((it) => it.begun);
	const notKept = useLive((it) => it.notKept);
	const turns = useMemo(() => (mark === null ? [] : mergeTurns(kept, begun, mark.id)), [kept, begun, mark]);
	const shownLeaf = beside === undefined ? leaf : chosenLeaf;
	const thread = useMemo(() => threadOf(turns, shownLeaf), [turns, shownLeaf]);
	const last = thread.at(-1)?.turns[0] ?? null;
	const [, setParams] = useAddressParams();
	/** Why a question was not asked again, in words. */
	const [notAsked, setNotAsked] = useState<string | null>(null);
	/** A suggestion that was picked, and the namespace that suggestions are shown for: they stay where they are. */
	const [picked, setPicked] = useState({ namespace: '', shownFor: '' });
	const [editing, setEditing] = useState<Turn | null>(null);
	const question = useQuestion(mark?.id ?? null, last, agents, beside?.context);
	const ask = useAsk(mark, beside !== undefined);
	const { scroller, content, below, toEnd } = useFollowing(last);
	const field = useRef<HTMLTextAreaElement>(null);
	/** Where the next question is written; what was pressed may be gone with what it did. */
	const toField = () => field.current?.focus();
	const entered = useRef(isEntered);
	useEffect(() => {
		if (entered.current) field.current?.focus();
	}, []);

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
		const id = ask({ ...question.settled(), text, after, turns });
		setNotAsked(null);
		setChosenLeaf(null);
		beside?.onConversation(id);
		requestAnimationFrame(toEnd);
	};
	const shownFor = picked.namespace === question.namespace ? picked.shownFor : question.namespace;
	const pick = (text: string, namespace: string | null, agent?: string) => {
		question.text.set(text);
		if (agent !== undefined) question.choose([agent]);
		if (namespace !== null) {
			setPicked({ namespace, shownFor });
			question.setNamespace(namespace);
		}
		toField();
	};
	const acts = useSteady<ExchangeActs>({
		onAgain: (turn) => {
			const missing = missingIn(question);
			if (missing === null) send(turn.question, previous(turns, turn));
			else setNotAsked(missing);
			toField();
		},
		onEdit: (turn) => {
			setEditing(turn);
			question.text.set(turn.question);
			toField();
		},
		onBranch: (id) => showTurn(leafUnder(turns, id)),
		onContinueWith: (turn) => {
			showTurn(turn.id);
			toField();
		},
	});
	useToEndAtFirst(thread.length > 0, toEnd);
	return (
		<Stack fill className={classes.view}>
			<Box
				component="section"
				fill
				scroll
				className={classes.scroll}
				ref={scroller}
				tabIndex={-1}
				aria-label="Questions and answers"
			>
				<Stack gap={4} pb={4} ref={content}>
					{thread.length === 0 && agents.length > 0 && (
						<Starters agents={question.agents} namespace={shownFor} onPick={pick} />
					)}
					<ConversationThread thread={thread} acts={acts} scroller={scroller} />
				</Stack>
			</Box>
			{below && (
				<Button
					className={classes.below ?? ''}
					size="compact-sm"
					variant="default"
					leftSection={<IconArrowDown size={14} aria-hidden="true" />}
					onClick={() => {
						toEnd();
						scroller.current?.focus({ preventScroll: true });
					}}
				>
					New below
				</Button>
			)}
			{notKept !== null && (
				<Notice tone="warning" title="Not kept">
					{notKept}
				</Notice>
			)}
			{notAsked !== null && missingIn(question) !== null && (
				<Notice tone="warning" title="Not asked again">
					{notAsked}
				</Notice>
			)}
			<Composer
				question={question}
				field={field}
				last={last}
				editing={editing}
				onCancelEdit={() => {
					setEditing(null);
					question.text.clear();
					toField();
				}}
				onSend={(text) => {
					send(text, editing === null ? last : previous(turns, editing));
					setEditing(null);
					question.text.clear();
				}}
			/>
		</Stack>
	);
}

const previous = (turns: readonly Turn[], turn: Turn): Turn | null => turns.find((it) => it.id === turn.after) ?? null;

/** A conversation is opened where it stands: at its end. */
function useToEndAtFirst(isThere: boolean, toEnd: () => void): void {
	const done = useRef(false);
	useLayoutEffect(() => {
		if (done.current || !isThere) return;
		done.current = true;
		toEnd();
	});
}
