import { Button } from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Text } from '../ui/primitives/text.tsx';

interface ProgressLineProps {
	readonly label: string;
	/** Null: not running, and the button starts it. */
	readonly value: number | null;
	readonly max?: number;
	readonly action?: `Stop${string}` | `Cancel${string}` | 'Calculate again';
	readonly size?: 'compact-xs' | 'compact-sm';
	readonly onCancel?: () => void;
	readonly children?: ReactNode;
}

/** Progress of some work, with a button to cancel it. */
export function ProgressLine({
	label,
	value,
	max = 1,
	action = 'Cancel',
	size = 'compact-sm',
	...rest
}: ProgressLineProps) {
	const { onCancel, children } = rest;
	const Icon = action.startsWith('Stop') ? IconPlayerStop : action === 'Calculate again' ? IconRefresh : null;
	return (
		<>
			{value !== null && (
				<progress
					aria-label={label}
					value={value}
					max={Math.max(1, max)}
					style={{ width: '8rem', accentColor: 'var(--accent)' }}
				/>
			)}
			{children !== undefined && <Text numeric>{children}</Text>}
			{onCancel !== undefined && (
				<Button
					variant="default"
					size={size}
					style={{ flex: 'none' }}
					leftSection={Icon && <Icon size={14} aria-hidden="true" />}
					onClick={onCancel}
				>
					{action}
				</Button>
			)}
		</>
	);
}
