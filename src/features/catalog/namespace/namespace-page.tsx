import { IconUpload } from '@tabler/icons-react';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router';
import { listAudit } from '#contract/audit.ts';
import { coordinateKey, type DatasetSummary, joinNames, listDatasets } from '#contract/dataset.ts';
import { startFileIngestion } from '#contract/file-start.ts';
import { foldName } from '#contract/ids.ts';
import { listIngestions } from '#contract/ingest.ts';
import { listLinks } from '#contract/link.ts';
import { getNamespace, type Namespace } from '#contract/namespace.ts';
import { deleteNamespace } from '#contract/namespace-changes.ts';
import { grantShare, listShares } from '#contract/permission.ts';
import { isApiError } from '../../../api/api-error.ts';
import { useCommands } from '../../../lib/commands.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { requestDialog } from '../../../lib/use-requested-dialog.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { useViews, ViewPanel, ViewTabs } from '../../../ui/layout/views.tsx';
import type { ListColumn, ListName } from '../../../ui/list/list-table.tsx';
import { LinkButton } from '../../../ui/primitives/button.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { LineProperty, PropertyLine } from '../../../ui/primitives/property-list.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { SharesPanel } from '../../access/shares-panel.tsx';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { UnfinishedUploadsPanel } from '../../ingest/unfinished-uploads-panel.tsx';
import { LinksPanel } from '../../links/links-panel.tsx';
import { DatasetStatusPanel } from '../../names/dataset-status-panel.tsx';
import { UnreadableNotice } from '../../names/notice-panel.tsx';
import { datasetsQuery, firstDatasetsQuery, namespaceQuery } from '../../names/queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { isBuilt, shownState, urgency } from '../../names/status-model.ts';
import { type Statuses, useStatuses } from '../../names/status-queries.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useOffers } from '../../session/queries.ts';
import classes from '../catalog.module.css';
import { DiscoveredDatasets } from '../discovered/discovered-names.tsx';
import { IngestionsOf } from '../ingestions-of.tsx';
import { accessLabel, fullName, type NamespaceRef, offeredViews, type Role } from '../model.ts';
import { countColumn, NameList, sizeColumns } from '../name-list.tsx';
import { SpecUses } from '../related-lists.tsx';
import { DangerZone } from './danger-zone.tsx';
import { NamespaceDescription } from './namespace-description.tsx';

const auditPart = lazyPart(() => import('../../activity/audit-panel.tsx'), 'AuditPanel');

export const loadNamespace =
	(queryClient: QueryClient) =>
	async ({ params, request }: LoaderFunctionArgs) => {
		const { owner = '', namespace = '' } = params;
		const description = await queryClient.ensureQueryData(descriptionQuery);
		if (request.url.includes('view=build-specs')) void queryClient.prefetchQuery(buildSpecsQuery);
		if (offers(description, listDatasets)) void queryClient.prefetchQuery(datasetsQuery(owner, namespace));
		if (offers(description, getNamespace)) await queryClient.prefetchQuery(namespaceQuery(owner, namespace));
		return null;
	};

const titles = {
	datasets: 'Datasets',
	'build-specs': 'BuildSpecs',
	links: 'Links',
	shares: 'Shares',
	ingestions: 'Ingestions',
	activity: 'Activity',
	settings: 'Settings',
} as const;
const needs = { links: listLinks, ingestions: listIngestions, activity: listAudit };
const ownersViews: readonly string[] = ['activity', 'settings'];

export function NamespacePage() {
	const { owner = '', namespace = '' } = useParams();
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const isKnown = offers(description, getNamespace);
	const record = useQuery({ ...namespaceQuery(owner, namespace), enabled: isKnown });
	const role = record.data?.role ?? null;
	const views = offeredViews(titles, needs, description).filter(
		(view) => !ownersViews.includes(view) || isOwnerOr(role),
	);
	const viewing = useViews(views, 'datasets');
	const exists = !isKnown || record.data !== undefined;
	const canShare = offers(description, grantShare) && offers(description, listShares) && isOwnerOr(role);
	useNamespaceCommands({ owner, namespace }, exists ? views : [], exists && canShare);
	const isMissing = isApiError(record.error) && record.error.status === 404;
	if (!exists) {
		return (
			<PageFrame title={`${owner}/${namespace}`}>
				{record.isPending && <LoadingRows />}
				{isMissing && (
					<EmptyState title="Namespace not found" action={<Link to={paths.namespaces()}>Go to Namespaces</Link>}>
						It may have been deleted or renamed, or it may not be shared with you.
					</EmptyState>
				)}
				{record.isError && !isMissing && <QueryErrorPanel title="Couldn’t load the namespace" query={record} />}
			</PageFrame>
		);
	}
	return (
		<PageFrame
			title={`${owner}/${namespace}`}
			fill
			actions={<UploadButton owner={owner} namespace={namespace} role={role} />}
		>
			{record.data !== undefined && (
				<>
					<Facts namespace={record.data} />
					<NamespaceDescription namespace={record.data} />
				</>
			)}
			<UnfinishedUploadsPanel pt={2} into={{ owner, namespace }} />
			<Box mt={1}>
				<ViewTabs viewing={viewing} labels={titles} />
			</Box>
			<ViewPanel viewing={viewing}>
				<Stack fill pt={3}>
					{viewing.view === 'datasets' &&
						(offers(description, listDatasets) ? (
							<DatasetList owner={owner} namespace={namespace} role={role} />
						) : (
							<DiscoveredDatasets owner={owner} namespace={namespace} />
						))}
					{viewing.view === 'build-specs' && <SpecUses owner={owner} namespace={namespace} />}
					{viewing.view === 'links' && <LinksPanel owner={owner} namespace={namespace} />}
					{viewing.view === 'shares' && (
						<Box fill scroll pb={5}>
							<SharesPanel owner={owner} namespace={namespace} role={record.data?.role ?? null} />
						</Box>
					)}
					{viewing.view === 'ingestions' && <IngestionsOf owner={owner} namespace={namespace} />}
					{viewing.view === 'activity' && <LazyPart part={auditPart} props={{ scope: { owner, namespace } }} />}
					{viewing.view === 'settings' && (
						<Box fill scroll pb={5}>
							<DangerZone namespace={{ owner, namespace }} record={record.data ?? null} />
						</Box>
					)}
				</Stack>
			</ViewPanel>
		</PageFrame>
	);
}

function useNamespaceCommands(ref: NamespaceRef, views: readonly string[], canShare: boolean): void {
	const navigate = useNavigate();
	const path = paths.namespace(ref.owner, ref.namespace);
	const settings = () => void navigate(`${path}?view=settings`);
	const share = () => void navigate(`${path}?view=shares`, { state: requestDialog('share') });
	useCommands([
		...(canShare ? [{ id: 'share', label: 'Share this namespace', run: share }] : []),
		...(views.includes('settings')
			? [{ id: 'settings', label: 'Rename, wipe or delete this namespace', run: settings }]
			: []),
	]);
}

/** Whether the user may write and the service accepts files. */
const useMayUpload = (role: Role | null): boolean =>
	useOffers(startFileIngestion) && role !== null && role !== 'viewer';

function UploadButton({ owner, namespace, role }: { owner: string; namespace: string; role: Role | null }) {
	if (!useMayUpload(role)) return null;
	return (
		<LinkButton to={paths.upload(joinNames([owner, namespace]))} leftSection={<IconUpload size={16} aria-hidden />}>
			Upload data
		</LinkButton>
	);
}

const Facts = ({ namespace }: { namespace: Namespace }) => (
	<PropertyLine>
		<LineProperty name="Access">{accessLabel(namespace.role, namespace.username)}</LineProperty>
		<LineProperty name="Datasets">{formatCount(namespace.datasets)}</LineProperty>
		<LineProperty name="Rows">{formatCount(namespace.rows)}</LineProperty>
		<LineProperty name="Size">{formatBytes(namespace.bytes)}</LineProperty>
		<LineProperty name="Updated">
			<RelativeTime iso={namespace.updatedAt} />
		</LineProperty>
		<LineProperty name="Created">
			<RelativeTime iso={namespace.createdAt} />
		</LineProperty>
	</PropertyLine>
);

function DatasetList({ owner, namespace, role }: { owner: string; namespace: string; role: Role | null }) {
	const mayUpload = useMayUpload(role);
	const canDelete = useOffers(deleteNamespace) && role === 'owner';
	const datasets = useQuery({ ...datasetsQuery(owner, namespace), enabled: useOffers(listDatasets) });
	const { data: first } = useQuery(firstDatasetsQuery(owner, namespace));
	const shown = datasets.data ?? (datasets.isError ? undefined : first);
	const statuses = useStatuses();
	const columns = useMemo(
		() => (statuses === null ? datasetColumns : [statusColumn(statuses), ...datasetColumns.map(ofExisting)]),
		[statuses],
	);
	const listed = shown?.items;
	const items = useMemo(
		() => [...(listed ?? []), ...missingIn(statuses, { owner, namespace })],
		[listed, statuses, owner, namespace],
	);
	if (shown === undefined) {
		return datasets.isError ? (
			<QueryErrorPanel title="Couldn’t load datasets" query={datasets} />
		) : (
			<LoadingRows rows={8} />
		);
	}
	return (
		<>
			<UnreadableNotice count={shown.unreadable.length} of="dataset" />
			{items.length === 0 ? (
				<EmptyState title="No datasets yet">
					{mayUpload
						? 'Upload a file, or build a BuildSpec with a destination in this namespace.'
						: role === 'viewer'
							? `You can view this namespace, but only editors can add datasets. Ask ${owner} to make you an editor.`
							: 'Build a BuildSpec with a destination in this namespace.'}
					{canDelete && (
						<>
							{' '}
							If you no longer need the namespace,{' '}
							<Link to={paths.namespace(owner, namespace, 'settings')}>delete it in its settings</Link>.
						</>
					)}
				</EmptyState>
			) : (
				<NameList
					label="Datasets"
					what="dataset"
					filterLabel="Filter by name or description"
					className={statuses === null ? classes.datasets : classes.statedDatasets}
					items={items}
					columns={columns}
					name={nameOf}
					textOf={textOf}
				/>
			)}
			{datasets.data === undefined && <Muted role="status">Loading more datasets…</Muted>}
		</>
	);
}

const isOwnerOr = (role: Role | null): boolean => role === null || role === 'owner';

/** Destinations that don't exist yet, so they can be built. */
function missingIn(statuses: Statuses | null | undefined, ref: NamespaceRef): DatasetSummary[] {
	const key = foldName(fullName(ref));
	return (statuses?.list ?? [])
		.filter((status) => status.version === null && foldName(fullName(status)) === key)
		.map(({ owner, namespace, datasetName }) => ({
			...{ owner, namespace, datasetName, description: '', columns: 0 },
			...{ rows: 0, bytes: 0, version: 0, updatedAt: '' },
		}));
}

/** A column that is empty for missing datasets. */
const ofExisting = (column: ListColumn<DatasetSummary>): ListColumn<DatasetSummary> => ({
	...column,
	cell: (item, focusable) => (item.version === 0 ? null : column.cell(item, focusable)),
});

const datasetColumns: readonly ListColumn<DatasetSummary>[] = [
	{ id: 'description', label: 'Description', wideOnly: true, cell: (item) => item.description },
	{ ...countColumn<DatasetSummary>('column', 'Columns', (item) => item.columns), wideOnly: true },
	...sizeColumns,
];

const statusColumn = (statuses: Statuses | undefined): ListColumn<DatasetSummary> => {
	const statusOf = (item: DatasetSummary) => statuses?.byKey.get(coordinateKey(item)) ?? null;
	return {
		id: 'status',
		label: 'Status',
		cell: (item) => {
			const status = statusOf(item);
			if (status === null) return null;
			return isBuilt(status) ? (
				<DatasetStatusPanel status={status} withReason place="row" />
			) : (
				<Muted title="None of your BuildSpecs build this dataset">No BuildSpec</Muted>
			);
		},
		key(item) {
			const status = statusOf(item);
			return urgency.indexOf(status === null ? 'unknown' : shownState(status));
		},
	};
};

const nameOf = (item: DatasetSummary): ListName => ({
	key: item.datasetName,
	to: paths.dataset(item),
	title: item.datasetName,
});

const textOf = (item: DatasetSummary): string => `${item.datasetName}\n${item.description}`;
