import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import classes from './tags-input.module.css';

/** A choice of several values, whose styles are loaded with what shows it. */
export const MultiChoice = (props: MultiSelectProps) => (
	<MultiSelect classNames={{ input: classes.field, inputField: classes.text }} {...props} />
);
