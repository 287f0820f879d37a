import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { parametersOf } from '#lib/sql/parameters.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { explainParameter, type ParameterType, parameterTypeLabels, type WorksheetParameters } from './parameters.ts';

interface ParameterFieldsProps {
	readonly payload: string;
	readonly parameters: WorksheetParameters;
	/** Whether a value was rejected by a preview. */
	readonly isRefused: boolean;
	readonly onRun: () => void;
}

const types = Object.entries(parameterTypeLabels).map(([value, label]) => ({ value, label }));
const truths = [
	{ value: '', label: 'Choose…' },
	{ value: 'true', label: 'true' },
	{ value: 'false', label: 'false' },
];
const inputTypes = { text: 'text', number: 'text', date: 'date', timestamp: 'datetime-local' } as const;

export function ParameterFields({ payload, parameters, isRefused, onRun }: ParameterFieldsProps) {
	const names = useMemo(() => parametersOf(payload), [payload]);
	if (names.length === 0) return null;
	return (
		<Inline
			component="section"
			gap={[1, 4]}
			align="center"
			aria-label="Parameters"
			onKeyDown={(event) => {
				const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.repeat);
				// Enter that ends an IME composition doesn't run the code.
				const isTyped = event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing;
				if (event.key === 'Enter' && isPlain && isTyped) onRun();
			}}
		>
			{names.map((name) => {
				const parameter = parameters.of(name);
				const problem = explainParameter(name, parameter);
				const isWrong = problem !== null && (isRefused || parameter.value !== '');
				const set = (value: string) => parameters.setValue(name, value);
				return (
					<Inline key={name} gap={1} align="center">
						<Text mono>:{name}</Text>
						{parameter.type === 'boolean' ? (
							<Choice
								size="xs"
								aria-label={`Value of ${name}`}
								data={truths}
								value={parameter.value}
								onChange={set}
								error={isWrong}
							/>
						) : parameter.type === 'empty' || parameter.type === 'null' ? null : (
							<TextInput
								size="xs"
								w="11rem"
								type={inputTypes[parameter.type]}
								step={parameter.type === 'timestamp' ? 1 : undefined}
								inputMode={parameter.type === 'number' ? 'decimal' : undefined}
								aria-label={`Value of ${name}`}
								title={isWrong ? problem : undefined}
								autoComplete="off"
								value={parameter.value}
								onChange={(event) => set(event.currentTarget.value)}
								error={isWrong}
							/>
						)}
						<Choice
							size="xs"
							w="8rem"
							aria-label={`Type of ${name}`}
							data={types}
							value={parameter.type}
							onChange={(type) => parameters.setType(name, type as ParameterType)}
						/>
					</Inline>
				);
			})}
		</Inline>
	);
}
