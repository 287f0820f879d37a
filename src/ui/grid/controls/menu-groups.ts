import {
	IconArrowAutofitWidth,
	IconArrowLeft,
	IconArrowRight,
	IconColumns3,
	IconCopy,
	IconEyeOff,
	IconFilter,
	IconFilterOff,
	IconFilterPlus,
	IconListDetails,
	IconPin,
	IconPinnedOff,
	IconSortAscending,
	IconSortDescending,
	IconX,
} from '@tabler/icons-react';
import type { CopyFormat, SortTerm } from '../../../rows/index.ts';
import type { GridMenuEntry } from './grid-menu.tsx';

interface ColumnFacts {
	readonly sorted: SortTerm | undefined;
	readonly isPinned: boolean;
	readonly canArrange: boolean;
}

interface ColumnActs {
	sort(descending: boolean | null): void;
	filter(): void;
	pin(wanted: boolean): void;
	hide(): void;
	move(by: 1 | -1): void;
	fit(): void;
	copyName(): void;
	columns(): void;
}

/** What can be done with a column. */
export function columnGroups(facts: ColumnFacts, acts: ColumnActs): GridMenuEntry[][] {
	const { sorted, isPinned, canArrange } = facts;
	const sorting: GridMenuEntry[] = [
		{ label: 'Sort ascending', icon: IconSortAscending, onClick: () => acts.sort(false) },
		{ label: 'Sort descending', icon: IconSortDescending, onClick: () => acts.sort(true) },
		...(sorted === undefined ? [] : [{ label: 'Do not sort by it', icon: IconX, onClick: () => acts.sort(null) }]),
		{ label: 'Filter…', icon: IconFilter, onClick: acts.filter },
	];
	return [
		canArrange ? sorting : [],
		[
			isPinned
				? { label: 'Unpin', icon: IconPinnedOff, onClick: () => acts.pin(false) }
				: { label: 'Pin to the left', icon: IconPin, onClick: () => acts.pin(true) },
			{ label: 'Hide', icon: IconEyeOff, onClick: acts.hide },
			{ label: 'Move left', icon: IconArrowLeft, onClick: () => acts.move(-1) },
			{ label: 'Move right', icon: IconArrowRight, onClick: () => acts.move(1) },
			{ label: 'Fit the width', icon: IconArrowAutofitWidth, onClick: acts.fit },
		],
		[
			{ label: 'Copy name', icon: IconCopy, onClick: acts.copyName },
			{ label: 'All columns…', icon: IconColumns3, onClick: acts.columns },
		],
	];
}

interface CellActs {
	inspect(): void;
	copy(format: CopyFormat, withHeader: boolean): void;
	/** Absent where no filter can be made of the cell. */
	readonly keep: (() => void) | undefined;
	readonly exclude: (() => void) | undefined;
}

/** What can be done with the selected cells, of which one is the active. */
export function cellGroups({ inspect, copy, keep, exclude }: CellActs): GridMenuEntry[][] {
	return [
		[{ label: 'Show all of this cell', icon: IconListDetails, onClick: inspect, keys: 'Enter' }],
		[
			{ label: 'Copy', icon: IconCopy, onClick: () => copy('tsv', false), keys: 'Ctrl+C' },
			{ label: 'Copy with header', icon: IconCopy, onClick: () => copy('tsv', true) },
			{ label: 'Copy as CSV', icon: IconCopy, onClick: () => copy('csv', true) },
			{ label: 'Copy as JSON', icon: IconCopy, onClick: () => copy('json', true) },
			{ label: 'Copy as Markdown', icon: IconCopy, onClick: () => copy('markdown', true) },
		],
		[
			...(keep === undefined ? [] : [{ label: 'Filter by this value', icon: IconFilterPlus, onClick: keep }]),
			...(exclude === undefined ? [] : [{ label: 'Exclude this value', icon: IconFilterOff, onClick: exclude }]),
		],
	];
}
