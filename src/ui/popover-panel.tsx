import { Popover } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { ExistingTarget } from './existing-target.tsx';

interface PopoverPanelProps {
	readonly id: string;
	readonly label: string;
	readonly target: RefObject<HTMLElement | null>;
	readonly opened: boolean;
	readonly onChange: (opened: boolean) => void;
	readonly position: 'bottom-end' | 'bottom-start' | 'top-start';
	readonly width: number;
	readonly children: ReactNode;
}

export function PopoverPanel({ id, label, target, children, ...popover }: PopoverPanelProps) {
	return (
		<Popover {...popover} trapFocus returnFocus>
			<Popover.Target>
				<ExistingTarget element={target} />
			</Popover.Target>
			<Popover.Dropdown id={id} role="dialog" aria-label={label}>
				{children}
			</Popover.Dropdown>
		</Popover>
	);
}
