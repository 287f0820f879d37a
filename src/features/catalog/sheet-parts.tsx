import type { ReactNode } from 'react';
import { Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import classes from './catalog.module.css';

export interface ScrolledItem {
	readonly key: string;
	readonly name: ReactNode;
	/** Muted, behind its name. */
	readonly note?: ReactNode;
}

/** A list of a few lines' height, which scrolls. */
export const ScrolledList = ({ label, items }: { label: string; items: readonly ScrolledItem[] }) => (
	// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keys
	<ul className={classes.list} aria-label={label} tabIndex={0}>
		{items.map(({ key, name, note }) => (
			<li key={key}>
				{name}
				{note !== undefined && <span>{note}</span>}
			</li>
		))}
	</ul>
);

interface SheetSectionProps {
	/** Its name for assistive technology. */
	readonly label: string;
	/** Default: its label. */
	readonly title?: string;
	readonly children: ReactNode;
}

/** A section of a dialog, with its title. */
export const SheetSection = ({ label, title = label, children }: SheetSectionProps) => (
	<Stack component="section" gap={2} aria-label={label}>
		<SectionHeader level={3} size="ui">
			{title}
		</SectionHeader>
		{children}
	</Stack>
);
