import { queryOptions, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import {
	coordinateKey,
	type DatasetCoordinate,
	type DatasetSchema,
	type DatasetSummary,
	formatCoordinate,
	getSchema,
	joinNames,
	listDatasets,
} from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { getNamespace, listNamespaces, type Namespace } from '#contract/namespace.ts';
import type { Unreadable } from '../../api/answer.ts';
import { isApiError } from '../../api/api-error.ts';
import { call, type List } from '../../api/http.ts';
import { useOffers, useScope } from '../session/queries.ts';
import { type DiscoveredState, readDiscovered, useDiscovered } from './discovered.ts';
import { discoveredCoordinates, discoveredNamespaces } from './model.ts';

const namespaceKey = (owner: string, name: string): string => foldName(joinNames([owner, name]));

export const nameKeys = {
	all: ['namespaces'] as const,
	namespaces: ['namespaces', 'list'] as const,
	namespace: (owner: string, name: string) => ['namespaces', 'one', namespaceKey(owner, name)] as const,
	datasets: (owner: string, name: string) => ['namespaces', 'datasets', namespaceKey(owner, name)] as const,
	schemas: ['schema'] as const,
	schema: (dataset: DatasetCoordinate) => ['schema', coordinateKey(dataset)] as const,
};

export const datasetParams = ({ owner, namespace, datasetName }: DatasetCoordinate) => ({
	username: owner,
	namespace,
	datasetName,
});

/** Null on 404. @throws other errors */
export async function orNull<T>(read: Promise<T>): Promise<T | null> {
	try {
		return await read;
	} catch (error) {
		if (isApiError(error) && error.status === 404) return null;
		throw error;
	}
}

/** A complete list, possibly from several pages. */
export interface CompleteList<T> {
	readonly items: readonly T[];
	readonly unreadable: readonly Unreadable[];
}

/** Maximum items per page. */
const pageSize = '1000';

/** @param onFirst gets the first page if there are more */
export async function readWhole<T>(
	read: (query: { limit: string; cursor?: string }) => Promise<List<T>>,
	onFirst?: (page: CompleteList<T>) => void,
): Promise<CompleteList<T>> {
	const items: T[] = [];
	const unreadable: Unreadable[] = [];
	let cursor: string | null = null;
	do {
		const page = await read({ limit: pageSize, ...(cursor === null ? {} : { cursor }) });
		if (cursor === null && page.nextCursor !== null) onFirst?.(page);
		items.push(...page.items);
		unreadable.push(...page.unreadable);
		// A service that returns the same cursor again would cause an endless loop.
		cursor = page.nextCursor === cursor ? null : page.nextCursor;
	} while (cursor !== null);
	return { items, unreadable };
}

/** Namespaces the caller may read, their own first. */
export const namespacesQuery = queryOptions({
	queryKey: nameKeys.namespaces,
	queryFn: ({ signal }): Promise<CompleteList<Namespace>> =>
		readWhole((query) => call(listNamespaces, { query }, { signal })),
});

export const namespaceQuery = (owner: string, name: string) =>
	queryOptions({
		queryKey: nameKeys.namespace(owner, name),
		queryFn: ({ signal }) => call(getNamespace, { params: { username: owner, namespace: name } }, { signal }),
	});

export const datasetsQuery = (owner: string, name: string) =>
	queryOptions({
		queryKey: nameKeys.datasets(owner, name),
		queryFn: ({ signal, client }): Promise<CompleteList<DatasetSummary>> =>
			readWhole(
				(query) => call(listDatasets, { params: { username: owner, namespace: name }, query }, { signal }),
				(page) => client.setQueryData(firstDatasetsQuery(owner, name).queryKey, page),
			),
	});

/** The first page of a long `datasetsQuery`, to show while the others are loading. */
export const firstDatasetsQuery = (owner: string, name: string) =>
	queryOptions<CompleteList<DatasetSummary>>({
		queryKey: [...nameKeys.datasets(owner, name), 'first'],
		queryFn: skipToken,
	});

/** A dataset's schema; null if it doesn't exist. */
export const schemaQuery = (dataset: DatasetCoordinate) =>
	queryOptions({
		queryKey: nameKeys.schema(dataset),
		queryFn: ({ signal }): Promise<DatasetSchema | null> =>
			orNull(call(getSchema, { params: datasetParams(dataset) }, { signal })),
		// Always reread: a build must show the current dataset that it will replace.
		staleTime: 0,
	});

/** Names seen in the console, whether stored ones are still loading, and whether they can be stored. */
export function useDiscoveredNames(): Pick<DiscoveredState, 'names' | 'isReading' | 'isVolatile'> {
	const scope = useScope();
	useEffect(() => void readDiscovered(scope), [scope]);
	return useDiscovered(useShallow(({ names, isReading, isVolatile }) => ({ names, isReading, isVolatile })));
}

type DatasetLists = readonly { readonly data?: CompleteList<DatasetSummary> | undefined }[];

const itemsOf = (lists: DatasetLists): DatasetSummary[] => lists.flatMap((list) => list.data?.items ?? []);

/** Null if a list is missing. */
const wholeOf = (lists: DatasetLists): DatasetSummary[] | null =>
	lists.some(({ data }) => data === undefined) ? null : itemsOf(lists);

/** Maximum namespaces whose datasets are loaded for suggestions. */
const maxAsked = 40;

const isWithin = (typed: string, { username, namespace }: Namespace): boolean =>
	typed !== '' && foldName(typed).startsWith(`${namespaceKey(username, namespace)}/`);

/** Datasets of the listed namespaces, as far as loaded. */
function useDatasetLists<T>(wanted: boolean, typed: string, combine: (lists: DatasetLists) => T) {
	const areListed = [useOffers(listDatasets), useOffers(listNamespaces)].every(Boolean);
	const asks = wanted && areListed;
	const { data } = useQuery({ ...namespacesQuery, enabled: asks });
	const namespaces = data?.items;
	const lists = useQueries({
		queries: (namespaces ?? [])
			.filter((namespace, index) => index < maxAsked || isWithin(typed, namespace))
			.map((item) => ({ ...datasetsQuery(item.username, item.namespace), enabled: asks, staleTime: 30_000 })),
		combine,
	});
	return { lists, isWhole: asks && namespaces !== undefined && namespaces.length <= maxAsked };
}

/** Keys of all listed datasets; null until complete. */
export function useListedKeys(wanted: boolean): ReadonlySet<string> | null {
	const { lists, isWhole } = useDatasetLists(wanted, '', wholeOf);
	return useMemo(() => (isWhole && lists !== null ? new Set(lists.map(coordinateKey)) : null), [isWhole, lists]);
}

/**
 * Dataset coordinates to suggest, sorted alphabetically: listed and discovered ones.
 * @param wanted false: no requests, only what is known
 * @param typed content of the field; the namespace it names is always loaded
 */
export function useKnownDatasets(wanted: boolean, typed = ''): readonly string[] {
	const { names } = useDiscoveredNames();
	const { lists } = useDatasetLists(wanted, typed, itemsOf);
	return useMemo(() => {
		const known = new Map(discoveredCoordinates(names).map((coordinate) => [foldName(coordinate), coordinate]));
		for (const dataset of lists) known.set(coordinateKey(dataset), formatCoordinate(dataset));
		return [...known.values()].sort();
	}, [names, lists]);
}

/** Namespaces to suggest: listed ones, the caller's own first, then discovered ones. */
export function useKnownNamespaces(): readonly { readonly owner: string; readonly namespace: string }[] {
	const listed = useQuery({ ...namespacesQuery, staleTime: 30_000, enabled: useOffers(listNamespaces) });
	const { names } = useDiscoveredNames();
	return useMemo(() => {
		const listedNames = listed.data?.items.map(({ username, namespace }) => ({ owner: username, namespace })) ?? [];
		const known = new Map<string, { owner: string; namespace: string }>();
		for (const { owner, namespace } of [...listedNames, ...discoveredNamespaces(names)]) {
			const key = namespaceKey(owner, namespace);
			if (!known.has(key)) known.set(key, { owner, namespace });
		}
		return [...known.values()];
	}, [listed.data, names]);
}

/** Namespaces the caller may write to, their own first; none until they're loaded. */
export function useWritableNamespaces(): readonly Namespace[] {
	const { data } = useQuery({ ...namespacesQuery, enabled: useOffers(listNamespaces) });
	return data?.items.filter(({ role }) => role !== 'viewer') ?? [];
}

/** Completions of a typed coordinate: datasets, and namespaces for a new one. */
export function useDatasetCompletions(wanted: boolean, typed: string): string[] {
	const datasets = useKnownDatasets(wanted, typed);
	const namespaces = useKnownNamespaces();
	return useMemo(
		() => [...datasets, ...namespaces.map(({ owner, namespace }) => `${joinNames([owner, namespace])}/`)].sort(),
		[datasets, namespaces],
	);
}
