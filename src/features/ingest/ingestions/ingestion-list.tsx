import { Button, Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import type { Ingestion } from '#contract/ingest.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { searchInAddress, searchText } from '../../../routing/name-search.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { FilteredList } from '../../../ui/list/filtered-list.tsx';
import { NothingMatches } from '../../../ui/list/list-filter.tsx';
import type { ListColumn, ListName } from '../../../ui/list/list-table.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { effectSize, effectText, ingestionState, isSettled, isUnseen, unseenFirst } from '../status-model.ts';
import classes from './ingestions.module.css';

/** Filter, sort, whether only unseen ones are shown, and whether unfinished ones are, too. */
const inAddress = searchInAddress(
	z.object({ q: searchText, sort: searchText, unseen: searchText, unfinished: searchText }),
	{ q: '', sort: '', unseen: '', unfinished: '' },
);

const isAny = () => true;

interface IngestionListProps {
	/** Newest first. */
	readonly items: readonly Ingestion[];
	readonly isMarking: boolean;
	/** Must be stable. */
	readonly onSeen: (ids: readonly string[]) => void;
}

export function IngestionList({ items, isMarking, onSeen }: IngestionListProps) {
	const [search, change] = useAddressSearch(inAddress);
	const columns = useMemo(() => [...facts, seenColumn(isMarking, onSeen)], [isMarking, onSeen]);
	const isOnlyUnseen = search.unseen !== '';
	const showsUnfinished = search.unfinished !== '';
	const listed = useMemo(
		() => unseenFirst(items.filter((item) => showsUnfinished || isSettled(item))),
		[items, showsUnfinished],
	);
	const unfinished = items.filter((item) => !isSettled(item)).length;
	const clear = () => change({ q: '', unseen: '' });
	return (
		<FilteredList
			label="Ingestions"
			what="ingestion"
			filterLabel="Filter by dataset, status or user"
			nameLabel="Dataset"
			className={classes.list}
			items={listed}
			isShown={isOnlyUnseen ? isUnseen : isAny}
			columns={columns}
			name={nameOf}
			textOf={textOf}
			filters={
				<>
					<Checkbox
						label="New only"
						checked={isOnlyUnseen}
						onChange={(event) => change({ unseen: event.currentTarget.checked ? 'true' : '' })}
					/>
					{unfinished > 0 && (
						<Checkbox
							label={`Show unfinished and canceled (${formatCount(unfinished)})`}
							checked={showsUnfinished}
							onChange={(event) => change({ unfinished: event.currentTarget.checked ? 'true' : '' })}
						/>
					)}
				</>
			}
			nothingMatches={
				listed.length === 0 ? (
					<EmptyState
						title="No finished ingestions yet"
						action={
							<Button variant="default" onClick={() => change({ unfinished: 'true' })}>
								Show unfinished and canceled ingestions
							</Button>
						}
					>
						Ingestions appear here once their rows are saved.
					</EmptyState>
				) : isOnlyUnseen && search.q === '' ? (
					<EmptyState
						title="No new ingestions"
						action={
							<Button variant="default" onClick={clear}>
								Show all ingestions
							</Button>
						}
					>
						An ingestion is new until someone marks it as seen.
					</EmptyState>
				) : (
					<NothingMatches what="ingestion" all={listed.length} onClear={clear}>
						Searched {countOf(listed.length, 'ingestion')}.
					</NothingMatches>
				)
			}
			search={search}
			onSearch={change}
		/>
	);
}

const textOf = (item: Ingestion): string => `${nameOf(item).title}\n${ingestionState(item).label}\n${item.by}`;

const facts: readonly ListColumn<Ingestion>[] = [
	{
		id: 'state',
		label: 'Status',
		cell: (item) => (
			<span className={classes.state}>
				<StateChip tone={ingestionState(item).tone}>{ingestionState(item).label}</StateChip>
			</span>
		),
		key: (item) => ingestionState(item).label,
	},
	{
		id: 'rows',
		label: 'Rows',
		numeric: true,
		unit: ({ rows }) => (rows === 1 ? 'row' : 'rows'),
		cell: (item) => formatCount(item.rows),
		key: (item) => item.rows,
	},
	{
		id: 'rejected',
		label: 'Skipped',
		numeric: true,
		unit: () => 'skipped',
		cell: (item) => (item.rejected === 0 ? null : formatCount(item.rejected)),
		key: (item) => item.rejected,
	},
	{
		id: 'effect',
		label: 'Effect',
		wideOnly: true,
		cell: effectText,
		key: effectSize,
		title: effectText,
	},
	{
		id: 'version',
		label: 'Version',
		numeric: true,
		wideOnly: true,
		cell: ({ version }) => (version === null ? null : formatCount(version)),
		key: ({ version }) => version ?? 0,
	},
	{ id: 'by', label: 'By', wideOnly: true, cell: (item) => item.by, key: (item) => item.by },
	{
		id: 'changed',
		label: 'Updated',
		wideOnly: true,
		cell: (item) => <RelativeTime iso={item.updatedAt} />,
		key: (item) => Date.parse(item.updatedAt) || 0,
	},
];

const seenColumn = (isMarking: boolean, onSeen: IngestionListProps['onSeen']): ListColumn<Ingestion> => ({
	id: 'seen',
	label: 'Seen',
	isAction: true,
	cell: ({ id, target, state, seenAt }, focusable) =>
		isUnseen({ state, seenAt }) ? (
			<Button
				size="compact-xs"
				variant="default"
				tabIndex={focusable ? 0 : -1}
				disabled={isMarking}
				aria-label={`Mark as seen: ingestion into ${target.datasetName}`}
				onClick={() => onSeen([id])}
			>
				Mark as seen
			</Button>
		) : (
			seenAt !== null && (
				<span className={classes.seen}>
					<RelativeTime iso={seenAt} />
				</span>
			)
		),
	key: (item) => (item.seenAt === null ? Number(!isUnseen(item)) : Date.parse(item.seenAt)),
});

function nameOf({ id, target: { owner, namespace, datasetName }, state, seenAt }: Ingestion): ListName {
	return {
		key: id,
		to: paths.ingestion(id),
		title: `${owner}/${namespace}/${datasetName}`,
		face: (
			<>
				{isUnseen({ state, seenAt }) && <span className={classes.unseen} title="New" role="img" aria-label="New" />}
				<Muted>
					{owner}/{namespace}/
				</Muted>
				<strong>{datasetName}</strong>
			</>
		),
	};
}
