import { Button } from '@mantine/core';
import { formatBytes } from '../../lib/format.ts';
import type { Progress } from '../../rows/index.ts';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import classes from './file-content.module.css';

/** How much of a text was read, and a way to have enough of it. */
export function ReadingProgress({ progress, onStop }: { progress: Progress; onStop: () => void }) {
	const { bytes, total } = progress;
	const words = total === null ? `${formatBytes(bytes)} read` : `${formatBytes(bytes)} of ${formatBytes(total)} read`;
	return (
		<Inline gap={[2, 3]} className={classes.progress}>
			<progress
				className={classes.bar}
				aria-label="Reading the file"
				max={total ?? undefined}
				value={total === null ? undefined : bytes}
			/>
			<Text numeric>{words}</Text>
			<Button variant="default" size="compact-sm" onClick={onStop}>
				Stop and show what was read
			</Button>
		</Inline>
	);
}
