import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getRun, listOutputs } from '#contract/build-run.ts';
import type { PipelineCheck } from '#contract/pipeline.ts';
import { setOrDelete, useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { clearGridSearch } from '../../../routing/grid-search.ts';
import { GraphView } from '../../../ui/graph/graph-view.tsx';
import type { EdgeLook } from '../../../ui/graph/types.ts';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { hasOutputs } from '../../runs/model.ts';
import { outputsQuery, runQuery } from '../../runs/queries.ts';
import { outputOfStep } from '../../runs/step-model.ts';
import { useOffers } from '../../session/queries.ts';
import classes from './pipeline.module.css';
import { StepDetails } from './step-details.tsx';
import { ranSteps, type StepEdge, stepGraph, stepNode, stepOfNode } from './step-graph.ts';

const looks: Readonly<Record<StepEdge, EdgeLook>> = {
	rows: { color: '--border-strong', dash: [] },
	each: { color: '--border-strong', dash: [4, 3] },
};

interface PipelineStepsProps {
	readonly check: PipelineCheck;
	/** The latest preview. */
	readonly runId: string | null;
	/** Null if the service has no previews. */
	readonly onPreview: ((upTo: string) => void) | null;
	readonly onFile: (path: string) => void;
}

/** The steps in order with their results in the latest preview. The rows of the selected one are below. */
export function PipelineSteps({ check, runId, onPreview, onFile }: PipelineStepsProps) {
	const run = useQuery({ ...runQuery(runId ?? ''), enabled: useOffers(getRun) && runId !== null }).data;
	const outputs = useQuery({
		...outputsQuery(runId ?? ''),
		enabled: useOffers(listOutputs) && run !== undefined && hasOutputs(run),
	}).data?.items;
	const steps = useMemo(() => ranSteps(check, run), [check, run]);
	const { nodes, edges } = useMemo(() => stepGraph(steps, check.outputs), [steps, check.outputs]);
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const picked = steps.find(({ step }) => step.name === params.get('step')) ?? null;
	const pickedName = picked?.step.name ?? null;
	const goTo = useMemo(() => (pickedName === null ? null : { id: stepNode(pickedName) }), [pickedName]);
	const pick = (name: string | null) =>
		edit((address) => {
			setOrDelete(address, 'step', name);
			const output = name === null || outputs === undefined ? null : outputOfStep(outputs, name);
			if (output === null || output === address.get('output')) return;
			clearGridSearch(address);
			address.set('output', output);
		});
	if (steps.length === 0) {
		return (
			<Box px={5}>
				<EmptyState title="No steps to show">The manifest names no steps, or has errors.</EmptyState>
			</Box>
		);
	}
	return (
		<Inline fill nowrap align="stretch" className={classes.steps}>
			<GraphView
				nodes={nodes}
				edges={edges}
				looks={looks}
				label="Steps and the data flow between them"
				picked={picked === null ? null : { kind: 'node', id: stepNode(picked.step.name) }}
				onPick={(next) => pick(next?.kind === 'node' ? stepOfNode(next.id) : null)}
				onToggle={() => {}}
				found={null}
				goTo={goTo}
				isDense
			/>
			{picked !== null && (
				<StepDetails
					key={picked.step.name}
					picked={picked}
					outputs={check.outputs.filter(({ step }) => step === picked.step.name)}
					hasRows={outputs !== undefined && outputOfStep(outputs, picked.step.name) !== null}
					onPreview={onPreview}
					onFile={onFile}
				/>
			)}
		</Inline>
	);
}
