import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import classes from './tags-input.module.css';

/** A choice of several values; its styles load with the component that uses it. */
export const MultiChoice = (props: MultiSelectProps) => (
	<MultiSelect classNames={{ input: classes.field, inputField: classes.text }} {...props} />
);
