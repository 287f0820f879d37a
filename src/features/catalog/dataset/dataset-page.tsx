import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router';
import { listAudit } from '#contract/audit.ts';
import { type DatasetCoordinate, type DatasetSchema, formatCoordinate, getRows, getSchema } from '#contract/dataset.ts';
import { listDatasetVersions } from '#contract/dataset-version.ts';
import { foldName } from '#contract/ids.ts';
import { listIngestions } from '#contract/ingest.ts';
import { listLinks } from '#contract/link.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { useViews, ViewPanel, ViewTabs } from '../../../ui/layout/views.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { LineProperty, Property, PropertyLine, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { isUnseen } from '../../ingest/status-model.ts';
import { LinksPanel } from '../../links/links-panel.tsx';
import { versionQuery } from '../../names/dataset-version-queries.ts';
import { schemaQuery } from '../../names/queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useStatusOf } from '../../names/status-queries.ts';
import { CorruptDatasetNotice, useCorruptDataset } from '../../session/data-verification-panel.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useOffers, useScope } from '../../session/queries.ts';
import { ColumnOrderMode } from '../columns/column-order.tsx';
import { DatasetColumns } from '../columns/dataset-columns.tsx';
import { DiscoveredDataset } from '../discovered/discovered-dataset.tsx';
import { IngestionsOf } from '../ingestions-of.tsx';
import { offeredViews } from '../model.ts';
import { ingestionsOfQuery } from '../queries.ts';
import { SpecUses } from '../related-lists.tsx';
import { BuildLine } from '../versions/build-line.tsx';
import { EarlierVersionLabel, VersionTable } from '../versions/version-table.tsx';
import { DatasetActions } from './dataset-actions.tsx';
import { DatasetNote } from './dataset-note.tsx';
import { DatasetRows } from './dataset-rows.tsx';
import { StatusProperty, UnbuiltDataset } from './dataset-status.tsx';
import { readFirstRows } from './service-rows.ts';

const auditPart = lazyPart(() => import('../../activity/audit-panel.tsx'), 'AuditPanel');

export const loadDataset =
	(queryClient: QueryClient) =>
	async ({ params, request }: LoaderFunctionArgs) => {
		const description = await queryClient.ensureQueryData(descriptionQuery);
		const dataset = coordinateOf(params);
		if (offers(description, getSchema)) await queryClient.prefetchQuery(schemaQuery(dataset));
		const schema = queryClient.getQueryData(schemaQuery(dataset).queryKey);
		const isAhead = request.headers.has('Purpose') && !request.url.includes('?');
		if (isAhead && schema && offers(description, getRows)) readFirstRows(schema, schema);
		void queryClient.prefetchQuery(buildSpecsQuery);
		return null;
	};

function coordinateOf({ owner = '', namespace = '', dataset = '' }: Readonly<Record<string, string | undefined>>) {
	return { owner, namespace, datasetName: dataset };
}

const titles = {
	rows: 'Rows',
	profile: 'Profile',
	columns: 'Columns',
	'build-specs': 'BuildSpecs',
	links: 'Links',
	ingestions: 'Ingestions',
	history: 'History',
	activity: 'Activity',
	about: 'About',
} as const;
const needs = { links: listLinks, ingestions: listIngestions, history: listDatasetVersions, activity: listAudit };

export function DatasetPage() {
	const dataset = coordinateOf(useParams());
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const isKnown = offers(description, getSchema);
	const schema = useQuery({ ...schemaQuery(dataset), enabled: isKnown });
	const status = useStatusOf(dataset);
	if (!isKnown) return <DiscoveredDataset dataset={dataset} />;
	if (schema.data !== undefined && schema.data !== null) {
		return <KnownDataset key={formatCoordinate(dataset)} dataset={dataset} schema={schema.data} />;
	}
	return (
		<PageFrame title={formatCoordinate(dataset)}>
			{schema.isPending && <LoadingRows />}
			{schema.data === null && status !== null && <UnbuiltDataset dataset={dataset} status={status} />}
			{schema.data === null && status === null && (
				<EmptyState
					title="Dataset not found"
					action={<Link to={paths.namespace(dataset.owner, dataset.namespace)}>Go to namespace</Link>}
				>
					It may not have been built yet, may have been deleted or renamed, or may not be shared with you.
				</EmptyState>
			)}
			{schema.isError && <QueryErrorPanel title="Couldn’t load the dataset" query={schema} />}
		</PageFrame>
	);
}

/** The current dataset, or the version in the URL. */
function KnownDataset({ dataset, schema: current }: { dataset: DatasetCoordinate; schema: DatasetSchema }) {
	const [params] = useAddressParams();
	const asked = params.get('version');
	const version = /^[1-9]\d{0,8}$/.exec(asked ?? '')?.[0];
	const hasVersions = useOffers(listDatasetVersions);
	const isEarlier = hasVersions && version !== undefined && Number(version) !== current.version;
	const earlier = useQuery({ ...versionQuery(dataset, Number(version)), enabled: isEarlier });
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const { user } = useScope();
	const isOwner = foldName(user) === foldName(current.owner);
	const views = useMemo(
		() => offeredViews(titles, needs, description).filter((view) => view !== 'activity' || isOwner),
		[description, isOwner],
	);
	const viewing = useViews(views, 'rows');
	const { view } = viewing;
	const corrupt = useCorruptDataset(current);
	const isCorrupt = corrupt !== undefined && !isEarlier;
	const unseen = useUnseen(dataset, offers(description, listIngestions));
	if (isEarlier && !earlier.data) {
		return (
			<PageFrame title={formatCoordinate(current)}>
				{earlier.isPending && <LoadingRows />}
				{earlier.data === null && (
					<EmptyState
						title={`Dataset version ${version} isn’t available`}
						action={<Link to={paths.dataset(current, 'history')}>Go to history</Link>}
					>
						It was deleted or doesn’t exist yet. The current version is {current.version}.
					</EmptyState>
				)}
				{earlier.isError && <QueryErrorPanel title={`Couldn’t load version ${version}`} query={earlier} />}
			</PageFrame>
		);
	}
	const schema = isEarlier && earlier.data ? earlier.data : current;
	const title = formatCoordinate(current);
	return (
		<PageFrame
			title={isEarlier ? `${title}, version ${version}` : title}
			fill
			actions={<DatasetActions schema={current} />}
		>
			{asked !== null && (version === undefined || !hasVersions) && (
				<Notice
					tone="warning"
					title={hasVersions ? `"${asked}" isn’t a version number` : 'This service doesn’t keep versions'}
					action={hasVersions && <Link to={paths.dataset(current, 'history')}>Go to history</Link>}
				>
					{hasVersions
						? `This is version ${current.version}, the current version. Versions are numbered from 1.`
						: 'This is the current version.'}
				</Notice>
			)}
			{isEarlier && <EarlierVersionLabel schema={schema} current={current} />}
			<Facts schema={schema} isEarlier={isEarlier} unseen={unseen} />
			{schema.description !== '' && (
				<Text component="p" size="prose" measure breaks mb={2}>
					{schema.description}
				</Text>
			)}
			<Box mt={1}>
				<ViewTabs viewing={viewing} labels={titles} />
			</Box>
			<ViewPanel viewing={viewing}>
				<Stack fill pt={3}>
					{isCorrupt && <CorruptDatasetNotice dataset={current} found={corrupt} />}
					{(view === 'rows' || view === 'profile') && !isCorrupt && (
						<DatasetRows schema={schema} view={view} isEarlier={isEarlier} />
					)}
					{view === 'columns' && (
						<Box fill scroll pb={5}>
							{isEarlier ? (
								<DatasetColumns schema={schema} isEarlier />
							) : (
								<ColumnOrderMode dataset={dataset} schema={schema}>
									{(action) => <DatasetColumns schema={schema} action={action} />}
								</ColumnOrderMode>
							)}
						</Box>
					)}
					{view === 'build-specs' && <SpecUses {...dataset} />}
					{view === 'links' && <LinksPanel {...dataset} />}
					{view === 'ingestions' && <IngestionsOf {...dataset} />}
					{view === 'history' && <VersionTable schema={current} />}
					{view === 'activity' && <LazyPart part={auditPart} props={{ scope: dataset }} />}
					{view === 'about' && <DatasetAbout schema={schema} isEarlier={isEarlier} />}
				</Stack>
			</ViewPanel>
		</PageFrame>
	);
}

function useUnseen(dataset: DatasetCoordinate, isOffered: boolean): number {
	const { data } = useQuery({ ...ingestionsOfQuery(dataset), enabled: isOffered });
	return data?.items.filter(isUnseen).length ?? 0;
}

interface FactsProps {
	readonly schema: DatasetSchema;
	readonly isEarlier: boolean;
	readonly unseen: number;
}

const Facts = ({ schema, isEarlier, unseen }: FactsProps) => (
	<PropertyLine>
		<LineProperty name="Rows">{formatCount(schema.rows)}</LineProperty>
		<LineProperty name="Columns">{formatCount(schema.columns.length)}</LineProperty>
		<LineProperty name="Size">{formatBytes(schema.bytes)}</LineProperty>
		<LineProperty name="Updated">
			<RelativeTime iso={schema.updatedAt} />
		</LineProperty>
		{hasOrigin(schema) && (
			<LineProperty name="Last write">
				<Origin schema={schema} />
			</LineProperty>
		)}
		{!isEarlier && <StatusProperty dataset={schema} />}
		{unseen > 0 && (
			<LineProperty name="Ingestions">
				<Link to={paths.dataset(schema, 'ingestions')}>{formatCount(unseen)} new</Link>
			</LineProperty>
		)}
	</PropertyLine>
);

function DatasetAbout({ schema, isEarlier }: { schema: DatasetSchema; isEarlier: boolean }) {
	const coordinate = formatCoordinate(schema);
	return (
		<Box fill scroll pb={5}>
			<PropertyList collapses style={{ gap: 'var(--space-2) var(--space-5)', maxWidth: '72rem' }}>
				<Property name="Full name">
					<code>{coordinate}</code> <CopyButton value={coordinate} label="Copy full name" />
				</Property>
				{hasOrigin(schema) && (
					<Property name="Last write">
						<Origin schema={schema} />
					</Property>
				)}
				{schema.builtBy !== null && (
					<Property name="Last build">
						<RelativeTime iso={schema.builtBy.at} />
					</Property>
				)}
				<Property name="Version">
					{formatCount(schema.version)}, updated <RelativeTime iso={schema.updatedAt} />
				</Property>
				<Property name="Your access">{schema.access === 'write' ? 'Can edit' : 'Can view'}</Property>
				<Property name="Source">{schema.source ?? 'Not specified'}</Property>
				<Property name="License">
					<DatasetNote schema={schema} what="licence" isEarlier={isEarlier} />
				</Property>
				{schema.contact !== undefined && (
					<Property name="Contact">
						<DatasetNote schema={schema} what="contact" isEarlier={isEarlier} />
					</Property>
				)}
			</PropertyList>
		</Box>
	);
}

const hasOrigin = ({ builtBy, restored }: DatasetSchema): boolean => builtBy !== null || restored != null;

/** Origin of the rows: the restored version, or else the build. */
function Origin({ schema }: { schema: DatasetSchema }) {
	const { builtBy, restored } = schema;
	if (restored != null) {
		return (
			<span>
				Restored{restored.by !== null && ` by ${restored.by}`} from{' '}
				<Link to={paths.datasetVersion(schema, restored.version)}>version {restored.version}</Link>
				{builtBy !== null && (
					<>
						{' · '}
						<BuildLine built={builtBy} />
					</>
				)}
			</span>
		);
	}
	return (
		builtBy !== null && (
			<span>
				<BuildLine built={builtBy} showsUser />
			</span>
		)
	);
}
