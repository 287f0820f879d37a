import { queryOptions, useQuery } from '@tanstack/react-query';
import { getSchema } from '#contract/dataset.ts';
import { getIngestion, getPreviewFacts, type Ingestion, listIngestions } from '#contract/ingest.ts';
import { call } from '../../api/http.ts';
import type { Scope } from '../../storage/web-storage.ts';
import { nameKey, readCoordinate } from '../names/model.ts';
import { readWhole, schemaQuery, useDiscoveredNames, type Whole } from '../names/queries.ts';
import { useOffers, useScope } from '../session/queries.ts';

export const ingestKeys = {
	/** All that is listed of ingestions. */
	all: ['ingestions'] as const,
	facts: ['preview-facts'] as const,
};

/** Which model records are sent to, and the limits of a preview. */
export const previewFactsQuery = queryOptions({
	queryKey: ingestKeys.facts,
	queryFn: ({ signal }) => call(getPreviewFacts, {}, { signal }),
	staleTime: 60_000,
});

/** The ingestions that the caller may see, newest first. */
export const ingestionsQuery = (unseen: boolean) =>
	queryOptions({
		queryKey: [...ingestKeys.all, 'list', unseen] as const,
		queryFn: ({ signal }): Promise<Whole<Ingestion>> =>
			readWhole((page) =>
				call(listIngestions, { query: { ...(unseen ? { unseen: 'true' } : {}), ...page } }, { signal }),
			),
		staleTime: 0,
	});

/** What a person kept under names in this browser, for records or for files. */
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

/** Most unfinished uploads that are offered to be gone on with. */
const mostUnfinished = 3;

/** Files that a person sent last and didn't save. */
export const unfinishedUploadsQuery = (user: string) =>
	queryOptions({
		queryKey: [...ingestKeys.all, 'unfinished', user] as const,
		queryFn: async ({ signal }) => {
			const { items } = await call(listIngestions, { query: { unseen: 'true' } }, { signal });
			// Of one that is still being sent, or was cut off, only a part would be saved.
			const isWhole = ({ bytes, fileBytes }: Ingestion) => fileBytes != null && bytes >= fileBytes;
			const isUnfinished = (item: Ingestion) => item.state === 'open' && item.by === user && isWhole(item);
			return items.filter(isUnfinished).slice(0, mostUnfinished);
		},
		staleTime: 0,
	});

/** One ingestion with its rejected rows. */
export const ingestionQuery = (ingestionId: string) =>
	queryOptions({
		queryKey: [...ingestKeys.all, 'one', ingestionId] as const,
		queryFn: ({ signal }) => call(getIngestion, { params: { ingestionId } }, { signal }),
		staleTime: 0,
	});

/**
 * The dataset whose coordinate is being typed. `found` is null where there is none, undefined while that is not known, as it
 * never is at a service that lists no columns: `columns` are then those that passed through the console.
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
