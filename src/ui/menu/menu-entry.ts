import type { TablerIcon } from '@tabler/icons-react';

/** Color of destructive actions, legible in both schemes: for menu items, Mantine only uses the light shade. */
export const dangerColor = 'var(--mantine-color-error)';

export interface MenuEntry {
	readonly label: string;
	readonly icon: TablerIcon;
	/** A link within the console; otherwise `onClick` is used. */
	readonly to?: string;
	readonly onClick?: () => void;
	readonly danger?: boolean;
	/** For one of several choices: whether it's selected. */
	readonly checked?: boolean;
}
