import { ActionIcon } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { Inline, Stack } from '../primitives/layout.tsx';

interface ZoomControlsProps {
	/** What the last button brings back: "Show the whole graph". */
	readonly whole: string;
	readonly direction: 'row' | 'column';
	readonly onIn: () => void;
	readonly onOut: () => void;
	readonly onWhole: () => void;
}

/** Nearer, farther, everything: for what is zoomed. Its parent places it. */
export const ZoomControls = ({ whole, direction, onIn, onOut, onWhole }: ZoomControlsProps) => {
	const Layout = direction === 'row' ? Inline : Stack;
	return (
		<Layout nowrap boxed raised style={{ cursor: 'default' }}>
			{[
				{ label: 'Zoom in', Icon: IconPlus, act: onIn },
				{ label: 'Zoom out', Icon: IconMinus, act: onOut },
				{ label: whole, Icon: IconFocusCentered, act: onWhole },
			].map(({ label, Icon, act }) => (
				<ActionIcon key={label} aria-label={label} title={label} onClick={act}>
					<Icon size={16} aria-hidden />
				</ActionIcon>
			))}
		</Layout>
	);
};
