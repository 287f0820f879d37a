import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconArrowBarToDown, IconArrowBarToUp, IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import classes from './column-order.module.css';
import { moveColumn } from './column-order-model.ts';

interface ColumnOrderListProps {
	readonly order: readonly string[];
	/** Types by column name. */
	readonly types: ReadonlyMap<string, string>;
	/** Errors from the service, by column. */
	readonly problems: ReadonlyMap<string, string>;
	/** Columns added since the order was loaded. */
	readonly added: readonly string[];
	readonly readOnly: boolean;
	readonly onChange: (order: readonly string[]) => void;
}

/** The column being moved, by keyboard or pointer. */
interface Grabbed {
	readonly name: string;
	/** The order if dropped now. */
	readonly order: readonly string[];
	readonly by: 'keys' | 'pointer';
}

/** Columns as rows that can be moved by dragging, by keyboard, or to a typed position. */
export function ColumnOrderList({ order, types, problems, added, readOnly, onChange }: ColumnOrderListProps) {
	const [grabbed, setGrabbed] = useState<Grabbed | null>(null);
	const [announcement, announce] = useState('');
	const list = useRef<HTMLOListElement>(null);
	const shown = grabbed?.order ?? order;

	const handleOf = (name: string) =>
		list.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(name)}"] button`) ?? null;
	// Moving a row in the document removes its focus.
	useLayoutEffect(() => {
		if (grabbed?.by === 'keys' && shown.includes(grabbed.name)) handleOf(grabbed.name)?.focus();
	});

	const positionOf = (name: string, names: readonly string[]) =>
		`position ${names.indexOf(name) + 1} of ${names.length}`;
	const drop = (grabbed: Grabbed) => {
		setGrabbed(null);
		onChange(grabbed.order);
		announce(`Dropped ${grabbed.name} at ${positionOf(grabbed.name, grabbed.order)}.`);
	};
	const cancel = (grabbed: Grabbed) => {
		setGrabbed(null);
		announce(`Move canceled. ${grabbed.name} is back at ${positionOf(grabbed.name, order)}.`);
	};
	const moveTo = (name: string, position: number) => {
		const next = moveColumn(order, order.indexOf(name), position);
		onChange(next);
		announce(`Moved ${name} to ${positionOf(name, next)}.`);
	};

	const onKeys = (event: KeyboardEvent<HTMLElement>, name: string) => {
		const at = shown.indexOf(name);
		const targets: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: shown.length };
		const target = targets[event.key];
		if (event.key === ' ' || event.key === 'Enter') {
			if (grabbed !== null) drop(grabbed);
			else {
				setGrabbed({ name, order, by: 'keys' });
				announce(
					`Moving ${name}, ${positionOf(name, order)}. Press an arrow key to move it, Space to drop it, or Escape to cancel.`,
				);
			}
		} else if (grabbed === null) {
			const next = event.key.startsWith('Arrow') && target !== undefined ? order[target] : undefined;
			if (next === undefined) return;
			handleOf(next)?.focus();
		} else if (target !== undefined) {
			const next = moveColumn(grabbed.order, at, target);
			setGrabbed({ ...grabbed, order: next });
			announce(`${name}, ${positionOf(name, next)}.`);
		} else if (event.key === 'Escape') {
			event.stopPropagation();
			cancel(grabbed);
		} else return;
		event.preventDefault();
	};

	const dragging = grabbed?.by === 'pointer';
	const end = (kept: boolean) => {
		if (grabbed?.by === 'pointer') (kept ? drop : cancel)(grabbed);
	};
	// Listens on the window, because the handle loses the pointer when its row moves in the document.
	useWindowEvent('pointermove', (event) => {
		const rows = list.current;
		if (grabbed?.by !== 'pointer' || rows === null) return;
		const box = rows.getBoundingClientRect();
		const height = rows.scrollHeight / grabbed.order.length;
		if (event.clientY < box.top + height) rows.scrollTop -= height / 2;
		if (event.clientY > box.bottom - height) rows.scrollTop += height / 2;
		const target = Math.floor((event.clientY - box.top + rows.scrollTop) / height);
		const next = moveColumn(grabbed.order, grabbed.order.indexOf(grabbed.name), target);
		if (next !== grabbed.order) setGrabbed({ ...grabbed, order: next });
	});
	useWindowEvent('pointerup', () => end(true));
	useWindowEvent('pointercancel', () => end(false));
	useWindowEvent('keydown', (event) => event.key === 'Escape' && end(false));

	const onPointerDown = (event: PointerEvent<HTMLElement>, name: string) => {
		if (event.button !== 0) return;
		event.preventDefault();
		event.currentTarget.focus();
		setGrabbed({ name, order, by: 'pointer' });
	};

	return (
		<>
			<VisuallyHidden role="status">{announcement}</VisuallyHidden>
			<Box
				component="ol"
				ref={list}
				boxed
				scroll
				className={classes.list}
				aria-label="Column order"
				data-dragging={dragging || undefined}
			>
				{shown.map((name, index) => (
					<Inline
						key={name}
						component="li"
						gap={2}
						nowrap
						className={classes.row}
						data-column={name}
						data-grabbed={grabbed?.name === name || undefined}
						data-wrong={problems.has(name) || undefined}
					>
						{!readOnly && (
							<ActionIcon
								variant="subtle"
								color="gray"
								style={{ touchAction: 'none', cursor: 'grab' }}
								aria-label={`Move ${name}`}
								aria-pressed={grabbed?.name === name}
								onPointerDown={(event) => onPointerDown(event, name)}
								onKeyDown={(event) => onKeys(event, name)}
								onBlur={(event) => {
									if (grabbed?.by === 'keys' && event.relatedTarget !== null) drop(grabbed);
								}}
							>
								<IconGripVertical size={16} aria-hidden="true" />
							</ActionIcon>
						)}
						<Muted mono numeric rigid style={{ width: '3ch', textAlign: 'right' }}>
							{index + 1}
						</Muted>
						<span className={classes.name}>{name}</span>
						<Muted clip className={classes.type}>
							{types.get(name)}
						</Muted>
						{problems.has(name) ? (
							<Text tone="error" style={{ flex: '1 1 auto' }}>
								{problems.get(name)}
							</Text>
						) : (
							added.includes(name) && <Text tone="info">new</Text>
						)}
						{!readOnly && <Position name={name} index={index} count={shown.length} onMove={moveTo} />}
					</Inline>
				))}
			</Box>
		</>
	);
}

interface PositionProps {
	readonly name: string;
	readonly index: number;
	readonly count: number;
	/** @param position 0-based */
	readonly onMove: (name: string, position: number) => void;
}

function Position({ name, index, count, onMove }: PositionProps) {
	const [typed, setTyped] = useState<string | null>(null);
	const move = () => {
		const position = Number(typed);
		if (typed !== null && Number.isInteger(position) && position >= 1) onMove(name, position - 1);
		setTyped(null);
	};
	return (
		<Inline component="span" gap={1} nowrap push rigid>
			<input
				className={classes.position}
				inputMode="numeric"
				aria-label={`Position of ${name}`}
				title="Type a position, then press Enter"
				value={typed ?? String(index + 1)}
				onFocus={(event) => event.currentTarget.select()}
				onChange={(event) => setTyped(event.currentTarget.value)}
				onKeyDown={(event) => {
					if (event.key === 'Enter') move();
					if (event.key === 'Escape') setTyped(null);
				}}
				onBlur={() => setTyped(null)}
			/>
			{[
				{ where: 'top', icon: IconArrowBarToUp, to: 0 },
				{ where: 'bottom', icon: IconArrowBarToDown, to: count - 1 },
			].map(({ where, icon, to }) => (
				<IconButton
					key={where}
					label={`Move ${name} to ${where}`}
					title={`Move to ${where}`}
					icon={icon}
					disabled={index === to}
					onClick={() => onMove(name, to)}
				/>
			))}
		</Inline>
	);
}
