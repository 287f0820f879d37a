import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type BuildRun, getRun, getRunLog, getRunPlan, listOutputs, listRuns } from '#contract/build-run.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import type { FirstRows } from './first-rows.ts';
import { runKeys } from './keys.ts';
import { hasEnded } from './model.ts';

export { runKeys };

/** Runs the caller may see, newest first, optionally of one BuildSpec. */
export const runsQuery = (buildSpecId?: string) =>
	queryOptions({
		queryKey: runKeys.list(buildSpecId),
		queryFn: ({ signal }) => call(listRuns, { query: buildSpecId === undefined ? {} : { buildSpecId } }, { signal }),
	});

/** The latest preview of a BuildSpec, or null. Shown if the URL has no run. */
export const latestPreviewQuery = (buildSpecId: string) =>
	queryOptions({
		queryKey: [...runKeys.lists, 'latest', buildSpecId] as const,
		queryFn: async ({ signal, client }) => {
			const { items } = await call(listRuns, { query: { buildSpecId, limit: '10' } }, { signal });
			const latest = items.find((run) => run.kind === 'preview') ?? null;
			// A finished run never changes, so its page or panel can start from this copy.
			if (latest !== null && hasEnded(latest)) client.setQueryData(runKeys.one(latest.id), latest);
			return latest;
		},
	});

const pageSize = '100';

/** Pages of all runs or one BuildSpec's. Refetched while one is running. */
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

export const listedRun = (queryClient: QueryClient, buildRunId: string): BuildRun | undefined =>
	queryClient
		.getQueriesData<InfiniteData<{ readonly items: readonly BuildRun[] }>>({ queryKey: [...runKeys.lists, 'pages'] })
		.flatMap(([, data]) => data?.pages ?? [])
		.flatMap(({ items }) => items)
		.find((run) => run.id === buildRunId);

/**
 * Delay until a running run is read again, in ms, growing over time.
 * @param reads number of reads so far; its age would require synchronized clocks
 */
export function pollDelay(run: BuildRun | undefined, reads: number): number | false {
	if (run === undefined || hasEnded(run)) return false;
	return reads < 15 ? 120 : reads < 40 ? 500 : 2_000;
}

/**
 * A run, polled while it's running and the tab is visible. When it ends, lists of runs and whatever a build wrote are
 * refetched.
 */
export const runQuery = (buildRunId: string) =>
	queryOptions({
		queryKey: runKeys.one(buildRunId),
		queryFn: async ({ signal, client }) => {
			const run = await call(getRun, { params: { buildRunId } }, { signal });
			const before = client.getQueryData<BuildRun>(runKeys.one(buildRunId));
			if (hasEnded(run) && (before === undefined || !hasEnded(before))) {
				void client.invalidateQueries({ queryKey: runKeys.lists });
				// Loaded after the first screen, which needs no dataset information.
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

/** @param live whether the run is still going */
export const runLogQuery = (buildRunId: string, live = false) =>
	queryOptions({
		// The last messages may have come after the last read, so a finished run is read once more, with its own key.
		queryKey: [...runKeys.log(buildRunId), live],
		queryFn: ({ signal }) => call(getRunLog, { params: { buildRunId } }, { signal }),
		refetchInterval: live ? 1_000 : false,
		...(live ? {} : { staleTime: Number.POSITIVE_INFINITY }),
	});

/** The query plan of a finished run. Never changes. */
export const runPlanQuery = (buildRunId: string) =>
	queryOptions({
		queryKey: runKeys.plan(buildRunId),
		queryFn: ({ signal }) => call(getRunPlan, { params: { buildRunId } }, { signal }),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});

/** Whether outputs may still appear (409 while the run is going). */
export const areNotReady = (error: unknown): boolean =>
	isApiError(error) && error.status === 409 && error.code !== 'RUN_FAILED' && error.code !== 'RUN_CANCELLED';

/**
 * Delay until missing outputs are requested again: 500 to 15,000 ms.
 * @param failures number of attempts so far
 */
export function outputsDelay(error: unknown, failures: number): number | false {
	return areNotReady(error) ? Math.min(500 * 1.6 ** Math.max(0, failures - 1), 15_000) : false;
}

/** Outputs of a preview, polled with growing delays while they don't exist and the tab is visible. */
export const outputsQuery = (buildRunId: string) =>
	queryOptions({
		queryKey: runKeys.outputs(buildRunId),
		queryFn: ({ signal }) => call(listOutputs, { params: { buildRunId } }, { signal }),
		refetchInterval: (query) => outputsDelay(query.state.error, query.state.errorUpdateCount),
		refetchOnWindowFocus: (query) => areNotReady(query.state.error),
		// A run's outputs never change; their URLs are renewed one by one.
		staleTime: Number.POSITIVE_INFINITY,
	});

/**
 * The first rows a run produced for a dataset; null if there are none or it isn't a table.
 * @param most maximum rows to read
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
