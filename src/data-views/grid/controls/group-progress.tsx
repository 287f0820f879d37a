import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { ProgressLine } from '../../progress-line.tsx';
import type { Progress, Task } from '../../use-task.ts';

interface GroupProgressProps {
	readonly task: Task<unknown, Progress>;
	/** Progress text: "Counting values". */
	readonly label: string;
	readonly onCancel: () => void;
	/** Restarts failed or stopped work. */
	readonly onRetry?: () => void;
}

export function GroupProgress({ task, label, onCancel, onRetry }: GroupProgressProps) {
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
	if (task.state === 'done' || task.state === 'idle') return null;
	return (
		<Inline gap={2}>
			{task.state === 'failed' ? <Text tone="error">{task.message}</Text> : <Muted>{label} stopped.</Muted>}
			{onRetry !== undefined && <CompactButton onClick={onRetry}>Try again</CompactButton>}
		</Inline>
	);
}
