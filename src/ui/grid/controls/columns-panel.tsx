import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPin, IconPinFilled, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { GridColumn } from '../../../rows/index.ts';
import { type GridLayout, isInternal, moveColumn, orderColumns, toggleName } from '../grid-layout.ts';
import classes from './controls.module.css';

export interface ColumnsPanelProps {
	readonly columns: readonly GridColumn[];
	/** As it is in force. */
	readonly layout: GridLayout;
	readonly apart: number | undefined;
	readonly onChange: (layout: GridLayout) => void;
}

/** Which columns are shown, in which order, and which stay at the left. */
export function ColumnsPanel({ columns, layout, apart, onChange }: ColumnsPanelProps) {
	const [search, setSearch] = useState('');
	const order = orderColumns(columns, layout, apart);
	const nameOf = (index: number): string => columns[index]?.name ?? '';
	const sought = search.trim().toLowerCase();
	const found = order.filter((index) => nameOf(index).toLowerCase().includes(sought));
	const internal = found.filter((index) => isInternal(nameOf(index)));
	const usual = found.filter((index) => !isInternal(nameOf(index)));
	const setHidden = (names: readonly string[], hidden: boolean) => {
		const chosen = new Set(names);
		onChange({ ...layout, hidden: [...layout.hidden.filter((it) => !chosen.has(it)), ...(hidden ? names : [])] });
	};
	const move = (index: number, by: 1 | -1) => {
		const at = order.indexOf(index);
		onChange(moveColumn(columns, layout, index, (by === 1 ? order[at + 2] : order[at - 1]) ?? null));
	};
	const names = found.map(nameOf);
	const rowOf = (index: number) => (
		<ColumnRow
			key={index}
			column={columns[index]}
			isShown={!layout.hidden.includes(nameOf(index))}
			isPinned={layout.pinned.includes(nameOf(index))}
			isFirst={order[0] === index}
			isLast={order.at(-1) === index}
			onShow={(wanted) => setHidden([nameOf(index)], !wanted)}
			onPin={(wanted) => onChange({ ...layout, pinned: toggleName(layout.pinned, nameOf(index), wanted) })}
			onMove={(by) => move(index, by)}
		/>
	);
	return (
		<div className={classes.panel}>
			<TextInput
				aria-label="Search columns"
				placeholder="Search columns"
				leftSection={<IconSearch size={14} aria-hidden="true" />}
				value={search}
				data-autofocus
				onChange={(event) => setSearch(event.currentTarget.value)}
			/>
			<div className={classes.panelActions}>
				<Button variant="default" size="compact-sm" onClick={() => setHidden(names, false)}>
					{sought === '' ? 'Show all' : 'Show these'}
				</Button>
				<Button variant="default" size="compact-sm" onClick={() => setHidden(names, true)}>
					{sought === '' ? 'Hide all' : 'Hide these'}
				</Button>
				<Button
					variant="subtle"
					color="gray"
					size="compact-sm"
					className={classes.end ?? ''}
					onClick={() => onChange({ order: [], pinned: [], hidden: [], widths: [] })}
				>
					Reset layout
				</Button>
			</div>
			<ul className={classes.columns} aria-label="Columns">
				{usual.map(rowOf)}
			</ul>
			{internal.length > 0 && (
				<>
					<p className={classes.note}>Internal columns: what the service noted about the rows, not data of theirs.</p>
					<ul className={classes.columns} aria-label="Internal columns">
						{internal.map(rowOf)}
					</ul>
				</>
			)}
			{found.length === 0 && <p className={classes.note}>No column has “{search}” in its name.</p>}
		</div>
	);
}

interface ColumnRowProps {
	readonly column: GridColumn | undefined;
	readonly isShown: boolean;
	readonly isPinned: boolean;
	readonly isFirst: boolean;
	readonly isLast: boolean;
	readonly onShow: (wanted: boolean) => void;
	readonly onPin: (wanted: boolean) => void;
	readonly onMove: (by: 1 | -1) => void;
}

function ColumnRow({ column, isShown, isPinned, isFirst, isLast, onShow, onPin, onMove }: ColumnRowProps) {
	const { name = '', type = '' } = column ?? {};
	const Pin = isPinned ? IconPinFilled : IconPin;
	return (
		<li className={classes.column}>
			<label className={classes.columnName} title={`${name}\n${type}`}>
				<input type="checkbox" checked={isShown} onChange={(event) => onShow(event.currentTarget.checked)} />
				<span>{name}</span>
			</label>
			<ActionIcon
				variant="subtle"
				color="gray"
				aria-label={`Pin ${name} to the left`}
				aria-pressed={isPinned}
				title={isPinned ? 'Let it scroll' : 'Pin to the left'}
				onClick={() => onPin(!isPinned)}
			>
				<Pin size={14} aria-hidden="true" />
			</ActionIcon>
			<ActionIcon
				variant="subtle"
				color="gray"
				aria-label={`Move ${name} up`}
				aria-disabled={isFirst}
				onClick={() => {
					if (!isFirst) onMove(-1);
				}}
			>
				<IconArrowUp size={14} aria-hidden="true" />
			</ActionIcon>
			<ActionIcon
				variant="subtle"
				color="gray"
				aria-label={`Move ${name} down`}
				aria-disabled={isLast}
				onClick={() => {
					if (!isLast) onMove(1);
				}}
			>
				<IconArrowDown size={14} aria-hidden="true" />
			</ActionIcon>
		</li>
	);
}
