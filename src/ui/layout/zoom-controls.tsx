import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { IconButton } from '../primitives/icon-button.tsx';
import { Inline, Stack } from '../primitives/layout.tsx';

interface ZoomControlsProps {
	/** Label of the last button: "Show the whole graph". */
	readonly whole: string;
	readonly direction: 'row' | 'column';
	readonly onIn: () => void;
	readonly onOut: () => void;
	readonly onFit: () => void;
}

/** Buttons for zooming in, out, and to fit. Positioned by the parent. */
export const ZoomControls = ({ whole, direction, onIn, onOut, onFit }: ZoomControlsProps) => {
	const Layout = direction === 'row' ? Inline : Stack;
	return (
		<Layout nowrap boxed raised style={{ cursor: 'default' }}>
			{[
				{ label: 'Zoom in', icon: IconPlus, act: onIn },
				{ label: 'Zoom out', icon: IconMinus, act: onOut },
				{ label: whole, icon: IconFocusCentered, act: onFit },
			].map(({ label, icon, act }) => (
				<IconButton key={label} label={label} icon={icon} onClick={act} />
			))}
		</Layout>
	);
};
