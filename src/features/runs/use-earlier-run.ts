import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BuildRun, listRuns } from '#contract/build-run.ts';
import { useOffers } from '../session/queries.ts';
import { hasOutputs, lastSucceeded } from './model.ts';
import { runsQuery } from './queries.ts';

/** The successful preview of the same BuildSpec before this one; null: none, undefined: loading. */
export function useEarlierRun(run: BuildRun | null): BuildRun | null | undefined {
	const canList = useOffers(listRuns);
	const buildSpecId = run !== null && hasOutputs(run) ? run.buildSpecId : null;
	const isWanted = buildSpecId !== null && canList;
	const runs = useQuery({ ...runsQuery(buildSpecId ?? undefined), enabled: isWanted });
	if (run === null || !isWanted) return null;
	if (runs.isPending) return undefined;
	return lastSucceeded(runs.data?.items ?? [], run) ?? null;
}

/**
 * The run whose outputs to show: the latest if it succeeded, or else the last that did. Null if there is none or while
 * loading.
 */
export function useShownRun(latest: BuildRun | undefined): BuildRun | null {
	const [last, setLast] = useState<BuildRun | null>(null);
	const succeeded = latest?.state === 'succeeded' ? latest : null;
	if (succeeded !== null && last?.id !== succeeded.id) setLast(succeeded);
	const kept = last !== null && last.buildSpecId === latest?.buildSpecId ? last : null;

	const buildSpecId = latest?.buildSpecId ?? undefined;
	const isWanted = latest !== undefined && succeeded === null && kept === null && buildSpecId !== undefined;
	const earlier = useQuery({ ...runsQuery(buildSpecId), enabled: isWanted });
	if (latest === undefined) return kept;
	if (succeeded !== null) return succeeded;
	return kept ?? (isWanted ? lastSucceeded(earlier.data?.items ?? [], latest) : undefined) ?? null;
}
