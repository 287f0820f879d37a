import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';

/** A field for several texts. Its styles are loaded with what shows it. */
export { TagsInput } from '@mantine/core';
