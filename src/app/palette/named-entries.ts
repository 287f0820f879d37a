import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { coordinateKey, type DatasetCoordinate, formatCoordinate, splitNames } from '#contract/dataset.ts';
import { conversationsQuery } from '../../features/agents/queries.ts';
import { buildSpecsQuery } from '../../features/build-specs/queries.ts';
import { useKnownDatasets, useKnownNamespaces } from '../../features/names/queries.ts';
import { statusWord } from '../../features/names/status-model.ts';
import { useStatuses } from '../../features/names/status-queries.ts';
import { useScope } from '../../features/session/queries.ts';
import { decodeSegment } from '../../lib/decode-segment.ts';
import { paths } from '../../routing/paths.ts';
import { useDrafts } from '../../storage/use-drafts.ts';
import type { Entry } from './find-entries.ts';

/**
 * What has a name that this browser knows.
 * @param typed what was typed, where datasets and namespaces are to be found here; null where the service finds them
 */
export function useNamedEntries(typed: string | null) {
	const navigate = useNavigate();
	const scope = useScope();
	const { data: specs } = useQuery(buildSpecsQuery);
	const { data: conversations = [] } = useQuery(conversationsQuery(scope));
	const datasets = useKnownDatasets(typed !== null, typed ?? '');
	const namespaces = useKnownNamespaces();
	const statuses = useStatuses();
	const drafted = new Set(useDrafts(scope).map((draft) => draft.id));
	const link = (label: string, to: string, hint?: string): Entry => ({
		id: `${to} ${label}`,
		label,
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
		conversations: conversations.map(({ id, title }) => link(title, paths.conversation(id), 'Conversation')),
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
		/** A page that was opened lately; null where it is of nothing that has a name. */
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
