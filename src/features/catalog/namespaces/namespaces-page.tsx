import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDoorExit, IconDots, IconExternalLink, IconPlus } from '@tabler/icons-react';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createNamespace, listNamespaces, type Namespace } from '#contract/namespace.ts';
import { leaveNamespace } from '#contract/permission.ts';
import { useRequestedDialog } from '../../../lib/use-requested-dialog.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import type { ListColumn, ListName } from '../../../ui/list/list-table.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { LinkButton } from '../../../ui/primitives/button.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { UnreadableNotice } from '../../names/notice-panel.tsx';
import { namespacesQuery } from '../../names/queries.ts';
import { ListErrorPanel } from '../../names/query-error-panel.tsx';
import { RemovalDialog } from '../../names/removal-panel.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useScope } from '../../session/queries.ts';
import classes from '../catalog.module.css';
import { DiscoveredNamespaces } from '../discovered/discovered-names.tsx';
import { leaveNamespaceMutation } from '../mutations.ts';
import { countColumn, NameList, sizeColumns } from '../name-list.tsx';

/** Prefetches the list, but waits only for the description. */
export const loadNamespaces = (queryClient: QueryClient) => async () => {
	const description = await queryClient.ensureQueryData(descriptionQuery);
	if (offers(description, listNamespaces)) void queryClient.prefetchQuery(namespacesQuery);
	return null;
};

const createPart = lazyPart(() => import('./create-namespace-dialog.tsx'), 'CreateNamespaceDialog');

export function NamespacesPage() {
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const isListed = offers(description, listNamespaces);
	const namespaces = useQuery({ ...namespacesQuery, enabled: isListed });
	const { data } = namespaces;
	const [creating, create] = useDisclosure(false);
	useRequestedDialog('create', create.open);
	const createButton = offers(description, createNamespace) ? (
		<Button leftSection={<IconPlus size={16} aria-hidden />} onPointerEnter={createPart.warm} onClick={create.open}>
			Create namespace
		</Button>
	) : undefined;
	return (
		<PageFrame
			title="Namespaces"
			count={data?.items.length}
			fill
			actions={
				<>
					{isListed && <LinkButton to={paths.learnedNames()}>Discovered names</LinkButton>}
					{createButton}
				</>
			}
		>
			{creating && <LazyPart part={createPart} props={{ onClose: create.close }} onMissing={create.close} />}
			{!isListed && <DiscoveredNamespaces />}
			{isListed && namespaces.isPending && <LoadingRows rows={6} />}
			<ListErrorPanel title="Couldn’t load namespaces" query={namespaces} />
			<UnreadableNotice count={data?.unreadable.length ?? 0} of="namespace" />
			{data !== undefined && data.items.length > 0 && (
				<Listing items={data.items} canLeave={offers(description, leaveNamespace)} />
			)}
			{data?.items.length === 0 && (
				<EmptyState title="No namespaces yet" action={createButton}>
					A namespace groups related datasets, which are shared together.
				</EmptyState>
			)}
		</PageFrame>
	);
}

const roleWords = { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' } as const;

const descriptionColumn: ListColumn<Namespace> = {
	id: 'description',
	label: 'Description',
	wideOnly: true,
	cell: (item) => item.description,
};

const columns: readonly ListColumn<Namespace>[] = [
	countColumn('dataset', 'Datasets', (item) => item.datasets),
	{ id: 'role', label: 'Access', wideOnly: true, cell: (item) => roleWords[item.role], key: (item) => item.role },
	...sizeColumns,
];

const menuColumn = (onLeave: (namespace: Namespace) => void): ListColumn<Namespace> => ({
	id: 'menu',
	label: '',
	isAction: true,
	cell: (item, focusable) =>
		item.role !== 'owner' && (
			<MenuButton
				label={`Actions for ${item.username}/${item.namespace}`}
				icon={<IconDots size={16} aria-hidden />}
				tabIndex={focusable ? 0 : -1}
				entries={[
					{ label: 'Open', icon: IconExternalLink, to: paths.namespace(item.username, item.namespace) },
					{ label: 'Leave…', icon: IconDoorExit, danger: true, onClick: () => onLeave(item) },
				]}
			/>
		),
});

/** Others' namespaces are prefixed with their owner. */
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

const textOf = ({ username, namespace, description = '' }: Namespace): string =>
	`${username}/${namespace}\n${description}`;

function Listing({ items, canLeave }: { items: readonly Namespace[]; canLeave: boolean }) {
	const [leaving, setLeaving] = useState<Namespace | null>(null);
	const isDescribed = items.some((item) => item.description !== undefined);
	const shown = useMemo(
		() => [...(isDescribed ? [descriptionColumn] : []), ...columns, ...(canLeave ? [menuColumn(setLeaving)] : [])],
		[isDescribed, canLeave],
	);
	const { user } = useScope();
	const name = useMemo(() => nameFor(user), [user]);
	return (
		<>
			<NameList
				label="Namespaces"
				what="namespace"
				filterLabel={isDescribed ? 'Filter by name, owner or description' : 'Filter by name or owner'}
				className={isDescribed ? classes.describedNamespaces : classes.namespaces}
				items={items}
				columns={shown}
				name={name}
				textOf={textOf}
			/>
			<LeaveNamespaceDialog namespace={leaving} onClose={() => setLeaving(null)} />
		</>
	);
}

/** Gives up the user's own access, which only the owner can restore. @param namespace to leave; null: closed */
function LeaveNamespaceDialog({ namespace, onClose }: { namespace: Namespace | null; onClose: () => void }) {
	return (
		<RemovalDialog
			mutation={leaveNamespaceMutation()}
			input={namespace && { namespace }}
			onClose={onClose}
			title="Leave this namespace?"
			confirmLabel="Leave namespace"
		>
			{namespace !== null && (
				<p>
					You lose access to <code>{`${namespace.username}/${namespace.namespace}`}</code> and its datasets. Your
					BuildSpecs that use these datasets aren’t deleted, but their builds will fail. Only {namespace.username} can
					share the namespace with you again.
				</p>
			)}
		</RemovalDialog>
	);
}
