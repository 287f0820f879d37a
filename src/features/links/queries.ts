import { queryOptions } from '@tanstack/react-query';
import { type DatasetCoordinate, getRows } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { type ListedLink, listLinks, type NewLink, suggestLinks, tryLink } from '#contract/link.ts';
import { call } from '../../api/http.ts';
import { readWhole, type Whole } from '../names/queries.ts';

/** Whose links: a namespace's, or one dataset's of it. */
export interface LinkPlace {
	readonly owner: string;
	readonly namespace: string;
	readonly datasetName?: string | undefined;
}

export const linkKeys = {
	all: ['links'] as const,
	list: (place: LinkPlace | null) => ['links', 'list', place === null ? null : placeKey(place)] as const,
	// Apart from links: what nobody made yet is no place where a name was seen.
	suggestions: ['link-suggestions'] as const,
	trials: ['link-trials'] as const,
};

const placeKey = ({ owner, namespace, datasetName }: LinkPlace): string =>
	[owner, namespace, ...(datasetName === undefined ? [] : [datasetName])].map(foldName).join('/');

const placeQuery = ({ owner, namespace, datasetName }: LinkPlace) => ({
	username: owner,
	namespace,
	...(datasetName === undefined ? {} : { dataset: datasetName }),
});

/** Links whose two ends the caller may read; of a place, in either direction, where one is given. */
export const linksQuery = (place: LinkPlace | null = null) =>
	queryOptions({
		queryKey: linkKeys.list(place),
		queryFn: ({ signal }): Promise<Whole<ListedLink>> =>
			readWhole((page) =>
				call(listLinks, { query: { ...(place === null ? {} : placeQuery(place)), ...page } }, { signal }),
			),
	});

export const suggestionsQuery = (place: LinkPlace) =>
	queryOptions({
		queryKey: [...linkKeys.suggestions, placeKey(place)] as const,
		queryFn: ({ signal }) => call(suggestLinks, { query: placeQuery(place) }, { signal }),
		// Comparing datasets takes the service seconds; making a link asks again.
		staleTime: 300_000,
		refetchOnWindowFocus: false,
		retry: false,
	});

/** What a link would match, by the service over the whole datasets. */
export const trialQuery = (link: NewLink) =>
	queryOptions({
		queryKey: [...linkKeys.trials, 'service', JSON.stringify(link)] as const,
		queryFn: ({ signal }) => call(tryLink, { body: link }, { signal }),
		staleTime: 60_000,
		refetchOnWindowFocus: false,
		retry: false,
	});

/** Rows that are looked at to say what a column holds. */
export const sampleSize = 500;

/** The first rows of a dataset. */
export const sampleQuery = ({ owner, namespace, datasetName }: DatasetCoordinate) =>
	queryOptions({
		queryKey: ['schema', 'sample', placeKey({ owner, namespace, datasetName })] as const,
		queryFn: ({ signal }) =>
			call(
				getRows,
				{ params: { username: owner, namespace, datasetName }, query: { limit: String(sampleSize) } },
				{ signal },
			),
		staleTime: 60_000,
	});
