import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listRuns } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import { isGitPipeline } from './build/build-model.ts';
import { pipelineTargetsQuery } from './build/build-queries.ts';
import type { SpecTargets } from './model.ts';

/** What pipelines write, and those of which that isn't known. `targets` is undefined while they are being read. */
export function useSpecTargets(specs: readonly BuildSpec[] | undefined) {
	const { data: description = null } = useQuery(descriptionQuery);
	const canSee = offers(description, listRuns);
	const pipelines = useMemo(() => (specs ?? []).filter(({ code }) => isGitPipeline(code.payload)), [specs]);
	const isAsked = canSee && pipelines.length > 0;
	const query = useQuery({ ...pipelineTargetsQuery(pipelines), enabled: isAsked });
	const { data } = query;
	const targets = useMemo<SpecTargets | undefined>(
		() =>
			specs === undefined || (isAsked && data === undefined)
				? undefined
				: new Map((data ?? []).map(({ spec, targets }) => [spec.id, targets ?? []])),
		[specs, isAsked, data],
	);
	const known = canSee ? data : pipelines.map((spec) => ({ spec, targets: null }));
	const unknown = (known ?? []).flatMap(({ spec, targets }) => (targets === null ? [spec] : []));
	return { query, canSee, targets, unknown };
}
