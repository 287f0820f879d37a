import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { LazyPart, lazyPart } from './lazy-part.tsx';

interface PopoverButtonProps {
	/** Name of the button, where its content is not its name. */
	readonly label?: string;
	readonly className?: string | undefined;
	/** What is on the button. */
	readonly face: ReactNode;
	/** Name of what opens. */
	readonly panelLabel: string;
	readonly position: 'bottom-end' | 'top-start';
	/** Width of what opens, px. */
	readonly width: number;
	readonly children: ReactNode;
}

const panel = lazyPart(() => import('./popover-panel.tsx').then((it) => it.PopoverPanel));

/** A button that opens a small panel beside it. The panel's code comes after the first screen. */
export function PopoverButton({ label, className, face, panelLabel, position, width, children }: PopoverButtonProps) {
	const button = useRef<HTMLButtonElement>(null);
	const [opened, setOpened] = useState(false);
	const [wanted, setWanted] = useState(false);
	const id = useId();
	return (
		<>
			<UnstyledButton
				ref={button}
				className={className ?? ''}
				{...(label === undefined ? {} : { 'aria-label': label })}
				aria-haspopup="dialog"
				aria-expanded={opened}
				{...(opened ? { 'aria-controls': id } : {})}
				onPointerEnter={panel.warm}
				onFocus={panel.warm}
				onClick={() => {
					setWanted(true);
					setOpened(!opened);
				}}
			>
				{face}
			</UnstyledButton>
			{wanted && (
				<LazyPart
					part={panel}
					props={{
						id,
						label: panelLabel,
						target: button,
						opened,
						onChange: setOpened,
						position,
						width,
						children,
					}}
					onMissing={() => setOpened(false)}
				/>
			)}
		</>
	);
}
