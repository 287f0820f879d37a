import type { DatasetStatus } from '#contract/dataset-status.ts';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { StateChip } from '../../ui/states/state-chip.tsx';
import classes from './dataset-status-panel.module.css';
import {
	failedCount,
	isBuilt,
	shownState,
	statusLabel,
	statusReasons,
	statusSentence,
	statusTone,
} from './status-model.ts';

interface DatasetStatusPanelProps {
	readonly status: DatasetStatus | null | undefined;
	/** Whether to show the first reason, if there's room. */
	readonly withReason?: boolean;
	/** `row`: in a list, on one line. `title`: only the most important. */
	readonly place?: 'row' | 'title';
}

/** A dataset's status as icon and word, with reasons on hover. Renders nothing if no build makes the dataset. */
export function DatasetStatusPanel({ status, withReason = false, place }: DatasetStatusPanelProps) {
	if (status === null || status === undefined || !isBuilt(status)) return null;
	const state = shownState(status);
	const [reason] = withReason ? statusReasons(status) : [];
	const hasFailed = status.failedChecks.length > 0;
	const isShort = place !== undefined;
	const wide = place === 'row' ? classes.wide : undefined;
	const checks = <StateChip tone="warning">{failedCount(status)}</StateChip>;
	return (
		<Inline
			component="span"
			gap={2}
			nowrap
			title={statusSentence(status)}
			style={{ display: 'inline-flex', minWidth: 0, maxWidth: '100%', verticalAlign: 'middle' }}
		>
			{isShort && hasFailed && status.state === 'current' ? (
				checks
			) : (
				<>
					<StateChip tone={statusTone[state]}>{statusLabel[state]}</StateChip>
					{hasFailed && place !== 'title' && <span className={`${classes.chip} ${wide ?? ''}`}>{checks}</span>}
				</>
			)}
			{reason !== undefined && (
				<Muted clip className={wide}>
					{reason}
				</Muted>
			)}
		</Inline>
	);
}
