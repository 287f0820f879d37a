import { queryOptions } from '@tanstack/react-query';
import { type BuildSpec, type BuildSpecEdit, type ColumnLineage, checkBuildSpec } from '#contract/build-spec.ts';
import { type Column, coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { checkPipeline } from '#contract/pipeline.ts';
import { containsInOrder } from '#lib/text/wildcards.ts';
import { call } from '../../api/http.ts';
import { editOf } from './model.ts';
import { isGitPipeline } from './pipeline-queries.ts';

/** A saved BuildSpec's columns and lineage, determined without a run. */
export const checkedSpecQuery = (spec: BuildSpec) =>
	queryOptions({
		queryKey: ['build-specs', 'columns', spec.id, spec.version] as const,
		queryFn: async ({ signal }) => await call(checkBuildSpec, { body: editOf(spec) }, { signal }),
		staleTime: 30_000,
	});

/** An output of a BuildSpec: its destination, or an output of a pipeline. */
export interface SpecOutput {
	/** A pipeline may compute the name, with columns in braces. Null if no build writes it. */
	readonly target: DatasetCoordinate | null;
	readonly columns: readonly Column[];
	/** Null if unknown. */
	readonly lineage: ColumnLineage | null;
}

/**
 * All outputs of a saved BuildSpec.
 * @param hasPipelines whether the service can read pipelines
 * @param commit of a pipeline's repository; absent: the current one of its branch or tag
 */
export const specOutputsQuery = (spec: BuildSpec, hasPipelines: boolean, commit?: string) =>
	queryOptions({
		queryKey: ['build-specs', 'outputs', spec.id, spec.version, hasPipelines, commit ?? null] as const,
		queryFn: async ({ client, signal }): Promise<readonly SpecOutput[]> => {
			if (isGitPipeline(spec.code.payload) && hasPipelines) {
				const body = commit === undefined ? editOf(spec) : atCommit(editOf(spec), commit);
				const { outputs } = await call(checkPipeline, { body }, { signal });
				return outputs.map(({ target = null, columns, lineage = null }) => ({ target, columns, lineage }));
			}
			const { columns, lineage = null } = await client.fetchQuery(checkedSpecQuery(spec));
			return [{ target: spec.destination, columns, lineage }];
		},
		staleTime: 30_000,
	});

/** A pipeline pinned to a commit. */
function atCommit(edit: BuildSpecEdit, ref: string): BuildSpecEdit {
	const { gitPipeline }: { gitPipeline: object } = JSON.parse(edit.code.payload);
	return { ...edit, code: { payload: JSON.stringify({ gitPipeline: { ...gitPipeline, ref } }) } };
}

export function outputFor(outputs: readonly SpecOutput[], dataset: DatasetCoordinate): SpecOutput | undefined {
	const key = coordinateKey(dataset);
	return (
		outputs.find(({ target }) => target !== null && coordinateKey(target) === key) ??
		outputs.find(({ target }) => target !== null && isOutputFor(target, dataset))
	);
}

/** Whether a target, possibly with columns in braces, matches a dataset. */
export const isOutputFor = (target: DatasetCoordinate, dataset: DatasetCoordinate): boolean =>
	containsInOrder(coordinateKey(target).split(/\{[^{}]*\}/), coordinateKey(dataset));
