import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { BuildRun } from '#contract/build-run.ts';
import { formatDuration } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { runLabel, runTone } from './check-model.ts';
import { hasEnded, runDuration } from './model.ts';

export function RunStateChip({ run }: { run: BuildRun }) {
	const chip = <StateChip tone={runTone(run)}>{runLabel(run)}</StateChip>;
	return (run.failedChecks ?? 0) > 0 ? <Link to={`${paths.run(run.id)}?view=checks`}>{chip}</Link> : chip;
}

const step = 100;

/** A run's duration, ticking while it's going. */
export function Elapsed({ run }: { run: BuildRun }) {
	const [now, setNow] = useState(() => Date.now());
	const ticking = !hasEnded(run);
	useEffect(() => {
		if (!ticking) return;
		const timer = setInterval(() => setNow(Date.now()), step);
		return () => clearInterval(timer);
	}, [ticking]);
	const duration = runDuration(run, now);
	if (duration === null) return null;
	// Shown if the engine reports progress.
	const percent = ticking && typeof run.progress === 'number' ? `${run.progress} %, ` : '';
	// Tenths of seconds while running, since milliseconds would flicker.
	return (
		<span>{percent + formatDuration(ticking ? Math.max(step, Math.floor(duration / step) * step) : duration)}</span>
	);
}

/** "v3, commit c045977, up to flights_by_month": for pipelines also the commit, and the last step if only a part ran. */
export const withCommit = (version: string, { upTo, commit }: Pick<BuildRun, 'upTo' | 'commit'>): string =>
	[version, commit == null ? '' : `commit ${commit.id.slice(0, 7)}`, upTo == null ? '' : `up to ${upTo}`]
		.filter(Boolean)
		.join(', ');
