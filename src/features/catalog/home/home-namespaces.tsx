import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { foldName } from '#contract/ids.ts';
import { listNamespaces } from '#contract/namespace.ts';
import { listNamespaceActivity } from '#contract/namespace-activity.ts';
import { countOf, formatBytes, formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { paths } from '../../../routing/paths.ts';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { discoveredNamespaces } from '../../names/model.ts';
import { namespacesQuery, useDiscoveredNames } from '../../names/queries.ts';
import { shownState, statusLabel, statusTone } from '../../names/status-model.ts';
import { useStatuses } from '../../names/status-queries.ts';
import { useOffers } from '../../session/queries.ts';
import { namespaceActivityQuery } from './activity-query.ts';
import { DayBars } from './day-bars.tsx';
import { daysShown, healthOf, lastDays, type NamespaceHealth } from './home-model.ts';
import classes from './home-page.module.css';
import { Entry, Fact, maxEntries, Part, unreadable } from './home-part.tsx';

export const HomeNamespaces = () => (useOffers(listNamespaces) ? <Listed /> : <Discovered />);

function Listed() {
	const listed = useQuery(namespacesQuery);
	const statuses = useStatuses();
	const hasActivity = useOffers(listNamespaceActivity);
	const activity = useQuery({ ...namespaceActivityQuery, enabled: hasActivity });
	const now = useNow();
	// Most recently changed first, since users continue there.
	const items = [...(listed.data?.items ?? [])].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
	const daysOf = (username: string, namespace: string) =>
		lastDays(
			activity.data?.filter(
				(item) => foldName(`${item.username}/${item.namespace}`) === foldName(`${username}/${namespace}`),
			) ?? [],
			now,
		);
	const columns = [
		'Namespace',
		{ label: 'Datasets', isNumeric: true },
		{ label: 'Rows', isNumeric: true, className: classes.wide },
		{ label: 'Size', isNumeric: true, className: classes.wide },
		...(hasActivity ? [{ label: `Changes, last ${daysShown} days`, className: classes.wide }] : []),
		{ label: 'Updated', className: classes.wide },
		...(statuses === null ? [] : ['Status']),
	];
	return (
		<Part
			title="Namespaces"
			count={listed.data === undefined ? undefined : items.length}
			all={{ to: paths.namespaces(), label: 'All namespaces' }}
			note={unreadable(listed.data, 'namespace')}
			query={listed}
			failure="Couldn’t load namespaces"
			isEmpty={items.length === 0}
			rows={3}
			isTable
		>
			<SimpleTable columns={columns} aria-label="Namespaces" className={classes.namespaces}>
				<tbody>
					{items.slice(0, maxEntries).map(({ username, namespace, role, datasets, rows, bytes, updatedAt }) => (
						<tr key={`${username}/${namespace}`}>
							<th scope="row">
								<Link to={paths.namespace(username, namespace)} className={classes.name}>
									{username}/{namespace}
								</Link>
								{role !== 'owner' && <Muted size="small"> shared with you</Muted>}
							</th>
							<td data-numeric>{formatCount(datasets)}</td>
							<td data-numeric className={classes.wide}>
								{formatCount(rows)}
							</td>
							<td data-numeric className={classes.wide}>
								{formatBytes(bytes)}
							</td>
							{hasActivity && (
								<td className={classes.wide}>
									{activity.data !== undefined && (
										<DayBars days={daysOf(username, namespace)} height={20} label={`${username}/${namespace}`} />
									)}
								</td>
							)}
							<td className={classes.wide}>
								<RelativeTime iso={updatedAt} />
							</td>
							{statuses !== null && (
								<td>{statuses !== undefined && <Health health={healthOf(statuses.list, username, namespace)} />}</td>
							)}
						</tr>
					))}
				</tbody>
			</SimpleTable>
		</Part>
	);
}

function Health({ health: { attention, unfinished, built } }: { health: NamespaceHealth }) {
	if (built === 0 && attention.length === 0) return <Muted>No builds</Muted>;
	const isWrong = ({ state }: DatasetStatus) => ['corrupt', 'failed', 'outdated'].includes(state);
	const worst = attention.find(isWrong) ?? (attention.length === 0 ? unfinished[0] : undefined);
	if (worst === undefined) {
		if (attention.length === 0) return <StateChip tone="success">Up to date</StateChip>;
		const failed = attention.reduce((sum, { failedChecks }) => sum + failedChecks.length, 0);
		return <StateChip tone="warning">{countOf(failed, 'check')} failed</StateChip>;
	}
	const state = shownState(worst);
	const alike = [...attention, ...unfinished].filter((status) => shownState(status) === state).length;
	const word = state === 'failed' && alike > 1 ? 'builds failed' : statusLabel[state].toLowerCase();
	return (
		<StateChip tone={statusTone[state]}>
			{alike} {word}
		</StateChip>
	);
}

/** For services that don't list namespaces: discovered ones. */
function Discovered() {
	const { names, isReading } = useDiscoveredNames();
	const items = discoveredNamespaces(names);
	return (
		<Part
			title="Namespaces"
			count={isReading ? undefined : items.length}
			all={{ to: paths.namespaces(), label: 'All namespaces' }}
			isEmpty={items.length === 0}
		>
			{items.slice(0, maxEntries).map(({ owner, namespace, datasets }) => (
				<Entry key={`${owner}/${namespace}`} to={paths.namespace(owner, namespace)} name={`${owner}/${namespace}`}>
					<Fact>{countOf(datasets.length, 'dataset')} discovered</Fact>
				</Entry>
			))}
		</Part>
	);
}
