import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { ProgressLine } from '../../progress-line.tsx';
import type { Progress, Task } from '../../use-task.ts';

interface GroupProgressProps {
	readonly task: Task<unknown, Progress>;
	/** What is going on: "Counting values". */
	readonly label: string;
	readonly onCancel: () => void;
}

/** How far the grouping of a column is, or why it ended without a result; nothing once it is done. */
export function GroupProgress({ task, label, onCancel }: GroupProgressProps) {
	if (task.state === 'running')
		return (
			<Inline gap={2}>
				<ProgressLine
					label={label}
					value={task.progress?.done ?? 0}
					max={task.progress?.total ?? 1}
					action="Stop"
					size="compact-xs"
					onCancel={onCancel}
				/>
			</Inline>
		);
	if (task.state === 'failed') return <Text tone="error">{task.message}</Text>;
	return task.state === 'canceled' ? <Muted>{label} was stopped.</Muted> : null;
}
