import { Modal } from '@mantine/core';
import { useState } from 'react';
import { altName, keyName } from '../../lib/browser/keys.ts';
import { useFocusBack } from '../../lib/browser/use-focus-back.ts';
import { offeredCommands } from '../../lib/commands.ts';
import { Property, PropertyList } from '../../ui/primitives/property-list.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import classes from './shortcut-sheet.module.css';

/** All keyboard shortcuts that aren't shown on a button. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
	useFocusBack();
	const [commands] = useState(offeredCommands);
	const here = commands.flatMap(({ label, keys }) => (keys === undefined ? [] : [[keys, label] as const]));
	const groups = [...(here.length === 0 ? [] : [{ title: 'On this page', keys: here }]), ...shortcuts];
	return (
		<Modal opened onClose={onClose} size="xl" title="Keyboard shortcuts" transitionProps={{ duration: 0 }}>
			<div className={classes.groups}>
				{groups.map(({ title, keys }) => (
					<section key={title} className={classes.group} aria-label={title}>
						<SectionHeader level={3} mb={1}>
							{title}
						</SectionHeader>
						<PropertyList className={classes.keys}>
							{keys.map(([key, what]) => (
								<Property key={what} name={<kbd>{key}</kbd>}>
									{what}
								</Property>
							))}
						</PropertyList>
					</section>
				))}
			</div>
		</Modal>
	);
}

const shortcuts: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
	{
		title: 'Everywhere',
		keys: [
			[keyName('K'), 'Search and commands'],
			[keyName('P'), 'Search and commands (also in the code editor)'],
			['F6', 'Next workbench pane (with Shift: previous)'],
			[altName('Shift P'), 'Account and profiles'],
			['?', 'Show keyboard shortcuts'],
			['Esc', 'Close dialog or panel'],
		],
	},
	{
		title: 'Lists',
		keys: [
			['/', 'Filter'],
			['↑ ↓', 'Move (farther with Page Up, Page Down, Home and End)'],
			['Enter', 'Open'],
			['x', 'Select or deselect row'],
		],
	},
	{
		title: 'Rows',
		keys: [
			['← ↑ → ↓', 'Move (with Shift: select)'],
			[`${keyName('Home')}, ${keyName('End')}`, 'Go to first or last cell'],
			[keyName('C'), 'Copy selection'],
			[keyName('F'), 'Find'],
			[keyName('G'), 'Go to row'],
			['Enter', 'Show full value'],
		],
	},
	{
		title: 'Code',
		keys: [
			[keyName('Enter'), 'Preview'],
			[keyName('Shift Enter'), 'Preview selection'],
			[keyName('S'), 'Save'],
			[keyName('Space'), 'Show suggestions (press again for details)'],
			[keyName('.'), 'Quick fix'],
			['F8', 'Next problem'],
			[altName('Shift F'), 'Format selection or document'],
			[keyName('/'), 'Comment'],
			[keyName('D'), 'Add next match'],
			[altName('Click'), 'Add cursor'],
			[keyName('F'), 'Find and replace'],
			[keyName('M'), 'Toggle Tab key moves focus'],
			['F1', 'Show editor commands'],
		],
	},
];
