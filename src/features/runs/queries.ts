import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type BuildRun, getRun, getRunLog, getRunPlan, listOutputs, listRuns } from '#contract/build-run.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import type { FirstRows } from './first-rows.ts';
import { runKeys } from './keys.ts';
import { hasEnded } from './model.ts';

export { runKeys };

/** Runs that the caller may see, newest first; of one BuildSpec where its id is given. */
export const runsQuery = (buildSpecId?: string) =>
	queryOptions({
		queryKey: runKeys.list(buildSpecId),
		queryFn: ({ signal }) => call(listRuns, { query: buildSpecId === undefined ? {} : { buildSpecId } }, { signal }),
	});

/** The latest preview of a BuildSpec, or null; its page shows it when the address names no run. */
export const latestPreviewQuery = (buildSpecId: string) =>
	queryOptions({
		queryKey: [...runKeys.lists, 'latest', buildSpecId] as const,
		queryFn: async ({ signal }) => {
			const { items } = await call(listRuns, { query: { buildSpecId, limit: '10' } }, { signal });
			return items.find((run) => run.kind === 'preview') ?? null;
		},
	});

const pageSize = '100';

/** All runs, or those of one BuildSpec, page by page; refetched while one of them is running. */
export const runPagesQuery = (buildSpecId: string | null) =>
	infiniteQueryOptions({
		queryKey: runKeys.pages(buildSpecId),
		queryFn: ({ signal, pageParam }) => {
			const of = buildSpecId === null ? {} : { buildSpecId };
			const from = pageParam === null ? {} : { cursor: pageParam };
			return call(listRuns, { query: { limit: pageSize, ...of, ...from } }, { signal });
		},
		initialPageParam: null as string | null,
		getNextPageParam: (page) => page.nextCursor,
		refetchInterval: (query) =>
			query.state.data?.pages.some((page) => page.items.some((run) => !hasEnded(run))) ? 2_000 : false,
	});

/** A run as the list that was seen last has it. */
export const listedRun = (queryClient: QueryClient, buildRunId: string): BuildRun | undefined =>
	queryClient
		.getQueriesData<InfiniteData<{ readonly items: readonly BuildRun[] }>>({ queryKey: [...runKeys.lists, 'pages'] })
		.flatMap(([, data]) => data?.pages ?? [])
		.flatMap(({ items }) => items)
		.find((run) => run.id === buildRunId);

/**
 * How long until a running run is read again, ms: short at first, longer later.
 * @param reads how often it was read; not its age, which would take equal clocks
 */
export function pollDelay(run: BuildRun | undefined, reads: number): number | false {
	if (run === undefined || hasEnded(run)) return false;
	return reads < 15 ? 120 : reads < 40 ? 500 : 2_000;
}

/** One run, polled while it is running and the tab is visible; when it ends, the lists of runs and what a build wrote are refetched. */
export const runQuery = (buildRunId: string) =>
	queryOptions({
		queryKey: runKeys.one(buildRunId),
		queryFn: async ({ signal, client }) => {
			const run = await call(getRun, { params: { buildRunId } }, { signal });
			const before = client.getQueryData<BuildRun>(runKeys.one(buildRunId));
			if (hasEnded(run) && (before === undefined || !hasEnded(before))) {
				void client.invalidateQueries({ queryKey: runKeys.lists });
				// After the first screen, which doesn't need what is known of datasets.
				if (run.kind === 'build')
					void import('../names/queries.ts').then(
						({ nameKeys }) => client.invalidateQueries({ queryKey: nameKeys.schemas }),
						() => {},
					);
			}
			return run;
		},
		refetchInterval: (query) => pollDelay(query.state.data, query.state.dataUpdateCount),
	});

/** @param live whether the run goes on */
export const runLogQuery = (buildRunId: string, live = false) =>
	queryOptions({
		// What it said last may have come after it was read: a run that ended is read once more, and never again.
		queryKey: [...runKeys.log(buildRunId), live],
		queryFn: ({ signal }) => call(getRunLog, { params: { buildRunId } }, { signal }),
		refetchInterval: live ? 1_000 : false,
		...(live ? {} : { staleTime: Number.POSITIVE_INFINITY }),
	});

/** How the engine carried out what ended; it never changes. */
export const runPlanQuery = (buildRunId: string) =>
	queryOptions({
		queryKey: runKeys.plan(buildRunId),
		queryFn: ({ signal }) => call(getRunPlan, { params: { buildRunId } }, { signal }),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});

/** What stands in the way of outputs that may still come (409, and not an end of the run). */
export const areNotReady = (error: unknown): boolean =>
	isApiError(error) && error.status === 409 && error.code !== 'RUN_FAILED' && error.code !== 'RUN_CANCELLED';

/**
 * How long until missing outputs are requested again, ms; from half a second to a quarter of a minute.
 * @param failures how often the answer was no
 */
export function outputsDelay(error: unknown, failures: number): number | false {
	return areNotReady(error) ? Math.min(500 * 1.6 ** Math.max(0, failures - 1), 15_000) : false;
}

/** The outputs of a preview run; polled with growing delays while they don't exist and the tab is visible. */
export const outputsQuery = (buildRunId: string) =>
	queryOptions({
		queryKey: runKeys.outputs(buildRunId),
		queryFn: ({ signal }) => call(listOutputs, { params: { buildRunId } }, { signal }),
		refetchInterval: (query) => outputsDelay(query.state.error, query.state.errorUpdateCount),
		refetchOnWindowFocus: (query) => areNotReady(query.state.error),
		// Outputs of a run never change; their addresses are renewed one by one.
		staleTime: Number.POSITIVE_INFINITY,
	});

/**
 * The first rows of what a run made for a dataset; null where it made nothing for it, or it is no table.
 * @param most rows that are read
 */
export async function readOutputRows(
	queryClient: QueryClient,
	buildRunId: string,
	dataset: DatasetCoordinate,
	{ most, signal }: { readonly most: number; readonly signal: AbortSignal },
): Promise<FirstRows | null> {
	const [{ items }, { readFirstRows }] = await Promise.all([
		queryClient.fetchQuery(outputsQuery(buildRunId)),
		import('./first-rows.ts'),
	]);
	return await readFirstRows(queryClient, { buildRunId, items, dataset, most, signal });
}
