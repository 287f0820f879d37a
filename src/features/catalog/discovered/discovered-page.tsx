import { IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { paths } from '../../../routing/paths.ts';
import type { DiscoveredName } from '../../../storage/names.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import type { ListColumn, ListName } from '../../../ui/list/list-table.tsx';
import { LinkButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { forget, forgetAll } from '../../names/namespace-mutations.ts';
import { useDiscoveredNames } from '../../names/queries.ts';
import { useScope } from '../../session/queries.ts';
import classes from '../catalog.module.css';
import { NameList } from '../name-list.tsx';
import { GoneMark, lastSeenColumn, SeenAt, showBuildSpecs } from './discovered-names.tsx';

export function DiscoveredPage() {
	const scope = useScope();
	const { names, isReading, isVolatile } = useDiscoveredNames();
	const items = useMemo(() => [...names.values()].sort((a, b) => (a.key < b.key ? -1 : 1)), [names]);
	const withForget = useMemo(() => [...columns, forgetColumn(scope)], [scope]);
	const [clearing, setClearing] = useState(false);
	return (
		<PageFrame
			title="Discovered names"
			{...(isReading ? {} : { count: items.length })}
			fill
			actions={
				<>
					{items.length > 0 && <SecondaryButton onClick={() => setClearing(true)}>Forget all names</SecondaryButton>}
					<LinkButton to={paths.namespaces()}>All namespaces</LinkButton>
				</>
			}
		>
			<Text component="p" size="prose" measure breaks mb={2}>
				Namespace and dataset names found in BuildSpecs, runs, outputs, answers, links and tokens.
				{!isVolatile && ' They’re stored only in this browser.'}
			</Text>
			{isVolatile && (
				<Box pb={3}>
					<Notice tone="warning" title="This browser can’t store discovered names">
						They’ll be lost when you close this page.
					</Notice>
				</Box>
			)}
			{items.length === 0 ? (
				isReading ? (
					<LoadingRows />
				) : (
					<EmptyState title="No names discovered yet" action={showBuildSpecs} />
				)
			) : (
				<NameList
					label="Names"
					what="name"
					filterLabel="Filter by name or column"
					className={classes.discoveredNames}
					items={items}
					columns={withForget}
					name={linkOf}
					textOf={textOf}
				/>
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
				<p>
					Forgotten names are no longer suggested. Data on the service isn’t affected. A name reappears when the console
					finds it again.
				</p>
			</ConfirmDialog>
		</PageFrame>
	);
}

const columns: readonly ListColumn<DiscoveredName>[] = [
	{
		id: 'columns',
		label: 'Columns',
		wideOnly: true,
		cell: (item) => item.columns.map(({ name }) => name).join(', '),
	},
	{ id: 'seen', label: 'Seen in', narrowFill: true, cell: (item) => <SeenAt seen={item.seen} /> },
	lastSeenColumn,
];

const forgetColumn = (scope: Scope): ListColumn<DiscoveredName> => ({
	id: 'forget',
	label: '',
	isAction: true,
	cell: (item, focusable) => (
		<IconButton
			label={`Forget ${titleOf(item)}`}
			title="Forget"
			icon={IconTrash}
			tabIndex={focusable ? 0 : -1}
			onClick={() => void forget(scope, [item.key])}
		/>
	),
});

const textOf = (item: DiscoveredName): string => [titleOf(item), ...item.columns.map(({ name }) => name)].join('\n');

const titleOf = ({ owner, namespace, datasetName }: DiscoveredName): string =>
	[owner, namespace, ...(datasetName === null ? [] : [datasetName])].join('/');

const linkOf = (item: DiscoveredName): ListName => ({
	key: item.key,
	to:
		item.datasetName === null
			? paths.namespace(item.owner, item.namespace)
			: paths.dataset({ ...item, datasetName: item.datasetName }),
	title: titleOf(item),
	face:
		item.gone === null ? undefined : (
			<>
				<s>{titleOf(item)}</s> <GoneMark gone={item.gone} />
			</>
		),
});
