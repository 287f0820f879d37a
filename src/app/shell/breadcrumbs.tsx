import { Fragment, type ReactNode } from 'react';
import { Link, type UIMatch, useMatches } from 'react-router';
import type { RouteHandle } from '../crumbs.tsx';
import classes from './breadcrumbs.module.css';

interface Crumb {
	readonly to: string;
	readonly name: ReactNode;
}

/** Where I am: every level above is a link. */
export function Breadcrumbs() {
	const crumbs = useMatches().flatMap((match): Crumb[] => {
		const name = crumbOf(match);
		return name === undefined ? [] : [{ to: match.pathname, name }];
	});
	return (
		<nav aria-label="Breadcrumbs" className={classes.crumbs}>
			<ol>
				{crumbs.map(({ to, name }, index) => (
					<Fragment key={to}>
						<li className={classes.sign} aria-hidden="true">
							/
						</li>
						<li className={index === crumbs.length - 1 ? classes.last : undefined}>
							{index === crumbs.length - 1 ? <span aria-current="page">{name}</span> : <Link to={to}>{name}</Link>}
						</li>
					</Fragment>
				))}
			</ol>
		</nav>
	);
}

const crumbOf = (match: UIMatch): ReactNode | undefined => (match.handle as RouteHandle | undefined)?.crumb;
