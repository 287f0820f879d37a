import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPin, IconPinFilled, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { GridColumn } from '../../../rows/index.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { type GridLayout, isInternal, orderColumns, plainLayout, toggleName } from '../canvas/grid-layout.ts';
import classes from './controls.module.css';

interface ColumnsPanelProps {
	readonly columns: readonly GridColumn[];
	readonly layout: GridLayout;
	readonly apart: number | undefined;
	readonly onChange: (layout: GridLayout) => void;
}

export function ColumnsPanel({ columns, layout, apart, onChange }: ColumnsPanelProps) {
	const [search, setSearch] = useState('');
	const order = orderColumns(columns, layout, apart);
	const nameOf = (index: number): string => columns[index]?.name ?? '';
	const searchText = search.trim().toLowerCase();
	const found = order.filter((index) => nameOf(index).toLowerCase().includes(searchText));
	const internal = found.filter((index) => isInternal(nameOf(index)));
	const usual = found.filter((index) => !isInternal(nameOf(index)));
	const setHidden = (names: readonly string[], hidden: boolean) => {
		const chosen = new Set(names);
		onChange({ ...layout, hidden: [...layout.hidden.filter((value) => !chosen.has(value)), ...(hidden ? names : [])] });
	};
	const names = found.map(nameOf);
	const rowOf = (index: number) => (
		<ColumnRow
			key={index}
			column={columns[index]}
			isShown={!layout.hidden.includes(nameOf(index))}
			isPinned={layout.pinned.includes(nameOf(index))}
			onShow={(wanted) => setHidden([nameOf(index)], !wanted)}
			onPin={(wanted) => onChange({ ...layout, pinned: toggleName(layout.pinned, nameOf(index), wanted) })}
		/>
	);
	return (
		<Stack gap={3}>
			<TextInput
				aria-label="Search columns"
				placeholder="Search columns"
				leftSection={<IconSearch size={14} aria-hidden="true" />}
				value={search}
				data-autofocus
				onChange={(event) => setSearch(event.currentTarget.value)}
			/>
			<Inline gap={2}>
				<Button variant="default" size="compact-sm" onClick={() => setHidden(names, false)}>
					{searchText === '' ? 'Show all' : 'Show matching'}
				</Button>
				<Button variant="default" size="compact-sm" onClick={() => setHidden(names, true)}>
					{searchText === '' ? 'Hide all' : 'Hide matching'}
				</Button>
				<Button variant="subtle" color="gray" size="compact-sm" ml="auto" onClick={() => onChange(plainLayout)}>
					Reset layout
				</Button>
			</Inline>
			<Stack component="ul" scroll className={classes.columns} aria-label="Columns">
				{usual.map(rowOf)}
			</Stack>
			{internal.length > 0 && (
				<>
					<Muted component="p">The service adds internal columns. They aren’t part of the data.</Muted>
					<Stack component="ul" scroll className={classes.columns} aria-label="Internal columns">
						{internal.map(rowOf)}
					</Stack>
				</>
			)}
			{found.length === 0 && <Muted component="p">No column name contains "{search}".</Muted>}
		</Stack>
	);
}

interface ColumnRowProps {
	readonly column: GridColumn | undefined;
	readonly isShown: boolean;
	readonly isPinned: boolean;
	readonly onShow: (wanted: boolean) => void;
	readonly onPin: (wanted: boolean) => void;
}

function ColumnRow({ column, isShown, isPinned, onShow, onPin }: ColumnRowProps) {
	const { name = '', type = '' } = column ?? {};
	const Pin = isPinned ? IconPinFilled : IconPin;
	return (
		<li className={classes.column}>
			<label className={classes.columnName} title={`${name}\n${type}`}>
				<input type="checkbox" checked={isShown} onChange={(event) => onShow(event.currentTarget.checked)} />
				<span>{name}</span>
			</label>
			<ActionIcon
				aria-label={`Pin ${name} to the left`}
				aria-pressed={isPinned}
				title={isPinned ? 'Unpin' : 'Pin to the left'}
				onClick={() => onPin(!isPinned)}
			>
				<Pin size={14} aria-hidden="true" />
			</ActionIcon>
		</li>
	);
}
