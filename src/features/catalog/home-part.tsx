import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../lib/format.ts';
import classes from './home-page.module.css';

/** Lines of a part at most. */
export const most = 8;

interface PartProps {
	readonly title: string;
	readonly count?: number | undefined;
	/** Where all of it is. */
	readonly all?: { readonly to: string; readonly label: string };
	readonly children: ReactNode;
}

/** One part of the home page. */
export const Part = ({ title, count, all, children }: PartProps) => (
	<section className={classes.part} aria-label={title}>
		<header className={classes.head}>
			<h2 className={classes.title}>
				{title} {count !== undefined && <span className={classes.quiet}>{formatCount(count)}</span>}
			</h2>
			{all !== undefined && <Link to={all.to}>{all.label}</Link>}
		</header>
		{children}
	</section>
);

/** What is said where there is nothing to list, or of what is not listed. */
export const None = ({ children }: { children: ReactNode }) => <p className={classes.none}>{children}</p>;
