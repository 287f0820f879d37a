import type { BuildRun, RunError, RunState } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, formatCoordinate } from '#contract/dataset.ts';

export const hasEnded = (run: BuildRun): boolean => run.state !== 'queued' && run.state !== 'running';

export const stateLabel = {
	queued: 'Queued',
	running: 'Running',
	succeeded: 'Succeeded',
	failed: 'Failed',
	cancelled: 'Canceled',
} as const satisfies Record<RunState, string>;

export const runStates = Object.keys(stateLabel) as RunState[];

/** Which code ran: "v3", "draft of v3", "draft". */
export function versionName(run: Pick<BuildRun, 'version' | 'draft'>): string {
	if (run.version === null) return 'draft';
	return run.draft ? `draft of v${run.version}` : `v${run.version}`;
}

export type SavedCode = Runnable & Pick<BuildSpec, 'version' | 'destination'>;

/** The version of a BuildSpec that is exactly what ran as a draft, or from a worksheet; null where it isn't. */
export function savedVersion({ draft, definition }: BuildRun, saved: SavedCode): number | null {
	const { destination } = definition;
	if (!draft || isChanged(definition, saved)) return null;
	const isSame = destination === undefined || formatCoordinate(destination) === formatCoordinate(saved.destination);
	return isSame ? saved.version : null;
}

/** Whether the engine may have said how it carried the run out. */
export const hasPlan = ({ state, pipeline }: BuildRun): boolean => state === 'succeeded' && pipeline === 'code-blob';

/** What it ran for: "demo/aviation/airport_delays", or the beginning of a worksheet's query. */
export const subjectName = ({ definition }: BuildRun): string =>
	definition.destination === undefined ? codeName(definition.code.payload) : formatCoordinate(definition.destination);

/** Longest part of a code that names it, in UTF-16 code units. */
const longestCodeName = 60;

/** The beginning of a code on one line, without its comments. */
export function codeName(payload: string): string {
	const text = payload
		.slice(0, 2_000)
		.replace(/--.*$/gm, ' ')
		.replace(/\/\*[\s\S]*?(\*\/|$)/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	if (text === '') return 'an empty query';
	return text.length > longestCodeName ? `${text.slice(0, longestCodeName - 1).trimEnd()}…` : text;
}

/** "Preview of demo/aviation/airport_delays, draft of v3" */
export function runName(run: BuildRun): string {
	const what = run.kind === 'preview' ? 'Preview' : 'Build';
	if (run.definition.destination === undefined) return `Query: ${subjectName(run)}`;
	return `${what} of ${subjectName(run)}, ${versionName(run)}`;
}

/** How long a run took, or takes until `now`, ms; null while it is queued or if its times are invalid. */
export function runDuration(run: BuildRun, now: number): number | null {
	if (run.startedAt === null) return null;
	const start = Date.parse(run.startedAt);
	const end = run.finishedAt === null ? now : Date.parse(run.finishedAt);
	// A service whose clock is ahead would make it negative.
	return Number.isNaN(start) || Number.isNaN(end) ? null : Math.max(0, end - start);
}

/** "line 3, column 9", "line 2, column 5 of manifest.json", or null if the error has no location. */
export function errorLocation({ line, column, file }: Pick<RunError, 'line' | 'column' | 'file'>): string | null {
	if (line === null) return file ?? null;
	const location = column === null ? `line ${line}` : `line ${line}, column ${column}`;
	return file === undefined ? location : `${location} of ${file}`;
}

interface Runnable {
	readonly sources: readonly { owner: string; namespace: string; datasetName: string }[];
	readonly code: { readonly payload: string };
}

type Sources = Runnable['sources'];

/** Whether two definitions read the same datasets, in any order. */
export function isSameSources(one: Sources, other: Sources): boolean {
	const keys = (sources: Sources) => sources.map(coordinateKey).sort().join('\n');
	return keys(one) === keys(other);
}

/** Whether another definition would run other code, or on other sources. Where it goes to does not matter. */
export const isChanged = (ran: Runnable, now: Runnable): boolean =>
	ran.code.payload !== now.code.payload || !isSameSources(ran.sources, now.sources);

/** Whether a run's outputs can be looked at: a build writes its dataset instead. */
export const hasOutputs = ({ kind, state }: BuildRun): boolean => kind === 'preview' && state === 'succeeded';

/** The newest preview that succeeded before a run was started. */
export const lastSucceeded = (runs: readonly BuildRun[], before: BuildRun): BuildRun | undefined =>
	runs
		.filter((run) => hasOutputs(run) && run.createdAt < before.createdAt)
		.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
