import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type ColumnLineage, checkBuildSpec, getBuildSpecVersion } from '#contract/build-spec.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { checkPipeline } from '#contract/pipeline.ts';
import { call } from '../../api/http.ts';
import { orNull } from '../names/queries.ts';
import { useOffers } from '../session/queries.ts';
import { type ColumnReaders, columnReadersQuery } from './column-readers.ts';
import { isGitPipeline } from './pipeline-queries.ts';
import { buildSpecKeys, buildSpecsQuery } from './queries.ts';
import { outputFor, specOutputsQuery } from './spec-outputs.ts';

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
export function useColumnLineage(
	dataset: DatasetCoordinate,
	buildSpecId: string | null,
	builtVersion: number | null,
): BuiltLineage | null {
	const canCheck = useOffers(checkBuildSpec);
	const hasPipelines = useOffers(checkPipeline);
	const isOffered = canCheck && buildSpecId !== null;
	const hasVersions = useOffers(getBuildSpecVersion);
	const specs = useQuery({ ...buildSpecsQuery, enabled: isOffered });
	const saved = isOffered ? specs.data?.items.find(({ id }) => id === buildSpecId) : undefined;
	const isFormer = saved !== undefined && builtVersion !== null && builtVersion !== saved.version && hasVersions;
	const former = useQuery({ ...formerSpecQuery(buildSpecId ?? '', builtVersion ?? 0), enabled: isFormer });
	const maker = isFormer && former.data !== null ? former.data : saved;
	const makers = maker === undefined ? [] : [maker];
	const [made] = useQueries({ queries: makers.map((spec) => specOutputsQuery(spec, hasPipelines)) });
	if (saved === undefined || maker === undefined) return null;
	const outputs = made?.data ?? [];
	// A version names its destination as it was called then.
	const output = isGitPipeline(maker.code.payload) ? outputFor(outputs, dataset) : outputs[0];
	const lineage = output?.lineage ?? null;
	if (lineage === null) return null;
	if (maker.version === saved.version) return { ...lineage, note: null };
	return { ...lineage, note: `Built from version ${maker.version}; the saved code is version ${saved.version}.` };
}

const nobody: ColumnReaders = { byColumn: new Map(), unsure: [] };

/** Which BuildSpecs of the caller read which columns of a dataset, directly or through each other. */
export function useColumnReaders(dataset: DatasetCoordinate): ColumnReaders & { readonly isPending: boolean } {
	const isOffered = useOffers(checkBuildSpec);
	const hasPipelines = useOffers(checkPipeline);
	const { data } = useQuery({ ...buildSpecsQuery, enabled: isOffered });
	const found = useQuery({
		...columnReadersQuery(dataset, data?.items ?? [], hasPipelines),
		enabled: isOffered && data !== undefined,
	});
	return { ...(found.data ?? nobody), isPending: isOffered && found.isPending };
}
