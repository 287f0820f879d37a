import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { type Column, coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { hasOutputs, isChanged } from '../../runs/model.ts';
import { type SpecTargets, writesOf } from '../model.ts';
import { isPartial } from '../pipeline-queries.ts';

/** Changes to a dataset's columns; `kept` are the unchanged ones. */
export interface ColumnChanges {
	readonly added: readonly Column[];
	readonly removed: readonly Column[];
	/** `type` is "before → after". */
	readonly retyped: readonly { readonly name: string; readonly type: string }[];
	readonly kept: number;
}

/** Compares columns by name, ignoring case like the service. */
export function columnChanges(before: readonly Column[], after: readonly Column[]): ColumnChanges {
	const key = ({ name }: Column) => name.toLowerCase();
	const old = new Map(before.map((item) => [key(item), item]));
	const next = new Set(after.map(key));
	const retyped = after.flatMap((item) => {
		const was = old.get(key(item));
		return was === undefined || was.type === item.type ? [] : [{ name: item.name, type: `${was.type} → ${item.type}` }];
	});
	const added = after.filter((candidate) => !old.has(key(candidate)));
	return {
		added,
		removed: before.filter((candidate) => !next.has(key(candidate))),
		retyped,
		kept: after.length - added.length - retyped.length,
	};
}

/** BuildSpecs that read any of these datasets, except the ones that build them. */
export function readersOf(
	datasets: readonly DatasetCoordinate[],
	builtBy: string,
	specs: readonly BuildSpec[],
): BuildSpec[] {
	const keys = new Set(datasets.map(coordinateKey));
	return specs.filter((spec) => spec.id !== builtBy && spec.sources.some((source) => keys.has(coordinateKey(source))));
}

/** The newest preview of the saved definition, whether saved before or after it ran. */
export const previewOf = (spec: BuildSpec, runs: readonly BuildRun[]): BuildRun | null =>
	runs.find((run) => hasOutputs(run) && !isPartial(run) && !isChanged(run.definition, spec)) ?? null;

export interface BuildTarget {
	readonly spec: BuildSpec;
	readonly dataset: DatasetCoordinate;
}

/** All datasets these builds write, without duplicates. */
export function buildTargets(specs: readonly BuildSpec[], targets: SpecTargets): BuildTarget[] {
	const all = specs.flatMap((spec) => writesOf(spec, targets).map((dataset) => ({ spec, dataset })));
	const byKey = new Map<string, BuildTarget>();
	for (const target of all)
		if (!byKey.has(coordinateKey(target.dataset))) byKey.set(coordinateKey(target.dataset), target);
	return [...byKey.values()];
}
