import { Button } from '@mantine/core';
import { errorFacts } from '../../api/error-facts.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { LoadingRows } from '../../ui/states.tsx';
import classes from './access.module.css';

interface ChangesProps {
	readonly label: string;
	readonly query: {
		readonly isPending: boolean;
		readonly isError: boolean;
		readonly error: unknown;
		readonly hasNextPage: boolean;
		readonly isFetchingNextPage: boolean;
		readonly fetchNextPage: () => unknown;
		readonly refetch: () => unknown;
	};
	/** The latest first. */
	readonly items: readonly { readonly at: string; readonly words: string }[];
	readonly none: string;
}

/** What the service kept of changes of access, the latest first. */
export const Changes = ({ label, query, items, none }: ChangesProps) => (
	<Stack component="section" gap={3} mb={5} aria-label={label}>
		<SectionHeader size="large">{label}</SectionHeader>
		{query.isPending && <LoadingRows rows={3} />}
		{query.isError && items.length === 0 && (
			<ErrorPanel
				title="They could not be listed"
				error={errorFacts(query.error)}
				onRetry={() => void query.refetch()}
			/>
		)}
		{!query.isPending && !query.isError && items.length === 0 && <Muted component="p">{none}</Muted>}
		<Stack component="ol" className={classes.changes}>
			{items.map(({ at, words }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: two changes may be alike to the millisecond
				<li key={`${at} ${words} ${index}`}>
					<span>{words}</span>
					<Muted weight="normal">
						<RelativeTime iso={at} />
					</Muted>
				</li>
			))}
		</Stack>
		{query.hasNextPage && (
			<Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
				Show earlier changes
			</Button>
		)}
	</Stack>
);
