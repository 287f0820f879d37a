import { ActionIcon, type ActionIconProps, type ElementProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';

interface IconButtonProps extends ActionIconProps, ElementProps<'button', keyof ActionIconProps> {
	/** Accessible name. */
	readonly label: string;
	/** Shown on hover. Default: the label. */
	readonly title?: string;
	readonly icon: TablerIcon;
	/** px */
	readonly iconSize?: number;
}

export const IconButton = ({ label, title = label, icon: Icon, iconSize = 16, ...props }: IconButtonProps) => (
	<ActionIcon variant="subtle" color="gray" aria-label={label} title={title} {...props}>
		<Icon size={iconSize} aria-hidden />
	</ActionIcon>
);
