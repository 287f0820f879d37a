import { queryOptions } from '@tanstack/react-query';
import { type BuildRun, getRun, getRunLog, listOutputs, listRuns } from '#contract/build-run.ts';
import { call } from '../../api/http.ts';
import { hasEnded } from './model.ts';

export const runKeys = {
	all: ['runs'] as const,
	list: (buildSpecId?: string) => ['runs', 'list', buildSpecId ?? null] as const,
	one: (id: string) => ['runs', 'one', id] as const,
	log: (id: string) => ['runs', 'log', id] as const,
	outputs: (id: string) => ['runs', 'outputs', id] as const,
};

/** Runs that the caller may see, newest first; of one BuildSpec where its id is given. */
export const runsQuery = (buildSpecId?: string) =>
	queryOptions({
		queryKey: runKeys.list(buildSpecId),
		queryFn: ({ signal }) => call(listRuns, { query: buildSpecId === undefined ? {} : { buildSpecId } }, { signal }),
	});

/** How long until a run that goes on is asked for again, ms: quick at first, patient later. */
export function pollDelay(run: BuildRun | undefined, now: number): number | false {
	if (run === undefined || hasEnded(run)) return false;
	const age = now - Date.parse(run.createdAt);
	return age < 2_000 ? 150 : age < 15_000 ? 500 : 2_000;
}

/** One run; asked again while it goes on, not in hidden tabs. */
export const runQuery = (buildRunId: string) =>
	queryOptions({
		queryKey: runKeys.one(buildRunId),
		queryFn: ({ signal }) => call(getRun, { params: { buildRunId } }, { signal }),
		refetchInterval: (query) => pollDelay(query.state.data, Date.now()),
	});

export const runLogQuery = (buildRunId: string) =>
	queryOptions({
		queryKey: runKeys.log(buildRunId),
		queryFn: ({ signal }) => call(getRunLog, { params: { buildRunId } }, { signal }),
	});

export const outputsQuery = (buildRunId: string) =>
	queryOptions({
		queryKey: runKeys.outputs(buildRunId),
		queryFn: ({ signal }) => call(listOutputs, { params: { buildRunId } }, { signal }),
	});
