import type { ReactNode } from 'react';
import classes from './catalog.module.css';

export interface ScrolledItem {
	readonly key: string;
	readonly name: ReactNode;
	/** Muted, after its name. */
	readonly note?: ReactNode;
}

export const ScrolledList = ({ label, items }: { label: string; items: readonly ScrolledItem[] }) => (
	// biome-ignore lint/a11y/noNoninteractiveTabindex: must be scrollable by keyboard
	<ul className={classes.list} aria-label={label} tabIndex={0}>
		{items.map(({ key, name, note }) => (
			<li key={key}>
				{name}
				{note !== undefined && <span>{note}</span>}
			</li>
		))}
	</ul>
);
