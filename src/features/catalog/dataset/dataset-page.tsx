import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router';
import { type DatasetCoordinate, type DatasetSchema, formatCoordinate, getSchema } from '#contract/dataset.ts';
import type { Description } from '#contract/description.ts';
import { listIngestions } from '#contract/ingest.ts';
import { listLinks } from '#contract/link.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { LineProperty, PropertyLine } from '../../../ui/primitives/property-list.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states.tsx';
import { useViews, ViewPanel, ViewTabs } from '../../../ui/views.tsx';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { LinksPanel } from '../../links/links-panel.tsx';
import { schemaQuery } from '../../names/queries.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery } from '../../session/queries.ts';
import { AroundBuildSpecs } from '../around-build-specs.tsx';
import { ColumnOrderMode } from '../columns/column-order-mode.tsx';
import { DatasetColumns } from '../columns/dataset-columns.tsx';
import { IngestionsSlot, ingestionsOfQuery } from '../ingestions-slot.tsx';
import { BuiltByLine } from './built-by-line.tsx';
import { DatasetAbout } from './dataset-about.tsx';
import { DatasetActions } from './dataset-actions.tsx';
import { DatasetRows } from './dataset-rows.tsx';
import { DiscoveredDataset } from './discovered-dataset.tsx';

export const loadDataset =
	(queryClient: QueryClient) =>
	async ({ params }: LoaderFunctionArgs) => {
		const description = await queryClient.ensureQueryData(descriptionQuery);
		void queryClient.prefetchQuery(buildSpecsQuery);
		if (offers(description, getSchema)) await queryClient.prefetchQuery(schemaQuery(coordinateOf(params)));
		return null;
	};

function coordinateOf({ owner = '', namespace = '', dataset = '' }: Readonly<Record<string, string | undefined>>) {
	return { owner, namespace, datasetName: dataset };
}

const words = {
	rows: 'Rows',
	profile: 'Profile',
	columns: 'Columns',
	'build-specs': 'BuildSpecs',
	links: 'Links',
	ingestions: 'Ingestions',
	about: 'About',
} as const;
type View = keyof typeof words;

const viewsOf = (description: Description | null): readonly View[] => [
	'rows',
	'profile',
	'columns',
	'build-specs',
	...(offers(description, listLinks) ? (['links'] as const) : []),
	...(offers(description, listIngestions) ? (['ingestions'] as const) : []),
	'about',
];

/** One dataset: its rows, its columns, what reads and writes it, and where it comes from. */
export function DatasetPage() {
	const dataset = coordinateOf(useParams());
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const isKnown = offers(description, getSchema);
	const schema = useQuery({ ...schemaQuery(dataset), enabled: isKnown });
	if (!isKnown) return <DiscoveredDataset dataset={dataset} />;
	if (schema.data !== undefined && schema.data !== null) {
		return <Known key={formatCoordinate(dataset)} dataset={dataset} schema={schema.data} />;
	}
	return (
		<PageFrame title={formatCoordinate(dataset)}>
			{schema.isPending && <LoadingRows />}
			{schema.data === null && (
				<EmptyState
					title="There is no such dataset"
					action={<Link to={paths.namespace(dataset.owner, dataset.namespace)}>Go to its namespace</Link>}
				>
					It may have been deleted or renamed, or is not shared with you.
				</EmptyState>
			)}
			{schema.isError && (
				<ErrorPanel
					title="This dataset could not be read"
					error={errorFacts(schema.error)}
					onRetry={() => void schema.refetch()}
				/>
			)}
		</PageFrame>
	);
}

function Known({ dataset, schema }: { dataset: DatasetCoordinate; schema: DatasetSchema }) {
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const viewing = useViews<View>(viewsOf(description), 'rows');
	const { view } = viewing;
	return (
		<PageFrame title={formatCoordinate(schema)} fill actions={<DatasetActions schema={schema} />}>
			<Facts schema={schema} unseen={useUnseen(dataset, offers(description, listIngestions))} />
			{schema.description !== '' && (
				<Text component="p" size="prose" measure breaks mb={2}>
					{schema.description}
				</Text>
			)}
			<Box mt={1}>
				<ViewTabs viewing={viewing} words={words} />
			</Box>
			<ViewPanel viewing={viewing}>
				<Stack fill pt={3}>
					{(view === 'rows' || view === 'profile') && <DatasetRows schema={schema} view={view} />}
					{view === 'columns' && (
						<Box fill scroll pb={5}>
							<ColumnOrderMode dataset={dataset} schema={schema}>
								<DatasetColumns schema={schema} />
							</ColumnOrderMode>
						</Box>
					)}
					{view === 'build-specs' && <AroundBuildSpecs {...dataset} />}
					{view === 'links' && <LinksPanel {...dataset} />}
					{view === 'ingestions' && <IngestionsSlot {...dataset} />}
					{view === 'about' && <DatasetAbout schema={schema} />}
				</Stack>
			</ViewPanel>
		</PageFrame>
	);
}

function useUnseen(dataset: DatasetCoordinate, isOffered: boolean): number {
	const { data } = useQuery({ ...ingestionsOfQuery(dataset), enabled: isOffered });
	return data?.items.filter((it) => it.seenAt === null).length ?? 0;
}

const Facts = ({ schema: it, unseen }: { schema: DatasetSchema; unseen: number }) => (
	<PropertyLine>
		<LineProperty name="Rows">{formatCount(it.rows)}</LineProperty>
		<LineProperty name="Columns">{formatCount(it.columns.length)}</LineProperty>
		<LineProperty name="Size">{formatBytes(it.bytes)}</LineProperty>
		<LineProperty name="Changed">
			<RelativeTime iso={it.updatedAt} />
		</LineProperty>
		<LineProperty name="Written by">
			<BuiltByLine schema={it} />
		</LineProperty>
		{unseen > 0 && (
			<LineProperty name="Ingestions">
				<Link to={paths.dataset(it, 'ingestions')}>{formatCount(unseen)} unseen</Link>
			</LineProperty>
		)}
	</PropertyLine>
);
