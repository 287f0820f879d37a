import { useMemo } from 'react';
import { countOf, formatDuration } from '../../lib/format.ts';
import { useAddressEdit } from '../../lib/use-address-edit.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { useAddressSearch } from '../../routing/use-address-search.ts';
import type { Activity } from '../../storage/activity.ts';
import { FilteredList } from '../../ui/list/filtered-list.tsx';
import { NothingMatches } from '../../ui/list/list-filter.tsx';
import type { ListColumn } from '../../ui/list/list-table.tsx';
import { Choice } from '../../ui/primitives/choice.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { useScope } from '../session/queries.ts';
import classes from './activity-page.module.css';
import {
	activitySearchInAddress,
	hasFailed,
	isOfKind,
	type Kind,
	kinds,
	noActivitySearch,
	operationsIn,
	outcomeText,
	pathOf,
	searchText,
} from './model.ts';
import { RequestDetails } from './request-details.tsx';

const columnsAt = (service: string): readonly ListColumn<Activity>[] => [
	{
		id: 'request',
		label: 'Request',
		mono: true,
		narrowFill: true,
		title: (item) => `${item.method} ${item.address}`,
		cell: (item) => (
			<>
				<Text tone="text">{item.method}</Text> {pathOf(item, service)}
			</>
		),
	},
	{
		id: 'outcome',
		label: 'Outcome',
		key: (item) => item.status,
		cell: (item) => (hasFailed(item) ? <StateChip tone="error">{outcomeText(item)}</StateChip> : outcomeText(item)),
	},
	{ id: 'took', label: 'Duration', numeric: true, key: (item) => item.ms, cell: (item) => formatDuration(item.ms) },
	{
		id: 'at',
		label: 'When',
		key: (item) => item.at,
		cell: (item) => <RelativeTime iso={new Date(item.at).toISOString()} />,
	},
	{
		id: 'id',
		label: 'Request ID',
		mono: true,
		wideOnly: true,
		title: (item) => item.requestId ?? '',
		cell: (item) => item.requestId?.slice(0, 8) ?? '',
	},
];

const openedName = 'request';

/** The requests, newest first. New ones appear at the top. */
export function RequestList({ items }: { items: readonly Activity[] }) {
	const { service } = useScope();
	const [search, change] = useAddressSearch(activitySearchInAddress);
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const operations = useMemo(() => operationsIn(items), [items]);
	const columns = useMemo(() => columnsAt(service), [service]);
	const { kind, operation } = search;
	const isShown = useMemo(() => isOfKind(kind, operation), [kind, operation]);
	const name = useMemo(() => {
		const here = activitySearchInAddress.write(search);
		return (item: Activity) => ({
			key: item.id,
			face: <strong>{item.operation}</strong>,
			to: `?${new URLSearchParams([...here, [openedName, item.id]])}`,
			title: item.operation,
		});
	}, [search]);
	const opened = items.find((item) => item.id === params.get(openedName)) ?? null;
	const clear = () => change({ ...noActivitySearch, sort: search.sort });
	return (
		<>
			<FilteredList
				label="Requests"
				what="request"
				filterLabel="Filter by operation, URL, code or request ID"
				nameLabel="Operation"
				className={classes.columns}
				items={items}
				columns={columns}
				name={name}
				textOf={searchText}
				isShown={isShown}
				filters={
					<>
						<Choice
							aria-label="Filter requests"
							value={kind}
							data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
							onChange={(value) => change({ kind: value as Kind })}
						/>
						<Choice
							aria-label="Operation"
							value={operations.includes(operation) ? operation : ''}
							data={[{ value: '', label: 'All operations' }, ...operations]}
							onChange={(value) => change({ operation: value })}
						/>
					</>
				}
				onClear={clear}
				nothingMatches={
					<NothingMatches what="request" all={items.length} onClear={clear}>
						Searched {countOf(items.length, 'request')}.
					</NothingMatches>
				}
				search={search}
				onSearch={change}
			/>
			<RequestDetails activity={opened} onClose={() => edit((params) => params.delete(openedName))} />
		</>
	);
}
