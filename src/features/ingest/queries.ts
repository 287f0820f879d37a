import { queryOptions, useQuery } from '@tanstack/react-query';
import { coordinateKey, type DatasetCoordinate, getSchema } from '#contract/dataset.ts';
import { ReviewRequest } from '#contract/file-ingestion.ts';
import { getIngestion, getPreviewFacts, type Ingestion, listIngestions } from '#contract/ingest.ts';
import { call } from '../../api/http.ts';
import type { Scope } from '../../storage/web-storage.ts';
import { nameKey, readCoordinate } from '../names/model.ts';
import { type CompleteList, readWhole, schemaQuery, useDiscoveredNames } from '../names/queries.ts';
import { useOffers, useScope } from '../session/queries.ts';
import { isResumable } from './status-model.ts';

export const ingestKeys = {
	all: ['ingestions'] as const,
	facts: ['preview-facts'] as const,
};

/** The model used, and the limits of a preview. */
export const previewFactsQuery = queryOptions({
	queryKey: ingestKeys.facts,
	queryFn: ({ signal }) => call(getPreviewFacts, {}, { signal }),
	staleTime: 60_000,
});

export const ingestionsQuery = (unseen: boolean) =>
	queryOptions({
		queryKey: [...ingestKeys.all, 'list', unseen] as const,
		queryFn: ({ signal }): Promise<CompleteList<Ingestion>> =>
			readWhole((page) =>
				call(listIngestions, { query: { ...(unseen ? { unseen: 'true' } : {}), ...page } }, { signal }),
			),
		staleTime: 0,
	});

/** Recipes the user saved in this browser, for records or files. */
export const recipesQuery = <R>(
	{ service, user }: Scope,
	kind: 'records' | 'files',
	list: (scope: Scope) => Promise<R[]>,
) =>
	queryOptions({
		queryKey: ['recipes', service, user, kind] as const,
		queryFn: () => list({ service, user }),
		staleTime: 0,
	});

/** How the last file from a console was saved to a dataset; null if there was none. */
export const lastFileQuery = (target: DatasetCoordinate) =>
	queryOptions({
		queryKey: [...ingestKeys.all, 'last', coordinateKey(target)] as const,
		queryFn: async ({ signal }) => {
			const { owner: username, namespace, datasetName: dataset } = target;
			const { items } = await call(listIngestions, { query: { username, namespace, dataset } }, { signal });
			const isLast = ({ state, fileName, isOneRequest }: Ingestion) =>
				state === 'committed' && fileName != null && isOneRequest !== true;
			const last = items.find(isLast);
			if (last === undefined) return null;
			const { decided } = await call(getIngestion, { params: { ingestionId: last.id } }, { signal });
			return { mode: last.mode, key: ReviewRequest.safeParse(decided).data?.key ?? [] };
		},
		staleTime: 0,
		// Another file may come in meanwhile, and what a form shows must not change under the pointer.
		gcTime: 0,
	});

/** Maximum unfinished uploads offered to resume. */
const maxUnfinished = 3;

/** The user's latest uploaded but unsaved files. */
export const unfinishedUploadsQuery = (user: string) =>
	queryOptions({
		queryKey: [...ingestKeys.all, 'unfinished', user] as const,
		queryFn: async ({ signal }) => {
			const { items } = await call(listIngestions, { query: { unseen: 'true' } }, { signal });
			return items.filter((item) => isResumable(item, user)).slice(0, maxUnfinished);
		},
		staleTime: 0,
	});

export const ingestionQuery = (ingestionId: string) =>
	queryOptions({
		queryKey: [...ingestKeys.all, 'one', ingestionId] as const,
		queryFn: ({ signal }) => call(getIngestion, { params: { ingestionId } }, { signal }),
		staleTime: 0,
	});

/** How often the progress of reading a file is asked for, ms. */
const readingMs = 500;

/** How far the service has read an uploaded file; null if it doesn't say. */
export const fileReadingQuery = (ingestionId: string) =>
	queryOptions({
		queryKey: [...ingestKeys.all, 'reading', ingestionId] as const,
		queryFn: async ({ signal }) => (await call(getIngestion, { params: { ingestionId } }, { signal })).reading ?? null,
		// Most readings end before the first request.
		...{ initialData: null, staleTime: readingMs, refetchInterval: readingMs },
		gcTime: 0,
		retry: false,
	});

/**
 * The dataset being typed. `found`: null if it doesn't exist, undefined if unknown, as always for services that don't
 * list columns. `columns` are then those seen in the console.
 */
export function useTypedDataset(text: string) {
	const { user } = useScope();
	const { names } = useDiscoveredNames();
	const isOffered = useOffers(getSchema);
	const { coordinate, problem } = readCoordinate(text, user);
	const schema = useQuery({
		...schemaQuery(coordinate ?? { owner: '', namespace: '', datasetName: '' }),
		enabled: isOffered && coordinate !== null,
	});
	const found = coordinate === null ? undefined : schema.data;
	const discovered = coordinate === null ? undefined : names.get(nameKey(coordinate));
	const columns: readonly { name: string; type: string | null }[] = found?.columns ?? discovered?.columns ?? [];
	return { coordinate, problem, schema, found, columns, isOffered };
}
