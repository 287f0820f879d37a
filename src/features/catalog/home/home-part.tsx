import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countOf, formatCount } from '../../../lib/format.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LoadingRows } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import classes from './home-page.module.css';

/** Most entries of a part. */
export const maxEntries = 8;

interface PartProps {
	readonly title: string;
	readonly count?: number | undefined;
	/** Link to the whole list. */
	readonly all?: { readonly to: string; readonly label: string };
	/** Why there are no entries, or not all. */
	readonly note?: ReactNode;
	/** A query that the part cannot be shown without, and what to say where it failed. */
	readonly query?: { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown };
	readonly failure?: string;
	/** A part without entries is hidden, unless there is something to say. */
	readonly isEmpty: boolean;
	/** Rows for which room is kept while the query runs; absent for a part that is often empty. */
	readonly rows?: number;
	/** Whether the children are a table, and no entries of a list. */
	readonly isTable?: boolean;
	readonly children: ReactNode;
	readonly footer?: ReactNode;
}

/** One part of the home page; nothing where it is empty, or its data is on the way. */
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
		: `${countOf(count, what)} couldn’t be read and ${count === 1 ? 'is' : 'are'} not shown.`;
}

interface EntryProps {
	readonly to: string;
	/** The name is prose, not the name of data. */
	readonly isProse?: boolean;
	readonly name: ReactNode;
	readonly children: ReactNode;
}

/** One entry of a part: a link and its facts. */
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
