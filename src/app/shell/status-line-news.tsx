import { listRuns } from '#contract/build-run.ts';
import { getDatasetStatuses } from '#contract/dataset-status.ts';
import { getStatus } from '#contract/status.ts';
import { DatasetStatusWatchPanel } from '../../features/names/dataset-status-watch-panel.tsx';
import { expiryAt } from '../../features/session/about/expiry.ts';
import { useSessionStore } from '../../features/session/model.ts';
import { useOffers } from '../../features/session/queries.ts';
import { useNow } from '../../lib/use-now.ts';
import { RunNews } from './run-news.tsx';
import { ServiceProblems } from './service-problems.tsx';
import { SignInEnds } from './sign-in-ends.tsx';

export function StatusLineNews() {
	const tellsProblems = useOffers(getStatus);
	const tellsStatuses = useOffers(getDatasetStatuses);
	const listsRuns = useOffers(listRuns);
	const isEnding = useIsEnding();
	return (
		<>
			{listsRuns && <RunNews />}
			{tellsProblems && <ServiceProblems />}
			{isEnding && <SignInEnds />}
			{tellsStatuses && <DatasetStatusWatchPanel />}
		</>
	);
}

/** Whether the session ends soon enough to show a notice. */
function useIsEnding(): boolean {
	const session = useSessionStore((state) => state.session);
	const now = useNow();
	const kind = session === null ? 'unknown' : expiryAt(session.expiresAt, session.since, now).kind;
	return kind === 'soon' || kind === 'over';
}
