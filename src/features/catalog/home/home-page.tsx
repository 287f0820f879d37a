import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BuildRun, listRuns } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { getDatasetStatuses } from '#contract/dataset-status.ts';
import { listIngestions } from '#contract/ingest.ts';
import { listNamespaces } from '#contract/namespace.ts';
import { countOf, formatBytes, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { conversationsQuery } from '../../agents/queries.ts';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { ingestionState } from '../../ingest/model.ts';
import { ingestionsQuery } from '../../ingest/queries.ts';
import { DatasetStatusPanel } from '../../names/dataset-status-panel.tsx';
import { discoveredNamespaces } from '../../names/model.ts';
import { namespacesQuery, useDiscoveredNames } from '../../names/queries.ts';
import { needingAttention, statusReasons } from '../../names/status-model.ts';
import { statusesQuery } from '../../names/status-queries.ts';
import { stateLabel, stateTone, subjectName } from '../../runs/model.ts';
import { runsQuery } from '../../runs/queries.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useOffers, useScope } from '../../session/queries.ts';
import { HomeDrafts } from './home-drafts.tsx';
import classes from './home-page.module.css';
import { Entry, Fact, maxEntries, Part } from './home-part.tsx';

/** Prefetches everything and waits for the description only; each part is drawn when its data is there. */
export const loadHome = (queryClient: QueryClient) => async () => {
	void queryClient.prefetchQuery(buildSpecsQuery);
	const description = await queryClient.ensureQueryData(descriptionQuery);
	if (offers(description, listRuns)) void queryClient.prefetchQuery(runsQuery());
	if (offers(description, listNamespaces)) void queryClient.prefetchQuery(namespacesQuery);
	return null;
};

/** Unsaved work, failed runs, and what there is. */
export function HomePage() {
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const hasRuns = offers(description, listRuns);
	return (
		<PageFrame title="Home">
			<div className={classes.home}>
				{offers(description, getDatasetStatuses) && <Attention />}
				<HomeDrafts />
				{hasRuns && <Runs title="Failed runs" only="failed" none="No other run has failed lately." />}
				{hasRuns && <Runs title="Last runs" none="Nothing was run yet. A preview of a BuildSpec is the first step." />}
				{offers(description, listIngestions) && <UnseenIngestions />}
				<Conversations />
				<Namespaces isListed={offers(description, listNamespaces)} />
				<BuildSpecs />
			</div>
		</PageFrame>
	);
}

/** Failed runs that no later run of their BuildSpec and kind made up for, or failed as well. */
const stillFailed = (runs: readonly BuildRun[]): BuildRun[] =>
	runs.filter(
		(run, position) =>
			run.state === 'failed' &&
			!runs
				.slice(0, position)
				.some(
					({ kind, buildSpecId, state }) =>
						kind === run.kind && buildSpecId === run.buildSpecId && ['succeeded', 'failed'].includes(state),
				),
	);

function Runs({ title, only, none }: { title: string; only?: 'failed'; none: string }) {
	const runs = useQuery(runsQuery());
	const canSeeStatuses = useOffers(getDatasetStatuses);
	const statuses = useQuery({ ...statusesQuery, enabled: canSeeStatuses && only !== undefined });
	// What needs attention is said there.
	const elsewhere = new Set(needingAttention(statuses.data?.list ?? []).map(({ lastBuild }) => lastBuild?.runId));
	const all = runs.data?.items;
	const shown = only === undefined ? all : all && stillFailed(all).filter(({ id }) => !elsewhere.has(id));
	const to = `${paths.runs()}${only === undefined ? '' : `?state=${only}`}`;
	return (
		<Part
			title={title}
			all={{ to, label: only === undefined ? 'All runs' : 'All that failed' }}
			note={shown?.length === 0 && none}
			query={runs}
			failure="The runs could not be listed"
		>
			{shown?.slice(0, only === undefined ? maxEntries : 5).map((run) => (
				<Entry key={run.id} to={paths.run(run.id)} name={subjectName(run)}>
					<StateChip tone={stateTone[run.state]}>{stateLabel[run.state]}</StateChip>
					<Fact>
						<RelativeTime iso={run.startedAt ?? run.createdAt} />
					</Fact>
					{only === 'failed' && run.error !== null && (
						<Muted clip style={{ flex: '1 0 100%' }}>
							{run.error.message}
						</Muted>
					)}
				</Entry>
			))}
		</Part>
	);
}

/** Datasets that are corrupt, whose build failed, or that are older than what they are made of. */
function Attention() {
	const statuses = useQuery(statusesQuery);
	const [most, setMost] = useState(maxEntries);
	const shown = statuses.data && needingAttention(statuses.data.list);
	return (
		<Part
			title="Needs attention"
			count={shown?.length}
			note={shown?.length === 0 && 'Nothing has failed or is outdated.'}
			query={statuses}
			failure="The status of the datasets could not be read"
			footer={
				shown !== undefined &&
				shown.length > most && (
					<CompactButton onClick={() => setMost(shown.length)}>Show all {formatCount(shown.length)}</CompactButton>
				)
			}
		>
			{shown?.slice(0, most).map((status) => (
				<Entry key={formatCoordinate(status)} to={paths.dataset(status)} name={formatCoordinate(status)}>
					<DatasetStatusPanel status={status} />
					<Muted clip style={{ flex: '1 0 100%' }}>
						{statusReasons(status).join(' ')}
					</Muted>
				</Entry>
			))}
		</Part>
	);
}

function UnseenIngestions() {
	const ingestions = useQuery(ingestionsQuery(true));
	// What is still being sent or reviewed has brought no rows yet.
	const items = ingestions.data?.items.filter(({ state }) => state !== 'open');
	return (
		<Part
			title="Unseen ingestions"
			count={items?.length}
			all={{ to: paths.ingestions(), label: 'All ingestions' }}
			note={items?.length === 0 && 'No new ingestions'}
			query={ingestions}
			failure="The ingestions could not be listed"
		>
			{items?.slice(0, 5).map(({ id, target, state, rows, updatedAt }) => (
				<Entry key={id} to={paths.ingestion(id)} name={formatCoordinate(target)}>
					<Fact>
						{ingestionState(state).label}, {countOf(rows, 'row')}, <RelativeTime iso={updatedAt} />
					</Fact>
				</Entry>
			))}
		</Part>
	);
}

function Conversations() {
	const { data, isError } = useQuery(conversationsQuery(useScope()));
	return (
		<Part
			title="Last conversations"
			all={{ to: paths.agents(), label: 'All conversations' }}
			note={
				isError
					? 'This browser does not keep conversations.'
					: data?.length === 0 && 'Nothing was asked yet. Agents answer questions about a namespace.'
			}
		>
			{data?.slice(0, 5).map(({ id, title, updatedAt }) => (
				<Entry key={id} to={paths.conversation(id)} isProse name={title}>
					<Fact>
						<RelativeTime iso={new Date(updatedAt).toISOString()} />
					</Fact>
				</Entry>
			))}
		</Part>
	);
}

function Namespaces({ isListed }: { isListed: boolean }) {
	const listed = useQuery({ ...namespacesQuery, enabled: isListed });
	const { names, isReading } = useDiscoveredNames();
	const discovered = isListed ? [] : discoveredNamespaces(names);
	const items =
		listed.data?.items.map((item) => ({
			owner: item.username,
			namespace: item.namespace,
			facts: `${countOf(item.datasets, 'dataset')}, ${countOf(item.rows, 'row')}, ${formatBytes(item.bytes)}`,
		})) ??
		discovered.map((namespace) => ({ ...namespace, facts: `${countOf(namespace.datasets.length, 'dataset')} seen` }));
	return (
		<Part
			title="Namespaces"
			count={(isListed ? listed.data === undefined : isReading) ? undefined : items.length}
			all={{ to: paths.namespaces(), label: 'All namespaces' }}
			note={unreadable(listed.data, 'namespace')}
			query={listed}
			failure="The namespaces could not be listed"
		>
			{items.slice(0, maxEntries).map(({ owner, namespace, facts }) => (
				<Entry key={`${owner}/${namespace}`} to={paths.namespace(owner, namespace)} name={`${owner}/${namespace}`}>
					<Fact>{facts}</Fact>
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
			failure="The BuildSpecs could not be listed"
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

function unreadable(list: { readonly unreadable: readonly unknown[] } | undefined, what: string): string | undefined {
	const count = list?.unreadable.length ?? 0;
	return count === 0 ? undefined : `${countOf(count, what)} cannot be read and ${count === 1 ? 'is' : 'are'} left out.`;
}
