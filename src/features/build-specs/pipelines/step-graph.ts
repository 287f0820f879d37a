import type { BuildRun, RunStep } from '#contract/build-run.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate, joinNames } from '#contract/dataset.ts';
import type { PipelineCheck, PipelineOutput, PipelineStep } from '#contract/pipeline.ts';
import { countOf, formatDuration } from '../../../lib/format.ts';
import type { GraphEdge, GraphNode } from '../../../ui/graph/types.ts';
import type { Tone } from '../../../ui/states/state-chip.tsx';
import { hasEnded } from '../../runs/model.ts';
import { stepDuration, stepStateLabel, stepStateTone } from '../../runs/step-model.ts';

/** A step with its last run; null if that ran another commit or didn't start. */
export interface RanStep {
	readonly step: PipelineStep;
	readonly ran: RunStep | null;
	/** Whether the run is still going, so waiting steps may start. */
	readonly isRunning: boolean;
}

export function ranSteps({ steps, commit }: PipelineCheck, run: BuildRun | undefined): readonly RanStep[] {
	const isSame = commit !== null && run?.commit?.id === commit.id;
	return steps.map((step) => ({
		step,
		isRunning: run !== undefined && !hasEnded(run),
		ran: (isSame ? run.steps?.find(({ name }) => name === step.name) : undefined) ?? null,
	}));
}

export const checkedLabel = { valid: 'Valid', invalid: 'Has errors', unchecked: 'Not validated' } as const;
export const checkedTone = { valid: 'neutral', invalid: 'error', unchecked: 'warning' } as const;

/** State of a step: its error before a run, or else its last run. */
export function stateOf({ step, ran, isRunning }: RanStep): { readonly tone: Tone; readonly label: string } {
	if (ran === null || step.state !== 'valid') return { tone: checkedTone[step.state], label: checkedLabel[step.state] };
	if (ran.state === 'waiting' && isRunning) return { tone: 'neutral', label: 'Waiting' };
	return { tone: stepStateTone[ran.state], label: stepStateLabel[ran.state] };
}

/** "3 rows · 41 ms" after a run, otherwise "4 columns". */
export function factsOf({ step, ran }: RanStep): string {
	if (ran === null || ran.rows === null) return step.columns.length === 0 ? '' : countOf(step.columns.length, 'column');
	const took = stepDuration(ran);
	return [countOf(ran.rows, 'row'), took === null ? null : formatDuration(took)].filter(Boolean).join(' · ');
}

/** "demo/aviation/delays". Computed outputs show the braces that rows fill in. */
export const targetName = ({ target }: PipelineOutput): string | null =>
	target === undefined ? null : formatCoordinate(target);

export type StepEdge = 'rows' | 'each';

export const stepNode = (name: string): string => `step ${name}`;
export const stepOfNode = (id: string): string | null => (id.startsWith('step ') ? id.slice(5) : null);
const sourceNode = (source: DatasetCoordinate): string => `source ${coordinateKey(source)}`;
const outputNode = (position: number): string => `output ${position}`;

/** Graph of sources, steps and resulting datasets. Discovered outputs are represented by their steps. */
export function stepGraph(steps: readonly RanStep[], outputs: readonly PipelineOutput[]) {
	const sources = new Map(steps.flatMap(({ step }) => step.sources.map((source) => [sourceNode(source), source])));
	const made = outputs.flatMap((output, position) => (output.kind === 'discovered' ? [] : [{ output, position }]));
	const known = new Set(steps.map(({ step }) => step.name));
	const nodes: GraphNode[] = [
		...[...sources].map(([id, { owner, namespace, datasetName }]) => ({
			id,
			title: datasetName,
			subtitle: `source ${joinNames([owner, namespace])}`,
			rows: [],
		})),
		...steps.map((ran) => {
			const { tone, label } = stateOf(ran);
			const subtitle = [label, factsOf(ran)].filter(Boolean).join(' · ');
			return { id: stepNode(ran.step.name), title: ran.step.name, subtitle, tone, rows: [] };
		}),
		...made.map(({ output, position }) => ({
			id: outputNode(position),
			title: output.target?.datasetName ?? output.name,
			subtitle: `${output.kind} output${output.state === 'valid' ? '' : `, ${checkedLabel[output.state].toLowerCase()}`}`,
			...(output.state === 'valid' ? {} : { tone: checkedTone[output.state] }),
			rows: [],
		})),
	];
	const edge = (from: string, to: string, kind: StepEdge): GraphEdge<StepEdge> => ({
		id: `${from} ${to}`,
		from: { node: from, row: null },
		to: { node: to, row: null },
		kind,
	});
	const edges = [
		...steps.flatMap(({ step }) => [
			...step.sources.map((source) => edge(sourceNode(source), stepNode(step.name), 'rows')),
			...step.reads.filter((name) => known.has(name)).map((name) => edge(stepNode(name), stepNode(step.name), 'rows')),
		]),
		...made
			.filter(({ output }) => known.has(output.step))
			.map(({ output, position }) =>
				edge(stepNode(output.step), outputNode(position), output.kind === 'computed' ? 'each' : 'rows'),
			),
	];
	return { nodes, edges };
}
