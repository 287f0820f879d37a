import * as z from 'zod/mini';
import { type BuildRun, RunState } from '#contract/build-run.ts';
import { foldName, Uuid } from '#contract/ids.ts';
import { searchInAddress, searchText } from '../../../routing/name-search.ts';
import { subjectName } from '../model.ts';

const kinds = ['preview', 'build', 'query'] as const;
export const kindLabel = { preview: 'Previews', build: 'Builds', query: 'Queries' } as const;

/** Maximum age, in hours. */
export const sinceLabel = { '1': 'Last hour', '24': 'Last 24 hours', '168': 'Last 7 days' } as const;

/** Filters of the list of runs in the URL. Empty: no filter. */
const RunSearch = z.object({
	q: searchText,
	/** The BuildSpec whose runs the service is asked for. */
	buildSpecId: z.catch(z.union([z.literal(''), Uuid]), ''),
	kind: z.catch(z.enum(['', ...kinds]), ''),
	state: z.catch(z.enum(['', ...RunState.options]), ''),
	by: searchText,
	since: z.catch(z.enum(['', '1', '24', '168']), ''),
	/** Ids of selected runs, so Back from a comparison restores the selection. */
	selected: searchText,
});
export type RunSearch = z.infer<typeof RunSearch>;

export const noFilter: Partial<RunSearch> = { q: '', kind: '', state: '', by: '', since: '' };
const plain: RunSearch = RunSearch.parse({ q: '', by: '', selected: '', ...noFilter, buildSpecId: '' });

export const runSearchInAddress = searchInAddress(RunSearch, plain);

export const isFiltered = ({ q, kind, state, by, since }: RunSearch): boolean =>
	[q.trim(), kind, state, by, since].some((value) => value !== '');

/** A worksheet query has no BuildSpec. */
const kindOf = ({ kind, buildSpecId }: BuildRun): (typeof kinds)[number] => (buildSpecId === null ? 'query' : kind);

/** Filters runs. Words are searched in names, code, errors and ids. @param now ms since 1970 */
export function filterRuns(runs: readonly BuildRun[], search: RunSearch, now: number): BuildRun[] {
	const words = foldName(search.q).split(/\s+/).filter(Boolean);
	const from = search.since === '' ? Number.NEGATIVE_INFINITY : now - Number(search.since) * 3_600_000;
	return runs.filter(
		(run) =>
			(search.kind === '' || kindOf(run) === search.kind) &&
			(search.state === '' || run.state === search.state) &&
			(search.by === '' || run.by === search.by) &&
			!(Date.parse(run.createdAt) < from) &&
			hasAll(run, words),
	);
}

function hasAll(run: BuildRun, words: readonly string[]): boolean {
	if (words.length === 0) return true;
	const { id, definition, error } = run;
	const text = foldName([subjectName(run), definition.code.payload, error?.message ?? '', id].join('\n'));
	return words.every((word) => text.includes(word));
}
