import type { DatasetStatus } from '#contract/dataset-status.ts';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { failedCount, isBuilt, statusLabel, statusReasons, statusSentence, statusTone } from './status-model.ts';

interface DatasetStatusPanelProps {
	readonly status: DatasetStatus | null | undefined;
	/** Whether the first reason stands beside it, as far as there is room. */
	readonly withReason?: boolean;
}

/** The status of a dataset as a sign and a word, its reasons on hover; nothing for rows that no build makes. */
export function DatasetStatusPanel({ status, withReason = false }: DatasetStatusPanelProps) {
	if (status === null || status === undefined || !isBuilt(status)) return null;
	const [reason] = withReason ? statusReasons(status) : [];
	return (
		<Inline component="span" gap={2} nowrap title={statusSentence(status)} style={{ display: 'inline-flex', minWidth: 0, maxWidth: '100%' }}>
			<StateChip tone={statusTone[status.state]}>{statusLabel[status.state]}</StateChip>
			{status.failedChecks.length > 0 && <StateChip tone="warning">{failedCount(status)}</StateChip>}
			{reason !== undefined && <Muted clip>{reason}</Muted>}
		</Inline>
	);
}
