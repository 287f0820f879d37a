import { queryOptions } from '@tanstack/react-query';
import { type BuildSpec, checkBuildSpec } from '#contract/build-spec.ts';
import { call } from '../../api/http.ts';

/** The columns that a saved BuildSpec gives, told without running it; empty where they cannot be told. */
export const resultColumnsQuery = ({ id, version, sources, destination, code }: BuildSpec) =>
	queryOptions({
		queryKey: ['build-specs', 'columns', id, version] as const,
		queryFn: async ({ signal }) => {
			const { payload } = code;
			const body = { sources, destination, code: { payload } };
			return (await call(checkBuildSpec, { body }, { signal })).columns;
		},
		staleTime: 0,
	});
