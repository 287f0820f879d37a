import { ActionIcon, Autocomplete, Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { IconAdjustments, IconArrowUp, IconPlayerStop } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { PopoverButton } from '../../ui/popover-button.tsx';
import { useReachable } from '../session/queries.ts';
import { AgentAbout } from './agent-about.tsx';
import classes from './composer.module.css';
import type { Turn } from './conversation.ts';
import { stop, useLive } from './live.ts';
import type { QuestionText } from './question-text.ts';
import type { QuestionState } from './use-question.ts';

interface ComposerProps {
	readonly question: QuestionState;
	/** The turn before; its question comes back with the Up key. */
	readonly last: Turn | null;
	/** The turn whose question is edited to be asked as a branch; null: a new one. */
	readonly editing: Turn | null;
	readonly onCancelEdit: () => void;
	readonly onSend: (text: string) => void;
}

/** Where a question is written: Enter asks, Shift+Enter begins a line, Up brings the last question back. */
export function Composer({ question, last, editing, onCancelEdit, onSend }: ComposerProps) {
	const away = useReachable() === false;
	const going = useLive(({ turns }) => {
		const turn = last === null ? undefined : turns[last.id];
		return turn !== undefined && turn.ending === null ? turn.id : undefined;
	});
	const missing =
		question.namespace.trim() === ''
			? 'Say which namespace the question is about.'
			: question.chosen.length === 0
				? 'This service lists no agent.'
				: question.unusable.length > 0
					? `The address of ${question.unusable.join(' and ')} is outside of this service: it is not asked.`
					: away
						? 'The service does not answer. The question is kept.'
						: going !== undefined
							? 'Wait for the answer, or stop it.'
							: null;
	const { text } = question;
	const send = () => {
		const asked = text.get().trim();
		if (missing === null && asked !== '') onSend(asked);
	};
	const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
		// Enter that ends the composition of a character is not meant for the question.
		if (event.nativeEvent.isComposing) return;
		if (event.key === 'Enter' && !event.shiftKey) {
			event.preventDefault();
			send();
		} else if (event.key === 'ArrowUp' && text.get() === '' && last !== null) {
			event.preventDefault();
			text.set(last.question);
		} else if (event.key === 'Escape' && editing !== null) onCancelEdit();
	};
	return (
		<form
			className={classes.composer}
			aria-label="Question"
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
		>
			{editing !== null && (
				<p className={classes.editing}>
					Editing an earlier question: it is asked as a branch, and what followed is kept.{' '}
					<Button variant="transparent" size="compact-xs" onClick={onCancelEdit}>
						Cancel
					</Button>
				</p>
			)}
			<div className={classes.box}>
				<QuestionField text={text} isEdit={editing !== null} onKeyDown={onKeyDown} />
				{going === undefined ? (
					<AskButton text={text} missing={missing} />
				) : (
					<ActionIcon size="lg" variant="default" aria-label="Stop" title="Stop" onClick={() => stop(going)}>
						<IconPlayerStop size={18} aria-hidden="true" />
					</ActionIcon>
				)}
			</div>
			<div className={classes.line}>
				<Select
					aria-label="Agent"
					size="xs"
					className={classes.agent ?? ''}
					data={agentChoices(question)}
					value={question.chosen.join(both)}
					onChange={(value) => question.choose((value ?? '').split(both))}
					allowDeselect={false}
					disabled={question.agents.length === 0}
				/>
				<AgentAbout agents={question.agents.filter((it) => question.chosen.includes(it.name))} />
				<Autocomplete
					aria-label="Namespace"
					size="xs"
					className={classes.namespace ?? ''}
					placeholder="namespace or owner/namespace"
					data={[...question.namespaces]}
					value={question.namespace}
					onChange={question.setNamespace}
				/>
				<PopoverButton
					label="Model and output"
					className={classes.options}
					panelLabel="Model and output"
					position="top-start"
					width={320}
					face={
						<>
							<IconAdjustments size={14} aria-hidden="true" /> {question.options.model || 'Model'}
							{question.options.isTextOnly && ', text only'}
						</>
					}
				>
					<div className={classes.model}>
						<TextInput
							label="Provider"
							description="As the service names it; empty: its default. “builtin” needs no model."
							value={question.options.provider}
							onChange={(event) => question.setOptions({ ...question.options, provider: event.currentTarget.value })}
						/>
						<TextInput
							label="Model"
							description="Empty: the provider's default."
							value={question.options.model}
							onChange={(event) => question.setOptions({ ...question.options, model: event.currentTarget.value })}
						/>
						<p className={classes.quiet}>
							With a model, the question and what the agent reads for it leave the service for the model's provider.
						</p>
						<Checkbox
							size="xs"
							label="Answer in text only"
							description="Rows come as a table in the text, and cannot be sorted or charted."
							checked={question.options.isTextOnly}
							onChange={(event) =>
								question.setOptions({ ...question.options, isTextOnly: event.currentTarget.checked })
							}
						/>
					</div>
				</PopoverButton>
				<span className={classes.hint}>Enter asks, Shift+Enter begins a line</span>
			</div>
		</form>
	);
}

interface QuestionFieldProps {
	readonly text: QuestionText;
	/** An earlier question is in it, to be changed. */
	readonly isEdit: boolean;
	readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

function QuestionField({ text, isEdit, onKeyDown }: QuestionFieldProps) {
	const field = useRef<HTMLTextAreaElement>(null);
	useEffect(() => {
		if (isEdit) field.current?.focus();
	}, [isEdit]);
	return (
		<Textarea
			ref={field}
			aria-label="Ask a question"
			placeholder="Ask a question"
			autosize
			minRows={1}
			maxRows={8}
			value={useSyncExternalStore(text.subscribe, text.get)}
			onChange={(event) => text.set(event.currentTarget.value)}
			onKeyDown={onKeyDown}
			className={classes.text ?? ''}
		/>
	);
}

function AskButton({ text, missing }: { text: QuestionText; missing: string | null }) {
	const isEmpty = useSyncExternalStore(text.subscribe, () => text.get().trim() === '');
	const reason = isEmpty ? 'Write a question first.' : missing;
	return (
		<ActionIcon
			type="submit"
			size="lg"
			aria-label="Ask"
			title={reason ?? 'Ask (Enter)'}
			aria-disabled={reason !== null}
		>
			<IconArrowUp size={18} aria-hidden="true" />
		</ActionIcon>
	);
}

/** Stands between the names of agents that are asked side by side; no name holds it. */
const both = '\n';

function agentChoices({ agents }: QuestionState): { value: string; label: string }[] {
	const single = agents.map(({ name }) => ({ value: name, label: name }));
	if (agents.length < 2) return single;
	const names = agents.slice(0, 2).map((it) => it.name);
	return [...single, { value: names.join(both), label: `${names.join(' and ')}, side by side` }];
}
