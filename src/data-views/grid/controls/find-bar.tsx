import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { formatCount } from '../../../lib/format.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import classes from './controls.module.css';
import type { Find } from './use-find.ts';

/** Finds a text: Enter goes to the next cell that holds it, Shift+Enter to the one before. */
export function FindBar({ find, onClose }: { find: Find; onClose: () => void }) {
	const { task } = find;
	return (
		<Inline role="search" gap={[1, 2]} ruled="below" className={classes.bar} aria-label="Find in the rows">
			<TextInput
				w="16rem"
				maw="100%"
				aria-label="Find in the shown columns"
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
				{statusOf(task)}
			</Muted>
			{task.state === 'running' && (
				<Button variant="default" size="compact-sm" onClick={find.cancel}>
					Cancel
				</Button>
			)}
			<ActionIcon ml="auto" aria-label="Close find" onClick={onClose}>
				<IconX size={16} aria-hidden="true" />
			</ActionIcon>
		</Inline>
	);
}

function statusOf(task: Find['task']): string {
	switch (task.state) {
		case 'running': {
			const { done, total } = task.progress ?? { done: 0, total: 0 };
			return done === 0 ? 'Searching…' : `Searching… ${Math.floor((done / Math.max(1, total)) * 100)} %`;
		}
		case 'done':
			return task.value === null ? 'No match' : `Row ${formatCount(task.value.row + 1)}`;
		case 'failed':
			return `The search ended: ${task.message}`;
		default:
			return '';
	}
}
