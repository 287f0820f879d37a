import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { choicesIn, chosenBy } from '#lib/text/choices.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { type ConversationMark, watchConversations } from '../../../storage/conversations.ts';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import type { Agent } from '../agent.ts';
import { ConversationThread } from '../answer/conversation-thread.tsx';
import { evidenceOf } from '../answer/evidence.ts';
import type { ExchangeActs } from '../answer/exchange-view.tsx';
import { isRefused } from '../answer/state-labels.ts';
import { Composer } from '../composer/composer.tsx';
import { useAsk } from '../composer/use-ask.ts';
import { type Beside, useQuestion } from '../composer/use-question.ts';
import type { Turn } from '../conversation.ts';
import { turnNow, useLive } from '../live.ts';
import { leafUnder, mergeTurns, threadOf } from '../thread.ts';
import classes from './conversation-view.module.css';
import { Starters } from './starters.tsx';
import { useStickToEnd } from './use-stick-to-end.ts';

interface ConversationViewProps {
	/** Null before the first question. */
	readonly mark: ConversationMark | null;
	/** Stored turns, oldest first. */
	readonly kept: readonly Turn[];
	readonly agents: readonly Agent[];
	/** Last turn of the shown thread; null: the newest. */
	readonly leaf?: string | null;
	readonly isEntered?: boolean;
	/** In a side panel: asking doesn't leave the page. */
	readonly beside?: Beside & { readonly onConversation: (id: string) => void };
}

export function ConversationView(props: ConversationViewProps) {
	const { mark, kept, agents, leaf = null, isEntered = false, beside } = props;
	// In a side panel, the URL belongs to the page.
	const [chosenLeaf, setChosenLeaf] = useState<string | null>(null);
	// Without the answers, which rerender only themselves.
	const begun = useLive((live) => live.begun);
	const notKept = useLive((live) => live.notKept);
	const turns = useMemo(() => (mark === null ? [] : mergeTurns(kept, begun, mark.id)), [kept, begun, mark]);
	const shownLeaf = beside === undefined ? leaf : chosenLeaf;
	const thread = useMemo(() => threadOf(turns, shownLeaf), [turns, shownLeaf]);
	const last = thread.at(-1)?.turns[0] ?? null;
	const [, setParams] = useAddressParams();
	const [notAsked, setNotAsked] = useState<string | null>(null);
	/** A picked suggestion, and the namespace whose suggestions are shown. They stay until asked. */
	const [picked, setPicked] = useState({ namespace: '', shownFor: '' });
	const [editing, setEditing] = useState<Turn | null>(null);
	/** What was typed before an earlier question was edited. */
	const [unsent, setUnsent] = useState('');
	const question = useQuestion(mark?.id ?? null, last, agents, beside);
	const ask = useAsk(mark, beside !== undefined);
	const { scroller, content, below, toQuestion, toEnd } = useStickToEnd(last);
	const field = useRef<HTMLTextAreaElement>(null);
	/** Focuses the input, because the pressed button may be gone. */
	const toField = () => field.current?.focus();
	const enter = useEffectEvent(() => {
		// Don't steal the focus from someone typing elsewhere.
		const isFree = document.activeElement === null || document.activeElement.matches('body, main, h1');
		if (isEntered && (beside !== undefined || isFree)) toField();
	});
	useLayoutEffect(() => void enter(), []);

	const showTurn = (id: string) => {
		if (beside !== undefined) return setChosenLeaf(id);
		setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), turn: id }), {
			replace: true,
			preventScrollReset: true,
		});
	};
	// Follows questions asked in another tab if this tab shows the turn before them.
	const follow = useEffectEvent((id: string, asked: { turn: string; after: string | null }) => {
		if (id === mark?.id && asked.after !== null && asked.after === last?.id) showTurn(asked.turn);
	});
	useEffect(() => watchConversations(({ id, asked }) => asked !== null && follow(id, asked)), []);
	const send = (text: string, after: Turn | null) => {
		const id = ask({ ...question.take(), text, after, turns });
		setNotAsked(null);
		setChosenLeaf(null);
		beside?.onConversation(id);
		requestAnimationFrame(toQuestion);
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
			if (question.missing === null) send(turn.question, previous(turns, turn));
			else setNotAsked(question.missing);
			toField();
		},
		onEdit: (turn) => {
			if (editing === null) setUnsent(question.text.get());
			setEditing(turn);
			question.text.set(turn.question);
			toField();
		},
		onBranch: (id) => showTurn(leafUnder(turns, id)),
		onContinueWith: (turn) => {
			showTurn(turn.id);
			toField();
		},
		onChoose: (turn, choice) => {
			if (question.missing === null) send(choice, turn);
			else setNotAsked(question.missing);
			toField();
		},
	});
	// A conversation opens at its last question.
	const isThere = thread.length > 0;
	const showLast = useEffectEvent(toQuestion);
	useLayoutEffect(() => {
		if (isThere) showLast();
	}, [isThere]);
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
						<Starters
							agents={question.agents}
							namespace={shownFor}
							about={beside?.subject?.datasets ?? none}
							onPick={pick}
						/>
					)}
					<ConversationThread thread={thread} acts={acts} scroller={scroller} />
				</Stack>
			</Box>
			{below && (
				<div className={classes.below}>
					<Button
						size="compact-sm"
						variant="default"
						leftSection={<IconArrowDown size={14} aria-hidden="true" />}
						onClick={() => {
							toEnd();
							scroller.current?.focus({ preventScroll: true });
						}}
					>
						Jump to latest
					</Button>
				</div>
			)}
			{notKept !== null && (
				<Notice tone="warning" title="Conversation not saved">
					{notKept}
				</Notice>
			)}
			{notAsked !== null && question.missing !== null && (
				<Notice tone="warning" title="Couldn’t ask again">
					{notAsked}
				</Notice>
			)}
			<Composer
				question={question}
				field={field}
				last={last}
				turns={turns}
				editing={editing}
				onCancelEdit={() => {
					setEditing(null);
					question.text.set(unsent);
					toField();
				}}
				onSend={(text) => {
					if (editing === null) send(meantBy(text, last), last);
					else send(text, previous(turns, editing));
					question.text.set(editing === null ? '' : unsent);
					setEditing(null);
				}}
			/>
		</Stack>
	);
}

const none: readonly string[] = [];

/** Expands a short reply to a choice, since agents don't remember what they offered. */
function meantBy(text: string, last: Turn | null): string {
	const turn = last === null ? null : turnNow(last);
	if (turn === null || !isRefused(turn)) return text;
	const { choices } = choicesIn(evidenceOf(turn).words.join('\n\n'));
	return chosenBy(text, choices, turn.question) ?? text;
}

const previous = (turns: readonly Turn[], turn: Turn): Turn | null =>
	turns.find((candidate) => candidate.id === turn.after) ?? null;
