import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import classes from './command-palette.module.css';
import { type Entry, findEntries } from './find-entries.ts';
import { useEntries, useIsLooking } from './use-entries.ts';

interface CommandPaletteProps {
	readonly onClose: () => void;
	readonly onShortcuts: () => void;
}

/** Everything that has a name and everything that can be done here, a few letters away. */
export function CommandPalette({ onClose, onShortcuts }: CommandPaletteProps) {
	const [text, setText] = useState('');
	const groups = findEntries(useEntries(text, onShortcuts), text);
	const entries = new Map(groups.flatMap((it) => it.entries.map((entry) => [entry.id, entry] as const)));
	// Escape is the list's: it closes everything.
	const combobox = useCombobox({ opened: true, onOpenedChange: (opened) => !opened && onClose() });
	const [before] = useState(() => document.activeElement);
	useFocusBack();

	const isLooking = useIsLooking();
	const ids = [...entries.keys()].join('\n');
	const { selectFirstOption } = combobox;
	// biome-ignore lint/correctness/useExhaustiveDependencies: the first of what is found now is chosen by Enter
	useEffect(() => void selectFirstOption(), [ids]);

	const choose = (entry: Entry | undefined) => {
		if (entry === undefined || (entry.waits ?? null) !== null) return;
		// It goes first, and the focus is where it was: what is chosen begins there, and no dialog that it opens is robbed of it.
		flushSync(onClose);
		if (before instanceof HTMLElement) before.focus({ preventScroll: true });
		entry.choose();
	};

	return (
		<Modal.Root opened onClose={onClose} size="lg" padding={0} returnFocus={false} transitionProps={{ duration: 0 }}>
			<Modal.Overlay />
			<Modal.Content aria-label="Search and commands">
				<Combobox store={combobox} onOptionSubmit={(id) => choose(entries.get(id))}>
					<Combobox.EventsTarget withExpandedAttribute>
						<TextInput
							data-autofocus
							role="combobox"
							size="md"
							variant="unstyled"
							className={classes.search ?? ''}
							leftSection={<IconSearch size={18} aria-hidden="true" />}
							aria-label="Search and commands"
							placeholder="Go to a page, BuildSpec or dataset, or do something"
							value={text}
							onChange={(event) => setText(event.currentTarget.value)}
						/>
					</Combobox.EventsTarget>
					<Combobox.Options className={classes.options ?? ''} aria-label="What was found">
						{groups.map((group) => (
							<Combobox.Group key={group.label} label={group.label}>
								{group.entries.map((entry) => (
									<Combobox.Option
										key={entry.id}
										value={entry.id}
										disabled={(entry.waits ?? null) !== null}
										className={classes.option ?? ''}
									>
										<span className={classes.label}>{entry.label}</span>
										{(entry.waits ?? entry.hint) && <span className={classes.hint}>{entry.waits ?? entry.hint}</span>}
										{entry.keys !== undefined && <kbd className={classes.keys}>{entry.keys}</kbd>}
									</Combobox.Option>
								))}
							</Combobox.Group>
						))}
						{groups.length === 0 && (
							<Combobox.Empty>
								{isLooking ? 'Looking…' : `Nothing that is known here is called “${text}”.`}
							</Combobox.Empty>
						)}
					</Combobox.Options>
				</Combobox>
			</Modal.Content>
		</Modal.Root>
	);
}
