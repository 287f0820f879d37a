import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countOf, formatCount } from '../../../lib/format.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LoadingRows } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import classes from './home-page.module.css';

/** Maximum entries of a part. */
export const maxEntries = 8;

interface PartProps {
	readonly title: string;
	readonly count?: number | undefined;
	/** Link to the full list. */
	readonly all?: { readonly to: string; readonly label: string };
	/** Why entries are missing. */
	readonly note?: ReactNode;
	/** A query the part depends on, and the message if it fails. */
	readonly query?: { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown };
	readonly failure?: string;
	/** An empty part is hidden unless it has a note. */
	readonly isEmpty: boolean;
	/** Rows reserved while loading; absent for parts that are often empty. */
	readonly rows?: number;
	/** Whether the children are a table instead of list entries. */
	readonly isTable?: boolean;
	readonly children: ReactNode;
	readonly footer?: ReactNode;
}

/** One part of the home page. Renders nothing while empty or loading. */
export function Part(props: PartProps) {
	const { title, count, all, note, query, failure = '', isEmpty, rows, isTable, children, footer } = props;
	const isMissing = query !== undefined && query.data === undefined;
	const hasFailed = isMissing && query.error !== null;
	const isAwaited = isMissing && !hasFailed && rows !== undefined;
	if (isEmpty && !note && !hasFailed && !isAwaited) return null;
	return (
		<section style={{ minWidth: 0 }} aria-label={title}>
			<Inline component="header" gap={3} nowrap align="baseline" justify="between" pb={1} ruled="below">
				<SectionHeader>
					{title} {count !== undefined && !isMissing && <Fact>{formatCount(count)}</Fact>}
				</SectionHeader>
				{all !== undefined && <Link to={all.to}>{all.label}</Link>}
			</Inline>
			{hasFailed && <QueryErrorPanel title={failure} query={query} />}
			{note && (
				<Muted component="p" weight="normal" numeric mt={2}>
					{note}
				</Muted>
			)}
			{isAwaited && <LoadingRows rows={rows} />}
			{!isMissing && (isTable ? children : <Stack component="ul">{children}</Stack>)}
			{footer}
		</section>
	);
}

export function unreadable(
	list: { readonly unreadable: readonly unknown[] } | undefined,
	what: string,
): string | undefined {
	const count = list?.unreadable.length ?? 0;
	return count === 0
		? undefined
		: `${countOf(count, what)} couldn’t be read and ${count === 1 ? 'isn’t' : 'aren’t'} shown.`;
}

interface EntryProps {
	readonly to: string;
	/** Whether the name is text instead of a data name. */
	readonly isProse?: boolean;
	readonly name: ReactNode;
	readonly children: ReactNode;
}

export const Entry = ({ to, isProse = false, name, children }: EntryProps) => (
	<Inline component="li" gap={[0, 3]} align="baseline" ruled="below" style={{ paddingBlock: 5 }}>
		<Link to={to} className={isProse ? classes.prose : classes.name}>
			{name}
		</Link>
		{children}
	</Inline>
);

export const Fact = ({ children }: { children: ReactNode }) => (
	<Muted weight="normal" numeric>
		{children}
	</Muted>
);
