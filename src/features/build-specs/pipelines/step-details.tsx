import { getRunLog } from '#contract/build-run.ts';
import type { PipelineOutput } from '#contract/pipeline.ts';
import { useAddressEdit } from '../../../lib/use-address-edit.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { useOffers } from '../../session/queries.ts';
import { OutputKind } from './output-kind.tsx';
import classes from './pipeline.module.css';
import { factsOf, type RanStep, stateOf, targetName } from './step-graph.ts';

interface StepDetailsProps {
	readonly picked: RanStep;
	/** Outputs from its rows. */
	readonly outputs: readonly PipelineOutput[];
	/** Whether the latest preview has its rows, shown below. */
	readonly hasRows: boolean;
	readonly onPreview: ((upTo: string) => void) | null;
	readonly onFile: (path: string) => void;
}

export function StepDetails({ picked, outputs, hasRows, onPreview, onFile }: StepDetailsProps) {
	const { step } = picked;
	const { tone, label } = stateOf(picked);
	const edit = useAddressEdit();
	const canLog = useOffers(getRunLog);
	return (
		<Stack
			component="section"
			gap={2}
			scroll
			px={3}
			py={2}
			className={classes.details}
			aria-label={`Step ${step.name}`}
		>
			<SectionHeader>{step.name}</SectionHeader>
			<Inline gap={2}>
				<StateChip tone={tone}>{label}</StateChip>
				<Text numeric>{factsOf(picked)}</Text>
			</Inline>
			<Inline gap={1}>
				{onPreview !== null && (
					<CompactButton
						onClick={() => onPreview(step.name)}
						title="Run the steps up to this one and show this step’s rows"
					>
						Preview up to this step
					</CompactButton>
				)}
				<CompactButton onClick={() => onFile(step.file)}>
					Open {step.file.slice(step.file.lastIndexOf('/') + 1)}
				</CompactButton>
				{canLog && picked.ran !== null && (
					<CompactButton onClick={() => edit((address) => address.set('view', 'log'))}>Show log</CompactButton>
				)}
			</Inline>
			{!hasRows && <Muted>This step’s rows appear below after a successful preview.</Muted>}
			{outputs.map((output) => (
				<Inline key={`${output.kind} ${output.name}`} gap={2}>
					<OutputKind kind={output.kind} />
					<Text mono breaks>
						{targetName(output) ?? output.name}
					</Text>
				</Inline>
			))}
			{step.columns.length > 0 && (
				<Text component="p" mono breaks>
					{step.columns.map(({ name, type }) => `${name} ${type}`).join(', ')}
				</Text>
			)}
		</Stack>
	);
}
