import { NativeSelect } from '@mantine/core';
import { useDeferredValue, useMemo, useRef } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { sortByColumn } from '../../lib/list-sort.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { useAddressSearch } from '../../routing/use-address-search.ts';
import type { Activity } from '../../storage/activity.ts';
import { ListFilter, NothingMatches } from '../../ui/list-filter.tsx';
import { type ListColumn, type ListControl, ListTable } from '../../ui/list-table.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { useScope } from '../session/queries.ts';
import classes from './activity-page.module.css';
import {
	activitySearchInAddress,
	hasFailed,
	kindOf,
	kinds,
	noActivitySearch,
	operationsIn,
	outcomeWords,
	pathOf,
	searchActivities,
} from './model.ts';
import { RequestDetails } from './request-details.tsx';

const keys = {
	name: (it: Activity) => it.operation,
	outcome: (it: Activity) => it.status,
	took: (it: Activity) => it.ms,
	at: (it: Activity) => it.at,
};

const columnsAt = (service: string): readonly ListColumn<Activity>[] => [
	{
		id: 'request',
		label: 'Request',
		mono: true,
		narrowFill: true,
		title: (it) => `${it.method} ${it.address}`,
		cell: (it) => (
			<>
				<Text tone="text">{it.method}</Text> {pathOf(it, service)}
			</>
		),
	},
	{
		id: 'outcome',
		label: 'Outcome',
		key: keys.outcome,
		cell: (it) => (hasFailed(it) ? <StateChip tone="error">{outcomeWords(it)}</StateChip> : outcomeWords(it)),
	},
	{ id: 'took', label: 'Duration', numeric: true, key: keys.took, cell: (it) => formatDuration(it.ms) },
	{
		id: 'at',
		label: 'When',
		key: keys.at,
		cell: (it) => <RelativeTime iso={new Date(it.at).toISOString()} />,
	},
	{
		id: 'id',
		label: 'Request id',
		mono: true,
		wideOnly: true,
		title: (it) => it.requestId ?? '',
		cell: (it) => it.requestId?.slice(0, 8) ?? '',
	},
];

/** Name of the address's parameter that opens a request. */
const openedName = 'request';

/** The requests, the latest first; what is asked for while it is shown comes on top. */
export function RequestList({ items }: { items: readonly Activity[] }) {
	const { service } = useScope();
	const [search, change] = useAddressSearch(activitySearchInAddress);
	const [params, setParams] = useAddressParams();
	const wanted = useDeferredValue(search);
	const sorted = useMemo(() => sortByColumn(items, search.sort, keys), [items, search.sort]);
	const rows = useMemo(() => searchActivities(sorted, wanted), [sorted, wanted]);
	const operations = useMemo(() => operationsIn(items), [items]);
	const columns = useMemo(() => columnsAt(service), [service]);
	const name = useMemo(() => {
		const here = activitySearchInAddress.write(search);
		return (it: Activity) => ({
			key: it.id,
			face: <strong>{it.operation}</strong>,
			to: `?${new URLSearchParams([...here, [openedName, it.id]])}`,
			title: it.operation,
		});
	}, [search]);
	const table = useRef<ListControl>(null);
	const opened = items.find((it) => it.id === params.get(openedName)) ?? null;
	const clear = () => change({ ...noActivitySearch, sort: search.sort });
	const close = () =>
		setParams(
			(before) => {
				before.delete(openedName);
				return before;
			},
			{ replace: true, preventScrollReset: true },
		);
	return (
		<>
			<ListFilter
				label="Filter by operation, address, code or request id"
				q={search.q}
				onChange={(q) => change({ q })}
				shown={rows.length}
				all={items.length}
				onEnterRows={() => table.current?.focusFirst()}
				onClear={rows.length < items.length && rows.length > 0 ? clear : undefined}
			>
				<NativeSelect
					aria-label="Which requests"
					value={search.kind}
					data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
					onChange={(event) => change({ kind: kindOf(event.currentTarget.value) })}
				/>
				<NativeSelect
					aria-label="Operation"
					value={operations.includes(search.operation) ? search.operation : ''}
					data={[{ value: '', label: 'All operations' }, ...operations]}
					onChange={(event) => change({ operation: event.currentTarget.value })}
				/>
			</ListFilter>
			{rows.length === 0 ? (
				<NothingMatches what="request" all={items.length} onClear={clear}>
					None of the requests that were kept fits these filters.
				</NothingMatches>
			) : (
				<ListTable
					label="Requests"
					nameLabel="Operation"
					className={classes.columns}
					rows={rows}
					columns={columns}
					name={name}
					sort={search.sort}
					onSort={(sort) => change({ sort })}
					control={table}
				/>
			)}
			<RequestDetails activity={opened} onClose={close} />
		</>
	);
}
