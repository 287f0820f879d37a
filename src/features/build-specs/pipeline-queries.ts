import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type BuildRun, type BuildRunOutput, type BuildRunPipelineOutput, listRuns } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { isChanged } from '../runs/model.ts';
import { outputsQuery, runKeys, runsQuery } from '../runs/queries.ts';
import { useOffers } from '../session/queries.ts';
import type { SpecTargets } from './model.ts';

/** Whether a payload names a repository to run; such a BuildSpec may write several datasets. */
export function isGitPipeline(payload: string): boolean {
	try {
		const parsed: unknown = JSON.parse(payload);
		return typeof parsed === 'object' && parsed !== null && Object.keys(parsed).join() === 'gitPipeline';
	} catch {
		return false;
	}
}

/** Whether code is a GitPipeline or about to become one: no other payload names one in JSON. */
export const looksLikePipeline = (payload: string): boolean =>
	/^\s*\{/.test(payload) && payload.includes('"gitPipeline"');

/** A dataset a pipeline writes, with its row count; null if not reported. */
export interface PipelineTarget {
	readonly coordinate: DatasetCoordinate;
	readonly rows: number | null;
}

/** What a build would write of a pipeline's previewed outputs. Discovered outputs have no target, so builds skip them. */
export const targetsOf = (outputs: readonly BuildRunOutput[]): PipelineTarget[] =>
	outputs.flatMap((output): PipelineTarget[] => {
		if (!('downloadUrl' in output)) return [];
		const { target, rows } = output as BuildRunPipelineOutput;
		return target === undefined ? [] : [{ coordinate: target, rows: rows ?? null }];
	});

/** Whether only the first steps of a pipeline ran, so not all outputs are shown. */
export const isPartial = ({ upTo }: BuildRun): boolean => upTo != null;

/** The newest run that shows what the pipeline currently writes, or else its last build. */
export function targetsRun(spec: BuildSpec, runs: readonly BuildRun[]): BuildRun | null {
	const succeeded = runs.filter((run) => run.state === 'succeeded' && !isPartial(run));
	const current = succeeded.find((run) => !isChanged(run.definition, spec));
	return current ?? succeeded.find((run) => run.kind === 'build') ?? null;
}

/** What pipelines write, and the pipelines for which that's unknown. `targets` is undefined while loading. */
export function useSpecTargets(specs: readonly BuildSpec[] | undefined) {
	const canSee = useOffers(listRuns);
	const pipelines = useMemo(() => (specs ?? []).filter(({ code }) => isGitPipeline(code.payload)), [specs]);
	const isEnabled = canSee && pipelines.length > 0;
	const query = useQuery({ ...pipelineTargetsQuery(pipelines), enabled: isEnabled });
	const { data } = query;
	const targets = useMemo<SpecTargets | undefined>(
		() =>
			specs === undefined || (isEnabled && data === undefined)
				? undefined
				: new Map((data ?? []).map(({ spec, targets }) => [spec.id, targets ?? []])),
		[specs, isEnabled, data],
	);
	const known = canSee ? data : pipelines.map((spec) => ({ spec, targets: null }));
	const unknown = (known ?? []).flatMap(({ spec, targets }) => (targets === null ? [spec] : []));
	return { query, canSee, targets, unknown };
}

/**
 * What pipelines write, from their runs, since their definitions only name a manifest. `targets` is null before the
 * first run.
 */
const pipelineTargetsQuery = (pipelines: readonly BuildSpec[]) =>
	queryOptions({
		queryKey: [...runKeys.lists, 'targets', pipelines.map(({ id, version }) => [id, version])] as const,
		queryFn: async ({ client }) => {
			const found: { spec: BuildSpec; targets: readonly DatasetCoordinate[] | null }[] = [];
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
