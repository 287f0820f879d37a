import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getBuildSpec, listBuildSpecs, listDeletedBuildSpecs } from '#contract/build-spec.ts';
import { call, callWithEtag } from '../../api/http.ts';

export const buildSpecKeys = {
	all: ['build-specs'] as const,
	list: ['build-specs', 'list'] as const,
	one: (id: string) => ['build-specs', 'one', id] as const,
	versions: (id: string) => ['build-specs', 'versions', id] as const,
	deleted: ['build-specs', 'deleted'] as const,
};

export const buildSpecsQuery = queryOptions({
	queryKey: buildSpecKeys.list,
	queryFn: ({ signal }) => call(listBuildSpecs, {}, { signal }),
});

/** One BuildSpec as `{value, etag}`. The ETag is null if the service doesn't guard saves. */
export const buildSpecQuery = (buildSpecId: string) =>
	queryOptions({
		queryKey: buildSpecKeys.one(buildSpecId),
		queryFn: ({ signal }) => callWithEtag(getBuildSpec, { params: { buildSpecId } }, { signal }),
	});

/**
 * Fills a BuildSpec's query from the list, if only that has it, so its page opens at once. It's stale, so the page still
 * requests it, with its ETag.
 */
export function fillFromList(queryClient: QueryClient, buildSpecId: string): void {
	const { queryKey } = buildSpecQuery(buildSpecId);
	const listed = queryClient.getQueryData(buildSpecsQuery.queryKey)?.items.find(({ id }) => id === buildSpecId);
	if (listed === undefined || queryClient.getQueryState(queryKey) !== undefined) return;
	queryClient.setQueryData(queryKey, { value: listed, etag: null }, { updatedAt: 0 });
}

export const deletedSpecsQuery = queryOptions({
	queryKey: buildSpecKeys.deleted,
	queryFn: ({ signal }) => call(listDeletedBuildSpecs, {}, { signal }),
	retry: false,
});
