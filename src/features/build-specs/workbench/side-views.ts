import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getRun } from '#contract/build-run.ts';
import { type Check, listRunChecks } from '#contract/check.ts';
import { runChecksQuery } from '../../runs/check-queries.ts';
import { runQuery } from '../../runs/queries.ts';
import { useOffers } from '../../session/queries.ts';
import { checksQuery, sameChecks } from '../check-queries.ts';

/** Side views; where there's no room next to the code, the code is one of them. */
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

interface ShownChecks {
	/** Null for an unsaved one. */
	readonly specId: string | null;
	/** Checks of the draft; undefined if unchanged. */
	readonly edited: readonly Check[] | undefined;
}

/** Tab labels, including the shown preview's results for the current checks. */
export function useSideLabels(
	shownRun: string | null,
	{ specId, edited }: ShownChecks,
): Readonly<Record<SideView, string>> {
	const run = useQuery({ ...runQuery(shownRun ?? ''), enabled: useOffers(getRun) && shownRun !== null });
	const hasFailed = useOffers(listRunChecks) && (run.data?.failedChecks ?? 0) > 0;
	const results = useQuery({ ...runChecksQuery(shownRun ?? ''), enabled: hasFailed });
	const saved = useQuery({ ...checksQuery(specId ?? ''), enabled: hasFailed && specId !== null });
	const now = edited ?? saved.data?.checks ?? [];
	const failed = !hasFailed
		? 0
		: (results.data?.items ?? []).filter(
				({ state, check }) => state !== 'passed' && now.some((other) => sameChecks([other], [check])),
			).length;
	return useMemo(
		() => (failed === 0 ? sideLabels : { ...sideLabels, checks: `${sideLabels.checks} (${failed} failed)` }),
		[failed],
	);
}
