import { queryOptions, useQuery } from '@tanstack/react-query';
import { type DatasetCoordinate, getRows, joinNames } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { type ListedLink, listLinks, type NewLink, suggestLinks, tryLink } from '#contract/link.ts';
import { call } from '../../api/http.ts';
import { type CompleteList, readWhole } from '../names/queries.ts';
import { useOffers } from '../session/queries.ts';
import { coordinateOf, sameLink } from './model.ts';

export interface LinkScope {
	readonly owner: string;
	readonly namespace: string;
	readonly datasetName?: string | undefined;
}

export const linkKeys = {
	all: ['links'] as const,
	list: (scope: LinkScope | null) => ['links', 'list', scope === null ? null : scopeKey(scope)] as const,
	// Separate from links: a suggestion isn't a link yet, but its names count as discovered.
	suggestions: ['link-suggestions'] as const,
	trials: ['link-trials'] as const,
};

const scopeKey = ({ owner, namespace, datasetName }: LinkScope): string =>
	foldName(joinNames([owner, namespace, datasetName ?? []].flat()));

const scopeParams = ({ owner, namespace, datasetName }: LinkScope) => ({
	username: owner,
	namespace,
	...(datasetName === undefined ? {} : { dataset: datasetName }),
});

/** Links whose ends the caller may both read, optionally in either direction of a namespace or dataset. */
export const linksQuery = (scope: LinkScope | null = null) =>
	queryOptions({
		queryKey: linkKeys.list(scope),
		queryFn: ({ signal }): Promise<CompleteList<ListedLink>> =>
			readWhole((page) =>
				call(listLinks, { query: { ...(scope === null ? {} : scopeParams(scope)), ...page } }, { signal }),
			),
	});

/** The listed link the service treats as the same; undefined if there is none or links aren't listed. */
export function useListedLink(link: NewLink | null): ListedLink | undefined {
	const enabled = useOffers(listLinks) && link !== null;
	const links = useQuery({ ...linksQuery(link === null ? null : coordinateOf(link.from)), enabled });
	return link === null ? undefined : links.data?.items.find((listed) => sameLink(listed, link));
}

export const suggestionsQuery = (scope: LinkScope) =>
	queryOptions({
		queryKey: [...linkKeys.suggestions, scopeKey(scope)] as const,
		queryFn: ({ signal }) => call(suggestLinks, { query: scopeParams(scope) }, { signal }),
		// Comparing datasets takes the service seconds, and creating a link checks again.
		staleTime: 300_000,
		refetchOnWindowFocus: false,
		retry: false,
	});

/** What a link would match, computed by the service on the whole datasets. */
export const trialQuery = (link: NewLink) =>
	queryOptions({
		queryKey: [...linkKeys.trials, 'service', JSON.stringify(link)] as const,
		queryFn: ({ signal }) => call(tryLink, { body: link }, { signal }),
		staleTime: 60_000,
		refetchOnWindowFocus: false,
		retry: false,
	});

export const sampleSize = 500;

export const sampleQuery = ({ owner, namespace, datasetName }: DatasetCoordinate) =>
	queryOptions({
		queryKey: ['schema', 'sample', scopeKey({ owner, namespace, datasetName })] as const,
		queryFn: ({ signal }) =>
			call(
				getRows,
				{ params: { username: owner, namespace, datasetName }, query: { limit: String(sampleSize) } },
				{ signal },
			),
		staleTime: 60_000,
	});
