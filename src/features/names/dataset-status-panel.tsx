import type { DatasetStatus } from '#contract/dataset-status.ts';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { isBuilt, statusLabel, statusSentence, statusTone } from './status-model.ts';

/** The status of a dataset as a sign and a word, its reasons on hover; nothing for rows that no build makes. */
export const DatasetStatusPanel = ({ status }: { readonly status: DatasetStatus | null | undefined }) =>
	status !== null &&
	status !== undefined &&
	isBuilt(status) && (
		<span title={statusSentence(status)}>
			<StateChip tone={statusTone[status.state]}>{statusLabel[status.state]}</StateChip>
		</span>
	);
