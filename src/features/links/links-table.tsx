import { useDeferredValue, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { foldName } from '#contract/ids.ts';
import type { ListedLink } from '#contract/link.ts';
import { sortByColumn } from '../../lib/list-sort.ts';
import { createMatcher } from '../../routing/name-search.ts';
import { paths } from '../../routing/paths.ts';
import { useAddressSearch } from '../../routing/use-address-search.ts';
import { ListFilter, NothingMatches } from '../../ui/list-filter.tsx';
import { type ListColumn, type ListControl, type ListName, ListTable } from '../../ui/list-table.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './links.module.css';
import { MatchMark } from './match-mark.tsx';
import { endName, linkName, searchText } from './model.ts';

const Search = z.object({ q: z.catch(z.string(), ''), sort: z.catch(z.string(), ''), link: z.catch(z.string(), '') });

/** Filter, sort and the picked link; the table is the first view and has no name in the address. */
const inAddress = {
	read: (params: URLSearchParams) => Search.parse({ q: '', sort: '', link: '', ...Object.fromEntries(params) }),
	write: (search: z.infer<typeof Search>) => new URLSearchParams(Object.entries(search).filter(([, it]) => it !== '')),
};

const columns: readonly ListColumn<ListedLink>[] = [
	{
		id: 'to',
		label: 'To',
		mono: true,
		narrowFill: true,
		title: (it) => endName(it.to),
		cell: (it) => endName(it.to),
		key: (it) => foldName(endName(it.to)),
	},
	{ id: 'match', label: 'Match', cell: (it) => <MatchMark type={it.matchType} />, key: (it) => it.matchType },
	{
		id: 'options',
		label: 'Options',
		mono: true,
		wideOnly: true,
		title: (it) => optionsText(it),
		cell: (it) => optionsText(it),
	},
	{
		id: 'created',
		label: 'Created',
		wideOnly: true,
		cell: (it) => <RelativeTime iso={it.createdAt} />,
		key: (it) => Date.parse(it.createdAt) || 0,
	},
];
const keys = {
	name: (it: ListedLink) => foldName(endName(it.from)),
	...Object.fromEntries(columns.map((it) => [it.id, it.key])),
};

const optionsText = ({ options }: ListedLink): string =>
	Object.entries(options)
		.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
		.join(', ');

/** Links, one a row; a row opens what speaks for it. */
export function LinksTable({ links }: { links: readonly ListedLink[] }) {
	const [search, change] = useAddressSearch(inAddress);
	const [params] = useSearchParams();
	const q = useDeferredValue(search.q);
	const table = useRef<ListControl>(null);
	const sorted = useMemo(() => sortByColumn(links, search.sort, keys), [links, search.sort]);
	const rows = useMemo(() => {
		const matches = createMatcher(q);
		return sorted.filter((it) => matches(searchText(it)));
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
