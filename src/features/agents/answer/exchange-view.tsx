import { ActionIcon, Button } from '@mantine/core';
import {
	IconChevronLeft,
	IconChevronRight,
	IconPencil,
	IconRefresh,
	IconStar,
	IconStarFilled,
	type TablerIcon,
} from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { useSkippedUnseen } from '../../../lib/use-skipped-unseen.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { useScope } from '../../session/queries.ts';
import type { Turn } from '../conversation.ts';
import { useKeptQuestions } from '../kept-questions.ts';
import { useLive } from '../live.ts';
import { type Exchange, sameExchange } from '../thread.ts';
import classes from './exchange-view.module.css';
import { TurnView } from './turn-view.tsx';

interface ExchangeViewProps {
	readonly exchange: Exchange;
	readonly isLast: boolean;
	/** Possible actions; absent if read-only. */
	readonly acts?: ExchangeActs;
	/** Shows another version of the question, if read-only. */
	readonly onBranch?: ExchangeActs['onBranch'];
}

export interface ExchangeActs {
	readonly onAgain: (turn: Turn) => void;
	readonly onEdit: (turn: Turn) => void;
	readonly onBranch: (id: string) => void;
	/** Of answers side by side, continues with this one. */
	readonly onContinueWith: (turn: Turn) => void;
	/** Continues after this answer with one of its choices. */
	readonly onChoose: (turn: Turn, choice: string) => void;
}

export const ExchangeView = memo(
	Shown,
	(a, b) =>
		a.isLast === b.isLast && a.acts === b.acts && a.onBranch === b.onBranch && sameExchange(a.exchange, b.exchange),
);

function Shown({ exchange, isLast, acts, onBranch = acts?.onBranch }: ExchangeViewProps) {
	const [first] = exchange.turns;
	// Only the running answer rerenders.
	const isOver = useLive(({ turns }) => exchange.turns.every((turn) => (turns[turn.id] ?? turn).ending !== null));
	const element = useRef<HTMLElement>(null);
	useSkippedUnseen(element, isOver);
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
				<Inline gap={[0, 3]} tone="muted" size="small" style={{ minHeight: '1.5rem' }}>
					{first.namespace !== '' && (
						<span>
							in <code>{visibleText(first.namespace)}</code>
						</span>
					)}
					<RelativeTime iso={new Date(first.at).toISOString()} />
					{first.context.length > 0 && <span>with {first.context.map(visibleText).join(', ')}</span>}
					{onBranch !== undefined && <Branches exchange={exchange} onBranch={onBranch} />}
					{isOver && acts !== undefined && (
						<Inline component="span" nowrap push>
							<KeepQuestion turn={first} />
							<QuestionButton icon={IconRefresh} onClick={() => acts.onAgain(first)}>
								Ask again
							</QuestionButton>
							<QuestionButton icon={IconPencil} onClick={() => acts.onEdit(first)}>
								Edit question
							</QuestionButton>
						</Inline>
					)}
				</Inline>
			</header>
			<Stack gap={3} className={classes.answers} data-several={exchange.turns.length > 1 || undefined}>
				{[...exchange.turns]
					.sort((a, b) => a.at - b.at)
					.map((turn) => (
						<TurnView
							key={turn.id}
							turn={turn}
							onChoose={acts?.onChoose}
							{...(acts !== undefined && exchange.turns.length > 1 && isLast && turn !== first
								? { onContinue: acts.onContinueWith }
								: {})}
						/>
					))}
			</Stack>
		</Stack>
	);
}

function Branches({ exchange, onBranch }: { exchange: Exchange; onBranch: (id: string) => void }) {
	const { branches, turns } = exchange;
	if (branches.length < 2) return null;
	const shown = new Set(turns.map((turn) => turn.id));
	const at = branches.findIndex((id) => shown.has(id));
	return (
		<Inline component="span" nowrap>
			<VersionButton label="Previous version" icon={IconChevronLeft} to={branches[at - 1]} onBranch={onBranch} />
			version {at + 1} of {branches.length}
			<VersionButton label="Next version" icon={IconChevronRight} to={branches[at + 1]} onBranch={onBranch} />
		</Inline>
	);
}

interface VersionButtonProps {
	readonly label: string;
	readonly icon: TablerIcon;
	/** Id of the version's first turn, if there is one. */
	readonly to: string | undefined;
	readonly onBranch: (id: string) => void;
}

const VersionButton = ({ label, icon: Icon, to, onBranch }: VersionButtonProps) => (
	<ActionIcon
		variant="subtle"
		color="gray"
		size="sm"
		aria-label={label}
		aria-disabled={to === undefined}
		className={classes.version ?? ''}
		onClick={() => to !== undefined && onBranch(to)}
	>
		<Icon size={14} aria-hidden="true" />
	</ActionIcon>
);

function KeepQuestion({ turn }: { turn: Turn }) {
	const { questions, toggle } = useKeptQuestions(useScope(), turn.namespace);
	const isKept = questions.some(({ text }) => text === turn.question);
	return (
		<QuestionButton
			icon={isKept ? IconStarFilled : IconStar}
			aria-pressed={isKept}
			onClick={() => toggle(turn.question, turn.agent)}
		>
			{isKept ? 'Question saved' : 'Save question'}
		</QuestionButton>
	);
}

interface QuestionButtonProps {
	readonly icon: TablerIcon;
	readonly onClick: () => void;
	readonly 'aria-pressed'?: boolean;
	readonly children: string;
}

const QuestionButton = ({ icon: Icon, ...props }: QuestionButtonProps) => (
	<Button
		variant="subtle"
		color="gray"
		size="compact-xs"
		leftSection={<Icon size={14} aria-hidden="true" />}
		{...props}
	/>
);
