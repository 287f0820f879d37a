import { ActionIcon, Autocomplete, Button, type ComboboxData, Select, Textarea } from '@mantine/core';
import { IconArrowUp, IconAt, IconPlayerStop } from '@tabler/icons-react';
import {
	type AriaAttributes,
	type KeyboardEvent,
	type RefObject,
	useDeferredValue,
	useEffect,
	useMemo,
	useState,
	useSyncExternalStore,
} from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isWaiting } from '../../../a2a/events.ts';
import { notResponding } from '../../../lib/messages.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { useReachable } from '../../session/queries.ts';
import { AgentAbout } from '../about/agent-about.tsx';
import type { Agent } from '../agent.ts';
import type { Turn } from '../conversation.ts';
import { stop, useLive } from '../live.ts';
import classes from './composer.module.css';
import { goesOnFrom } from './continuation.ts';
import { answeringNotice, ModelOptionsButton } from './model-options.tsx';
import { useNameCompletion } from './name-completion.tsx';
import type { QuestionText } from './question-draft.ts';
import type { QuestionState } from './use-question.ts';

interface ComposerProps {
	readonly question: QuestionState;
	readonly field: RefObject<HTMLTextAreaElement | null>;
	/** The previous turn, whose question the Up key restores. */
	readonly last: Turn | null;
	/** All turns of the conversation, as they began. */
	readonly turns: readonly Turn[];
	/** The turn whose question is edited, to ask it as a branch; null: a new question. */
	readonly editing: Turn | null;
	readonly onCancelEdit: () => void;
	readonly onSend: (text: string) => void;
}

/** Question input: Enter asks, Shift+Enter adds a line, Up restores the last question. */
export function Composer({ question, field, last, turns, editing, onCancelEdit, onSend }: ComposerProps) {
	const isUnavailable = useReachable() === false;
	const going = useGoing(last);
	// The agent that asked back gets the reply.
	const asker = useAsker(last, turns);
	const isReply = asker !== null && editing === null && question.chosen.join() === asker;
	const answering = question.asksService ? answeringNotice(question.options, question.models) : null;
	const missing =
		question.missing ??
		(isUnavailable && question.asksService
			? notResponding('ask')
			: going.length > 0
				? 'Wait for the answer, or stop it.'
				: null);
	const { text } = question;
	// What prevented the last question, while it still does.
	const [kept, setKept] = useState<string | null>(null);
	const send = () => {
		const trimmed = text.get().trim();
		setKept(missing);
		if (missing === null && trimmed !== '') onSend(trimmed);
	};
	const names = useNameCompletion(text, field, question.asksService ? question.namespace : '');
	const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
		// Enter that ends an IME composition isn't meant for the question.
		if (event.nativeEvent.isComposing || names.onKeyDown(event)) return;
		if (event.key === 'Enter' && !event.shiftKey) {
			event.preventDefault();
			send();
		} else if (event.key === 'ArrowUp' && text.get() === '' && last !== null) {
			event.preventDefault();
			text.set(last.question);
		} else if (event.key === 'Escape' && editing !== null) onCancelEdit();
	};
	return (
		<Stack
			component="form"
			gap={2}
			pt={2}
			pb={3}
			ruled="above"
			className={classes.composer}
			aria-label="Question"
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
		>
			{editing !== null && (
				<Muted component="p" size="small">
					You’re editing an earlier question. Asking it starts a new version of the conversation from here.{' '}
					<Button variant="transparent" size="compact-xs" onClick={onCancelEdit}>
						Cancel edit
					</Button>
				</Muted>
			)}
			{question.moved.map((words) => (
				<Notice key={words} tone="warning" title={visibleText(words)} />
			))}
			<Text role="status" component="p" tone="warning" size="small" className={classes.kept}>
				{missing === null || missing !== kept ? '' : `Not asked yet. ${missing}`}
			</Text>
			<Inline gap={2} nowrap align="end" style={{ position: 'relative' }}>
				{names.list}
				<QuestionField text={text} field={field} isReply={isReply} labels={names.labels} onKeyDown={onKeyDown} />
				<AskButton text={text} isReply={isReply} missing={missing} going={going} />
			</Inline>
			<Inline gap={2}>
				<Muted size="small" className={classes.word} aria-hidden="true">
					Agent
				</Muted>
				<Select
					aria-label="Agent"
					size="xs"
					className={classes.agent ?? ''}
					data={agentChoices(question)}
					title={question.chosen.map(visibleText).join(' and ')}
					placeholder="Choose an agent"
					value={question.chosen.join(separator) || null}
					onChange={(value) => question.choose((value ?? '').split(separator))}
					allowDeselect={false}
					disabled={question.agents.length === 0}
				/>
				<AgentAbout agents={question.agents.filter((agent) => question.chosen.includes(agent.name))} />
				<Muted size="small" className={classes.word} aria-hidden="true">
					Namespace
				</Muted>
				<NamespaceField question={question} />
				{question.asksService && <IconButton label="Insert dataset or column" icon={IconAt} onClick={names.begin} />}
				{question.asksService && (
					<ModelOptionsButton options={question.options} models={question.models} onChange={question.setOptions} />
				)}
				<Muted size="small" push className={classes.hint}>
					Enter to ask, Shift+Enter for a new line
				</Muted>
			</Inline>
			<SentAlong question={question} />
			{answering !== null && (
				<Muted component="p" size="small" role="note" aria-label="Agent" className={classes.answering}>
					{answering}
				</Muted>
			)}
		</Stack>
	);
}

/** Typed text stays, even if the default namespace becomes known meanwhile. */
function NamespaceField({ question }: Pick<ComposerProps, 'question'>) {
	const [held, setHeld] = useState<string | null>(null);
	return (
		<Autocomplete
			aria-label="Namespace"
			size="xs"
			className={classes.namespace ?? ''}
			placeholder={question.asksService ? 'namespace or owner/namespace' : 'no namespace'}
			data={[...new Set(question.namespaces)]}
			value={held ?? question.namespace}
			onFocus={(event) => {
				setHeld(question.namespace);
				event.currentTarget.select();
			}}
			onBlur={() => setHeld(null)}
			onChange={(name) => {
				setHeld(name);
				question.setNamespace(name);
			}}
		/>
	);
}

function SentAlong({ question: { context, withoutContext, takesContext, choose } }: Pick<ComposerProps, 'question'>) {
	if (context.length === 0) return null;
	const [agent] = withoutContext;
	return (
		<Text
			component="p"
			size="small"
			role="note"
			aria-label="Included rows"
			tone={agent === undefined ? 'muted' : 'warning'}
			className={classes.answering}
		>
			{agent === undefined ? (
				<>Rows from {context.map(visibleText).join(', ')} are included.</>
			) : (
				<>
					{visibleText(agent)} doesn’t accept rows, so none are sent.{' '}
					{takesContext !== null && (
						<Button variant="transparent" size="compact-xs" onClick={() => choose([takesContext])}>
							Ask {visibleText(takesContext)} instead
						</Button>
					)}
				</>
			)}
		</Text>
	);
}

/** The agent waiting for a reply, or null. */
function useAsker(last: Turn | null, turns: readonly Turn[]): string | null {
	const known = useMemo(() => new Map(turns.map((turn) => [turn.id, turn])), [turns]);
	return useLive(({ turns: live }) => {
		const from = goesOnFrom(last === null ? null : (live[last.id] ?? last), (id) => live[id] ?? known.get(id));
		return from !== null && isWaiting(from.state) ? from.agent : null;
	});
}

/** Running answers to the last question, one or several side by side. */
const useGoing = (last: Turn | null): readonly string[] =>
	useLive(
		useShallow(({ turns }) => {
			const first = last?.beside ?? last?.id;
			return Object.values(turns)
				.filter((turn) => turn.ending === null && (turn.id === first || turn.beside === first))
				.map((turn) => turn.id);
		}),
	);

const mostLines = 8;

interface QuestionFieldProps extends Pick<ComposerProps, 'field'> {
	readonly text: QuestionText;
	readonly isReply: boolean;
	readonly labels: AriaAttributes;
	readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

function QuestionField({ text, field, isReply, labels, onKeyDown }: QuestionFieldProps) {
	// The field is uncontrolled: typing rerenders nothing else unless it adds a line.
	const lines = useSyncExternalStore(text.subscribe, () => Math.min(mostLines, text.get().split('\n').length));
	useEffect(() => {
		const follow = () => {
			const element = field.current;
			if (element !== null && element.value !== text.get()) element.value = text.get();
		};
		follow();
		return text.subscribe(follow);
	}, [text, field]);
	const label = isReply ? 'Reply' : 'Ask a question';
	return (
		<Textarea
			ref={field}
			{...labels}
			aria-label={label}
			placeholder={label}
			// Browsers with `field-sizing` use CSS; measuring at each key would lay out the whole conversation.
			rows={lines}
			defaultValue={text.get()}
			onChange={(event) => text.set(event.currentTarget.value)}
			onKeyDown={onKeyDown}
			flex={1}
			miw={0}
			classNames={{ input: classes.field ?? '' }}
		/>
	);
}

interface AskButtonProps {
	readonly text: QuestionText;
	readonly isReply: boolean;
	readonly missing: string | null;
	readonly going: readonly string[];
}

/** Asks, or stops a running answer. One button, so the focus stays. */
function AskButton({ text, isReply, missing, going }: AskButtonProps) {
	// Renders the first key before enabling the button.
	const isEmpty = useDeferredValue(useSyncExternalStore(text.subscribe, () => text.get().trim() === ''));
	const disabledReason = isEmpty ? (isReply ? 'Enter a reply first.' : 'Enter a question first.') : missing;
	const label = isReply ? 'Reply' : 'Ask';
	const isGoing = going.length > 0;
	return (
		<ActionIcon
			type={isGoing ? 'button' : 'submit'}
			variant={isGoing ? 'default' : 'filled'}
			size="lg"
			aria-label={isGoing ? 'Stop' : label}
			title={isGoing ? 'Stop' : (disabledReason ?? `${label} (Enter)`)}
			aria-disabled={!isGoing && disabledReason !== null}
			onClick={(event) => {
				if (!isGoing) return;
				event.preventDefault();
				for (const turn of going) stop(turn);
			}}
		>
			{isGoing ? <IconPlayerStop size={18} aria-hidden="true" /> : <IconArrowUp size={18} aria-hidden="true" />}
		</ActionIcon>
	);
}

/** Separates names of agents asked side by side; no name contains it. */
const separator = '\n';

function agentChoices({ agents }: QuestionState): ComboboxData {
	const choicesOf = (some: readonly Agent[]) => some.map(({ name }) => ({ value: name, label: visibleText(name) }));
	const pair = agents.slice(0, 2).map((agent) => agent.name);
	const together = { value: pair.join(separator), label: `${pair.map(visibleText).join(' and ')}, side by side` };
	const sideBySide = pair.length < 2 ? [] : [together];
	const external = agents.filter((agent) => agent.isExternal);
	if (external.length === 0) return [...choicesOf(agents), ...sideBySide];
	return [
		{ group: 'This service', items: choicesOf(agents.filter((agent) => !agent.isExternal)) },
		{ group: 'Added in this browser', items: choicesOf(external) },
		{ group: 'Together', items: sideBySide },
	].filter(({ items }) => items.length > 0);
}
