import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDoorExit, IconDots, IconExternalLink, IconPlus } from '@tabler/icons-react';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { foldName } from '#contract/ids.ts';
import { createNamespace, listNamespaces, type Namespace } from '#contract/namespace.ts';
import { leaveNamespace } from '#contract/permission.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { sortByColumn } from '../../../lib/list-sort.ts';
import { createMatcher, nameSearchInAddress } from '../../../routing/name-search.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { LazyPart, lazyPart } from '../../../ui/lazy-part.tsx';
import { ListFilter, NothingMatches } from '../../../ui/list-filter.tsx';
import { type ListColumn, type ListControl, type ListName, ListTable } from '../../../ui/list-table.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states.tsx';
import { namespacesQuery } from '../../names/queries.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useReachable, useScope } from '../../session/queries.ts';
import classes from '../catalog.module.css';
import { DiscoveredNamespaces } from '../discovered/discovered-namespaces.tsx';
import { LeaveNamespaceDialog } from './leave-namespace-dialog.tsx';

/** Asks for the list, which the page waits for itself, and waits for what it cannot be drawn without. */
export const loadNamespaces = (queryClient: QueryClient) => async () => {
	const description = await queryClient.ensureQueryData(descriptionQuery);
	if (offers(description, listNamespaces)) void queryClient.prefetchQuery(namespacesQuery);
	return null;
};

const createPart = lazyPart(() => import('../create-namespace-dialog.tsx').then((it) => it.CreateNamespaceDialog));

export function NamespacesPage() {
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const isListed = offers(description, listNamespaces);
	const namespaces = useQuery({ ...namespacesQuery, enabled: isListed });
	const away = useReachable() === false;
	const items = namespaces.data?.items ?? [];
	const [creating, create] = useDisclosure(false);
	const createButton = offers(description, createNamespace) ? (
		<Button leftSection={<IconPlus size={16} aria-hidden />} onPointerEnter={createPart.warm} onClick={create.open}>
			Create namespace
		</Button>
	) : undefined;
	const learned = isListed && (
		<Button component={Link} variant="default" to={paths.learnedNames()}>
			Names seen
		</Button>
	);
	return (
		<PageFrame
			title="Namespaces"
			count={namespaces.data?.items.length}
			fill
			actions={
				<>
					{learned}
					{createButton}
				</>
			}
		>
			{creating && <LazyPart part={createPart} props={{ onClose: create.close }} onMissing={create.close} />}
			{!isListed && <DiscoveredNamespaces />}
			{isListed && namespaces.isPending && <LoadingRows rows={6} />}
			{namespaces.isError && !(away && namespaces.data !== undefined) && (
				<ErrorPanel
					title={
						namespaces.data === undefined ? 'The namespaces could not be listed' : 'The list could not be refreshed'
					}
					error={errorFacts(namespaces.error)}
					onRetry={() => void namespaces.refetch()}
				/>
			)}
			{namespaces.data !== undefined && namespaces.data.unreadable.length > 0 && (
				<Box pb={3}>
					<Notice
						tone="warning"
						title={`${namespaces.data.unreadable.length} of the namespaces cannot be read and are left out`}
					/>
				</Box>
			)}
			{items.length > 0 && <Listing items={items} canLeave={offers(description, leaveNamespace)} />}
			{namespaces.data?.items.length === 0 && (
				<EmptyState title="No namespaces yet" {...(createButton === undefined ? {} : { action: createButton })}>
					A namespace holds datasets that belong together, and is shared as a whole.
				</EmptyState>
			)}
		</PageFrame>
	);
}

const roleWords = { owner: 'yours', editor: 'shared, you may change it', viewer: 'shared, read only' } as const;

const columns: readonly ListColumn<Namespace>[] = [
	{
		id: 'datasets',
		label: 'Datasets',
		numeric: true,
		unit: 'datasets',
		cell: (it) => formatCount(it.datasets),
		key: (it) => it.datasets,
	},
	{ id: 'role', label: 'Access', wideOnly: true, cell: (it) => roleWords[it.role], key: (it) => it.role },
	{ id: 'rows', label: 'Rows', numeric: true, unit: 'rows', cell: (it) => formatCount(it.rows), key: (it) => it.rows },
	{
		id: 'bytes',
		label: 'Size',
		numeric: true,
		cell: (it) => formatBytes(it.bytes),
		key: (it) => it.bytes,
	},
	{
		id: 'updated',
		label: 'Changed',
		cell: (it) => <RelativeTime iso={it.updatedAt} />,
		key: (it) => Date.parse(it.updatedAt) || 0,
	},
];

const menuColumn = (onLeave: (namespace: Namespace) => void): ListColumn<Namespace> => ({
	id: 'menu',
	label: '',
	isAction: true,
	cell: (it, focusable) =>
		it.role !== 'owner' && (
			<MenuButton
				label={`More for ${it.username}/${it.namespace}`}
				title="More"
				icon={<IconDots size={16} aria-hidden />}
				tabIndex={focusable ? 0 : -1}
				entries={[
					{ label: 'Open', icon: IconExternalLink, to: paths.namespace(it.username, it.namespace) },
					{ label: 'Leave…', icon: IconDoorExit, danger: true, onClick: () => onLeave(it) },
				]}
			/>
		),
});

/** Those of others with their owner. */
const nameFor =
	(user: string) =>
	({ username, namespace }: Namespace): ListName => ({
		key: `${username}/${namespace}`,
		to: paths.namespace(username, namespace),
		title: `${username}/${namespace}`,
		face: (
			<>
				{username !== user && <Muted>{username}/</Muted>}
				<strong>{namespace}</strong>
			</>
		),
	});

const keys = {
	name: (it: Namespace) => foldName(`${it.username}/${it.namespace}`),
	...Object.fromEntries(columns.map((it) => [it.id, it.key])),
};

function Listing({ items, canLeave }: { items: readonly Namespace[]; canLeave: boolean }) {
	const [leaving, setLeaving] = useState<Namespace | null>(null);
	const withMenu = useMemo(() => (canLeave ? [...columns, menuColumn(setLeaving)] : columns), [canLeave]);
	const { user } = useScope();
	const name = useMemo(() => nameFor(user), [user]);
	const [search, change] = useAddressSearch(nameSearchInAddress);
	const q = useDeferredValue(search.q);
	const table = useRef<ListControl>(null);
	const sorted = useMemo(() => sortByColumn(items, search.sort, keys), [items, search.sort]);
	const rows = useMemo(() => {
		const matches = createMatcher(q);
		return sorted.filter((it) => matches(foldName(`${it.username}/${it.namespace}`)));
	}, [sorted, q]);
	return (
		<>
			<ListFilter
				label="Filter by name or owner"
				q={search.q}
				onChange={(next) => change({ q: next })}
				shown={rows.length}
				all={items.length}
				onEnterRows={() => table.current?.focusFirst()}
			/>
			{rows.length === 0 ? (
				<NothingMatches what="namespace" all={items.length} onClear={() => change({ q: '' })} />
			) : (
				<ListTable
					label="Namespaces"
					className={classes.namespaces}
					rows={rows}
					columns={withMenu}
					name={name}
					sort={search.sort}
					onSort={(sort) => change({ sort })}
					control={table}
				/>
			)}
			<LeaveNamespaceDialog namespace={leaving} onClose={() => setLeaving(null)} />
		</>
	);
}
