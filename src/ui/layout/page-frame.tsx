import { type ReactNode, useEffect } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Inline, Stack } from '../primitives/layout.tsx';
import { Muted } from '../primitives/text.tsx';
import classes from './page-frame.module.css';

export interface PageFrameProps {
	readonly title: string;
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
		<Stack gap={3} className={classes.page} data-fill={fill || undefined}>
			<Inline component="header" gap={[2, 4]} justify="between" style={{ minHeight: 'var(--control)' }}>
				<Inline gap={[0, 3]} align="baseline">
					<h1 className={classes.title} tabIndex={-1}>
						{title}
						{count !== undefined && (
							<Muted numeric weight="normal">
								{' '}
								{formatCount(count)}
							</Muted>
						)}
					</h1>
					{subtitle !== undefined && <Muted component="div">{subtitle}</Muted>}
				</Inline>
				{actions !== undefined && <Inline gap={2}>{actions}</Inline>}
			</Inline>
			<Stack fill>{children}</Stack>
		</Stack>
	);
}
