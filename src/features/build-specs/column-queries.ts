import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { listRuns } from '#contract/build-run.ts';
import { type ColumnLineage, checkBuildSpec, getBuildSpecVersion } from '#contract/build-spec.ts';
import type { BuiltBy, DatasetCoordinate } from '#contract/dataset.ts';
import { checkPipeline } from '#contract/pipeline.ts';
import { call } from '../../api/http.ts';
import { orNull } from '../names/queries.ts';
import { runsQuery } from '../runs/queries.ts';
import { useOffers } from '../session/queries.ts';
import { type ColumnReaders, columnReadersQuery } from './column-readers.ts';
import { isGitPipeline } from './pipeline-queries.ts';
import { buildSpecKeys, buildSpecsQuery } from './queries.ts';
import { outputFor, specOutputsQuery } from './spec-outputs.ts';

/** A BuildSpec at an old version; null if the service doesn't keep it. Never changes. */
export const formerSpecQuery = (buildSpecId: string, version: number) =>
	queryOptions({
		queryKey: [...buildSpecKeys.all, 'former', buildSpecId, version] as const,
		queryFn: ({ signal }) =>
			orNull(call(getBuildSpecVersion, { params: { buildSpecId, version: String(version) } }, { signal })),
		staleTime: Number.POSITIVE_INFINITY,
	});

export interface BuiltLineage extends ColumnLineage {
	/**
	 * The code that the lineage belongs to: "Built with BuildSpec version 5; version 7", or a pipeline's commit. Null for
	 * the saved code.
	 */
	readonly note: string | null;
}

/**
 * Lineage of a dataset's columns, from the caller's BuildSpec: the version that built the rows, or else the saved one.
 * Null if unknown.
 */
export function useColumnLineage(
	dataset: DatasetCoordinate,
	buildSpecId: string | null,
	builtBy: Pick<BuiltBy, 'version' | 'runId'> | null,
): BuiltLineage | null {
	const canCheck = useOffers(checkBuildSpec);
	const hasPipelines = useOffers(checkPipeline);
	const isOffered = canCheck && buildSpecId !== null;
	const hasVersions = useOffers(getBuildSpecVersion);
	const specs = useQuery({ ...buildSpecsQuery, enabled: isOffered });
	const builtVersion = builtBy?.version ?? null;
	const saved = isOffered ? specs.data?.items.find(({ id }) => id === buildSpecId) : undefined;
	const isFormer = saved !== undefined && builtVersion !== null && builtVersion !== saved.version && hasVersions;
	const formerSpec = useQuery({ ...formerSpecQuery(buildSpecId ?? '', builtVersion ?? 0), enabled: isFormer });
	const maker = isFormer && formerSpec.data !== null ? formerSpec.data : saved;
	const isPipeline = maker !== undefined && isGitPipeline(maker.code.payload);
	// A branch may have moved since a build. Other users' runs aren't visible, nor is what they ran.
	const isRun = useOffers(listRuns) && isPipeline && builtBy !== null;
	const runs = useQuery({ ...runsQuery(buildSpecId ?? ''), enabled: isRun });
	const commit = runs.data?.items.find(({ id }) => id === builtBy?.runId)?.commit ?? null;
	const makers = maker === undefined || (isRun && runs.isLoading) ? [] : [maker];
	const [made] = useQueries({ queries: makers.map((spec) => specOutputsQuery(spec, hasPipelines, commit?.id)) });
	if (saved === undefined || maker === undefined) return null;
	const outputs = made?.data ?? [];
	// A version has the name that its destination had then.
	const output = isPipeline ? outputFor(outputs, dataset) : outputs[0];
	const lineage = output?.lineage ?? null;
	if (lineage === null) return null;
	const former = `Built with BuildSpec version ${maker.version}. The saved version is ${saved.version}.`;
	const notes = [
		...(maker.version === saved.version ? [] : [former]),
		...(isPipeline && commit !== null ? [`Built from commit ${commit.id.slice(0, 7)} on ${commit.ref}.`] : []),
		...(isPipeline && commit === null && builtBy !== null
			? ['The commit that was built is unknown, so this lineage is for the pipeline’s current commit.']
			: []),
	];
	return { ...lineage, note: notes.join(' ') || null };
}

const nobody: ColumnReaders = { byColumn: new Map(), unsure: [] };

/** Which of the caller's BuildSpecs read which columns of a dataset, directly or indirectly. */
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
