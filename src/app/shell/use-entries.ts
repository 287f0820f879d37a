import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createBuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate, splitNames } from '#contract/dataset.ts';
import { buildSpecsQuery } from '../../features/build-specs/queries.ts';
import { nameKeys, useDiscoveredNames, useKnownDatasets, useKnownNamespaces } from '../../features/names/queries.ts';
import { statusWord } from '../../features/names/status-model.ts';
import { useStatuses } from '../../features/names/status-queries.ts';
import { offers } from '../../features/session/model.ts';
import { descriptionQuery, useScope } from '../../features/session/queries.ts';
import { offeredCommands } from '../../lib/commands.ts';
import { paths } from '../../routing/paths.ts';
import { useDrafts } from '../../storage/use-drafts.ts';
import type { Entry, EntryGroup } from './find-entries.ts';
import { useDestinations } from './navigation.tsx';

/** Everything that the palette can find: what this page offers, pages, and what is known by name. */
export function useEntries(text: string, onShortcuts: () => void): EntryGroup[] {
	const navigate = useNavigate();
	const scope = useScope();
	const { data: description = null } = useQuery(descriptionQuery);
	const { data: specs } = useQuery(buildSpecsQuery);
	const datasets = useKnownDatasets(true, text);
	const namespaces = useKnownNamespaces();
	const statuses = useStatuses();
	const destinations = useDestinations();
	const drafts = useDrafts(scope);
	// What the page offered when the palette opened: while it is open nothing changes below it.
	const [commands] = useState(offeredCommands);

	const link = (label: string, to: string, hint?: string): Entry => ({
		id: `${to} ${label}`,
		label,
		...(hint === undefined ? {} : { hint }),
		choose: () => void navigate(to),
	});
	const wordOf = (dataset: DatasetCoordinate) => statusWord(statuses?.byKey.get(coordinateKey(dataset)));
	const drafted = new Set(drafts.map((draft) => draft.id));
	const ofGroup = (group: string | undefined): Entry[] =>
		commands
			.filter((command) => command.group === group)
			.map(({ id, label, run, keys, disabledReason = null }) => ({
				id: `command ${id}`,
				label,
				disabledReason,
				choose: run,
				...(keys === undefined ? {} : { keys }),
			}));
	const groups: EntryGroup[] = [
		{ label: 'On this page', entries: ofGroup(undefined), limit: Number.POSITIVE_INFINITY },
		...['View', 'Rows'].map((label) => ({ label, entries: ofGroup(label) })),
		{
			label: 'Go to',
			entries: [
				...destinations.map(({ label, to }) => link(label, to)),
				...(offers(description, createBuildSpec) ? [link('New BuildSpec', paths.newBuildSpec())] : []),
				link('Docs', paths.docs()),
				{ id: 'shortcuts', label: 'Keyboard shortcuts', keys: '?', choose: onShortcuts },
			],
		},
		{
			label: 'BuildSpecs',
			entries: (specs?.items ?? []).map((item) =>
				link(
					formatCoordinate(item.destination),
					paths.buildSpec(item.id),
					[drafted.has(item.id) ? 'draft' : `v${item.version}`, wordOf(item.destination)].filter(Boolean).join(', '),
				),
			),
		},
	];
	// Without a text these are long lists of which nothing was asked.
	if (text.trim() === '') return groups;
	return [
		...groups.slice(0, 3),
		{ label: 'Code editor', entries: ofGroup('Code editor') },
		...groups.slice(3),
		{
			label: 'Datasets',
			entries: datasets.flatMap((dataset) => {
				const [owner, namespace, datasetName] = splitNames(dataset);
				if (owner === undefined || namespace === undefined || datasetName === undefined) return [];
				const coordinate = { owner, namespace, datasetName };
				return [link(dataset, paths.dataset(coordinate), wordOf(coordinate))];
			}),
		},
		{
			label: 'Namespaces',
			// The last group: it hides no other.
			limit: Number.POSITIVE_INFINITY,
			entries: namespaces.map((namespace) =>
				link(`${namespace.owner}/${namespace.namespace}`, paths.namespace(namespace.owner, namespace.namespace)),
			),
		},
	];
}

/** Whether something that has a name is still being listed for the first time. */
export function useIsLooking(): boolean {
	const { isReading } = useDiscoveredNames();
	const kinds: readonly unknown[] = [nameKeys.all[0], buildSpecsQuery.queryKey[0]];
	const lists = useIsFetching({
		predicate: ({ queryKey, state }) => state.data === undefined && kinds.includes(queryKey[0]),
	});
	return isReading || lists > 0;
}
