import { TextInput, type TextInputProps } from '@mantine/core';

interface ConfirmationFieldProps extends Omit<TextInputProps, 'label' | 'value' | 'onChange'> {
	/** The text to type. */
	readonly word: string;
	readonly value: string;
	readonly onChange: (text: string) => void;
}

/** A field for typing a name before an irreversible action. By default, it reports a different name. */
export const ConfirmationField = ({ word, value, onChange, ...props }: ConfirmationFieldProps) => (
	<TextInput
		label={`Type ${word} to confirm`}
		value={value}
		autoComplete="off"
		spellCheck={false}
		error={value !== '' && !word.startsWith(value) ? `Doesn’t match ${word}.` : null}
		onChange={(event) => onChange(event.currentTarget.value)}
		{...props}
	/>
);
