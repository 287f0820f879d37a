import { useQuery } from '@tanstack/react-query';
import { type BuildRun, listRuns } from '#contract/build-run.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import { lastSucceeded } from './model.ts';
import { runsQuery } from './queries.ts';

/** The preview of the same BuildSpec that succeeded before this one did; null where there is none, or none is known yet. */
export function useEarlierRun(run: BuildRun | null): BuildRun | null {
	const { data: description = null } = useQuery(descriptionQuery);
	const buildSpecId = run?.kind === 'preview' && run.state === 'succeeded' ? run.buildSpecId : null;
	const isWanted = buildSpecId !== null && offers(description, listRuns);
	const runs = useQuery({ ...runsQuery(buildSpecId ?? undefined), enabled: isWanted });
	if (run === null || !isWanted) return null;
	return lastSucceeded(runs.data?.items ?? [], run) ?? null;
}
