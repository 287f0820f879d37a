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

/** What leads away from the panel: it would lie above the dialog or the page that comes. */
const leading = 'a[href]:not([target]), [data-leads-away]';

export function PopoverPanel({ id, label, target, children, ...popover }: PopoverPanelProps) {
	return (
		<Popover {...popover} trapFocus returnFocus>
			<Popover.Target>
				<ExistingTarget element={target} />
			</Popover.Target>
			<Popover.Dropdown
				id={id}
				role="dialog"
				aria-label={label}
				onClick={(event) => {
					if (event.target instanceof Element && event.target.closest(leading) !== null) popover.onChange(false);
				}}
			>
				{children}
			</Popover.Dropdown>
		</Popover>
	);
}
