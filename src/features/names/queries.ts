import { type QueryClient, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import {
	coordinateKey,
	type DatasetCoordinate,
	type DatasetSchema,
	type DatasetSummary,
	formatCoordinate,
	getSchema,
	listDatasets,
} from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { getNamespace, listNamespaces, type Namespace } from '#contract/namespace.ts';
import type { Unreadable } from '../../api/answer.ts';
import { isApiError } from '../../api/api-error.ts';
import { call, type List } from '../../api/http.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery, useScope } from '../session/queries.ts';
import { type DiscoveredState, readLearned, useDiscovered } from './discovered.ts';
import { discoveredNamespaces, learnedCoordinates } from './model.ts';

const namespaceKey = (owner: string, name: string): string => `${foldName(owner)}/${foldName(name)}`;

export const nameKeys = {
	/** All that is listed of namespaces and of their datasets. */
	all: ['namespaces'] as const,
	namespaces: ['namespaces', 'list'] as const,
	namespace: (owner: string, name: string) => ['namespaces', 'one', namespaceKey(owner, name)] as const,
	datasets: (owner: string, name: string) => ['namespaces', 'datasets', namespaceKey(owner, name)] as const,
	schemas: ['schema'] as const,
	schema: ({ owner, namespace, datasetName }: DatasetCoordinate) =>
		['schema', coordinateKey({ owner, namespace, datasetName })] as const,
};

/** Everything of a list, however many answers it takes. */
export interface Whole<T> {
	readonly items: readonly T[];
	readonly unreadable: readonly Unreadable[];
}

/** Most items of one answer. */
const pageSize = '1000';

/** Everything of a list that comes in pages. */
export async function readWhole<T>(
	read: (query: { limit: string; cursor?: string }) => Promise<List<T>>,
): Promise<Whole<T>> {
	const items: T[] = [];
	const unreadable: Unreadable[] = [];
	let cursor: string | null = null;
	do {
		const page = await read({ limit: pageSize, ...(cursor === null ? {} : { cursor }) });
		items.push(...page.items);
		unreadable.push(...page.unreadable);
		// A service that answers with the same place again would be asked for ever.
		cursor = page.nextCursor === cursor ? null : page.nextCursor;
	} while (cursor !== null);
	return { items, unreadable };
}

/** The namespaces that the caller may read, its own first. */
export const namespacesQuery = queryOptions({
	queryKey: nameKeys.namespaces,
	queryFn: ({ signal }): Promise<Whole<Namespace>> => readWhole((query) => call(listNamespaces, { query }, { signal })),
});

export const namespaceQuery = (owner: string, name: string) =>
	queryOptions({
		queryKey: nameKeys.namespace(owner, name),
		queryFn: ({ signal }) => call(getNamespace, { params: { username: owner, namespace: name } }, { signal }),
	});

/** The datasets of a namespace, by name. */
export const datasetsQuery = (owner: string, name: string) =>
	queryOptions({
		queryKey: nameKeys.datasets(owner, name),
		queryFn: ({ signal }): Promise<Whole<DatasetSummary>> =>
			readWhole((query) => call(listDatasets, { params: { username: owner, namespace: name }, query }, { signal })),
	});

/** What is known of a dataset; null where there is none of that name. */
export const schemaQuery = ({ owner, namespace, datasetName }: DatasetCoordinate) =>
	queryOptions({
		queryKey: nameKeys.schema({ owner, namespace, datasetName }),
		queryFn: async ({ signal }): Promise<DatasetSchema | null> => {
			try {
				return await call(getSchema, { params: { username: owner, namespace, datasetName } }, { signal });
			} catch (error) {
				if (isApiError(error) && error.status === 404) return null;
				throw error;
			}
		},
		// what a build will replace is looked at when it is asked about
		staleTime: 0,
	});

/** Forgets what is known of a dataset that is not there any more. */
export function forgetDataset(queryClient: QueryClient, dataset: DatasetCoordinate): void {
	queryClient.removeQueries({ queryKey: nameKeys.schema(dataset) });
}

/** Names that passed through the console, whether those that were kept are still being read, and whether none can be kept. */
export function useDiscoveredNames(): Pick<DiscoveredState, 'names' | 'isReading' | 'isVolatile'> {
	const scope = useScope();
	useEffect(() => void readLearned(scope), [scope]);
	return useDiscovered(useShallow(({ names, isReading, isVolatile }) => ({ names, isReading, isVolatile })));
}

const itemsOf = (results: readonly { readonly data?: Whole<DatasetSummary> | undefined }[]): DatasetSummary[] =>
	results.flatMap((it) => it.data?.items ?? []);

/** Null where a list is missing. */
const wholeOf = (results: Parameters<typeof itemsOf>[0]): DatasetSummary[] | null =>
	results.some(({ data }) => data === undefined) ? null : itemsOf(results);

/** Namespaces whose datasets are asked for, to suggest them. */
const maxAsked = 40;

const isWithin = (typed: string, { username, namespace }: Namespace): boolean =>
	typed !== '' && foldName(typed).startsWith(foldName(`${username}/${namespace}/`));

/** Keys of all datasets that the service lists, once they are known; null where some may not have been read. */
export function useListedKeys(wanted: boolean): ReadonlySet<string> | null {
	const { data: description = null } = useQuery(descriptionQuery);
	const asks = wanted && offers(description, listDatasets) && offers(description, listNamespaces);
	const { data: namespaces } = useQuery({ ...namespacesQuery, enabled: asks });
	const lists = useQueries({
		queries: (namespaces?.items ?? [])
			.slice(0, maxAsked)
			.map(({ username, namespace }) => ({ ...datasetsQuery(username, namespace), enabled: asks, staleTime: 30_000 })),
		combine: wholeOf,
	});
	const isWhole = asks && namespaces !== undefined && namespaces.items.length <= maxAsked;
	return useMemo(() => (isWhole && lists !== null ? new Set(lists.map(coordinateKey)) : null), [isWhole, lists]);
}

/**
 * Coordinates of datasets to suggest, in alphabetical order: those that the service lists, and those that were learned.
 * @param wanted false: only what is known already, nothing is asked
 * @param typed what a field holds: the namespace that it names is asked in any case
 */
export function useKnownDatasets(wanted: boolean, typed = ''): readonly string[] {
	const { data: description = null } = useQuery(descriptionQuery);
	const { names } = useDiscoveredNames();
	const asks = wanted && offers(description, listDatasets);
	const namespaces = useQuery({ ...namespacesQuery, enabled: asks && offers(description, listNamespaces) });
	const lists = useQueries({
		queries: (namespaces.data?.items ?? [])
			.filter((it, index) => index < maxAsked || isWithin(typed, it))
			.map((it) => ({ ...datasetsQuery(it.username, it.namespace), enabled: asks, staleTime: 30_000 })),
		combine: itemsOf,
	});
	return useMemo(() => {
		const known = new Map(learnedCoordinates(names).map((it) => [foldName(it), it]));
		for (const it of lists) known.set(coordinateKey(it), formatCoordinate(it));
		return [...known.values()].sort();
	}, [names, lists]);
}

/** Namespaces to suggest: those that the service lists, the caller's own first, then those that were learned. */
export function useKnownNamespaces(): readonly { readonly owner: string; readonly namespace: string }[] {
	const { data: description = null } = useQuery(descriptionQuery);
	const listed = useQuery({ ...namespacesQuery, staleTime: 30_000, enabled: offers(description, listNamespaces) });
	const { names } = useDiscoveredNames();
	return useMemo(() => {
		const known = new Map<string, { owner: string; namespace: string }>();
		for (const { username: owner, namespace } of listed.data?.items ?? []) {
			known.set(namespaceKey(owner, namespace), { owner, namespace });
		}
		for (const { owner, namespace } of discoveredNamespaces(names)) {
			const key = namespaceKey(owner, namespace);
			if (!known.has(key)) known.set(key, { owner, namespace });
		}
		return [...known.values()];
	}, [listed.data, names]);
}

/**
 * What completes the coordinate of a dataset: those that are known, and the namespaces, in which it may be another one.
 * @param typed what the field holds
 */
export function useDatasetCompletions(wanted: boolean, typed: string): string[] {
	const datasets = useKnownDatasets(wanted, typed);
	const namespaces = useKnownNamespaces();
	return useMemo(
		() => [...datasets, ...namespaces.map(({ owner, namespace }) => `${owner}/${namespace}/`)].sort(),
		[datasets, namespaces],
	);
}
