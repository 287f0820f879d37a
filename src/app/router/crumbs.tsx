import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { listRuns } from '#contract/build-run.ts';
import { buildSpecQuery } from '../../features/build-specs/queries.ts';
import { offers } from '../../features/session/model.ts';
import { descriptionQuery } from '../../features/session/queries.ts';

/** The destination's name once it has been read; before that, the start of the id. */
export function BuildSpecCrumb() {
	const { buildSpecId = '' } = useParams();
	const { data } = useQuery({ ...buildSpecQuery(buildSpecId), enabled: false });
	return data === undefined ? short(buildSpecId) : data.value.destination.datasetName;
}

/** Without a list of runs, this is a page that asks for a run's id. */
export function RunsCrumb() {
	const { data: description = null } = useQuery(descriptionQuery);
	return offers(description, listRuns) ? 'Runs' : 'Outputs by run ID';
}

const paramsCrumb = (textOf: (params: Readonly<Partial<Record<string, string>>>) => string | undefined) => () =>
	textOf(useParams());

export const RunCrumb = paramsCrumb(({ runId }) => `Run ${short(runId)}`);
export const PlanCrumb = paramsCrumb(({ planId }) => `Build ${short(planId)}`);
export const CompareCrumb = paramsCrumb(({ runId, beforeId }) => `${short(beforeId)} → ${short(runId)}`);
export const NamespaceCrumb = paramsCrumb(({ owner, namespace }) => `${owner}/${namespace}`);
export const DatasetCrumb = paramsCrumb(({ dataset }) => dataset);
export const CompareVersionsCrumb = paramsCrumb(({ before, after }) => `Version ${before} → ${after}`);
/** "git-pipelines": the title is loaded with the page. */
export const GuideCrumb = paramsCrumb(({ guideId = '' }) =>
	guideId.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase()),
);
export const TokenCrumb = paramsCrumb(({ tokenId }) => `Token ${short(tokenId)}`);

const short = (id = ''): string => id.slice(0, 8);
