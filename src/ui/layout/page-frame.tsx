import { type ReactNode, useEffect } from 'react';
import { formatCount } from '../../lib/format.ts';
import classes from './page-frame.module.css';

export interface PageFrameProps {
	readonly title: string;
	/** How many things the page lists. */
	readonly count?: number | undefined;
	readonly actions?: ReactNode;
	readonly subtitle?: ReactNode;
	/** The children take the remaining height and scroll by themselves. */
	readonly fill?: boolean;
	readonly children?: ReactNode;
}

/** The frame of every page: one h1, which also takes the focus after a navigation, and what can be done here. */
export function PageFrame({ title, count, actions, subtitle, fill = false, children }: PageFrameProps) {
	useEffect(() => {
		document.title = `${title} · Dataset Console`;
	}, [title]);
	return (
		<div className={classes.page} data-fill={fill || undefined}>
			<header className={classes.header}>
				<div className={classes.heading}>
					<h1 className={classes.title} tabIndex={-1}>
						{title}
						{count !== undefined && <span className={classes.count}> {formatCount(count)}</span>}
					</h1>
					{subtitle !== undefined && <div className={classes.subtitle}>{subtitle}</div>}
				</div>
				{actions !== undefined && <div className={classes.actions}>{actions}</div>}
			</header>
			<div className={classes.body}>{children}</div>
		</div>
	);
}
