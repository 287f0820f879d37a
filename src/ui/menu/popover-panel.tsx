import { Popover } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { ExistingTarget, useDrawnClosed } from './existing-target.tsx';
import type { PopupProps } from './use-popup.ts';

export interface PopoverPanelProps extends PopupProps {
	readonly position: 'bottom-end' | 'bottom-start' | 'top-start';
	readonly width: number;
	readonly children: ReactNode;
}

/** Elements that close the panel, which would otherwise cover the new dialog or page. */
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
					// A dialog opened from here takes the focus from the button, which still exists when it closes; the panel
					// doesn't.
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
