import { Popover } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { ExistingTarget, useDrawnClosed } from './existing-target.tsx';
import type { PopupProps } from './use-popup.ts';

export interface PopoverPanelProps extends PopupProps {
	readonly position: 'bottom-end' | 'bottom-start' | 'top-start';
	readonly width: number;
	readonly children: ReactNode;
}

/** What leads away from the panel: it would lie above the dialog or the page that comes. */
const leading = 'a[href]:not([target]), [data-leads-away]';

const leadsAway = ({ target }: MouseEvent): boolean => target instanceof Element && target.closest(leading) !== null;

export function PopoverPanel({ id, label, target, opened, width, children, ...popover }: PopoverPanelProps) {
	return (
		<Popover
			{...popover}
			middlewares={{ shift: true, flip: true, size: { padding: 8 } }}
			width={`min(${width / 16}rem, calc(100vw - 1rem))`}
			opened={useDrawnClosed(opened)}
			trapFocus
			returnFocus
		>
			<Popover.Target>
				<ExistingTarget element={target} />
			</Popover.Target>
			<Popover.Dropdown
				id={id}
				role="dialog"
				style={{ overflow: 'auto' }}
				aria-label={label}
				onClickCapture={(event) => {
					// What opens takes the focus from the button, which is there to have it back; the panel is not.
					if (leadsAway(event)) target.current?.focus({ preventScroll: true });
				}}
				onClick={(event) => {
					if (leadsAway(event)) popover.onChange(false);
				}}
			>
				{children}
			</Popover.Dropdown>
		</Popover>
	);
}
