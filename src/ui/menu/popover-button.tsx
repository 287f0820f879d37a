import type { ReactNode } from 'react';
import { BareButton } from '../primitives/bare-button.tsx';
import { LazyPart, lazyPart } from '../states/lazy-part.tsx';
import type { PopoverPanelProps } from './popover-panel.tsx';
import { usePopup } from './use-popup.ts';

interface PopoverButtonProps extends Pick<PopoverPanelProps, 'position' | 'width' | 'children'> {
	/** Accessible name, if the content isn't the name. */
	readonly label?: string;
	readonly className?: string | undefined;
	readonly face: ReactNode;
	readonly panelLabel: string;
}

const panel = lazyPart(() => import('./popover-panel.tsx'), 'PopoverPanel');

/** A button that opens a small panel. The panel's code loads after the first screen. */
export function PopoverButton({ label, className, face, panelLabel, position, width, children }: PopoverButtonProps) {
	const { close, popup, button } = usePopup('dialog', panel.warm);
	return (
		<>
			<BareButton {...button} className={className ?? ''} {...(label === undefined ? {} : { 'aria-label': label })}>
				{face}
			</BareButton>
			{popup !== null && (
				<LazyPart part={panel} props={{ ...popup, label: panelLabel, position, width, children }} onMissing={close} />
			)}
		</>
	);
}
