import { Button, Checkbox } from '@mantine/core';
import { useDeferredValue, useMemo, useRef } from 'react';
import * as z from 'zod/mini';
import { foldName } from '#contract/ids.ts';
import type { Ingestion } from '#contract/ingest.ts';
import { formatCount } from '../../lib/format.ts';
import { sortByColumn } from '../../lib/list-sort.ts';
import { createMatcher } from '../../routing/name-search.ts';
import { paths } from '../../routing/paths.ts';
import { useAddressSearch } from '../../routing/use-address-search.ts';
import { ListFilter, NothingMatches } from '../../ui/list-filter.tsx';
import { type ListColumn, type ListControl, type ListName, ListTable } from '../../ui/list-table.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './ingestions.module.css';
import { ingestionTone, ingestionWord } from './model.ts';

const Search = z.object({ q: z.catch(z.string(), ''), sort: z.catch(z.string(), ''), unseen: z.catch(z.string(), '') });

/** Filter, sort and whether only what is unseen is shown. */
const inAddress = {
	read: (params: URLSearchParams) => Search.parse({ q: '', sort: '', unseen: '', ...Object.fromEntries(params) }),
	write: (search: z.infer<typeof Search>) => new URLSearchParams(Object.entries(search).filter(([, it]) => it !== '')),
};

interface IngestionListProps {
	readonly items: readonly Ingestion[];
	/** Ingestions that are being marked. */
	readonly isMarking: boolean;
	readonly onSeen: (id: string) => void;
}

/** Ingestions, one a row; a row opens it. */
export function IngestionList({ items, isMarking, onSeen }: IngestionListProps) {
	const [search, change] = useAddressSearch(inAddress);
	const q = useDeferredValue(search.q);
	const table = useRef<ListControl>(null);
	const columns = useMemo(() => [...facts, seenColumn(isMarking, onSeen)], [isMarking, onSeen]);
	const sorted = useMemo(() => sortByColumn(items, search.sort, keys), [items, search.sort]);
	const rows = useMemo(() => {
		const matches = createMatcher(q);
		return sorted.filter(
			(it) => (search.unseen === '' || it.seenAt === null) && matches(foldName(`${nameOf(it).title}\n${textOf(it)}`)),
		);
	}, [sorted, q, search.unseen]);
	const clear = () => change({ q: '', unseen: '' });
	return (
		<>
			<ListFilter
				label="Filter by dataset, state or user"
				q={search.q}
				onChange={(next) => change({ q: next })}
				shown={rows.length}
				all={items.length}
				onEnterRows={() => table.current?.focusFirst()}
			>
				<Checkbox
					label="Only what nobody marked as seen"
					checked={search.unseen !== ''}
					onChange={(event) => change({ unseen: event.currentTarget.checked ? 'true' : '' })}
				/>
			</ListFilter>
			{rows.length > 0 && (
				<ListTable
					label="Ingestions"
					nameLabel="Dataset"
					className={classes.list}
					rows={rows}
					columns={columns}
					name={nameOf}
					sort={search.sort}
					onSort={(sort) => change({ sort })}
					control={table}
				/>
			)}
			{rows.length === 0 &&
				(search.unseen !== '' && search.q === '' ? (
					<EmptyState
						title="Everything was seen"
						action={
							<Button variant="default" onClick={clear}>
								Show all ingestions
							</Button>
						}
					>
						Rows that come into your datasets are listed here until somebody marks them as seen.
					</EmptyState>
				) : (
					<NothingMatches what="ingestion" all={items.length} onClear={clear}>
						None of {formatCount(items.length)} has these words in its dataset, state or user
						{search.unseen === '' ? '' : ' and was not seen yet'}.
					</NothingMatches>
				))}
		</>
	);
}

const textOf = ({ state, by }: Ingestion): string => `${ingestionWord(state)}\n${by}`;

const facts: readonly ListColumn<Ingestion>[] = [
	{
		id: 'state',
		label: 'State',
		cell: ({ state }) => (
			<span className={classes.state}>
				<StateChip tone={ingestionTone(state)}>{ingestionWord(state)}</StateChip>
			</span>
		),
		key: (it) => ingestionWord(it.state),
	},
	{ id: 'rows', label: 'Rows', numeric: true, unit: 'rows', cell: (it) => formatCount(it.rows), key: (it) => it.rows },
	{
		id: 'rejected',
		label: 'Rejected',
		numeric: true,
		unit: 'skipped',
		cell: (it) => (it.rejected === 0 ? null : formatCount(it.rejected)),
		key: (it) => it.rejected,
	},
	{ id: 'by', label: 'By', wideOnly: true, cell: (it) => it.by, key: (it) => it.by },
	{
		id: 'changed',
		label: 'Changed',
		wideOnly: true,
		cell: (it) => <RelativeTime iso={it.updatedAt} />,
		key: (it) => Date.parse(it.updatedAt) || 0,
	},
];

const seenColumn = (isMarking: boolean, onSeen: (id: string) => void): ListColumn<Ingestion> => ({
	id: 'seen',
	label: 'Seen',
	isAction: true,
	cell: ({ id, target, seenAt }, focusable) =>
		seenAt === null ? (
			<Button
				size="compact-xs"
				variant="default"
				tabIndex={focusable ? 0 : -1}
				disabled={isMarking}
				aria-label={`Mark as seen: ingestion into ${target.datasetName}`}
				onClick={() => onSeen(id)}
			>
				Mark as seen
			</Button>
		) : (
			<span className={classes.seen}>
				<RelativeTime iso={seenAt} />
			</span>
		),
	key: (it) => (it.seenAt === null ? 0 : Date.parse(it.seenAt)),
});

const keys = {
	name: (it: Ingestion) => foldName(nameOf(it).title),
	...Object.fromEntries([...facts, seenColumn(false, () => {})].map((it) => [it.id, it.key])),
};

function nameOf({ id, target: { owner, namespace, datasetName }, seenAt }: Ingestion): ListName {
	return {
		key: id,
		to: paths.ingestion(id),
		title: `${owner}/${namespace}/${datasetName}`,
		face: (
			<>
				{seenAt === null && <span className={classes.unseen} title="Unseen" role="img" aria-label="Unseen" />}
				<Muted>
					{owner}/{namespace}/
				</Muted>
				<strong>{datasetName}</strong>
			</>
		),
	};
}
