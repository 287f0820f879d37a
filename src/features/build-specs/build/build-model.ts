import type { BuildRun, BuildRunOutput, BuildRunPipelineOutput } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { type Column, coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { isChanged } from '../../runs/model.ts';

/** What becomes of a dataset's columns; `kept` are those that stay as they are. */
export interface ColumnChanges {
	readonly added: readonly Column[];
	readonly removed: readonly Column[];
	readonly retyped: readonly { readonly name: string; readonly before: string; readonly after: string }[];
	readonly kept: number;
}

/** Compares columns by their names, as the service does: without regard to case. */
export function columnChanges(before: readonly Column[], after: readonly Column[]): ColumnChanges {
	const key = ({ name }: Column) => name.toLowerCase();
	const old = new Map(before.map((it) => [key(it), it]));
	const next = new Set(after.map(key));
	const retyped = after.flatMap((it) => {
		const was = old.get(key(it));
		return was === undefined || was.type === it.type ? [] : [{ name: it.name, before: was.type, after: it.type }];
	});
	const added = after.filter((it) => !old.has(key(it)));
	return {
		added,
		removed: before.filter((it) => !next.has(key(it))),
		retyped,
		kept: after.length - added.length - retyped.length,
	};
}

/** The BuildSpecs that read any of these datasets, but for the one that builds them. */
export function readersOf(
	datasets: readonly DatasetCoordinate[],
	builtBy: string,
	specs: readonly BuildSpec[],
): BuildSpec[] {
	const keys = new Set(datasets.map(coordinateKey));
	return specs.filter((spec) => spec.id !== builtBy && spec.sources.some((source) => keys.has(coordinateKey(source))));
}

/** A dataset that a pipeline writes, and how many rows; null where the service doesn't say. */
export interface PipelineTarget {
	readonly coordinate: DatasetCoordinate;
	readonly rows: number | null;
}

/** What a build would write of a pipeline's previewed outputs. Discovered ones have no target: a build leaves them out. */
export const targetsOf = (outputs: readonly BuildRunOutput[]): PipelineTarget[] =>
	outputs.flatMap((output): PipelineTarget[] => {
		if (!('downloadUrl' in output)) return [];
		const { target, rows } = output as BuildRunPipelineOutput;
		return target === undefined ? [] : [{ coordinate: target, rows: rows ?? null }];
	});

/** The newest run that shows what a pipeline writes as it is now; else what its last build wrote. */
export function targetsRun(spec: BuildSpec, runs: readonly BuildRun[]): BuildRun | null {
	const succeeded = runs.filter((run) => run.state === 'succeeded');
	const current = succeeded.find((run) => !isChanged(run.definition, spec));
	return current ?? succeeded.find((run) => run.kind === 'build') ?? null;
}

/** The newest preview that gave rows of what is saved now, whether it was saved before it ran or after. */
export const previewOf = (spec: BuildSpec, runs: readonly BuildRun[]): BuildRun | null =>
	runs.find((it) => it.kind === 'preview' && it.state === 'succeeded' && !isChanged(it.definition, spec)) ?? null;

/** Whether a payload names a repository to run, in which case it may write more datasets than its destination. */
export function isGitPipeline(payload: string): boolean {
	try {
		const parsed: unknown = JSON.parse(payload);
		return typeof parsed === 'object' && parsed !== null && Object.keys(parsed).join() === 'gitPipeline';
	} catch {
		return false;
	}
}
