import { Checkbox, Select, TextInput } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import type { NamespaceModels } from '#contract/agents/models.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { PopoverButton } from '../../../ui/menu/popover-button.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { builtin, type ModelChoice, modelLabel } from '../model-label.ts';
import classes from './composer.module.css';
import { answeringModels, type ModelOptions } from './model-choice.ts';
import { isUsedUp, limitWords } from './model-limits.ts';

interface ModelOptionsProps {
	readonly options: ModelOptions;
	/** Models of the namespace; undefined if the service doesn't list any. */
	readonly models: NamespaceModels | undefined;
	readonly onChange: (options: ModelOptions) => void;
}

export function ModelOptionsButton({ options, models, onChange }: ModelOptionsProps) {
	const { second } = options;
	const change = (changed: Partial<ModelOptions>) => onChange({ ...options, ...changed });
	const answering = answeringModels(options, models).map((model) =>
		modelLabel(model ?? { provider: builtin, model: '' }),
	);
	const face = `${answering.join(' and ') || 'Model'}${options.isTextOnly ? ', text only' : ''}`;
	const limits = models === undefined ? null : limitWords(models);
	return (
		<PopoverButton
			// Voice control needs the visible label in the accessible name.
			label={face === 'Model' ? 'Model and output' : `Model and output: ${face}`}
			className={classes.options}
			panelLabel="Model and output"
			position="top-start"
			width={320}
			face={
				<>
					<IconAdjustments size={14} aria-hidden="true" /> {visibleText(face)}
				</>
			}
		>
			<Stack gap={2}>
				<Choice models={models} value={options} onChange={change} />
				{models?.allowed === false ? (
					<Muted component="p" size="small">
						The owner of this namespace turned off language models.
					</Muted>
				) : (
					<Muted component="p" size="small">
						If a language model answers, the question and the rows used to answer it are sent to its provider.
						{limits !== null && models?.models.length !== 0 && ` ${limits.question} ${limits.day ?? ''}`}
					</Muted>
				)}
				<Checkbox
					size="xs"
					label="Ask a second model side by side"
					checked={second !== null}
					onChange={(event) => change({ second: event.currentTarget.checked ? { model: '', provider: '' } : null })}
				/>
				{second !== null && (
					<Choice prefix="Second " models={models} value={second} onChange={(choice) => change({ second: choice })} />
				)}
				<Checkbox
					size="xs"
					label="Answer in text only"
					description="Rows are part of the text, so you can’t sort or chart them."
					checked={options.isTextOnly}
					onChange={(event) => change({ isTextOnly: event.currentTarget.checked })}
				/>
			</Stack>
		</PopoverButton>
	);
}

interface ChoiceProps {
	readonly prefix?: string;
	readonly models: NamespaceModels | undefined;
	readonly value: ModelChoice;
	readonly onChange: (choice: ModelChoice) => void;
}

function Choice({ prefix = '', models, value: { provider, model }, onChange }: ChoiceProps) {
	const label = (word: string): string => (prefix === '' ? word : `${prefix}${word.toLowerCase()}`);
	if (models !== undefined) {
		const all = [{ provider: builtin, model: '' }, ...models.models];
		const usual = modelLabel(models.answers ?? { provider: builtin, model: '' });
		return (
			<Select
				label={label('Model')}
				data={[
					{ value: '', label: `Default (${visibleText(usual)})` },
					...all.map((choice, at) => ({ value: String(at), label: visibleText(modelLabel(choice)) })),
				]}
				value={String(all.findIndex((one) => one.provider === provider && one.model === model)).replace('-1', '')}
				onChange={(at) => onChange(all[at === null || at === '' ? -1 : Number(at)] ?? { provider: '', model: '' })}
				allowDeselect={false}
				disabled={!models.allowed}
				comboboxProps={{ withinPortal: false }}
			/>
		);
	}
	return (
		<>
			<TextInput
				label={label('Provider')}
				description='Leave empty for the default, or enter "builtin" for no model.'
				value={provider}
				onChange={(event) => onChange({ model, provider: event.currentTarget.value })}
			/>
			<TextInput
				label={label('Model')}
				description="Leave empty for the provider’s default."
				value={model}
				onChange={(event) => onChange({ provider, model: event.currentTarget.value })}
			/>
		</>
	);
}

/** Who will answer and receive rows, shown before anything is asked. Null if unknown. */
export function answeringNotice(options: ModelOptions, models: NamespaceModels | undefined) {
	const named = answeringModels(options, models);
	if (named.length === 0) return null;
	const away = named.filter((model) => model !== null);
	if (away.length === 0) return <>Questions are answered without a language model. No data leaves this service.</>;
	if (models !== undefined && isUsedUp(models)) {
		return (
			<>
				<Text tone="warning">You’ve reached today’s limit for language models.</Text> Until midnight UTC, questions are
				answered without a model, and no data leaves this service.
			</>
		);
	}
	const providers = [...new Set(away.map(({ provider, model }) => visibleText(provider || model)))].join(' and ');
	const names = named.map((model) => visibleText(modelLabel(model ?? { provider: builtin, model: '' }))).join(' and ');
	return (
		<>
			<strong>{names}</strong> {named.length === 1 ? 'answers' : 'answer'}. The question and rows are sent to{' '}
			<strong>{providers}</strong>.
		</>
	);
}
