import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { foldName } from '#contract/ids.ts';
import type { ListedLink } from '#contract/link.ts';
import { searchInAddress, searchText as text } from '../../../routing/name-search.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { FilteredList } from '../../../ui/list/filtered-list.tsx';
import { NothingMatches } from '../../../ui/list/list-filter.tsx';
import type { ListColumn, ListName } from '../../../ui/list/list-table.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { MatchMark } from '../link-parts.tsx';
import { endName, linkName, searchText } from '../model.ts';
import classes from './links.module.css';

/** Filter, sort and picked link. The table is the default view, so it isn't in the URL. */
const inAddress = searchInAddress(z.object({ q: text, sort: text, link: text }), { q: '', sort: '', link: '' });

const optionsText = ({ options }: ListedLink): string =>
	Object.entries(options)
		.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
		.join(', ');

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
	{ id: 'options', label: 'Options', mono: true, wideOnly: true, title: optionsText, cell: optionsText },
	{
		id: 'created',
		label: 'Created',
		wideOnly: true,
		cell: (item) => <RelativeTime iso={item.createdAt} />,
		key: (item) => Date.parse(item.createdAt) || 0,
	},
];

export function LinksTable({ links }: { links: readonly ListedLink[] }) {
	const [search, change] = useAddressSearch(inAddress);
	const [params] = useSearchParams();
	const address = params.toString();
	const name = useMemo(() => nameIn(address), [address]);
	return (
		<FilteredList
			label="Links"
			what="link"
			filterLabel="Filter by dataset or column"
			nameLabel="From"
			className={classes.table}
			items={links}
			columns={columns}
			name={name}
			textOf={searchText}
			nothingMatches={
				<NothingMatches what="link" all={links.length} onClear={() => change({ q: '' })}>
					No dataset or column name contains these words.
				</NothingMatches>
			}
			search={search}
			onSearch={change}
		/>
	);
}

/** A row's URL keeps the filter and sort. */
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
