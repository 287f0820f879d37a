import { Checkbox, TextInput } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { PopoverButton } from '../../../ui/menu/popover-button.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import classes from './composer.module.css';
import { type ModelChoice, type ModelOptions, modelLabel } from './model-choice.ts';

interface ModelOptionsProps {
	readonly options: ModelOptions;
	readonly onChange: (options: ModelOptions) => void;
}

/** Which model answers, or which two, and in which form. */
export function ModelOptionsButton({ options, onChange }: ModelOptionsProps) {
	const { second } = options;
	const change = (changed: Partial<ModelOptions>) => onChange({ ...options, ...changed });
	const models = [modelLabel(options) || 'Model', second !== null && `and ${modelLabel(second) || 'the default'}`];
	const face = `${models.filter(Boolean).join(' ')}${options.isTextOnly ? ', text only' : ''}`;
	return (
		<PopoverButton
			// Who speaks to the computer says what is seen.
			label={face === 'Model' ? 'Model and output' : `Model and output: ${face}`}
			className={classes.options}
			panelLabel="Model and output"
			position="top-start"
			width={320}
			face={
				<>
					<IconAdjustments size={14} aria-hidden="true" /> {face}
				</>
			}
		>
			<Stack gap={2}>
				<Choice value={options} onChange={change} />
				<Muted component="p" size="small">
					With a model, the question and what the agent reads for it leave the service for the model's provider.
				</Muted>
				<Checkbox
					size="xs"
					label="Ask a second model side by side"
					checked={second !== null}
					onChange={(event) => change({ second: event.currentTarget.checked ? { model: '', provider: '' } : null })}
				/>
				{second !== null && (
					<Choice prefix="Second " value={second} onChange={(choice) => change({ second: choice })} />
				)}
				<Checkbox
					size="xs"
					label="Answer in text only"
					description="Rows come as a table in the text, and cannot be sorted or charted."
					checked={options.isTextOnly}
					onChange={(event) => change({ isTextOnly: event.currentTarget.checked })}
				/>
			</Stack>
		</PopoverButton>
	);
}

interface ChoiceProps {
	readonly prefix?: string;
	readonly value: ModelChoice;
	readonly onChange: (choice: ModelChoice) => void;
}

function Choice({ prefix = '', value: { provider, model }, onChange }: ChoiceProps) {
	const label = (word: string): string => (prefix === '' ? word : `${prefix}${word.toLowerCase()}`);
	return (
		<>
			<TextInput
				label={label('Provider')}
				description="As the service names it; empty: its default. “builtin” needs no model."
				value={provider}
				onChange={(event) => onChange({ model, provider: event.currentTarget.value })}
			/>
			<TextInput
				label={label('Model')}
				description="Empty: the provider's default."
				value={model}
				onChange={(event) => onChange({ provider, model: event.currentTarget.value })}
			/>
		</>
	);
}
