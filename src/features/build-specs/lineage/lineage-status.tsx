import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { DatasetStatusPanel } from '../../names/dataset-status-panel.tsx';
import { statusLabel, statusTone } from '../../names/status-model.ts';
import { useStatuses } from '../../names/status-queries.ts';

export function LineageStatus({ dataset }: { readonly dataset: DatasetCoordinate }) {
	const statuses = useStatuses();
	if (statuses === null || statuses === undefined) return null;
	const status = statuses.byKey.get(coordinateKey(dataset));
	return status === undefined ? (
		<span title="This dataset was deleted or renamed, or isn’t shared with you.">
			<StateChip tone={statusTone.missing}>{statusLabel.missing}</StateChip>
		</span>
	) : (
		<DatasetStatusPanel status={status} withReason />
	);
}
