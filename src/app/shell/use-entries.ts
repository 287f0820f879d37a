import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createBuildSpec } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { buildSpecsQuery } from '../../features/build-specs/queries.ts';
import { nameKeys, useDiscoveredNames, useKnownDatasets, useKnownNamespaces } from '../../features/names/queries.ts';
import { offers } from '../../features/session/model.ts';
import { descriptionQuery, useScope } from '../../features/session/queries.ts';
import { paths } from '../../routing/paths.ts';
import { useDrafts } from '../../storage/use-drafts.ts';
import { offeredCommands } from '../../ui/commands.ts';
import type { Entry, EntryGroup } from './find-entries.ts';
import { usePlaces } from './navigation.tsx';

/** Everything that the palette can find: what this page offers, pages, and what is known by name. */
export function useEntries(text: string, onShortcuts: () => void): EntryGroup[] {
	const navigate = useNavigate();
	const scope = useScope();
	const { data: description = null } = useQuery(descriptionQuery);
	const { data: specs } = useQuery(buildSpecsQuery);
	const datasets = useKnownDatasets(true, text);
	const namespaces = useKnownNamespaces();
	const places = usePlaces();
	const drafts = useDrafts(scope);
	// What the page offered when the palette opened: while it is open nothing changes below it.
	const [commands] = useState(offeredCommands);

	const link = (label: string, to: string, hint?: string): Entry => ({
		id: `${to} ${label}`,
		label,
		...(hint === undefined ? {} : { hint }),
		choose: () => void navigate(to),
	});
	const drafted = new Set(drafts.map((it) => it.id));
	const groups: EntryGroup[] = [
		{
			label: 'On this page',
			entries: commands.map(({ id, label, run, keys, waits = null }) => ({
				id: `command ${id}`,
				label,
				waits,
				choose: run,
				...(keys === undefined ? {} : { keys }),
			})),
		},
		{
			label: 'Go to',
			entries: [
				...places.map(({ label, to }) => link(label, to)),
				...(offers(description, createBuildSpec) ? [link('New BuildSpec', paths.newBuildSpec())] : []),
				{ id: 'shortcuts', label: 'Keyboard shortcuts', keys: '?', choose: onShortcuts },
			],
		},
		{
			label: 'BuildSpecs',
			entries: (specs?.items ?? []).map((it) =>
				link(formatCoordinate(it.destination), paths.buildSpec(it.id), drafted.has(it.id) ? 'draft' : `v${it.version}`),
			),
		},
	];
	// Without a text these are long lists of which nothing was asked.
	if (text.trim() === '') return groups;
	return [
		...groups,
		{
			label: 'Datasets',
			entries: datasets.flatMap((it) => {
				const [owner, namespace, datasetName] = it.split('/');
				if (owner === undefined || namespace === undefined || datasetName === undefined) return [];
				return [link(it, paths.dataset({ owner, namespace, datasetName }))];
			}),
		},
		{
			label: 'Namespaces',
			// The last group: it hides no other.
			limit: Number.POSITIVE_INFINITY,
			entries: namespaces.map((it) => link(`${it.owner}/${it.namespace}`, paths.namespace(it.owner, it.namespace))),
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
