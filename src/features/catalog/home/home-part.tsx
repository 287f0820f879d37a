import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
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
		<Inline component="header" gap={3} nowrap align="baseline" justify="between" pb={1} ruled="below">
			<SectionHeader>
				{title}{' '}
				{count !== undefined && (
					<Muted weight="normal" numeric>
						{formatCount(count)}
					</Muted>
				)}
			</SectionHeader>
			{all !== undefined && <Link to={all.to}>{all.label}</Link>}
		</Inline>
		{children}
	</section>
);

/** What is said where there is nothing to list, or of what is not listed. */
export const None = ({ children }: { children: ReactNode }) => (
	<Muted component="p" weight="normal" numeric mt={2}>
		{children}
	</Muted>
);
