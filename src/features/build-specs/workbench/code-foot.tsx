import { Select } from '@mantine/core';
import { IconAlignLeft, IconDots, IconHash, IconPlayerPlay, IconSearch } from '@tabler/icons-react';
import { memo } from 'react';
import { type EditorCommands, type EditorLanguage, editorLanguages } from '../../../ui/editor/types.ts';
import { keyName } from '../../../ui/keys.ts';
import { MenuButton } from '../../../ui/menu-button.tsx';
import classes from './workbench.module.css';

const languageNames = { sql: 'SQL', json: 'JSON', python: 'Python', plaintext: 'Plain text' } as const;
const languages = editorLanguages.map((value) => ({ value, label: languageNames[value] }));

interface LanguageSelectProps {
	readonly language: EditorLanguage;
	readonly onChange: (language: EditorLanguage) => void;
}

export const LanguageSelect = memo(({ language, onChange }: LanguageSelectProps) => (
	<Select
		className={classes.language}
		aria-label="Language of the code"
		title="Colours the text only"
		size="xs"
		data={languages}
		value={language}
		allowDeselect={false}
		onChange={(value) => {
			const picked = editorLanguages.find((it) => it === value);
			if (picked !== undefined) onChange(picked);
		}}
	/>
));

interface CodeMenuProps {
	readonly commands: EditorCommands;
	readonly onFormat: () => void;
	/** Null where the service offers no previews of this. */
	readonly onPreviewPart: (() => void) | null;
}

/** What can be done with the code, for those who do not know the keys. */
export const CodeMenu = memo(({ commands, onFormat, onPreviewPart }: CodeMenuProps) => (
	<MenuButton
		label="Code"
		title={onPreviewPart === null ? 'Format, find, comment' : 'Format, find, comment, preview a part'}
		icon={<IconDots size={16} aria-hidden />}
		entries={[
			{ label: `Format (Shift Alt F)`, icon: IconAlignLeft, onClick: onFormat },
			{ label: `Find… (${keyName('F')})`, icon: IconSearch, onClick: commands.find },
			{ label: `Comment lines (${keyName('/')})`, icon: IconHash, onClick: commands.comment },
			...(onPreviewPart === null
				? []
				: [
						{
							label: `Preview what is selected (${keyName('Shift Enter')})`,
							icon: IconPlayerPlay,
							onClick: onPreviewPart,
						},
					]),
		]}
	/>
));
