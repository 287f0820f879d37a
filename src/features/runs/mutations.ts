import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { type BuildRun, cancelRun } from '#contract/build-run.ts';
import { call } from '../../api/http.ts';
import { runKeys } from './queries.ts';
import { type PreviewStart, type ScratchStart, startBuild, startPreview, startScratch } from './start-run.ts';

/** What shows the run before need not wait for the record of this one; it is read anew all the same. */
function noteStarted(client: QueryClient, run: BuildRun): BuildRun {
	client.setQueryData(runKeys.one(run.id), run, { updatedAt: 0 });
	return run;
}

export const startPreviewMutation = () =>
	mutationOptions({
		mutationFn: async (start: PreviewStart, { client }) => noteStarted(client, await startPreview(start)),
		meta: { invalidates: [runKeys.lists] },
	});

export const startScratchMutation = () =>
	mutationOptions({
		mutationFn: async (start: ScratchStart, { client }) => noteStarted(client, await startScratch(start)),
		meta: { invalidates: [runKeys.lists] },
	});

/** Builds a BuildSpec as saved: its destination is replaced. */
export const startBuildMutation = () =>
	mutationOptions({ mutationFn: startBuild, meta: { invalidates: [runKeys.lists] } });

export const cancelRunMutation = () =>
	mutationOptions({
		mutationFn: (buildRunId: string): Promise<BuildRun> => call(cancelRun, { params: { buildRunId } }),
		meta: { invalidates: [runKeys.all] },
	});
