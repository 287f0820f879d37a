import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { countOf, formatCount } from '../../../lib/format.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import type { Progress } from '../../use-task.ts';
import classes from './controls.module.css';
import type { Find } from './use-find.ts';

interface FindBarProps {
	readonly find: Find;
	readonly gridId: string;
	readonly onClose: () => void;
}

/** Find in the grid: Enter goes to the next match, Shift+Enter to the previous one. */
export function FindBar({ find, gridId, onClose }: FindBarProps) {
	const { task } = find;
	const bar = useRef<HTMLDivElement>(null);
	const [isLow, setLow] = useState(false);
	// Moves out of the way of the match.
	useEffect(() => {
		if (task.state !== 'done' || task.value === null) return;
		const frame = requestAnimationFrame(() => {
			const active = document.getElementById(gridId)?.getAttribute('aria-activedescendant') ?? '';
			if (overlap(document.getElementById(active), bar.current)) setLow((before) => !before);
		});
		return () => cancelAnimationFrame(frame);
	}, [task, gridId]);
	return (
		<Inline
			ref={bar}
			role="search"
			gap={[1, 2]}
			nowrap
			raised
			boxed
			className={classes.find}
			data-low={isLow || undefined}
			aria-label="Find in rows"
		>
			<TextInput
				className={classes.sought}
				aria-label="Find in visible columns"
				placeholder="Find"
				value={find.text}
				autoFocus
				onFocus={(event) => event.currentTarget.select()}
				onChange={(event) => find.setText(event.currentTarget.value)}
				onKeyDown={(event) => {
					if (event.key === 'Escape') onClose();
					else if (event.key === 'Enter' || event.key === 'F3') find.next(event.shiftKey);
					else return;
					event.preventDefault();
				}}
			/>
			<ActionIcon aria-label="Previous match" title="Previous match (Shift+Enter)" onClick={() => find.next(true)}>
				<IconChevronUp size={16} aria-hidden="true" />
			</ActionIcon>
			<ActionIcon aria-label="Next match" title="Next match (Enter)" onClick={() => find.next(false)}>
				<IconChevronDown size={16} aria-hidden="true" />
			</ActionIcon>
			<Muted numeric role="status">
				{statusOf(find)}
			</Muted>
			{(task.state === 'running' || find.counting.state === 'running') && (
				<Button data-stop variant="default" size="compact-sm" onClick={find.cancel}>
					Stop searching
				</Button>
			)}
			<ActionIcon ml="auto" aria-label="Close find bar" onClick={onClose}>
				<IconX size={16} aria-hidden="true" />
			</ActionIcon>
		</Inline>
	);
}

function overlap(one: Element | null, other: Element | null): boolean {
	if (one === null || other === null) return false;
	const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function statusOf({ text, task, position, total, counting, isCut }: Find): string {
	switch (task.state) {
		case 'running':
			return `Searching… ${shareOf(task.progress)}`;
		case 'done':
			if (task.value === null) return 'No matches';
			if (position !== null)
				return `${formatCount(position.index)} of ${formatCount(position.total)}${isCut ? '+' : ''}`;
			return `Row ${formatCount(task.value.row + 1)}${counting.state === 'running' ? `, counting… ${shareOf(counting.progress)}` : ''}`;
		case 'failed':
			return `Search failed. ${task.message}`;
		default:
			if (text === '') return '';
			if (counting.state === 'running') return `Counting… ${shareOf(counting.progress)}`;
			if (total === null) return '';
			return total === 0 ? 'No matches' : `${isCut ? 'More than ' : ''}${countOf(total, 'match', 'matches')}`;
	}
}

const shareOf = (progress: Progress | null): string =>
	progress === null || progress.done === 0 ? '' : `${formatCount(progress.done)} of ${countOf(progress.total, 'row')}`;
