import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { TagsInput as MantineTagsInput, type TagsInputProps } from '@mantine/core';
import { useState } from 'react';
import classes from './tags-input.module.css';

/**
 * A field for several texts; its styles load with the component that uses it. Options close after a choice, and errors
 * are above, so neither covers what follows.
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
