import { Fragment, type ReactNode } from 'react';
import { Link, type UIMatch, useMatches } from 'react-router';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import classes from './breadcrumbs.module.css';

export interface RouteHandle {
	readonly crumb: ReactNode;
}

export function Breadcrumbs() {
	const crumbs = useMatches().filter((match): match is UIMatch<unknown, RouteHandle> => match.handle !== undefined);
	return (
		<nav aria-label="Breadcrumbs" className={classes.crumbs}>
			<Inline component="ol" gap={2} nowrap>
				{crumbs.map(({ pathname, handle: { crumb } }, index) => (
					<Fragment key={pathname}>
						<Muted component="li" aria-hidden="true">
							/
						</Muted>
						{index === crumbs.length - 1 ? (
							<Text component="li" clip className={classes.last}>
								<span aria-current="page">{crumb}</span>
							</Text>
						) : (
							<li>
								<Link to={pathname}>{crumb}</Link>
							</li>
						)}
					</Fragment>
				))}
			</Inline>
		</nav>
	);
}
