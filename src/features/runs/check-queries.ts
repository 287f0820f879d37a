import { queryOptions } from '@tanstack/react-query';
import { listRunChecks } from '#contract/check.ts';
import { call } from '../../api/http.ts';
import { runKeys } from './keys.ts';

/** Check results of a run, which don't change once it has ended. */
export const runChecksQuery = (buildRunId: string) =>
	queryOptions({
		queryKey: [...runKeys.one(buildRunId), 'checks'] as const,
		queryFn: ({ signal }) => call(listRunChecks, { params: { buildRunId } }, { signal }),
	});
