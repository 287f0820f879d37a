import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { UnsupportedFigure } from '#contract/agents/artifacts.ts';
import { countOf, formatDuration } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { Notice, type NoticeProps } from '../../../ui/states/states.tsx';
import type { Ending, Entry, Turn } from '../conversation.ts';
import { useTurn } from '../live.ts';
import { AnswerChart, AnswerRows } from './answer-rows.tsx';
import { choicesIn } from './choices.ts';
import { evidenceOf, isShownAlone } from './evidence.ts';
import { PartViews } from './part-views.tsx';
import { QueryView } from './query-view.tsx';
import { RawJson } from './raw-json.tsx';
import { isRefused, stateOf } from './state-labels.ts';
import { StepList } from './step-list.tsx';

interface TurnViewProps {
	readonly turn: Turn;
	/** Of answers side by side: goes on with this one. */
	readonly onContinue?: (turn: Turn) => void;
	/** Asks or replies with one of the choices that the answer offers; absent where it is only read. */
	readonly onChoose?: ((turn: Turn, choice: string) => void) | undefined;
}

/** An answer: what it says first, then its rows, and below them how it came about: plan, steps and queries. */
export const TurnView = memo(({ turn: begun, onContinue, onChoose }: TurnViewProps) => {
	const turn = useTurn(begun);
	const evidence = useMemo(() => evidenceOf(turn), [turn]);
	const { tone, word } = stateOf(turn);
	const steps = useRef<HTMLElement>(null);
	const cite = useCallback((index: number) => {
		const step = steps.current?.querySelector<HTMLElement>(`[data-step="${index}"]`);
		for (let part = step?.querySelector('details') ?? null; part !== null; ) {
			part.open = true;
			part = part.parentElement?.closest('details') ?? null;
		}
		// The rows are what a figure was read from.
		(step?.querySelector('[data-rows]') ?? step)?.scrollIntoView({ block: 'nearest' });
		step?.focus({ preventScroll: true });
	}, []);
	const last = evidence.steps.findLast((step) => step.rows !== null);
	const choose = onChoose === undefined ? undefined : (choice: string) => onChoose(turn, choice);
	return (
		<Stack
			component="section"
			gap={2}
			aria-label={`Answer of ${visibleText(turn.agent)}`}
			aria-busy={turn.ending === null}
			ref={steps}
		>
			<Inline component="header" gap={[1, 2]}>
				<strong>{visibleText(turn.agent)}</strong>
				{(turn.provider !== null || turn.model !== null) && (
					<Muted size="small">
						{visibleText([turn.provider, turn.model].filter((value) => value !== null).join(' '))}
					</Muted>
				)}
				<StateChip tone={tone}>{word}</StateChip>
				{turn.endedAt !== null && <Muted size="small">{formatDuration(Math.max(0, turn.endedAt - turn.at))}</Muted>}
				{onContinue !== undefined && (
					<Button variant="subtle" size="compact-xs" onClick={() => onContinue(turn)}>
						Go on with this answer
					</Button>
				)}
			</Inline>
			{evidence.answer !== null && (
				<Box py={2}>
					<Markdown text={evidence.answer} marks={evidence.unsupported} onCite={cite} />
					{evidence.unsupported.length > 0 && <Unsupported figures={evidence.unsupported} />}
				</Box>
			)}
			{evidence.rows !== null && (
				<AnswerRows
					given={evidence.rows}
					name={`Rows of ${visibleText(turn.agent)}`}
					isOpen={evidence.areRowsOpen}
					caption={evidence.reading}
				/>
			)}
			{evidence.rows === null && evidence.answer !== null && last?.rows != null && (
				<AnswerChart given={last.rows} name={`step ${last.index} of ${visibleText(turn.agent)}`} />
			)}
			{isRefused(turn)
				? evidence.words.map((words, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: words are only added at the end
						<Refused key={index} words={words} onChoose={choose} />
					))
				: evidence.words.map((words, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: words are only added at the end
						<Text key={index} component="div" tone="text">
							<Markdown text={words} />
						</Text>
					))}
			<Evidence turn={turn} evidence={evidence} />
			<Others entries={evidence.others} agent={turn.agent} />
			{turn.dropped > 0 && (
				<Notice isSilent tone="warning" title={`${turn.dropped.toLocaleString('en-US')} more pieces are not shown`}>
					The agent sent more than is shown or kept of one answer. What was kept of it is in the wire view.
				</Notice>
			)}
			{evidence.asked !== null && <Asked agent={turn.agent} words={evidence.asked} onChoose={choose} />}
			<EndNotice ending={turn.ending} />
		</Stack>
	);
});

/** Says how many figures are highlighted; one in a block of code is not, and is named here too. */
const Unsupported = ({ figures }: { figures: readonly UnsupportedFigure[] }) => (
	<Text component="p" tone="warning" size="small" breaks style={{ margin: 'var(--space-2) 0 0' }}>
		<IconAlertTriangle size={14} aria-hidden="true" style={{ verticalAlign: '-2px' }} />{' '}
		{figures.length === 1 ? '1 figure was' : `${figures.length} figures were`} not found in the rows:{' '}
		{visibleText([...new Set(figures.map(({ text }) => text))].join(', '))}
	</Text>
);

interface EvidenceProps {
	readonly turn: Turn;
	readonly evidence: ReturnType<typeof evidenceOf>;
}

/** How an answer came about. It is open while there is nothing else to see, unless the person chose otherwise. */
function Evidence({ turn, evidence: { steps, revisions, query, reading, answer, rows } }: EvidenceProps) {
	const [chosen, setChosen] = useState<boolean | null>(null);
	if (steps.length === 0 && query === null) return null;
	const isOpen = chosen ?? (answer === null && rows === null && (steps.length > 0 || turn.ending !== null));
	return (
		<details
			open={isOpen}
			onToggle={(event) => {
				const { open } = event.currentTarget;
				if (open !== isOpen) setChosen(open);
			}}
		>
			<Muted component="summary" style={{ width: 'fit-content', cursor: 'pointer' }}>
				{steps.length === 0 ? 'Query' : `How this was answered: ${countOf(steps.length, 'step')}`}
			</Muted>
			<Stack gap={2} pt={2}>
				<StepList steps={steps} revisions={revisions} agent={turn.agent} />
				{query !== null && (
					<div>
						{reading !== null && rows === null && (
							<Muted component="p" measure mb={1}>
								Read as: {visibleText(reading)}
							</Muted>
						)}
						<QueryView agent={turn.agent} query={query} label="Generated query" />
					</div>
				)}
			</Stack>
		</details>
	);
}

interface ChoosingProps {
	readonly words: string;
	readonly onChoose: ((choice: string) => void) | undefined;
}

/** Why a question was not answered, and what can be asked instead. */
function Refused({ words, onChoose }: ChoosingProps) {
	const { message, choices } = choicesIn(words);
	return (
		<Notice isSilent tone="warning" title={<Markdown text={message} />}>
			{choices.length > 0 && <Choices choices={choices} label="Ask instead" onChoose={onChoose} />}
		</Notice>
	);
}

/** What an agent asks back before it goes on. */
function Asked({ agent, words, onChoose }: ChoosingProps & { readonly agent: string }) {
	const { message, choices } = choicesIn(words);
	return (
		<Notice isSilent tone="info" title={`${visibleText(agent)} asks`}>
			<Markdown text={message} />
			{choices.length > 0 && <Choices choices={choices} label="Reply" onChoose={onChoose} />}
		</Notice>
	);
}

interface ChoicesProps {
	readonly choices: readonly string[];
	readonly label: string;
	readonly onChoose: ((choice: string) => void) | undefined;
}

const Choices = ({ choices, label, onChoose }: ChoicesProps) => (
	<Inline component="fieldset" gap={2} pt={2} aria-label={label} style={{ border: 0, paddingInline: 0, margin: 0 }}>
		{choices.map((choice) => (
			<Button
				key={choice}
				variant="default"
				size="compact-sm"
				fw={400}
				maw="100%"
				disabled={onChoose === undefined}
				onClick={() => onChoose?.(choice)}
			>
				{visibleText(choice)}
			</Button>
		))}
	</Inline>
);

/** What has no place of its own: other artifacts and parts by their type, and what is no event of A2A as it came. */
function Others({ entries, agent }: { entries: readonly Entry[]; agent: string }) {
	const unknown = entries.flatMap((entry) => (entry.kind === 'unknown' ? [entry.raw] : []));
	return (
		<>
			{entries.map((entry, index) =>
				entry.kind === 'unknown' ? null : (
					// biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end
					<OtherParts key={index} entry={entry} name={`Result ${index + 1} of ${visibleText(agent)}`} />
				),
			)}
			{unknown.length > 0 && (
				<Muted component="details" size="small">
					<summary>
						{unknown.length === 1 ? 'One more piece' : `${unknown.length} more pieces`} of this answer, as sent
					</summary>
					<RawJson values={unknown} />
				</Muted>
			)}
		</>
	);
}

function OtherParts({ entry, name }: { entry: Exclude<Entry, { kind: 'unknown' }>; name: string }) {
	const parts = useMemo(
		() => (entry.kind === 'artifact' ? entry.artifact.parts : entry.parts.filter(isShownAlone)),
		[entry],
	);
	if (entry.kind !== 'artifact') return <PartViews parts={parts} name={name} isOpen={false} />;
	const title = entry.artifact.name === undefined ? undefined : visibleText(entry.artifact.name);
	return (
		<Stack component="section" gap={1} aria-label={title ?? name}>
			{title !== undefined && (
				<Text component="h3" size="ui">
					{title}
				</Text>
			)}
			<PartViews parts={parts} name={title ?? name} isOpen={entry.isOpen} />
		</Stack>
	);
}

/** How an answer ended that did not end well; what came stands above. `AnswerNews` announces it. */
function EndNotice({ ending }: { ending: Ending | null }) {
	switch (ending?.kind) {
		case 'stopped':
			return endNotice('info', 'Stopped', 'You stopped this answer. What had come is kept.');
		case 'elsewhere':
			return endNotice('info', 'This answer continues in another tab', 'It is shown here as soon as it is complete.');
		case 'cut':
			return endNotice('warning', 'Interrupted', ending.message);
		case 'refused':
			return endNotice(
				'error',
				'The agent did not answer',
				<>
					{visibleText(ending.message)}{' '}
					<Muted size="small">
						{ending.code}
						{ending.requestId !== null && ` · request ${ending.requestId}`}
					</Muted>
				</>,
			);
		default:
			return null;
	}
}

const endNotice = (tone: NoticeProps['tone'], title: string, children: ReactNode) => (
	<Notice isSilent tone={tone} title={title}>
		{children}
	</Notice>
);
