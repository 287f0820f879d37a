import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { coordinateKey, type DatasetCoordinate, formatCoordinate, splitNames } from '#contract/dataset.ts';
import { useIsAdmin, usersQuery } from '../../features/access/queries.ts';
import { conversationsQuery } from '../../features/agents/queries.ts';
import { draftLocation } from '../../features/build-specs/model.ts';
import { buildSpecsQuery } from '../../features/build-specs/queries.ts';
import { useKnownDatasets, useKnownNamespaces } from '../../features/names/queries.ts';
import { statusWord } from '../../features/names/status-model.ts';
import { useStatuses } from '../../features/names/status-queries.ts';
import { useScope } from '../../features/session/queries.ts';
import { decodeSegment } from '../../lib/decode-segment.ts';
import { paths } from '../../routing/paths.ts';
import { useDrafts } from '../../storage/use-drafts.ts';
import type { Entry, EntryGroup } from './find-entries.ts';

/**
 * Everything with a name that this browser knows.
 * @param typed the text, if datasets and namespaces are searched here; null if the service searches them
 */
export function useNamedEntries(typed: string | null) {
	const navigate = useNavigate();
	const scope = useScope();
	const { data: specs } = useQuery(buildSpecsQuery);
	const { data: conversations = [] } = useQuery(conversationsQuery(scope));
	const datasets = useKnownDatasets(typed !== null, typed ?? '');
	const namespaces = useKnownNamespaces();
	const statuses = useStatuses();
	const drafts = useDrafts(scope);
	const drafted = new Set(drafts.map((draft) => draft.id));
	const { data: users } = useQuery({ ...usersQuery, enabled: useIsAdmin() });
	const link = (label: string, to: string, hint?: string, synonyms = ''): Entry => ({
		id: `${to} ${label}`,
		label,
		synonyms,
		hint,
		to,
		choose: () => void navigate(to),
	});
	const wordOf = (dataset: DatasetCoordinate) => statusWord(statuses?.byKey.get(coordinateKey(dataset)));
	return {
		specs: (specs?.items ?? []).map(({ id, version, destination }) => {
			const state = [drafted.has(id) ? 'draft' : `v${version}`, wordOf(destination)].filter(Boolean).join(', ');
			return link(formatCoordinate(destination), paths.buildSpec(id), `BuildSpec ${state}`);
		}),
		others: [
			{
				label: 'Conversations',
				entries: conversations.map(({ id, title }) => link(title, paths.conversation(id), 'Conversation')),
			},
			{
				label: 'Drafts',
				entries: drafts.flatMap(({ id }) => {
					const { name, to } = draftLocation(id);
					return name === null ? [] : [link(name, to, 'Draft')];
				}),
			},
			{
				label: 'Users',
				entries: (users?.items ?? []).map(({ username, displayName, email }) =>
					link(
						username,
						`${paths.access()}?${new URLSearchParams({ view: 'users', q: username })}`,
						`User ${displayName}`.trim(),
						email,
					),
				),
			},
		] satisfies EntryGroup[],
		datasets:
			typed === null
				? []
				: datasets.flatMap((dataset) => {
						const coordinate = coordinateIn(dataset);
						return coordinate === null ? [] : [link(dataset, paths.dataset(coordinate), wordOf(coordinate))];
					}),
		namespaces:
			typed === null
				? []
				: namespaces.map(({ owner, namespace }) => link(`${owner}/${namespace}`, paths.namespace(owner, namespace))),
		recent(address: string): Entry | null {
			const [, section, ...names] = address.split('/').map(decodeSegment);
			if (section !== 'namespaces' || names.length < 2) return null;
			return link(names.join('/'), address, names.length === 2 ? 'Namespace' : 'Dataset');
		},
	};
}

function coordinateIn(text: string): DatasetCoordinate | null {
	const [owner, namespace, datasetName] = splitNames(text);
	return owner === undefined || namespace === undefined || datasetName === undefined
		? null
		: { owner, namespace, datasetName };
}
