import { mutationOptions } from '@tanstack/react-query';
import { type BuildRun, cancelRun, startPreviewRun, startScratchRun } from '#contract/build-run.ts';
import type { BuildSpecEdit, Definition } from '#contract/build-spec.ts';
import { call } from '../../api/http.ts';
import { runKeys } from './queries.ts';

/** Previews a BuildSpec as given, saved or not. */
export const startPreviewMutation = () =>
	mutationOptions({
		mutationFn: ({ buildSpecId, edit }: { buildSpecId: string; edit: BuildSpecEdit }): Promise<BuildRun> =>
			call(startPreviewRun, { params: { buildSpecId }, body: edit }),
		meta: { invalidates: [runKeys.lists] },
	});

/** Previews a definition that belongs to no BuildSpec. */
export const startScratchMutation = () =>
	mutationOptions({
		mutationFn: ({ definition }: { definition: Definition }): Promise<BuildRun> =>
			call(startScratchRun, { body: definition }),
		meta: { invalidates: [runKeys.lists] },
	});

export const cancelRunMutation = () =>
	mutationOptions({
		mutationFn: (buildRunId: string): Promise<BuildRun> => call(cancelRun, { params: { buildRunId } }),
		meta: { invalidates: [runKeys.all] },
	});
