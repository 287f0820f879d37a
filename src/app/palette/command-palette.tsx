import { Combobox, Modal, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MarkedText } from '../../features/search/marked-text-panel.tsx';
import { useFocusBack } from '../../lib/browser/use-focus-back.ts';
import { countOf } from '../../lib/format.ts';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import classes from './command-palette.module.css';
import type { Entry, FoundEntry } from './find-entries.ts';
import { endTypedAhead } from './typed-ahead.ts';
import { usePaletteEntries } from './use-entries.ts';

interface CommandPaletteProps {
	readonly onClose: () => void;
	readonly onShortcuts: () => void;
}

/** Search for everything that has a name and every command. */
export function CommandPalette({ onClose, onShortcuts }: CommandPaletteProps) {
	const [text, setText] = useState('');
	const { groups, further, isLooking } = usePaletteEntries(text, onShortcuts);
	const found = groups.flatMap((group) => group.entries);
	const entries = new Map([...found, ...further].map((entry) => [entry.id, entry] as const));
	// Escape belongs to the list: it closes everything.
	const combobox = useCombobox({ opened: true, onOpenedChange: (opened) => !opened && onClose() });
	const listId = useId();
	const optionId = ({ id }: Entry) => `${listId}-${id.replaceAll(/\s/g, '_')}`;
	// Mantine announces the option reached with the arrows, but not the first one after the text changed.
	const [active, setActive] = useState<string | null>(null);
	const arrowsText = useRef<string | null>(null);
	const activate = (id: string | null) => {
		arrowsText.current = text;
		setActive(id);
		return id;
	};
	const store = {
		...combobox,
		selectNextOption: () => activate(combobox.selectNextOption()),
		selectPreviousOption: () => activate(combobox.selectPreviousOption()),
	};
	const [before] = useState(() => document.activeElement);
	useFocusBack();

	const ids = [...entries.keys()].join('\n');
	const { selectFirstOption, selectOption } = combobox;
	// Enter chooses the first result, or the one reached with the arrows while more results arrive for the same text.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the choice only depends on the results
	useEffect(() => {
		const reached = arrowsText.current === text ? [...entries.values()].map(optionId).indexOf(active ?? '') : -1;
		if (reached === -1) setActive(selectFirstOption());
		else selectOption(reached);
	}, [ids]);

	const choose = (entry: Entry | undefined) => {
		if (entry === undefined || (entry.disabledReason ?? null) !== null) return;
		// Closes first and returns the focus, so the command starts there and a dialog it opens keeps its focus.
		flushSync(onClose);
		if (before instanceof HTMLElement) before.focus({ preventScroll: true });
		entry.choose();
	};

	const option = (entry: Entry | FoundEntry) => (
		<Combobox.Option
			key={entry.id}
			value={entry.id}
			id={optionId(entry)}
			aria-selected={active === optionId(entry)}
			disabled={(entry.disabledReason ?? null) !== null}
			className={classes.option ?? ''}
		>
			<EntryFace entry={entry} words={'words' in entry ? entry.words : []} />
		</Combobox.Option>
	);

	return (
		<Modal.Root opened onClose={onClose} size="lg" padding={0} returnFocus={false} transitionProps={{ duration: 0 }}>
			<Modal.Overlay />
			<Modal.Content aria-label="Search and commands">
				<Combobox store={store} onOptionSubmit={(id) => choose(entries.get(id))}>
					<Combobox.EventsTarget withAriaAttributes={false}>
						<TextInput
							data-autofocus
							role="combobox"
							aria-expanded
							aria-autocomplete="list"
							aria-controls={listId}
							{...(active === null ? {} : { 'aria-activedescendant': active })}
							size="md"
							variant="unstyled"
							className={classes.search ?? ''}
							leftSection={<IconSearch size={18} aria-hidden="true" />}
							aria-label="Search and commands"
							placeholder="Search data, pages and commands"
							value={text}
							onFocus={() => {
								const ahead = endTypedAhead();
								if (ahead !== '') setText((before) => before + ahead);
							}}
							onChange={(event) => setText(event.currentTarget.value)}
						/>
					</Combobox.EventsTarget>
					<VisuallyHidden role="status">
						{text.trim() === '' || isLooking ? '' : found.length === 0 ? 'No results' : countOf(found.length, 'result')}
					</VisuallyHidden>
					<Combobox.Options id={listId} className={classes.options ?? ''} aria-label="Results">
						{groups.map((group) => (
							<Combobox.Group key={group.label} label={group.label}>
								{group.entries.map(option)}
							</Combobox.Group>
						))}
						{groups.length === 0 && (
							<Combobox.Empty>{isLooking ? 'Searching…' : `No results for "${text}".`}</Combobox.Empty>
						)}
						{further.length > 0 && <Combobox.Group label="More">{further.map(option)}</Combobox.Group>}
					</Combobox.Options>
				</Combobox>
			</Modal.Content>
		</Modal.Root>
	);
}

function EntryFace({ entry, words }: { entry: Entry; words: readonly string[] }) {
	const aside = entry.disabledReason ?? entry.hint;
	return (
		<>
			<Text clip>
				<MarkedText text={entry.label} words={words} />
			</Text>
			{aside && (
				<Muted clip rigid style={{ maxWidth: '50%' }}>
					{aside}
				</Muted>
			)}
			{entry.excerpt !== undefined && (
				<Muted clip fill size="small">
					<MarkedText text={entry.excerpt} words={words} />
				</Muted>
			)}
			{entry.keys !== undefined && (
				<Muted component="kbd" rigid push style={{ fontSize: 'var(--text-small)' }}>
					{entry.keys}
				</Muted>
			)}
		</>
	);
}
