import { createContext, type ReactNode, use, useEffect } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Inline, Stack } from '../primitives/layout.tsx';
import { Muted } from '../primitives/text.tsx';
import classes from './page-frame.module.css';

export interface PageFrameProps {
	readonly title: string;
	readonly count?: number | undefined;
	readonly actions?: ReactNode;
	readonly subtitle?: ReactNode;
	/** Whether the children fill the remaining height and scroll themselves. */
	readonly fill?: boolean;
	/** Whether the header is a single low line, for pages whose panes need the height. */
	readonly dense?: boolean;
	/** Tabs above the header. They show the title, which is then visually hidden. */
	readonly tabs?: ReactNode;
	readonly children?: ReactNode;
}

/** Explains the current page; shown after its title. */
export const PageHelp = createContext<ReactNode>(null);

/** The frame of every page: an h1, which gets the focus after a navigation, and actions. */
export function PageFrame({
	title,
	count,
	actions,
	subtitle,
	fill = false,
	dense = false,
	tabs,
	children,
}: PageFrameProps) {
	const help = use(PageHelp);
	useEffect(() => {
		document.title = `${title} · Dataset Console`;
	}, [title]);
	return (
		<Stack
			gap={dense ? 1 : 3}
			className={classes.page}
			data-fill={fill || undefined}
			data-dense={dense || undefined}
			data-tabs={tabs != null || undefined}
		>
			{tabs}
			<Inline
				component="header"
				gap={[2, 4]}
				justify="between"
				className={classes.header}
				style={{ minHeight: 'var(--control)' }}
			>
				<Inline gap={[0, 3]} align={dense ? 'center' : 'baseline'} className={classes.about}>
					<h1 className={classes.title} tabIndex={-1}>
						{dense ? <DenseTitle title={title} /> : title}
						{count !== undefined && (
							<Muted numeric weight="normal">
								{' '}
								{formatCount(count)}
							</Muted>
						)}
					</h1>
					{help !== null && <span className={classes.help}>{help}</span>}
					{subtitle !== undefined && (
						<Muted component="div" className={classes.subtitle}>
							{subtitle}
						</Muted>
					)}
				</Inline>
				{actions !== undefined && (
					<Inline gap={2} rigid={dense} className={classes.actions}>
						{actions}
					</Inline>
				)}
			</Inline>
			<Stack fill>{children}</Stack>
		</Stack>
	);
}

/** A name with its context, which is visually hidden if there's no room. */
function DenseTitle({ title }: { readonly title: string }) {
	const name = title.lastIndexOf('/') + 1;
	return (
		<span title={title}>
			<span className={classes.prefix}>{title.slice(0, name)}</span>
			{title.slice(name)}
		</span>
	);
}
