import { type DatasetCoordinate, formatCoordinate, joinNames } from '#contract/dataset.ts';
import type { PipelineCheck } from '#contract/pipeline.ts';
import { formatCount } from '../../../lib/format.ts';
import { Box } from '../../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { TextButton } from '../../../ui/primitives/text-button.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { OutputKind } from './output-kind.tsx';
import { checkedLabel, checkedTone } from './step-graph.ts';

interface PipelineOutputsProps {
	readonly check: PipelineCheck;
	/** Destination of the BuildSpec; null if invalid. */
	readonly destination: DatasetCoordinate | null;
	readonly onStep: (name: string) => void;
}

const headers = ['Output', 'Kind', 'Dataset', 'Step', { label: 'Columns', isNumeric: true }, 'Check'];

export function PipelineOutputs({ check: { outputs }, destination, onStep }: PipelineOutputsProps) {
	if (outputs.length === 0) {
		return (
			<Box px={5}>
				<EmptyState title="No outputs to show">The manifest names no outputs, or has errors.</EmptyState>
			</Box>
		);
	}
	return (
		<Box fill scroll px={3} py={1} tabIndex={0} role="region" aria-label="Pipeline outputs">
			<SimpleTable cards="flow" aria-label="Outputs" columns={headers}>
				<tbody>
					{outputs.map((output) => (
						<tr key={`${output.kind} ${output.name}`}>
							<td>
								<Text mono>{output.name}</Text>
							</td>
							<td>
								<OutputKind kind={output.kind} />
							</td>
							<td>
								{output.target === undefined ? (
									<Muted>None (previews only)</Muted>
								) : (
									<Text mono title={formatCoordinate(output.target)}>
										{isBeside(output.target, destination)
											? ''
											: `${joinNames([output.target.owner, output.target.namespace])}/`}
										<wbr />
										{output.target.datasetName}
									</Text>
								)}
							</td>
							<td>
								{output.kind === 'computed' && 'each row of '}
								<TextButton onClick={() => onStep(output.step)}>{output.step}</TextButton>
							</td>
							<td
								data-label="Columns"
								data-numeric
								title={output.columns.map(({ name, type }) => `${name} ${type}`).join(', ')}
							>
								{output.columns.length === 0 ? <Muted>Unknown</Muted> : formatCount(output.columns.length)}
							</td>
							<td>
								{output.state === 'valid' ? (
									<Muted>{checkedLabel.valid}</Muted>
								) : (
									<StateChip tone={checkedTone[output.state]}>{checkedLabel[output.state]}</StateChip>
								)}
							</td>
						</tr>
					))}
				</tbody>
			</SimpleTable>
		</Box>
	);
}

/** Whether it's in the same namespace, which is named above. */
const isBeside = (target: DatasetCoordinate, destination: DatasetCoordinate | null): boolean =>
	target.owner === destination?.owner && target.namespace === destination.namespace;
