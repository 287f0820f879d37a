import { useDeferredValue, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { foldName } from '#contract/ids.ts';
import type { ListedLink } from '#contract/link.ts';
import { sortByColumn } from '../../../lib/list-sort.ts';
import { createMatcher } from '../../../routing/name-search.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { ListFilter, NothingMatches } from '../../../ui/list/list-filter.tsx';
import { type ListColumn, type ListControl, type ListName, ListTable } from '../../../ui/list/list-table.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { MatchMark } from '../match-mark.tsx';
import { endName, linkName, searchText } from '../model.ts';
import classes from './links.module.css';

const text = z._default(z.string(), '');
const Search = z.object({ q: text, sort: text, link: text });

/** Filter, sort and the picked link; the table is the first view and has no name in the address. */
const inAddress = {
	read: (params: URLSearchParams) => Search.parse(Object.fromEntries(params)),
	write: (search: z.infer<typeof Search>) =>
		new URLSearchParams(Object.entries(search).filter(([, value]) => value !== '')),
};

function optionsText({ options }: ListedLink): string {
	const values = Object.entries(options).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
	return values.join(', ');
}

const columns: readonly ListColumn<ListedLink>[] = [
	{
		id: 'to',
		label: 'To',
		mono: true,
		narrowFill: true,
		title: (item) => endName(item.to),
		cell: (item) => endName(item.to),
		key: (item) => foldName(endName(item.to)),
	},
	{ id: 'match', label: 'Match', cell: (item) => <MatchMark type={item.matchType} />, key: (item) => item.matchType },
	{
		id: 'options',
		label: 'Options',
		mono: true,
		wideOnly: true,
		title: optionsText,
		cell: optionsText,
	},
	{
		id: 'created',
		label: 'Created',
		wideOnly: true,
		cell: (item) => <RelativeTime iso={item.createdAt} />,
		key: (item) => Date.parse(item.createdAt) || 0,
	},
];
const keys = {
	name: (item: ListedLink) => foldName(endName(item.from)),
	...Object.fromEntries(columns.map((column) => [column.id, column.key])),
};

/** Links, one a row; a row opens what speaks for it. */
export function LinksTable({ links }: { links: readonly ListedLink[] }) {
	const [search, change] = useAddressSearch(inAddress);
	const [params] = useSearchParams();
	const q = useDeferredValue(search.q);
	const table = useRef<ListControl>(null);
	const sorted = useMemo(() => sortByColumn(links, search.sort, keys), [links, search.sort]);
	const rows = useMemo(() => {
		const matches = createMatcher(q);
		return sorted.filter((candidate) => matches(searchText(candidate)));
	}, [sorted, q]);
	const address = params.toString();
	const name = useMemo(() => nameIn(address), [address]);
	return (
		<>
			<ListFilter
				label="Filter by dataset or column"
				q={search.q}
				onChange={(next) => change({ q: next })}
				shown={rows.length}
				all={links.length}
				onEnterRows={() => table.current?.focusFirst()}
			/>
			{rows.length === 0 ? (
				<NothingMatches what="link" all={links.length} onClear={() => change({ q: '' })}>
					None of the links has these words in its datasets or columns.
				</NothingMatches>
			) : (
				<ListTable
					label="Links"
					nameLabel="From"
					className={classes.table}
					rows={rows}
					columns={columns}
					name={name}
					sort={search.sort}
					onSort={(sort) => change({ sort })}
					control={table}
				/>
			)}
		</>
	);
}

/** A row's address keeps the filter and the sort. */
const nameIn =
	(address: string) =>
	(link: ListedLink): ListName => {
		const params = new URLSearchParams(address);
		params.set('link', link.id);
		const { namespace, dataset, columnName } = link.from;
		return {
			key: link.id,
			to: `${paths.links()}?${params}`,
			title: linkName(link),
			face: (
				<>
					<Muted>{namespace}/</Muted>
					<strong>
						{dataset}.{columnName}
					</strong>
				</>
			),
		};
	};
