import type { ReactNode } from 'react';
import classes from './catalog.module.css';

/** One thing that is known, in a line of them. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
	<div className={classes.fact}>
		<dt>{name}</dt>
		<dd>{children}</dd>
	</div>
);
