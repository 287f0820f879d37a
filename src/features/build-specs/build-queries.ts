import { queryOptions } from '@tanstack/react-query';
import { type BuildSpec, checkBuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate, type DatasetSchema, getSchema } from '#contract/dataset.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';

/** What is known of a dataset; null where there is none of that name. */
export const schemaQuery = ({ owner, namespace, datasetName }: DatasetCoordinate) =>
	queryOptions({
		queryKey: ['schema', coordinateKey({ owner, namespace, datasetName })] as const,
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
