import { useState } from 'react';
import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { statusReasons } from '../../names/status-model.ts';
import { useStatuses } from '../../names/status-queries.ts';
import { type SpecTargets, writesOf } from '../model.ts';

type ByKey = ReadonlyMap<string, DatasetStatus>;

export interface PlanOption {
	readonly spec: BuildSpec;
	readonly isBuilt: boolean;
	/** One sentence each: its status, what its build replaces, and which of its sources aren't built. */
	readonly notes: readonly string[];
}

/** What a plan can build. Restored datasets are excluded unless chosen. @param chosen by BuildSpec id */
export function planOptions(
	specs: readonly BuildSpec[],
	targets: SpecTargets,
	statuses: ByKey,
	chosen: ReadonlyMap<string, boolean>,
): PlanOption[] {
	const statusesOf = (spec: BuildSpec) =>
		writesOf(spec, targets).flatMap((dataset) => statuses.get(coordinateKey(dataset)) ?? []);
	const isBuilt = (spec: BuildSpec) =>
		chosen.get(spec.id) ?? statusesOf(spec).every(({ restoredFrom }) => restoredFrom === null);
	const left = new Map(
		specs.flatMap((spec) =>
			isBuilt(spec) ? [] : writesOf(spec, targets).map((dataset) => [coordinateKey(dataset), dataset] as const),
		),
	);
	return specs.map((spec) => {
		const own = statuses.get(coordinateKey(spec.destination));
		const restored = statusesOf(spec).filter(({ restoredFrom }) => restoredFrom !== null);
		const sources = spec.sources.flatMap((source) => left.get(coordinateKey(source)) ?? []);
		const notes = [
			// Restored rows are mentioned with what happens to them.
			...(own === undefined ? [] : statusReasons({ ...own, restoredFrom: null })),
			...restored.map(
				({ restoredFrom, ...dataset }) =>
					`${formatCoordinate(dataset)} was restored to version ${restoredFrom}. A build replaces the restored rows.`,
			),
			...(isBuilt(spec)
				? sources.map((source) => readsUnbuilt(formatCoordinate(source), statuses.get(coordinateKey(source))))
				: []),
		];
		return { spec, isBuilt: isBuilt(spec), notes };
	});
}

const readsUnbuilt = (name: string, status: DatasetStatus | undefined): string =>
	status?.version === null
		? `${name} doesn’t exist and isn’t selected, so this build will fail.`
		: `${name} isn’t selected, so this build reads its current rows.`;

const none: ReadonlyMap<string, boolean> = new Map();

/**
 * Which parts of a plan to build, adjustable by the user. Nothing is selected until it's known what was restored.
 * @param targets undefined while loading
 */
export function usePlanChoice(
	dataset: DatasetCoordinate,
	specs: readonly BuildSpec[],
	targets: SpecTargets | undefined,
) {
	const key = coordinateKey(dataset);
	const [choice, setChoice] = useState({ key, chosen: none });
	const chosen = choice.key === key ? choice.chosen : none;
	const statuses = useStatuses();
	const isKnown = targets !== undefined && statuses !== undefined;
	const options = isKnown ? planOptions(specs, targets, statuses?.byKey ?? new Map(), chosen) : [];
	return {
		isKnown,
		options,
		built: options.flatMap(({ spec, isBuilt }) => (isBuilt ? [spec] : [])),
		statuses,
		choose: (id: string, isBuilt: boolean) => setChoice({ key, chosen: new Map(chosen).set(id, isBuilt) }),
	};
}
