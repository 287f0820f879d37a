import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getRun } from '#contract/build-run.ts';
import { runQuery } from '../../runs/queries.ts';
import { useOffers } from '../../session/queries.ts';

/** What can be looked at beside the code; where there is no room beside it, the code is one of them. */
const sideLabels = {
	code: 'Code',
	sources: 'Sources',
	columns: 'Columns',
	checks: 'Checks',
	versions: 'Versions',
	runs: 'Runs',
	history: 'History',
} as const;
export type SideView = keyof typeof sideLabels;

/** The names of the tabs, with what the preview that is shown tells of them. */
export function useSideLabels(shownRun: string | null): Readonly<Record<SideView, string>> {
	const run = useQuery({ ...runQuery(shownRun ?? ''), enabled: useOffers(getRun) && shownRun !== null });
	const failed = run.data?.failedChecks ?? 0;
	return useMemo(
		() => (failed === 0 ? sideLabels : { ...sideLabels, checks: `${sideLabels.checks} (${failed} failed)` }),
		[failed],
	);
}
