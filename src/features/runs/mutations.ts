import { mutationOptions } from '@tanstack/react-query';
import { type BuildRun, cancelRun } from '#contract/build-run.ts';
import { call } from '../../api/http.ts';
import { runKeys } from './queries.ts';
import { startBuild, startPreview, startScratch } from './start-run.ts';

/** Previews a BuildSpec as given, saved or not. */
export const startPreviewMutation = () =>
	mutationOptions({ mutationFn: startPreview, meta: { invalidates: [runKeys.lists] } });

/** Previews a definition that belongs to no BuildSpec. */
export const startScratchMutation = () =>
	mutationOptions({ mutationFn: startScratch, meta: { invalidates: [runKeys.lists] } });

/** Builds a BuildSpec as saved: its destination is replaced. */
export const startBuildMutation = () =>
	mutationOptions({ mutationFn: startBuild, meta: { invalidates: [runKeys.lists] } });

export const cancelRunMutation = () =>
	mutationOptions({
		mutationFn: (buildRunId: string): Promise<BuildRun> => call(cancelRun, { params: { buildRunId } }),
		meta: { invalidates: [runKeys.all] },
	});
