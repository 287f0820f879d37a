import type { AutocompleteProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { splitNames } from '#contract/dataset.ts';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { statusLabel, statusWord } from '../names/status-model.ts';
import { useStatusOf } from '../names/status-queries.ts';
import { readKnown } from './coordinates.ts';

const noneUnbuilt: ReadonlySet<string> = new Set();

/** Options rendered at once. */
const limit = 50;

/** Coordinates with every typed word: matches in the dataset first, then in the namespace; never-built ones last. */
export function searchCoordinates(known: readonly string[], typed: string, unbuilt = noneUnbuilt): string[] {
	const words = typed
		.toLowerCase()
		.split(/[\s/.]+/)
		.filter(Boolean);
	const last = words.at(-1) ?? '';
	const far = (value: string) => {
		const [, namespace = '', name = ''] = splitNames(value.toLowerCase());
		return name.startsWith(last) ? 0 : namespace.startsWith(words[0] ?? '') ? 1 : 2;
	};
	return [...new Set(known)]
		.filter((value) => words.every((word) => value.toLowerCase().includes(word)))
		.map((value) => ({ value, far: unbuilt.has(value) ? 3 : words.length === 0 ? 0 : far(value) }))
		.sort((a, b) => a.far - b.far)
		.map(({ value }) => value);
}

/** Whether owner, namespace and dataset are typed, so that nothing longer is meant. */
const isWhole = (typed: string): boolean => splitNames(typed).length > 2;

/**
 * Autocompletion for the source and destination fields.
 * @param onEnter receives the coordinate if no option is highlighted: the first match, or what is typed
 */
export function useCoordinateOptions(
	known: readonly string[],
	typed: string,
	onEnter: (text: string) => void,
	unbuilt = noneUnbuilt,
) {
	const [dropdownOpened, setOpened] = useState(false);
	return {
		dropdownOpened,
		onDropdownOpen: () => setOpened(true),
		onDropdownClose: () => setOpened(false),
		data: [...new Set(known)],
		limit,
		// Wider than its field, to fit whole names.
		comboboxProps: { width: 'min(32rem, 100vw - 2rem)', position: 'bottom-start' },
		filter: ({ search }) =>
			searchCoordinates(known, search, unbuilt).map((coordinate) => ({ value: coordinate, label: coordinate })),
		renderOption: ({ option }) => <Coordinate text={option.value} isUnbuilt={unbuilt.has(option.value)} />,
		selectFirstOptionOnChange: typed.trim() !== '' && !isWhole(typed),
		// Runs before the option list gets the key.
		onKeyDownCapture: (event) => {
			if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
			if (isWhole(typed) ? isPicked(event) : hasHighlight(event)) return;
			event.stopPropagation();
			const first = typed.trim() === '' || isWhole(typed) ? undefined : searchCoordinates(known, typed, unbuilt)[0];
			setOpened(false);
			onEnter(first ?? typed);
		},
	} satisfies Partial<AutocompleteProps>;
}

type Key = KeyboardEvent<HTMLInputElement>;

const isPicked = ({ currentTarget }: Key): boolean =>
	document.getElementById(currentTarget.getAttribute('aria-activedescendant') ?? '')?.dataset.comboboxSelected !==
	undefined;

const hasHighlight = ({ currentTarget }: Key): boolean =>
	document
		.getElementById(currentTarget.getAttribute('aria-controls') ?? '')
		?.querySelector('[data-combobox-selected]') instanceof Element;

function Coordinate({ text, isUnbuilt }: { readonly text: string; readonly isUnbuilt: boolean }) {
	const dataset = readKnown(text);
	const status = useStatusOf(dataset);
	const word = statusWord(status) ?? (isUnbuilt ? statusLabel['never-built'].toLowerCase() : undefined);
	return (
		<Text mono breaks>
			<Muted>
				{dataset.owner}/{dataset.namespace}/
			</Muted>
			{dataset.datasetName}
			{word !== undefined && <Muted size="small"> {word}</Muted>}
		</Text>
	);
}
