import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { TagsInput as MantineTagsInput, type TagsInputProps } from '@mantine/core';
import { useState } from 'react';
import classes from './tags-input.module.css';

/**
 * A field for several texts, whose styles are loaded with what shows it. Its options go once one is chosen, and what is wrong stands
 * above it: neither hides what comes next.
 */
export function TagsInput(props: TagsInputProps) {
	const [opened, setOpened] = useState(false);
	return (
		<MantineTagsInput
			inputWrapperOrder={['label', 'description', 'error', 'input']}
			classNames={{ input: classes.field, inputField: classes.text }}
			{...props}
			dropdownOpened={opened}
			onDropdownOpen={() => setOpened(true)}
			onDropdownClose={() => setOpened(false)}
			onChange={(values) => {
				props.onChange?.(values);
				setOpened(false);
			}}
		/>
	);
}
