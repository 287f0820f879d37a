import { mutationOptions } from '@tanstack/react-query';
import { type BuildRun, cancelRun } from '#contract/build-run.ts';
import { call } from '../../api/http.ts';
import { runKeys } from './queries.ts';
import { type PreviewStart, startBuild, startPreview } from './start-run.ts';

export const startPreviewMutation = () =>
	mutationOptions({
		mutationFn: async (start: PreviewStart, { client }) => {
			const run = await startPreview(start);
			// Enough to render without waiting, but refetched anyway.
			client.setQueryData(runKeys.one(run.id), run, { updatedAt: 0 });
			return run;
		},
		meta: { invalidates: [runKeys.lists] },
	});

/** Previews a definition without a BuildSpec. */
export const startScratchMutation = () => startPreviewMutation();

export const startBuildMutation = () =>
	mutationOptions({ mutationFn: startBuild, meta: { invalidates: [runKeys.lists] } });

export const cancelRunMutation = () =>
	mutationOptions({
		mutationFn: (buildRunId: string): Promise<BuildRun> => call(cancelRun, { params: { buildRunId } }),
		meta: { invalidates: [runKeys.all] },
	});
