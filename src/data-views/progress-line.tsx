import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Text } from '../ui/primitives/text.tsx';

interface ProgressLineProps {
	readonly label: string;
	readonly value: number;
	readonly max?: number;
	readonly action?: 'Cancel' | 'Stop';
	readonly size?: 'compact-xs' | 'compact-sm';
	readonly onCancel?: () => void;
	readonly children?: ReactNode;
}

/** How far some work is, and the way to end it. */
export function ProgressLine({
	label,
	value,
	max = 1,
	action = 'Cancel',
	size = 'compact-sm',
	...rest
}: ProgressLineProps) {
	const { onCancel, children } = rest;
	const icon = action === 'Stop' ? <IconPlayerStop size={14} aria-hidden="true" /> : undefined;
	return (
		<>
			<progress
				aria-label={label}
				value={value}
				max={Math.max(1, max)}
				style={{ width: '8rem', accentColor: 'var(--accent)' }}
			/>
			{children !== undefined && <Text numeric>{children}</Text>}
			{onCancel !== undefined && (
				<Button variant="default" size={size} leftSection={icon} onClick={onCancel}>
					{action}
				</Button>
			)}
		</>
	);
}
