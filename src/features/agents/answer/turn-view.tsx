import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { AnsweredBy, UnsupportedFigure } from '#contract/agents/artifacts.ts';
import { countOf, formatDuration } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { Notice, type NoticeProps } from '../../../ui/states/states.tsx';
import type { Ending, Entry, Turn } from '../conversation.ts';
import { partSaved } from '../conversation.ts';
import { useTurn } from '../live.ts';
import { builtin, modelLabel } from '../model-label.ts';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerChart, AnswerRows } from './answer-rows.tsx';
import { answeringSteps, evidenceOf, isShownAlone, type Understood } from './evidence.ts';
import { PartViews } from './part-views.tsx';
import { QueryView } from './query-view.tsx';
import { RawJson } from './raw-json.tsx';
import { Asked, Refused } from './refused.tsx';
import { isRefused, stateOf } from './state-labels.ts';
import { StepList } from './step-list.tsx';
import { Assumptions, Interpretation, UsedDefinitions } from './understood-view.tsx';

interface TurnViewProps {
	readonly turn: Turn;
	/** For answers side by side: continues with this one. */
	readonly onContinue?: (turn: Turn) => void;
	/** Sends one of the choices the answer offers; absent if read-only. */
	readonly onChoose?: ((turn: Turn, choice: string) => void) | undefined;
}

/** An answer: its text, then its rows, then how it came about: plan, steps and queries. */
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
		// Shows the rows a figure was read from.
		(step?.querySelector('[data-rows]') ?? step)?.scrollIntoView({ block: 'nearest' });
		step?.focus({ preventScroll: true });
	}, []);
	const last = evidence.steps.findLast((step) => step.rows !== null);
	const answering = answeringSteps(evidence);
	const understood = evidence.understood ?? answering.at(-1)?.understood ?? null;
	const choose = onChoose === undefined ? undefined : (choice: string) => onChoose(turn, choice);
	return (
		<Stack
			component="section"
			gap={2}
			aria-label={`Answer from ${visibleText(turn.agent)}`}
			aria-busy={turn.ending === null}
			ref={steps}
		>
			<Inline component="header" gap={[1, 2]}>
				<strong>{visibleText(turn.agent)}</strong>
				<AnsweredByWords turn={turn} answeredBy={evidence.answeredBy} />
				<StateChip tone={tone}>{word}</StateChip>
				{turn.endedAt !== null && <Muted size="small">{formatDuration(Math.max(0, turn.endedAt - turn.at))}</Muted>}
				{onContinue !== undefined && (
					<Button variant="subtle" size="compact-xs" onClick={() => onContinue(turn)}>
						Continue with this answer
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
					name={`Rows from ${visibleText(turn.agent)}`}
					isOpen={evidence.areRowsOpen}
					answer="sentence"
					reading={understood?.reading}
					question={turn.question}
				/>
			)}
			{evidence.rows === null &&
				evidence.answer !== null &&
				answering.map(
					({ index, rows }) =>
						rows !== null && (
							<AnswerRows
								key={index}
								given={rows}
								name={`Rows from ${visibleText(turn.agent)}${answering.length > 1 ? `, step ${index}` : ''}`}
								isOpen={turn.ending === null}
								answer="rows"
								reading={answering.length === 1 ? understood?.reading : undefined}
								question={turn.question}
							/>
						),
				)}
			{evidence.rows === null && evidence.answer !== null && answering.length === 0 && last?.rows != null && (
				<AnswerChart given={last.rows} name={`step ${last.index} from ${visibleText(turn.agent)}`} />
			)}
			{understood !== null && (
				<>
					<Assumptions assumptions={understood.assumptions} onChoose={choose} />
					<UsedDefinitions definitions={understood.definitions} />
				</>
			)}
			{turn.ending?.kind === 'said' && (evidence.answer !== null || evidence.rows !== null) && (
				<AnswerActions turn={turn} query={evidence.query ?? (answering.at(-1) ?? last)?.query ?? null} />
			)}
			{isRefused(turn)
				? evidence.words.map((words, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: words are only added at the end
						<Refused key={index} words={words} unknownTerm={evidence.unknownTerm} onChoose={choose} />
					))
				: evidence.words.map((words, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: words are only added at the end
						<Text key={index} component="div" tone="text">
							<Markdown text={words} />
						</Text>
					))}
			<Evidence turn={turn} evidence={evidence} understood={understood} />
			<Others entries={evidence.others} agent={turn.agent} />
			{turn.dropped > 0 && (
				<Notice
					isSilent
					tone="warning"
					title={`${countOf(turn.dropped, 'more part')} ${turn.dropped === 1 ? 'isn’t' : 'aren’t'} shown`}
				>
					This answer is too large to show in full. To see more, open the protocol log from the conversation’s menu.
				</Notice>
			)}
			{evidence.asked !== null && <Asked agent={turn.agent} words={evidence.asked} onChoose={choose} />}
			<EndNotice ending={turn.ending} />
		</Stack>
	);
});

interface AnsweredByProps {
	readonly turn: Turn;
	readonly answeredBy: AnsweredBy | undefined;
}

/** Who answers: as stated in the answer, or until then, as requested. */
function AnsweredByWords({ turn, answeredBy }: AnsweredByProps) {
	const asked = { provider: turn.provider ?? '', model: turn.model ?? '' };
	const model = answeredBy === undefined ? asked : (answeredBy ?? { provider: builtin, model: '' });
	const words = modelLabel(model);
	return words === '' ? null : <Muted size="small">{visibleText(words)}</Muted>;
}

/** Counts highlighted figures. One in a code block isn't highlighted, so it's listed here. */
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
	readonly understood: Understood | null;
}

/** How an answer came about. Open while there is nothing else to see, unless the user chose otherwise. */
function Evidence({ turn, evidence: { steps, revisions, query, answer, rows }, understood }: EvidenceProps) {
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
				How this {turn.ending === null ? 'is being' : 'was'} answered
				{steps.length === 0 ? '' : `: ${countOf(steps.length, 'step')}`}
			</Muted>
			<Stack gap={2} pt={2}>
				{understood !== null && <Interpretation question={turn.question} understood={understood} />}
				<StepList steps={steps} revisions={revisions} agent={turn.agent} />
				{query !== null && <QueryView agent={turn.agent} query={query} label="Generated query" />}
			</Stack>
		</details>
	);
}

/** Everything else: other artifacts and parts by type, and non-A2A events unchanged. */
function Others({ entries, agent }: { entries: readonly Entry[]; agent: string }) {
	const unknown = entries.flatMap((entry) => (entry.kind === 'unknown' ? [entry.raw] : []));
	return (
		<>
			{entries.map((entry, index) =>
				entry.kind === 'unknown' ? null : (
					// biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end
					<OtherParts key={index} entry={entry} name={`Result ${index + 1} from ${visibleText(agent)}`} />
				),
			)}
			{unknown.length > 0 && (
				<Muted component="details" size="small">
					<summary>{countOf(unknown.length, 'more part')} of this answer, as sent</summary>
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

/** Why an answer ended early; what arrived is shown above. `AnswerNews` announces it. */
function EndNotice({ ending }: { ending: Ending | null }) {
	switch (ending?.kind) {
		case 'stopped':
			return endNotice('info', 'Stopped', partSaved);
		case 'elsewhere':
			return endNotice('info', 'This answer continues in another tab', 'It appears here when it’s complete.');
		case 'cut':
			return endNotice('warning', 'Interrupted', ending.message);
		case 'refused':
			return endNotice(
				'error',
				'The agent didn’t answer',
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
