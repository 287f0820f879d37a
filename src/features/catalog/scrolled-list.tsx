import type { ReactNode } from 'react';
import classes from './catalog.module.css';

/** A list of a few lines' height, which scrolls. */
export const ScrolledList = ({ label, children }: { label: string; children: ReactNode }) => (
	// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keys
	<ul className={classes.list} aria-label={label} tabIndex={0}>
		{children}
	</ul>
);
