import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type BuildSpec, type ColumnLineage, checkBuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { call } from '../../api/http.ts';
import { useOffers } from '../session/queries.ts';
import { editOf } from './model.ts';
import { buildSpecsQuery } from './queries.ts';

/** What the columns of a saved BuildSpec are and come from, found without a run. */
export const checkedSpecQuery = (spec: BuildSpec) =>
	queryOptions({
		queryKey: ['build-specs', 'columns', spec.id, spec.version] as const,
		queryFn: async ({ signal }) => await call(checkBuildSpec, { body: editOf(spec) }, { signal }),
		staleTime: 30_000,
	});

/** Where the columns of a dataset come from, by the caller's BuildSpec that makes it; null where that isn't known. */
export function useColumnLineage(buildSpecId: string | null): ColumnLineage | null {
	const isOffered = useOffers(checkBuildSpec) && buildSpecId !== null;
	const specs = useQuery({ ...buildSpecsQuery, enabled: isOffered });
	const makers = (specs.data?.items ?? []).filter(({ id }) => isOffered && id === buildSpecId);
	const [checked] = useQueries({ queries: makers.map(checkedSpecQuery) });
	return checked?.data?.lineage ?? null;
}

export interface ColumnReaders {
	/** BuildSpecs that read a column, for its values or for conditions; by the column's name in lower case. */
	readonly byColumn: ReadonlyMap<string, readonly BuildSpec[]>;
	/** Those of which it isn't known which columns they read: pipelines, code with an error, and names that only a run tells. */
	readonly unsure: readonly BuildSpec[];
	readonly isPending: boolean;
}

/** Which BuildSpecs of the caller read which columns of a dataset. */
export function useColumnReaders(dataset: DatasetCoordinate): ColumnReaders {
	const isOffered = useOffers(checkBuildSpec);
	const { data } = useQuery({ ...buildSpecsQuery, enabled: isOffered });
	const key = coordinateKey(dataset);
	const readers = (data?.items ?? []).filter(({ sources }) => sources.some((source) => coordinateKey(source) === key));
	return useQueries({
		queries: (isOffered ? readers : []).map(checkedSpecQuery),
		combine: (results) => {
			const found = new Map<string, BuildSpec[]>();
			const unsure: BuildSpec[] = [];
			for (const [index, { data, isPending }] of results.entries()) {
				const spec = readers[index];
				const { lineage } = data ?? {};
				if (spec === undefined || isPending) continue;
				if (lineage == null || lineage.columns.some(({ kind }) => kind === 'unknown')) unsure.push(spec);
				if (lineage == null) continue;
				const read = [...lineage.columns.flatMap(({ from }) => from), ...lineage.alsoRead];
				const names = read
					.filter((one) => coordinateKey(one.dataset) === key)
					.map(({ column }) => column.toLowerCase());
				for (const name of new Set(names)) found.set(name, [...(found.get(name) ?? []), spec]);
			}
			return { byColumn: found, unsure, isPending: results.some(({ isPending }) => isPending) };
		},
	});
}
