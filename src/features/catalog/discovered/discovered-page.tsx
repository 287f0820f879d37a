import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { foldName } from '#contract/ids.ts';
import { sortByColumn } from '../../../lib/list-sort.ts';
import { createMatcher, nameSearchInAddress } from '../../../routing/name-search.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import type { DiscoveredName } from '../../../storage/names.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ListFilter, NothingMatches } from '../../../ui/list-filter.tsx';
import { type ListColumn, type ListControl, type ListName, ListTable } from '../../../ui/list-table.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states.tsx';
import { forget, forgetAll } from '../../names/mutations.ts';
import { useDiscoveredNames } from '../../names/queries.ts';
import { useScope } from '../../session/queries.ts';
import classes from '../catalog.module.css';
import { GoneMark } from '../dataset/gone-mark.tsx';
import { SeenAt } from '../dataset/seen-at.tsx';

/** Everything that the console learned by itself, with where and when; it can be pruned and cleared. */
export function DiscoveredPage() {
	const scope = useScope();
	const { names, isReading, isVolatile } = useDiscoveredNames();
	const items = useMemo(() => [...names.values()].sort((a, b) => (a.key < b.key ? -1 : 1)), [names]);
	const [clearing, setClearing] = useState(false);
	return (
		<PageFrame
			title="Names seen by the console"
			{...(isReading ? {} : { count: items.length })}
			fill
			actions={
				<>
					{items.length > 0 && (
						<Button variant="default" onClick={() => setClearing(true)}>
							Forget all names
						</Button>
					)}
					<Button component={Link} variant="default" to={paths.namespaces()}>
						All namespaces
					</Button>
				</>
			}
		>
			<Text component="p" size="prose" measure breaks mb={2}>
				Names that came by in BuildSpecs, runs, outputs, answers, links and tokens. They are kept in this browser alone,
				and complete what the service itself lists.
			</Text>
			{isVolatile && (
				<Box pb={3}>
					<Notice tone="warning" title="This browser does not keep names">
						They are forgotten when the page is closed.
					</Notice>
				</Box>
			)}
			{items.length === 0 ? (
				isReading ? (
					<LoadingRows />
				) : (
					<EmptyState title="Nothing seen yet">
						Open a BuildSpec, a run or an answer: the names in it come here.
					</EmptyState>
				)
			) : (
				<Listing items={items} />
			)}
			<ConfirmDialog
				opened={clearing}
				onClose={() => setClearing(false)}
				title="Forget all names?"
				confirmLabel="Forget all names"
				tone="danger"
				onConfirm={() => {
					void forgetAll(scope);
					setClearing(false);
				}}
			>
				<p>Suggestions lose them. Nothing changes at the service; names come back when they are seen again.</p>
			</ConfirmDialog>
		</PageFrame>
	);
}

const columns: readonly ListColumn<DiscoveredName>[] = [
	{
		id: 'columns',
		label: 'Columns',
		wideOnly: true,
		cell: (it) => it.columns.map(({ name }) => name).join(', '),
	},
	{ id: 'seen', label: 'Seen in', narrowFill: true, cell: (it) => <SeenAt seen={it.seen} /> },
	{
		id: 'last',
		label: 'Last seen',
		cell: (it) => <RelativeTime iso={new Date(it.last).toISOString()} />,
		key: (it) => it.last,
	},
];

const keys = { name: (it: DiscoveredName) => it.key, last: (it: DiscoveredName) => it.last };

function Listing({ items }: { items: readonly DiscoveredName[] }) {
	const scope = useScope();
	const [search, change] = useAddressSearch(nameSearchInAddress);
	const q = useDeferredValue(search.q);
	const table = useRef<ListControl>(null);
	const sorted = useMemo(() => sortByColumn(items, search.sort, keys), [items, search.sort]);
	const rows = useMemo(() => {
		const matches = createMatcher(q);
		return sorted.filter((it) => matches(`${it.key}\n${foldName(it.columns.map(({ name }) => name).join('\n'))}`));
	}, [sorted, q]);
	const withForget = useMemo(
		(): ListColumn<DiscoveredName>[] => [
			...columns,
			{
				id: 'forget',
				label: '',
				isAction: true,
				cell: (it, focusable) => (
					<ActionIcon
						variant="subtle"
						color="gray"
						aria-label={`Forget ${titleOf(it)}`}
						title="Forget"
						tabIndex={focusable ? 0 : -1}
						onClick={() => void forget(scope, [it.key])}
					>
						<IconTrash size={16} aria-hidden />
					</ActionIcon>
				),
			},
		],
		[scope],
	);
	return (
		<>
			<ListFilter
				label="Filter by name or column"
				q={search.q}
				onChange={(next) => change({ q: next })}
				shown={rows.length}
				all={items.length}
				onEnterRows={() => table.current?.focusFirst()}
			/>
			{rows.length === 0 ? (
				<NothingMatches what="name" all={items.length} onClear={() => change({ q: '' })} />
			) : (
				<ListTable
					label="Names"
					className={classes.learned}
					rows={rows}
					columns={withForget}
					name={linkOf}
					sort={search.sort}
					onSort={(sort) => change({ sort })}
					control={table}
				/>
			)}
		</>
	);
}

const titleOf = ({ owner, namespace, datasetName }: DiscoveredName): string =>
	[owner, namespace, ...(datasetName === null ? [] : [datasetName])].join('/');

const placeOf = ({ owner, namespace, datasetName }: DiscoveredName): string =>
	datasetName === null ? paths.namespace(owner, namespace) : paths.dataset({ owner, namespace, datasetName });

const linkOf = (it: DiscoveredName): ListName => ({
	key: it.key,
	to: placeOf(it),
	title: titleOf(it),
	face:
		it.gone === null ? (
			<strong>{titleOf(it)}</strong>
		) : (
			<>
				<s>{titleOf(it)}</s> <GoneMark gone={it.gone} />
			</>
		),
});
