import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconArrowBarToDown, IconArrowBarToUp, IconGripVertical } from '@tabler/icons-react';
import {
	type KeyboardEvent,
	type PointerEvent,
	useEffect,
	useEffectEvent,
	useLayoutEffect,
	useRef,
	useState,
} from 'react';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import classes from './column-order.module.css';
import { moveColumn } from './column-order-model.ts';

interface ColumnOrderListProps {
	readonly order: readonly string[];
	/** Types by the columns' names. */
	readonly types: ReadonlyMap<string, string>;
	/** What the service said against a column. */
	readonly problems: ReadonlyMap<string, string>;
	/** Columns that came meanwhile. */
	readonly added: readonly string[];
	/** The list can only be looked at. */
	readonly readOnly: boolean;
	readonly onChange: (order: readonly string[]) => void;
}

/** A column that is on its way: by keys or by the pointer. */
interface Grabbed {
	readonly name: string;
	/** As it would be when it is dropped now. */
	readonly order: readonly string[];
	readonly by: 'keys' | 'pointer';
}

/** The columns as rows that are moved by dragging, by keys, or to a typed position. */
export function ColumnOrderList({ order, types, problems, added, readOnly, onChange }: ColumnOrderListProps) {
	const [grabbed, setGrabbed] = useState<Grabbed | null>(null);
	const [said, say] = useState('');
	const list = useRef<HTMLOListElement>(null);
	const shown = grabbed?.order ?? order;

	const handleOf = (name: string) =>
		list.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(name)}"] button`) ?? null;
	// Moving a row in the document takes the focus from it.
	useLayoutEffect(() => {
		if (grabbed?.by === 'keys' && shown.includes(grabbed.name)) handleOf(grabbed.name)?.focus();
	});

	const placeOf = (name: string, it: readonly string[]) => `position ${it.indexOf(name) + 1} of ${it.length}`;
	const drop = (it: Grabbed) => {
		setGrabbed(null);
		onChange(it.order);
		say(`${it.name} dropped at ${placeOf(it.name, it.order)}.`);
	};
	const cancel = (it: Grabbed) => {
		setGrabbed(null);
		say(`Moving ${it.name} cancelled. It is at ${placeOf(it.name, order)}.`);
	};
	const moveTo = (name: string, position: number) => {
		const next = moveColumn(order, order.indexOf(name), position);
		onChange(next);
		say(`${name} moved to ${placeOf(name, next)}.`);
	};

	const onKeys = (event: KeyboardEvent<HTMLElement>, name: string) => {
		if (grabbed === null) {
			if (event.key === ' ' || event.key === 'Enter') {
				event.preventDefault();
				setGrabbed({ name, order, by: 'keys' });
				say(`${name} grabbed, ${placeOf(name, order)}. Arrow keys move it, Space drops it, Escape cancels.`);
				return;
			}
			const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
			const next = order[order.indexOf(name) + step];
			if (step === 0 || next === undefined) return;
			event.preventDefault();
			handleOf(next)?.focus();
			return;
		}
		const at = grabbed.order.indexOf(name);
		const targets: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: grabbed.order.length };
		const target = targets[event.key];
		if (target !== undefined) {
			event.preventDefault();
			const next = moveColumn(grabbed.order, at, target);
			setGrabbed({ ...grabbed, order: next });
			say(`${name}, ${placeOf(name, next)}.`);
		} else if (event.key === ' ' || event.key === 'Enter') {
			event.preventDefault();
			drop(grabbed);
		} else if (event.key === 'Escape') {
			event.preventDefault();
			event.stopPropagation();
			cancel(grabbed);
		}
	};

	const dragging = grabbed?.by === 'pointer';
	const onMove = useEffectEvent((event: globalThis.PointerEvent) => {
		const rows = list.current;
		if (grabbed === null || rows === null) return;
		const box = rows.getBoundingClientRect();
		const height = rows.scrollHeight / grabbed.order.length;
		if (event.clientY < box.top + height) rows.scrollTop -= height / 2;
		if (event.clientY > box.bottom - height) rows.scrollTop += height / 2;
		const target = Math.floor((event.clientY - box.top + rows.scrollTop) / height);
		const next = moveColumn(grabbed.order, grabbed.order.indexOf(grabbed.name), target);
		if (next !== grabbed.order) setGrabbed({ ...grabbed, order: next });
	});
	const onEnd = useEffectEvent((kept: boolean) => {
		if (grabbed !== null) (kept ? drop : cancel)(grabbed);
	});
	useEffect(() => {
		if (!dragging) return;
		const move = (event: globalThis.PointerEvent) => onMove(event);
		const up = () => onEnd(true);
		const lost = () => onEnd(false);
		const key = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && onEnd(false);
		// Not on the handle: its row moves in the document, and loses the pointer by it.
		window.addEventListener('pointermove', move);
		window.addEventListener('pointerup', up);
		window.addEventListener('pointercancel', lost);
		window.addEventListener('keydown', key);
		return () => {
			window.removeEventListener('pointermove', move);
			window.removeEventListener('pointerup', up);
			window.removeEventListener('pointercancel', lost);
			window.removeEventListener('keydown', key);
		};
	}, [dragging]);

	const onPointerDown = (event: PointerEvent, name: string) => {
		if (readOnly || event.button !== 0) return;
		event.preventDefault();
		event.currentTarget.querySelector('button')?.focus();
		setGrabbed({ name, order, by: 'pointer' });
	};

	return (
		<>
			<VisuallyHidden role="status">{said}</VisuallyHidden>
			<ol ref={list} className={classes.list} aria-label="Columns in their order" data-dragging={dragging || undefined}>
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
							<span className={classes.handle} onPointerDown={(event) => onPointerDown(event, name)}>
								<button
									type="button"
									className={classes.grip}
									aria-label={`Move ${name}`}
									aria-pressed={grabbed?.name === name}
									onKeyDown={(event) => onKeys(event, name)}
									onBlur={(event) => {
										if (grabbed?.by === 'keys' && event.relatedTarget !== null) drop(grabbed);
									}}
								>
									<IconGripVertical size={16} aria-hidden="true" />
								</button>
							</span>
						)}
						<Muted mono numeric rigid className={classes.number}>
							{index + 1}
						</Muted>
						<span className={classes.name}>{name}</span>
						<Muted clip className={classes.type}>
							{types.get(name)}
						</Muted>
						{problems.has(name) ? (
							<span className={classes.problem}>{problems.get(name)}</span>
						) : (
							added.includes(name) && <Text tone="info">new</Text>
						)}
						{!readOnly && <Places name={name} index={index} count={shown.length} onMove={moveTo} />}
					</Inline>
				))}
			</ol>
		</>
	);
}

interface PlacesProps {
	readonly name: string;
	readonly index: number;
	readonly count: number;
	/** @param position counts from 0 */
	readonly onMove: (name: string, position: number) => void;
}

function Places({ name, index, count, onMove }: PlacesProps) {
	const [typed, setTyped] = useState<string | null>(null);
	const move = () => {
		const position = Number(typed);
		if (typed !== null && Number.isInteger(position) && position >= 1) onMove(name, position - 1);
		setTyped(null);
	};
	return (
		<span className={classes.places}>
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
			<ActionIcon
				variant="subtle"
				color="gray"
				aria-label={`Move ${name} to first`}
				title="To first"
				disabled={index === 0}
				onClick={() => onMove(name, 0)}
			>
				<IconArrowBarToUp size={16} aria-hidden="true" />
			</ActionIcon>
			<ActionIcon
				variant="subtle"
				color="gray"
				aria-label={`Move ${name} to last`}
				title="To last"
				disabled={index === count - 1}
				onClick={() => onMove(name, count - 1)}
			>
				<IconArrowBarToDown size={16} aria-hidden="true" />
			</ActionIcon>
		</span>
	);
}
