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
	/** Whether the first reason stands beside it, as far as there is room. */
	readonly withReason?: boolean;
	/** `row`: of a list, on one line. `title`: the most important alone. */
	readonly place?: 'row' | 'title';
}

/** The status of a dataset as a sign and a word, its reasons on hover; nothing for rows that no build makes. */
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
