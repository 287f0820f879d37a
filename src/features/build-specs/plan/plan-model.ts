import type { BuildPlan, BuildPlanStep, StepState } from '#contract/build-plan.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { type BuildOrder, buildOrder } from '#lib/build-order.ts';
import { countOf } from '../../../lib/format.ts';
import type { GraphEdge, GraphNode } from '../../../ui/graph/types.ts';
import type { Tone } from '../../../ui/states/state-chip.tsx';
import { stateTone } from '../../runs/check-model.ts';
import { stateLabel } from '../../runs/model.ts';
import { type SpecTargets, writesOf } from '../model.ts';

export const stepLabel = {
	...stateLabel,
	waiting: 'Waiting',
	skipped: 'Skipped',
} as const satisfies Record<StepState, string>;

export const stepTone = {
	...stateTone,
	waiting: 'neutral',
	skipped: 'warning',
} as const satisfies Record<StepState, Tone>;

/** The single dataset all these steps depend on and none of them builds; null if there is none or it's unknown. */
function originOf(steps: readonly BuildPlanStep[], specs: readonly BuildSpec[]): DatasetCoordinate | null {
	const roots = steps.filter(({ needs }) => needs.length === 0);
	const [first = [], ...others] = roots.map(
		({ buildSpecId }) => specs.find(({ id }) => id === buildSpecId)?.sources ?? [],
	);
	if (others.length === 0) return null;
	const shared = first.filter((source) =>
		others.every((sources) => sources.some((other) => coordinateKey(other) === coordinateKey(source))),
	);
	return shared.length === 1 ? (shared[0] ?? null) : null;
}

/**
 * "demo/aviation/airports and 3 downstream datasets", "4 datasets downstream of demo/aviation/flights", or "and 3 other
 * datasets" without a common origin.
 * @param specs the user's, as far as known
 */
export function planName({ steps }: Pick<BuildPlan, 'steps'>, specs: readonly BuildSpec[] = []): string {
	const [first, ...others] = steps;
	if (first === undefined) return 'a BuildSpec';
	const origin = originOf(steps, specs);
	if (origin !== null) return `${countOf(steps.length, 'dataset')} downstream of ${formatCoordinate(origin)}`;
	const name = formatCoordinate(first.destination);
	if (others.length === 0) return name;
	const below = new Set([0]);
	for (const [position, { needs }] of steps.entries()) {
		if (needs.some((needed) => below.has(needed))) below.add(position);
	}
	return `${name} and ${countOf(others.length, below.size === steps.length ? 'downstream dataset' : 'other dataset')}`;
}

/** "3 of 4 datasets built, 1 failed" */
export function planProgress({ steps }: BuildPlan): string {
	const count = (state: StepState) => steps.filter((step) => step.state === state).length;
	const rest = (['running', 'failed', 'cancelled', 'skipped'] as const)
		.filter((state) => count(state) > 0)
		.map((state) => `${count(state)} ${stepLabel[state].toLowerCase()}`);
	return [`${count('succeeded')} of ${countOf(steps.length, 'dataset')} built`, ...rest].join(', ');
}

interface SpecBuilder {
	readonly id: string;
	readonly spec: BuildSpec;
	readonly reads: readonly string[];
	readonly writes: readonly string[];
}

/** The BuildSpecs that a build including downstream builds, in order. */
export function downstreamOf(
	spec: BuildSpec,
	specs: readonly BuildSpec[],
	targets: SpecTargets,
): BuildOrder<SpecBuilder> {
	const builders = specs.map((item) => ({
		id: item.id,
		spec: item,
		reads: item.sources.map(coordinateKey),
		writes: writesOf(item, targets).map(coordinateKey),
	}));
	const first = builders.find(({ id }) => id === spec.id);
	return first === undefined ? { steps: [], circular: [] } : buildOrder(first, builders);
}

const nodeOf = (position: number): string => `step ${position}`;

/** Steps as cards, with edges to the steps that need them. */
export function planGraph(steps: readonly BuildPlanStep[]) {
	const nodes = steps.map(({ destination, state }, position): GraphNode => {
		const { owner, namespace, datasetName } = destination;
		return {
			id: nodeOf(position),
			title: datasetName,
			subtitle: `${owner}/${namespace} · ${stepLabel[state]}`,
			tone: stepTone[state],
			rows: [],
		};
	});
	const edges = steps.flatMap(({ needs }, position) =>
		needs.map((needed): GraphEdge<'needs'> => {
			const [from, to] = [nodeOf(needed), nodeOf(position)];
			return { id: `${from} ${to}`, from: { node: from, row: null }, to: { node: to, row: null }, kind: 'needs' };
		}),
	);
	return { nodes, edges };
}

export const stepOfNode = (steps: readonly BuildPlanStep[], node: string): BuildPlanStep | undefined =>
	steps.find((_, position) => nodeOf(position) === node);
