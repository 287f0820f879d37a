import { IconUpload } from '@tabler/icons-react';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { listAudit } from '#contract/audit.ts';
import { listRuns } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { getDatasetStatuses } from '#contract/dataset-status.ts';
import { type Ingestion, listIngestions } from '#contract/ingest.ts';
import { listNamespaces } from '#contract/namespace.ts';
import { listNamespaceActivity } from '#contract/namespace-activity.ts';
import { countOf } from '../../../lib/format.ts';
import { noConversationsRead } from '../../../lib/messages.ts';
import { useNow } from '../../../lib/use-now.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { LinkButton } from '../../../ui/primitives/button.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { conversationsQuery } from '../../agents/queries.ts';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { ingestionsQuery } from '../../ingest/queries.ts';
import { ingestionState, isUnseen } from '../../ingest/status-model.ts';
import { namespacesQuery } from '../../names/queries.ts';
import { statusesQuery } from '../../names/status-queries.ts';
import { runsQuery } from '../../runs/queries.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useOffers, useScope } from '../../session/queries.ts';
import { namespaceActivityQuery } from './activity-query.ts';
import { DayBars } from './day-bars.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Attention } from './home-attention.tsx';
import { HomeDrafts } from './home-drafts.tsx';
import { lastDays } from './home-model.ts';
import { HomeNamespaces } from './home-namespaces.tsx';
import classes from './home-page.module.css';
import { Entry, Fact, maxEntries, Part, unreadable } from './home-part.tsx';
import { FailedRuns, LastRuns } from './home-runs.tsx';
import { StartPageChoice } from './start-page.tsx';
import { useMayUpload } from './use-may-upload.ts';

/** Prefetches everything, but waits only for the description. Each part renders when its data is ready. */
export const loadHome = (queryClient: QueryClient) => async () => {
	void queryClient.prefetchQuery(buildSpecsQuery);
	const description = await queryClient.ensureQueryData(descriptionQuery);
	if (offers(description, listRuns)) void queryClient.prefetchQuery(runsQuery());
	if (offers(description, listNamespaces)) void queryClient.prefetchQuery(namespacesQuery);
	if (offers(description, getDatasetStatuses)) void queryClient.prefetchQuery(statusesQuery);
	if (offers(description, listNamespaceActivity)) void queryClient.prefetchQuery(namespaceActivityQuery);
	if (offers(description, listIngestions)) void queryClient.prefetchQuery(ingestionsQuery(true));
	return null;
};

export function HomePage() {
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const hasRuns = offers(description, listRuns);
	return (
		<PageFrame title="Home" actions={<UploadButton />}>
			<FirstSteps />
			<div className={classes.home}>
				<div className={classes.column}>
					{offers(description, getDatasetStatuses) && <Attention />}
					{hasRuns && <FailedRuns />}
					<HomeNamespaces />
					<BuildSpecs />
				</div>
				<div className={classes.column}>
					{offers(description, listNamespaceActivity) && <Activity />}
					<HomeDrafts />
					{offers(description, listIngestions) && <UnseenIngestions />}
					<Conversations />
					{hasRuns && <LastRuns />}
				</div>
			</div>
			<div className={classes.startPage}>
				<StartPageChoice />
			</div>
		</PageFrame>
	);
}

function UploadButton() {
	if (!useMayUpload()) return null;
	return (
		<LinkButton to={paths.upload()} leftSection={<IconUpload size={16} aria-hidden />}>
			Upload data
		</LinkButton>
	);
}

/** Activity in all namespaces combined. */
function Activity() {
	const activity = useQuery(namespaceActivityQuery);
	const days = lastDays(activity.data ?? [], useNow());
	const hasAudit = useOffers(listAudit);
	return (
		<Part
			title="Activity"
			all={{ to: hasAudit ? `${paths.activity()}?view=audit` : paths.activity(), label: 'All activity' }}
			query={activity}
			failure="Couldn’t load activity"
			isEmpty={(activity.data ?? []).length === 0}
			isTable
		>
			<p className={classes.legend}>
				Changes to datasets per day
				{days.some(({ failedBuilds }) => failedBuilds > 0) && (
					<>
						{', with '}
						<span className={classes.failed}>failed builds</span>
					</>
				)}
			</p>
			<DayBars days={days} height={72} label="All namespaces" hasAxis />
		</Part>
	);
}

function UnseenIngestions() {
	const ingestions = useQuery(ingestionsQuery(true));
	const items = ingestions.data?.items.filter(isUnseen) ?? [];
	const byTarget = new Map<string, Ingestion[]>();
	for (const item of items) {
		const name = formatCoordinate(item.target);
		const known = byTarget.get(name);
		if (known === undefined) byTarget.set(name, [item]);
		else known.push(item);
	}
	return (
		<Part
			title="New ingestions"
			count={items.length}
			all={{ to: paths.ingestions(), label: 'All ingestions' }}
			query={ingestions}
			failure="Couldn’t load ingestions"
			isEmpty={items.length === 0}
		>
			{[...byTarget].slice(0, 5).map(([name, of]) => (
				<UnseenOf key={name} name={name} ingestions={of} />
			))}
		</Part>
	);
}

/** Unseen ingestions of one dataset, newest first, so that daily uploads take one line. */
function UnseenOf({ name, ingestions }: { name: string; ingestions: readonly Ingestion[] }) {
	const [newest] = ingestions;
	if (newest === undefined) return null;
	const isOne = ingestions.length === 1;
	const ofDataset = `${paths.ingestions()}?${new URLSearchParams({ q: name, unseen: 'true' })}`;
	return (
		<Entry to={isOne ? paths.ingestion(newest.id) : ofDataset} name={name}>
			<Fact>
				{isOne
					? `${ingestionState(newest).label}, ${countOf(newest.rows, 'row')}`
					: `${countOf(ingestions.length, 'ingestion')}, the latest`}
				{isOne && ','} <RelativeTime iso={newest.updatedAt} />
			</Fact>
		</Entry>
	);
}

function Conversations() {
	const { data = [], isError } = useQuery(conversationsQuery(useScope()));
	return (
		<Part
			title="Recent conversations"
			all={{ to: paths.agents(), label: 'All conversations' }}
			note={isError && noConversationsRead}
			isEmpty={data.length === 0}
		>
			{data.slice(0, 5).map(({ id, title, updatedAt }) => (
				<Entry key={id} to={paths.conversation(id)} isProse name={title}>
					<Fact>
						<RelativeTime iso={new Date(updatedAt).toISOString()} />
					</Fact>
				</Entry>
			))}
		</Part>
	);
}

function BuildSpecs() {
	const specs = useQuery(buildSpecsQuery);
	const items = [...(specs.data?.items ?? [])].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
	return (
		<Part
			title="BuildSpecs"
			count={specs.data?.items.length}
			all={{ to: paths.buildSpecs(), label: 'All BuildSpecs' }}
			note={unreadable(specs.data, 'BuildSpec')}
			query={specs}
			failure="Couldn’t load BuildSpecs"
			isEmpty={items.length === 0}
			rows={6}
		>
			{items.slice(0, maxEntries).map((item) => (
				<Entry key={item.id} to={paths.buildSpec(item.id)} name={formatCoordinate(item.destination)}>
					<Fact>
						v{item.version}, <RelativeTime iso={item.updatedAt} />
					</Fact>
				</Entry>
			))}
		</Part>
	);
}
