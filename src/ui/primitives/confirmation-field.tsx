import { TextInput, type TextInputProps } from '@mantine/core';

interface ConfirmationFieldProps extends Omit<TextInputProps, 'label' | 'value' | 'onChange'> {
	/** What has to be typed. */
	readonly word: string;
	readonly value: string;
	readonly onChange: (text: string) => void;
}

/** A field into which a name is typed before something that can't be undone. By default it says when another one is typed. */
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
