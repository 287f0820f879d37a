import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type BuildRun, listRuns } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { listIngestions } from '#contract/ingest.ts';
import { listNamespaces } from '#contract/namespace.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf, formatBytes } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StateChip } from '../../../ui/state-chip.tsx';
import { conversationsQuery } from '../../agents/queries.ts';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { ingestionWord } from '../../ingest/model.ts';
import { ingestionsQuery } from '../../ingest/queries.ts';
import { discoveredNamespaces } from '../../names/model.ts';
import { namespacesQuery, useDiscoveredNames } from '../../names/queries.ts';
import { stateTone, stateWord, subjectName } from '../../runs/model.ts';
import { runsQuery } from '../../runs/queries.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useScope } from '../../session/queries.ts';
import { HomeDrafts } from './home-drafts.tsx';
import classes from './home-page.module.css';
import { most, None, Part } from './home-part.tsx';

/** Asks for everything and waits for nothing but what is offered: each part is drawn when it is there. */
export const loadHome = (queryClient: QueryClient) => async () => {
	void queryClient.prefetchQuery(buildSpecsQuery);
	const description = await queryClient.ensureQueryData(descriptionQuery);
	if (offers(description, listRuns)) void queryClient.prefetchQuery(runsQuery());
	if (offers(description, listNamespaces)) void queryClient.prefetchQuery(namespacesQuery);
	return null;
};

/** Where was I, what failed, what is there. */
export function HomePage() {
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const hasRuns = offers(description, listRuns);
	return (
		<PageFrame title="Home">
			<div className={classes.home}>
				<HomeDrafts />
				{hasRuns && <Runs title="Failed runs" only="failed" none="No run failed lately." />}
				{hasRuns && <Runs title="Last runs" none="Nothing was run yet. A preview of a BuildSpec is the first step." />}
				{offers(description, listIngestions) && <UnseenIngestions />}
				<Conversations />
				<Namespaces isListed={offers(description, listNamespaces)} />
				<BuildSpecs />
			</div>
		</PageFrame>
	);
}

function Runs({ title, only, none }: { title: string; only?: BuildRun['state']; none: string }) {
	const runs = useQuery(runsQuery());
	const shown = runs.data?.items.filter((it) => only === undefined || it.state === only) ?? [];
	const to = `${paths.runs()}${only === undefined ? '' : `?state=${only}`}`;
	return (
		<Part title={title} all={{ to, label: only === undefined ? 'All runs' : 'All that failed' }}>
			{runs.isError && runs.data === undefined && (
				<ErrorPanel title="The runs could not be listed" error={errorFacts(runs.error)} />
			)}
			{runs.data !== undefined && shown.length === 0 && <None>{none}</None>}
			<ul className={classes.list}>
				{shown.slice(0, only === undefined ? most : 5).map((run) => (
					<li key={run.id}>
						<Link to={paths.run(run.id)} className={classes.name}>
							{subjectName(run)}
						</Link>
						<StateChip tone={stateTone[run.state]}>{stateWord[run.state]}</StateChip>
						<Muted weight="normal" numeric>
							<RelativeTime iso={run.startedAt ?? run.createdAt} />
						</Muted>
						{only === 'failed' && run.error !== null && (
							<Muted clip className={classes.reason}>
								{run.error.message}
							</Muted>
						)}
					</li>
				))}
			</ul>
		</Part>
	);
}

function UnseenIngestions() {
	const { data, isError, error } = useQuery(ingestionsQuery(true));
	return (
		<Part
			title="Unseen ingestions"
			count={data?.items.length}
			all={{ to: paths.ingestions(), label: 'All ingestions' }}
		>
			{isError && data === undefined && (
				<ErrorPanel title="The ingestions could not be listed" error={errorFacts(error)} />
			)}
			{data?.items.length === 0 && <None>Everything that came in was seen.</None>}
			<ul className={classes.list}>
				{data?.items.slice(0, 5).map(({ id, target, state, rows, updatedAt }) => (
					<li key={id}>
						<Link to={paths.ingestion(id)} className={classes.name}>
							{formatCoordinate(target)}
						</Link>
						<Muted weight="normal" numeric>
							{ingestionWord(state)}, {countOf(rows, 'row')}, <RelativeTime iso={updatedAt} />
						</Muted>
					</li>
				))}
			</ul>
		</Part>
	);
}

function Conversations() {
	const scope = useScope();
	const { data, isError } = useQuery(conversationsQuery(scope));
	return (
		<Part title="Last conversations" all={{ to: paths.agents(), label: 'All conversations' }}>
			{isError && <None>This browser does not keep conversations.</None>}
			{data?.length === 0 && <None>Nothing was asked yet. Agents answer questions about a namespace.</None>}
			<ul className={classes.list}>
				{data?.slice(0, 5).map(({ id, title, updatedAt }) => (
					<li key={id}>
						<Link to={paths.conversation(id)} className={classes.said}>
							{title}
						</Link>
						<Muted weight="normal" numeric>
							<RelativeTime iso={new Date(updatedAt).toISOString()} />
						</Muted>
					</li>
				))}
			</ul>
		</Part>
	);
}

function Namespaces({ isListed }: { isListed: boolean }) {
	const listed = useQuery({ ...namespacesQuery, enabled: isListed });
	const { names, isReading } = useDiscoveredNames();
	const learned = isListed ? [] : discoveredNamespaces(names);
	const items =
		listed.data?.items.map((it) => ({
			owner: it.username,
			namespace: it.namespace,
			facts: `${countOf(it.datasets, 'dataset')}, ${countOf(it.rows, 'row')}, ${formatBytes(it.bytes)}`,
		})) ?? learned.map((it) => ({ ...it, facts: `${countOf(it.datasets.length, 'dataset')} seen` }));
	return (
		<Part
			title="Namespaces"
			count={(isListed ? listed.data === undefined : isReading) ? undefined : items.length}
			all={{ to: paths.namespaces(), label: 'All namespaces' }}
		>
			{listed.isError && listed.data === undefined && (
				<ErrorPanel title="The namespaces could not be listed" error={errorFacts(listed.error)} />
			)}
			{listed.data !== undefined && listed.data.unreadable.length > 0 && (
				<None>{unreadable(listed.data.unreadable.length, 'namespace')}</None>
			)}
			<ul className={classes.list}>
				{items.slice(0, most).map(({ owner, namespace, facts }) => (
					<li key={`${owner}/${namespace}`}>
						<Link to={paths.namespace(owner, namespace)} className={classes.name}>
							{owner}/{namespace}
						</Link>
						<Muted weight="normal" numeric>
							{facts}
						</Muted>
					</li>
				))}
			</ul>
		</Part>
	);
}

function BuildSpecs() {
	const specs = useQuery(buildSpecsQuery);
	const items = [...(specs.data?.items ?? [])].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
	return (
		<Part title="BuildSpecs" count={specs.data?.items.length} all={{ to: paths.buildSpecs(), label: 'All BuildSpecs' }}>
			{specs.isError && specs.data === undefined && (
				<ErrorPanel title="The BuildSpecs could not be listed" error={errorFacts(specs.error)} />
			)}
			{specs.data !== undefined && specs.data.unreadable.length > 0 && (
				<None>{unreadable(specs.data.unreadable.length, 'BuildSpec')}</None>
			)}
			<ul className={classes.list}>
				{items.slice(0, most).map((it) => (
					<li key={it.id}>
						<Link to={paths.buildSpec(it.id)} className={classes.name}>
							{formatCoordinate(it.destination)}
						</Link>
						<Muted weight="normal" numeric>
							v{it.version}, <RelativeTime iso={it.updatedAt} />
						</Muted>
					</li>
				))}
			</ul>
		</Part>
	);
}

const unreadable = (count: number, what: string): string =>
	`${countOf(count, what)} cannot be read and ${count === 1 ? 'is' : 'are'} left out.`;
