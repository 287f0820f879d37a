import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type BuildSpec, checkBuildSpec } from '#contract/build-spec.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { call } from '../../../api/http.ts';
import { outputsQuery, runKeys, runsQuery } from '../../runs/queries.ts';
import { editOf } from '../model.ts';
import { targetsOf, targetsRun } from './build-model.ts';

/** The columns that a saved BuildSpec gives, told without running it; empty where they cannot be told. */
export const resultColumnsQuery = (spec: BuildSpec) =>
	queryOptions({
		queryKey: ['build-specs', 'columns', spec.id, spec.version] as const,
		queryFn: async ({ signal }) => (await call(checkBuildSpec, { body: editOf(spec) }, { signal })).columns,
		staleTime: 0,
	});

/** What a pipeline writes; null where no run has shown it yet. */
export interface PipelineTargets {
	readonly spec: BuildSpec;
	readonly targets: readonly DatasetCoordinate[] | null;
}

/** What pipelines write, as their runs show it: their definitions name a manifest, not datasets. */
export const pipelineTargetsQuery = (pipelines: readonly BuildSpec[]) =>
	queryOptions({
		queryKey: [...runKeys.lists, 'targets', pipelines.map(({ id, version }) => [id, version])] as const,
		queryFn: async ({ client }): Promise<readonly PipelineTargets[]> => {
			const found: PipelineTargets[] = [];
			for (const spec of pipelines) found.push({ spec, targets: await targetsOfPipeline(client, spec) });
			return found;
		},
	});

async function targetsOfPipeline(client: QueryClient, spec: BuildSpec): Promise<readonly DatasetCoordinate[] | null> {
	const run = targetsRun(spec, (await client.fetchQuery(runsQuery(spec.id))).items);
	if (run === null) return null;
	if (run.kind === 'build') return (run.wrote ?? []).map(({ coordinate }) => coordinate);
	const { items } = await client.fetchQuery(outputsQuery(run.id));
	return targetsOf(items).map(({ coordinate }) => coordinate);
}
