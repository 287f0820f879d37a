import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { buildOrder } from '#lib/build-order.ts';
import { type SpecTargets, writesOf } from './model.ts';

const builderOf = (spec: BuildSpec, targets: SpecTargets) => ({
	spec,
	id: spec.id,
	reads: spec.sources.map(coordinateKey),
	writes: writesOf(spec, targets).map(coordinateKey),
});

/** BuildSpecs downstream of a dataset, in build order. */
export function dependentsOf(
	dataset: DatasetCoordinate,
	specs: readonly BuildSpec[],
	targets: SpecTargets,
): BuildSpec[] {
	const builders = specs.map((spec) => builderOf(spec, targets));
	const key = coordinateKey(dataset);
	const first = { id: '', spec: null, reads: [], writes: [key] };
	const { steps } = buildOrder<{ id: string; spec: BuildSpec | null; reads: string[]; writes: string[] }>(
		first,
		builders.filter(({ writes }) => !writes.includes(key)),
	);
	return steps.flatMap(({ builder }) => builder.spec ?? []);
}

/** BuildSpecs of outdated sources, transitively. */
export function outdatedSources(
	spec: BuildSpec,
	specs: readonly BuildSpec[],
	targets: SpecTargets,
	statuses: ReadonlyMap<string, DatasetStatus>,
): BuildSpec[] {
	const writers = new Map(specs.flatMap((one) => writesOf(one, targets).map((made) => [coordinateKey(made), one])));
	const byId = new Map(specs.map((one) => [one.id, one]));
	/** If several BuildSpecs write a dataset, the one that wrote its rows. */
	const writerOf = (key: string) => {
		const status = statuses.get(key);
		if (status?.state !== 'outdated') return undefined;
		return byId.get(status.buildSpecId ?? status.builtBy?.buildSpecId ?? '') ?? writers.get(key);
	};
	const found = new Set<BuildSpec>();
	const look = ({ sources }: BuildSpec) => {
		for (const key of sources.map(coordinateKey)) {
			const writer = writerOf(key);
			if (writer === undefined || writer.id === spec.id || found.has(writer)) continue;
			found.add(writer);
			look(writer);
		}
	};
	look(spec);
	return [...found];
}
