import { Select, type SelectProps } from '@mantine/core';

interface SearchChoiceProps extends Omit<SelectProps, 'onChange'> {
	readonly value: string;
	readonly onChange: (value: string) => void;
}

/** A choice among so many values that users type to find one. */
export const SearchChoice = ({ onChange, ...props }: SearchChoiceProps) => (
	<Select
		{...props}
		searchable
		selectFirstOptionOnChange
		allowDeselect={false}
		nothingFoundMessage="No matches"
		maxDropdownHeight={320}
		// Hundreds of options render only once the list is opened.
		comboboxProps={{ width: 'max-content', position: 'bottom-start', keepMounted: false }}
		onChange={(value) => value !== null && onChange(value)}
	/>
);
