import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SecondaryButton } from '../../ui/primitives/button.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Section } from '../../ui/primitives/section.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { LoadingRows } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import classes from './access.module.css';

interface ChangeHistoryProps<Change> {
	readonly label: string;
	readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Change[] }>>;
	readonly textOf: (change: Change) => string;
}

export function ChangeHistory<Change extends { readonly at: string }>({
	label,
	query,
	textOf,
}: ChangeHistoryProps<Change>) {
	const items = query.data?.pages.flatMap((page) => page.items) ?? [];
	return (
		<ChangeList
			label={label}
			items={items.map((change, index) => ({ id: String(index), text: textOf(change), at: change.at }))}
			none={query.isSuccess && 'No changes yet.'}
		>
			{query.isPending && <LoadingRows rows={3} />}
			{query.isError && items.length === 0 && <QueryErrorPanel title="Couldn’t load changes" query={query} />}
			{query.hasNextPage && (
				<SecondaryButton loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
					Show earlier changes
				</SecondaryButton>
			)}
		</ChangeList>
	);
}

interface ChangeListProps {
	readonly label: string;
	/** `at` as ISO 8601. */
	readonly items: readonly { readonly id: string; readonly text: ReactNode; readonly at: string }[];
	readonly none: ReactNode;
	readonly children?: ReactNode;
}

export const ChangeList = ({ label, items, none, children }: ChangeListProps) => (
	<Section title={label}>
		{items.length === 0 && none && <Muted component="p">{none}</Muted>}
		<Stack component="ol" className={classes.changes}>
			{items.map(({ id, text, at }) => (
				<li key={id}>
					<span>{text}</span>
					<Muted weight="normal">
						<RelativeTime iso={at} />
					</Muted>
				</li>
			))}
		</Stack>
		{children}
	</Section>
);
