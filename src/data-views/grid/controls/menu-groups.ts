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
	IconStack2,
	IconX,
} from '@tabler/icons-react';
import { copyText } from '../../../lib/browser/clipboard.ts';
import { keyName } from '../../../lib/browser/keys.ts';
import { type CellPosition, filterLike } from '../../../rows/index.ts';
import { toggleName } from '../canvas/grid-layout.ts';
import type { GridContext } from './grid-context.ts';
import type { GridMenuEntry } from './grid-menu.tsx';

export function columnGroups(grid: GridContext, column: number): GridMenuEntry[][] {
	const { source, state, layout } = grid;
	const name = source.columns[column]?.name ?? '';
	const sort = (descending: boolean) => () => grid.setSort([{ column: name, descending }]);
	const others = state.sort.filter((term) => term.column !== name);
	const stopSorting = { label: 'Clear sort', icon: IconX, onClick: () => grid.setSort(others) };
	const pin = (wanted: boolean) => () => grid.setLayout({ ...layout, pinned: toggleName(layout.pinned, name, wanted) });
	const hide = () => grid.setLayout({ ...layout, hidden: toggleName(layout.hidden, name, true) });
	const sorting: GridMenuEntry[] = [
		{ label: 'Sort ascending', icon: IconSortAscending, onClick: sort(false) },
		{ label: 'Sort descending', icon: IconSortDescending, onClick: sort(true) },
		...(others.length < state.sort.length ? [stopSorting] : []),
		{ label: 'Filter…', icon: IconFilter, onClick: () => grid.openPanel('values', column) },
		{ label: 'Group by…', icon: IconStack2, onClick: () => grid.openPanel('group', column) },
	];
	return [
		source.arrange === undefined ? [] : sorting,
		[
			layout.pinned.includes(name)
				? { label: 'Unpin', icon: IconPinnedOff, onClick: pin(false) }
				: { label: 'Pin to the left', icon: IconPin, onClick: pin(true) },
			{ label: 'Hide', icon: IconEyeOff, onClick: hide },
			{ label: 'Move left', icon: IconArrowLeft, onClick: () => grid.view()?.moveColumn(column, -1) },
			{ label: 'Move right', icon: IconArrowRight, onClick: () => grid.view()?.moveColumn(column, 1) },
			{ label: 'Fit to content', icon: IconArrowAutofitWidth, onClick: () => grid.view()?.fit(column) },
		],
		[
			{ label: 'Copy name', icon: IconCopy, onClick: () => void copyText(name) },
			{ label: 'All columns…', icon: IconColumns3, onClick: () => grid.openPanel('columns', column) },
		],
	];
}

export function cellGroups(grid: GridContext, cell: CellPosition): GridMenuEntry[][] {
	const { source, state } = grid;
	const column = source.columns[cell.column];
	const value = grid.view()?.valueAt(cell);
	const filter = (label: string, icon: GridMenuEntry['icon'], exclude: boolean): GridMenuEntry[] => {
		const term = column === undefined || value === undefined ? null : filterLike(column, value, exclude);
		if (term === null || source.arrange === undefined) return [];
		return [{ label, icon, onClick: () => grid.setFilter([...state.filter, term]) }];
	};
	const { rowAction } = grid;
	return [
		[
			...(rowAction === undefined
				? []
				: [{ label: rowAction.label, icon: IconStack2, onClick: () => grid.act(cell), keys: 'Enter' }]),
			{
				label: 'Show full value',
				icon: IconListDetails,
				onClick: () => grid.inspect(cell),
				...(rowAction === undefined && { keys: 'Enter' }),
			},
		],
		copyEntries(grid.copy),
		[...filter('Filter by this value', IconFilterPlus, false), ...filter('Exclude this value', IconFilterOff, true)],
	];
}

export const copyEntries = (copy: GridContext['copy']): GridMenuEntry[] => [
	{ label: 'Copy', icon: IconCopy, onClick: () => copy('tsv', false), keys: keyName('C') },
	{ label: 'Copy with headers', icon: IconCopy, onClick: () => copy('tsv', true) },
	{ label: 'Copy as CSV', icon: IconCopy, onClick: () => copy('csv', true) },
	{ label: 'Copy as JSON', icon: IconCopy, onClick: () => copy('json', true) },
	{ label: 'Copy as Markdown', icon: IconCopy, onClick: () => copy('markdown', true) },
];
