import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
	coordinateKey,
	type DatasetCoordinate,
	type DatasetSchema,
	type DatasetSummary,
	getSchema,
	listDatasets,
} from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { getNamespace, listNamespaces, type Namespace } from '#contract/namespace.ts';
import type { Unreadable } from '../../api/answer.ts';
import { isApiError } from '../../api/api-error.ts';
import { call, type List } from '../../api/http.ts';

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

async function readWhole<T>(read: (query: { limit: string; cursor?: string }) => Promise<List<T>>): Promise<Whole<T>> {
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
