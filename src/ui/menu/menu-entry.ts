import type { TablerIcon } from '@tabler/icons-react';

/** The color of what destroys something, legible in both schemes: of an entry, Mantine takes the shade for light ones only. */
export const dangerColor = 'var(--mantine-color-error)';

export interface MenuEntry {
	readonly label: string;
	readonly icon: TablerIcon;
	/** A place of the console to go to; without it `onClick` says what happens. */
	readonly to?: string;
	readonly onClick?: () => void;
	readonly danger?: boolean;
	/** For one of several choices: whether it is the one. */
	readonly checked?: boolean;
}
