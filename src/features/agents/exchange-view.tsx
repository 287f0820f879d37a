import { ActionIcon, Button } from '@mantine/core';
import {
	IconChevronLeft,
	IconChevronRight,
	IconPencil,
	IconRefresh,
	IconStar,
	IconStarFilled,
} from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useSkippedUnseen } from '../../ui/use-skipped-unseen.ts';
import { useScope } from '../session/queries.ts';
import type { Turn } from './conversation.ts';
import classes from './exchange-view.module.css';
import { useKeptQuestions } from './kept-questions.ts';
import { useLive, useTurn } from './live.ts';
import { type Exchange, sameExchange } from './thread.ts';
import { TurnView } from './turn-view.tsx';

interface ExchangeViewProps {
	readonly exchange: Exchange;
	readonly isLast: boolean;
	/** What can be done with it; absent where it is only read. */
	readonly acts?: ExchangeActs;
	/** Shows another version of the question, where it is only read. */
	readonly onBranch?: ExchangeActs['onBranch'];
}

export interface ExchangeActs {
	readonly onAgain: (turn: Turn) => void;
	readonly onEdit: (turn: Turn) => void;
	/** Shows another version of this question. */
	readonly onBranch: (id: string) => void;
	/** Of answers side by side, goes on with this one. */
	readonly onContinueWith: (turn: Turn) => void;
}

/** A question and what was answered to it, by one agent or by several side by side. */
export const ExchangeView = memo(
	(props: ExchangeViewProps) => {
		const [first] = props.exchange.turns;
		return first === undefined ? null : <Shown {...props} first={first} />;
	},
	(a, b) =>
		a.isLast === b.isLast && a.acts === b.acts && a.onBranch === b.onBranch && sameExchange(a.exchange, b.exchange),
);

function Shown({
	exchange,
	isLast,
	acts,
	onBranch = acts?.onBranch,
	first,
}: ExchangeViewProps & { readonly first: Turn }) {
	// Of an answer that goes on only itself is drawn anew.
	const isOver = useLive(({ turns }) => exchange.turns.every((it) => (turns[it.id] ?? it).ending !== null));
	const element = useRef<HTMLElement>(null);
	useSkippedUnseen(element, isOver);
	const AnswerView = acts === undefined ? TurnView : LiveTurnView;
	return (
		<Stack
			component="article"
			gap={3}
			rigid
			className={classes.exchange}
			ref={element}
			aria-label={`Question: ${first.question}`}
		>
			<header className={classes.question}>
				<Text component="p" size="prose" weight="strong" breaks pre>
					{visibleText(first.question)}
				</Text>
				<Inline className={classes.below} gap={[0, 3]} tone="muted" size="small">
					<span>
						in <code>{visibleText(first.namespace)}</code>
					</span>
					<RelativeTime iso={new Date(first.at).toISOString()} />
					{first.context.length > 0 && <span>with {first.context.map(visibleText).join(', ')}</span>}
					{onBranch !== undefined && <Branches exchange={exchange} onBranch={onBranch} />}
					{isOver && acts !== undefined && (
						<span className={classes.actions}>
							<KeepQuestion turn={first} />
							<Button
								variant="subtle"
								color="gray"
								size="compact-xs"
								leftSection={<IconRefresh size={14} aria-hidden="true" />}
								onClick={() => acts.onAgain(first)}
							>
								Ask again
							</Button>
							<Button
								variant="subtle"
								color="gray"
								size="compact-xs"
								leftSection={<IconPencil size={14} aria-hidden="true" />}
								onClick={() => acts.onEdit(first)}
							>
								Edit
							</Button>
						</span>
					)}
				</Inline>
			</header>
			<Stack gap={3} className={classes.answers} data-several={exchange.turns.length > 1 || undefined}>
				{[...exchange.turns]
					.sort((a, b) => a.at - b.at)
					.map((turn) => (
						<AnswerView
							key={turn.id}
							turn={turn}
							{...(acts !== undefined && exchange.turns.length > 1 && isLast && turn !== first
								? { onContinue: acts.onContinueWith }
								: {})}
						/>
					))}
			</Stack>
		</Stack>
	);
}

const LiveTurnView = ({ turn, ...props }: Parameters<typeof TurnView>[0]) => (
	<TurnView turn={useTurn(turn)} {...props} />
);

function Branches({ exchange, onBranch }: { exchange: Exchange; onBranch: (id: string) => void }) {
	const { branches, turns } = exchange;
	if (branches.length < 2) return null;
	const shown = new Set(turns.map((it) => it.id));
	const at = branches.findIndex((id) => shown.has(id));
	const [before, after] = [branches[at - 1], branches[at + 1]];
	return (
		<span className={classes.branches}>
			<ActionIcon
				variant="subtle"
				color="gray"
				size="sm"
				aria-label="Version before"
				aria-disabled={before === undefined}
				className={classes.version ?? ''}
				onClick={() => before !== undefined && onBranch(before)}
			>
				<IconChevronLeft size={14} aria-hidden="true" />
			</ActionIcon>
			version {at + 1} of {branches.length}
			<ActionIcon
				variant="subtle"
				color="gray"
				size="sm"
				aria-label="Next version"
				aria-disabled={after === undefined}
				className={classes.version ?? ''}
				onClick={() => after !== undefined && onBranch(after)}
			>
				<IconChevronRight size={14} aria-hidden="true" />
			</ActionIcon>
		</span>
	);
}

/** Keeps a question for its namespace, to be asked again. */
function KeepQuestion({ turn }: { turn: Turn }) {
	const { questions, toggle } = useKeptQuestions(useScope(), turn.namespace);
	const isKept = questions.some(({ text }) => text === turn.question);
	const Icon = isKept ? IconStarFilled : IconStar;
	return (
		<Button
			variant="subtle"
			color="gray"
			size="compact-xs"
			leftSection={<Icon size={14} aria-hidden="true" />}
			aria-pressed={isKept}
			onClick={() => toggle(turn.question, turn.agent)}
		>
			{isKept ? 'Kept' : 'Keep question'}
		</Button>
	);
}
