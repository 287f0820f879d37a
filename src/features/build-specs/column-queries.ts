import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type BuildSpec, type ColumnLineage, checkBuildSpec, getBuildSpecVersion } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { call } from '../../api/http.ts';
import { orNull } from '../names/queries.ts';
import { useOffers } from '../session/queries.ts';
import { editOf } from './model.ts';
import { buildSpecKeys, buildSpecsQuery } from './queries.ts';

/** What the columns of a saved BuildSpec are and come from, found without a run. */
export const checkedSpecQuery = (spec: BuildSpec) =>
	queryOptions({
		queryKey: ['build-specs', 'columns', spec.id, spec.version] as const,
		queryFn: async ({ signal }) => await call(checkBuildSpec, { body: editOf(spec) }, { signal }),
		staleTime: 30_000,
	});

/** A BuildSpec as it was at a version; null where that is not kept. It never changes. */
export const formerSpecQuery = (buildSpecId: string, version: number) =>
	queryOptions({
		queryKey: [...buildSpecKeys.all, 'former', buildSpecId, version] as const,
		queryFn: ({ signal }) =>
			orNull(call(getBuildSpecVersion, { params: { buildSpecId, version: String(version) } }, { signal })),
		staleTime: Number.POSITIVE_INFINITY,
	});

/** Where columns come from, by the code that made them. */
export interface BuiltLineage extends ColumnLineage {
	/** "Built from version 5; the saved code is version 7", where the saved code is newer. */
	readonly note: string | null;
}

/**
 * Where the columns of a dataset come from, by the caller's BuildSpec that makes it: by the version that built the rows,
 * else by the one that is saved. Null where that isn't known.
 */
export function useColumnLineage(buildSpecId: string | null, builtVersion: number | null): BuiltLineage | null {
	const canCheck = useOffers(checkBuildSpec);
	const isOffered = canCheck && buildSpecId !== null;
	const hasVersions = useOffers(getBuildSpecVersion);
	const specs = useQuery({ ...buildSpecsQuery, enabled: isOffered });
	const saved = isOffered ? specs.data?.items.find(({ id }) => id === buildSpecId) : undefined;
	const isFormer = saved !== undefined && builtVersion !== null && builtVersion !== saved.version && hasVersions;
	const former = useQuery({ ...formerSpecQuery(buildSpecId ?? '', builtVersion ?? 0), enabled: isFormer });
	const maker = isFormer && former.data !== null ? former.data : saved;
	const makers = maker === undefined ? [] : [maker];
	const [checked] = useQueries({ queries: makers.map(checkedSpecQuery) });
	const lineage = checked?.data?.lineage;
	if (saved === undefined || maker === undefined || lineage == null) return null;
	if (maker.version === saved.version) return { ...lineage, note: null };
	return { ...lineage, note: `Built from version ${maker.version}; the saved code is version ${saved.version}.` };
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
