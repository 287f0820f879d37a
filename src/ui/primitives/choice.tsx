import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface ChoiceProps extends Omit<NativeSelectProps, 'data' | 'onChange'> {
	readonly data: readonly (string | { readonly value: string; readonly label: string })[];
	readonly onChange: (value: string) => void;
}

/** A native select. */
export const Choice = ({ data, onChange, ...props }: ChoiceProps) => (
	<NativeSelect {...props} data={[...data]} onChange={(event) => onChange(event.currentTarget.value)} />
);
