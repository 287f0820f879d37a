import { listBuildPlans } from '#contract/build-plan.ts';
import { type BuildRun, listRuns, startBuildRun, startScratchRun } from '#contract/build-run.ts';
import type { BuildSpecEdit, Definition } from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import { startPreviewRun } from '#contract/preview-run.ts';
import { call } from '../../api/http.ts';
import { settleWrite } from '../../api/lost-write.ts';
import { isChanged } from './model.ts';

/** Common to all starts: how to find the run if the response with its id is lost. */
interface Start {
	/** When it was first sent, ms since 1970. */
	readonly at: number;
	/** The previous preview, or null: anything newer may be this one. */
	readonly before: string | null;
	/** Only looks for the run of an earlier start whose response was lost. */
	readonly onlyLook?: boolean;
}

/** A preview of a BuildSpec's edit, or of a definition without one. */
export type PreviewStart = Start & {
	/** Last GitPipeline step to run. Default: all. */
	readonly upTo?: string | undefined;
} & (
		| {
				readonly buildSpecId: string;
				readonly definition: BuildSpecEdit;
				/** Checks to use instead of the saved ones. */
				readonly checks?: readonly Check[] | undefined;
		  }
		| { readonly buildSpecId?: undefined; readonly definition: Definition }
	);

export function startPreview(start: PreviewStart): Promise<BuildRun> {
	const isStarted = (run: BuildRun) =>
		run.kind === 'preview' &&
		run.buildSpecId === (start.buildSpecId ?? null) &&
		(run.upTo ?? undefined) === start.upTo &&
		!isChanged(run.definition, start.definition);
	const query = start.upTo === undefined ? {} : { upTo: start.upTo };
	if (start.buildSpecId === undefined) {
		const send = () => call(startScratchRun, { query, body: start.definition });
		return startRun(start, startScratchRun.id, send, isStarted);
	}
	const { buildSpecId, definition, checks } = start;
	const body = checks === undefined ? definition : { ...definition, checks: [...checks] };
	const send = () => call(startPreviewRun, { params: { buildSpecId }, query, body });
	return startRun(start, startPreviewRun.id, send, isStarted, { buildSpecId });
}

export interface BuildStart extends Start {
	readonly buildSpecId: string;
	/** Expected saved version; the start fails if it's another. */
	readonly version: number;
	/** Also build everything downstream. */
	readonly downstream?: boolean;
}

export const startBuild = async (start: BuildStart): Promise<BuildRun> => {
	const { buildSpecId, version, downstream = false } = start;
	const body = downstream ? { version, downstream } : { version };
	const send = () => call(startBuildRun, { params: { buildSpecId }, body });
	const isBuild = (run: BuildRun) => run.kind === 'build' && run.version === version;
	const run = await startRun(start, startBuildRun.id, send, isBuild, { buildSpecId });
	if (!downstream || run.planId !== undefined) return run;
	// A run found by lookup doesn't have its plan's id.
	const { items } = await call(listBuildPlans, { query: {} });
	const plan = items.find(({ steps }) => steps.some(({ runId }) => runId === run.id));
	return plan === undefined ? run : { ...run, planId: plan.id };
};

async function startRun(
	start: Start,
	operation: string,
	send: () => Promise<BuildRun>,
	isStarted: (run: BuildRun) => boolean,
	query: { buildSpecId?: string } = {},
): Promise<BuildRun> {
	const find = async () => {
		const { items } = await call(listRuns, { query });
		return newRuns(items, start).find(isStarted) ?? null;
	};
	return (await settleWrite({ operation, done: 'started', send, find }, start.onlyLook)).value;
}

/** Tolerated clock difference between browser and service, in ms. */
const clockTolerance = 120_000;

/** @param runs newest first */
function newRuns(runs: readonly BuildRun[], { at, before }: Start): readonly BuildRun[] {
	const index = runs.findIndex((run) => run.id === before);
	return index >= 0 ? runs.slice(0, index) : runs.filter((run) => !(Date.parse(run.createdAt) < at - clockTolerance));
}
