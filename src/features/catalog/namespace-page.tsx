import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { listDatasets } from '#contract/dataset.ts';
import { getNamespace, type Namespace } from '#contract/namespace.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { LoadingRows } from '../../ui/states.tsx';
import { useViews, ViewPanel, ViewTabs } from '../../ui/views.tsx';
import { buildSpecsQuery } from '../build-specs/queries.ts';
import { datasetsQuery, namespaceQuery } from '../names/queries.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import { AroundBuildSpecs } from './around-build-specs.tsx';
import classes from './catalog.module.css';
import { DangerZone } from './danger-zone.tsx';
import { DatasetList } from './dataset-list.tsx';
import { Fact } from './fact.tsx';
import { LearnedDatasets } from './learned-datasets.tsx';
import { roleSentence } from './model.ts';

export const loadNamespace =
	(queryClient: QueryClient) =>
	async ({ params }: LoaderFunctionArgs) => {
		const { owner = '', namespace = '' } = params;
		const description = await queryClient.ensureQueryData(descriptionQuery);
		void queryClient.prefetchQuery(buildSpecsQuery);
		if (offers(description, listDatasets)) void queryClient.prefetchQuery(datasetsQuery(owner, namespace));
		if (offers(description, getNamespace)) await queryClient.prefetchQuery(namespaceQuery(owner, namespace));
		return null;
	};

const words = { datasets: 'Datasets', 'build-specs': 'BuildSpecs', settings: 'Rename and wipe' } as const;
type View = keyof typeof words;
const views: readonly View[] = ['datasets', 'build-specs', 'settings'];

/** One namespace: what is in it, what reads and writes it, and what can be done with the whole of it. */
export function NamespacePage() {
	const { owner = '', namespace = '' } = useParams();
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const isKnown = offers(description, getNamespace);
	const record = useQuery({ ...namespaceQuery(owner, namespace), enabled: isKnown });
	const viewing = useViews<View>(views, 'datasets');
	if (isKnown && record.data === undefined) {
		return (
			<PageFrame title={`${owner}/${namespace}`}>
				{record.isPending && <LoadingRows />}
				{record.isError && (
					<ErrorPanel
						title="This namespace could not be read"
						error={errorFacts(record.error)}
						onRetry={() => void record.refetch()}
					/>
				)}
			</PageFrame>
		);
	}
	return (
		<PageFrame title={`${owner}/${namespace}`} fill>
			{record.data !== undefined && <Facts namespace={record.data} />}
			<div className={classes.tabs}>
				<ViewTabs viewing={viewing} words={words} />
			</div>
			<ViewPanel viewing={viewing}>
				<div className={classes.panel}>
					{viewing.view === 'datasets' &&
						(offers(description, listDatasets) ? (
							<DatasetList owner={owner} namespace={namespace} />
						) : (
							<LearnedDatasets owner={owner} namespace={namespace} />
						))}
					{viewing.view === 'build-specs' && <AroundBuildSpecs owner={owner} namespace={namespace} />}
					{viewing.view === 'settings' && (
						<div className={classes.scrolled}>
							<DangerZone namespace={{ owner, name: namespace }} role={record.data?.role ?? null} />
						</div>
					)}
				</div>
			</ViewPanel>
		</PageFrame>
	);
}

const Facts = ({ namespace: it }: { namespace: Namespace }) => (
	<dl className={classes.facts}>
		<Fact name="Access">{roleSentence(it.role, it.username)}</Fact>
		<Fact name="Datasets">{formatCount(it.datasets)}</Fact>
		<Fact name="Rows">{formatCount(it.rows)}</Fact>
		<Fact name="Size">{formatBytes(it.bytes)}</Fact>
		<Fact name="Changed">
			<RelativeTime iso={it.updatedAt} />
		</Fact>
		<Fact name="Created">
			<RelativeTime iso={it.createdAt} />
		</Fact>
	</dl>
);
