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

/** The code that ran: "v3", "draft of v3", "draft". */
export function versionName(run: Pick<BuildRun, 'version' | 'draft'>): string {
	if (run.version === null) return 'draft';
	return run.draft ? `draft of v${run.version}` : `v${run.version}`;
}

export type SavedCode = Runnable & Pick<BuildSpec, 'version' | 'destination'>;

/** The saved version that equals the draft or worksheet query that ran; null if there is none. */
export function savedVersion({ draft, definition }: BuildRun, saved: SavedCode): number | null {
	const { destination } = definition;
	if (!draft || isChanged(definition, saved)) return null;
	const isSame = destination === undefined || formatCoordinate(destination) === formatCoordinate(saved.destination);
	return isSame ? saved.version : null;
}

/** Whether the engine may have a query plan for the run. */
export const hasPlan = ({ state, pipeline }: BuildRun): boolean => state === 'succeeded' && pipeline === 'code-blob';

/** Subject of a run: "demo/aviation/airport_delays", or the start of a worksheet query. */
export const subjectName = ({ definition }: BuildRun): string =>
	definition.destination === undefined ? codeName(definition.code.payload) : formatCoordinate(definition.destination);

/** Maximum length of code used as a name, in UTF-16 code units. */
const longestCodeName = 60;

/** The start of code on one line, without comments. */
export function codeName(payload: string): string {
	const text = payload
		.slice(0, 2_000)
		.replace(/--.*$/gm, ' ')
		.replace(/\/\*[\s\S]*?(\*\/|$)/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	if (text === '') return '(empty)';
	return text.length > longestCodeName ? `${text.slice(0, longestCodeName - 1).trimEnd()}…` : text;
}

/** "Preview of demo/aviation/airport_delays, draft of v3" */
export function runName(run: BuildRun): string {
	const what = run.kind === 'preview' ? 'Preview' : 'Build';
	if (run.definition.destination === undefined) return `Query: ${subjectName(run)}`;
	return `${what} of ${subjectName(run)}, ${versionName(run)}`;
}

/** Duration of a run, or until `now` while running, in ms. Null while queued or if its times are invalid. */
export function runDuration(run: BuildRun, now: number): number | null {
	if (run.startedAt === null) return null;
	const start = Date.parse(run.startedAt);
	const end = run.finishedAt === null ? now : Date.parse(run.finishedAt);
	// A service whose clock is ahead would make it negative.
	return Number.isNaN(start) || Number.isNaN(end) ? null : Math.max(0, end - start);
}

/** "line 3, column 9", "line 2, column 5 of manifest.json", or null without a location. */
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

/** Whether code or sources differ; the destination doesn't matter. */
export const isChanged = (ran: Runnable, now: Runnable): boolean =>
	ran.code.payload !== now.code.payload || !isSameSources(ran.sources, now.sources);

/** Whether a run has viewable outputs. A build writes its dataset instead. */
export const hasOutputs = ({ kind, state }: BuildRun): boolean => kind === 'preview' && state === 'succeeded';

/** The newest successful preview before a given run. */
export const lastSucceeded = (runs: readonly BuildRun[], before: BuildRun): BuildRun | undefined =>
	runs
		.filter((run) => hasOutputs(run) && run.createdAt < before.createdAt)
		.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
