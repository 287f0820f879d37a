import type { Chunk } from './chunks.ts';
import { closeness } from './english.ts';
import type { Aggregate, Comparison, Dimension, Filter, Measure, TimeUnit } from './intent.ts';
import { Refusal } from './refusal.ts';
import type { Column } from './schema.ts';
import { type ColumnLink, own, type Placed, refOf, type Scope, samePlace } from './scope.ts';

export interface Grouping extends Placed {
	readonly unit: TimeUnit | null;
}

interface Condition {
	readonly filter: Filter;
	readonly on: Placed;
	/** The chunk that it was read from. */
	readonly at: number;
}

interface Ranking {
	readonly direction: 'asc' | 'desc';
	/** What is ranked by; null where the rows are counted. */
	readonly by: Placed | null;
	readonly fn: Aggregate | 'distinct' | null;
	readonly at: number;
}

/** A question half read: passes take chunks from it until none are left that mean anything. */
export interface Draft {
	readonly scope: Scope;
	readonly chunks: readonly Chunk[];
	readonly taken: Set<number>;
	readonly conditions: Condition[];
	readonly groupings: Grouping[];
	readonly measures: Measure[];
	readonly having: { measure: Measure; op: Comparison; value: number }[];
	readonly used: Placed[];
	readonly notes: string[];
	/** Columns of an earlier question that this one goes on from. */
	readonly hints: Placed[];
	limit: number | null;
	/** Whether the subject is in the singular or the plural, where a number is not given. */
	ranking: Ranking | null;
	orderDirection: 'asc' | 'desc' | null;
	/** Rows are to be put in order, and none left out. */
	isSorted: boolean;
	/** Two or more values are set side by side. */
	compares: boolean;
	countsRows: boolean;
}

export const newDraft = (scope: Scope, chunks: readonly Chunk[]): Draft => ({
	scope,
	chunks,
	taken: new Set(),
	conditions: [],
	groupings: [],
	measures: [],
	having: [],
	used: [],
	notes: [],
	hints: [],
	limit: null,
	ranking: null,
	orderDirection: null,
	isSorted: false,
	compares: false,
	countsRows: false,
});

export function take(draft: Draft, ...at: readonly number[]): undefined {
	for (const index of at) draft.taken.add(index);
}

export function use(draft: Draft, placed: Placed): undefined {
	if (!draft.used.some((it) => samePlace(it, placed))) draft.used.push({ column: placed.column, via: placed.via });
}

export const isFree = (draft: Draft, at: number): boolean => draft.chunks[at] !== undefined && !draft.taken.has(at);
export const isLittle = (chunk: Chunk | undefined): boolean => chunk?.kind === 'little';
export const phraseAt = (draft: Draft, at: number) => {
	const chunk = draft.chunks[at];
	return chunk?.kind === 'phrase' && !draft.taken.has(at) ? chunk.phrase : null;
};

/** The nearest chunk in a direction that is no little word. */
export function neighbour(draft: Draft, at: number, step: 1 | -1, most = 3): number {
	for (let i = at + step, skipped = 0; draft.chunks[i] !== undefined; i += step) {
		if (!isLittle(draft.chunks[i])) return i;
		if (++skipped > most) break;
	}
	return -1;
}

type Test = (column: Column) => boolean;
export const isNumeric: Test = (it) => it.kind === 'number' && !it.isYear;
export const isGroup: Test = (it) => it.kind === 'text' || it.kind === 'boolean' || it.isYear;
export const isTime: Test = (it) => it.kind === 'time';

export const columnLinks = (chunk: Chunk | undefined, test: Test): ColumnLink[] =>
	chunk === undefined ? [] : chunk.links.filter((it): it is ColumnLink => it.kind === 'column' && test(it.column));

const tie = 0.06;
const least = 0.35;

/**
 * The column that a chunk means; null where it means none that passes.
 * @throws Refusal where it means several
 */
export function columnOf(
	draft: Draft,
	chunk: Chunk | undefined,
	test: Test,
	prefer: (it: Column) => number = () => 0,
): Placed | null {
	const links = columnLinks(chunk, test).filter((it) => it.score >= least);
	return chunk === undefined ? null : choose(draft, links, chunk.text, prefer);
}

export function choose(
	draft: Draft,
	links: readonly ColumnLink[],
	text: string,
	prefer: (it: Column) => number = () => 0,
): Placed | null {
	const scored = links.map((it) => ({ ...it, score: it.score + prefer(it.column) })).sort((a, b) => b.score - a.score);
	const [best] = scored;
	if (best === undefined) return null;
	const level = distinctPlaces(scored.filter((it) => best.score - it.score < tie));
	if (level.length === 1) return best;
	const roots = level.filter((it) => it.via.length === 0);
	if (roots.length === 1 && roots[0] !== undefined) return roots[0];
	const hinted = level.filter((it) => draft.hints.some((hint) => samePlace(hint, it)));
	if (hinted.length === 1 && hinted[0] !== undefined) return hinted[0];
	const said = level.filter((it) => draft.used.some((used) => samePlace(used, it)));
	if (said.length === 1 && said[0] !== undefined) return said[0];
	const whole = level.filter((it) => it.column.nameStems.some((word) => /^(total|overall)$/.test(word)));
	if (whole.length === 1 && whole[0] !== undefined) {
		draft.notes.push(`"${text}" was taken as "${whole[0].column.name}"`);
		return whole[0];
	}
	throw ambiguous(text, level);
}

function distinctPlaces(links: readonly ColumnLink[]): ColumnLink[] {
	const found: ColumnLink[] = [];
	for (const link of links) if (!found.some((it) => samePlace(it, link))) found.push(link);
	return found;
}

export function ambiguous(text: string, places: readonly Placed[]): Refusal {
	const names = places.map(nameOf);
	return new Refusal(`"${text}" can mean ${orList(names)}. Which one do you mean?`, text, names);
}

/** A column in words; with the way to it where that is needed to tell. */
const nameOf = ({ column, via }: Placed): string =>
	via.length === 0
		? `"${column.name}"`
		: `"${column.name}" of ${column.table.name} (through ${via.map((it) => `"${it.from}"`).join(' and ')})`;

const orList = (names: readonly string[]): string =>
	names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** The root's columns that hold dates or times; a column of years where there are none. */
export function timeColumns(draft: Draft): Placed[] {
	const times = draft.scope.root.columns.filter(isTime);
	return (times.length > 0 ? times : draft.scope.root.columns.filter((it) => it.isYear)).map(own);
}

/** The one column of time; @throws Refusal where there is none, or several and none of them was named. */
export function timeColumn(draft: Draft, chunk: Chunk): Placed {
	const columns = timeColumns(draft);
	const [first] = columns;
	if (first === undefined) {
		throw new Refusal(
			`${draft.scope.root.name} has no dates, so I cannot tell what "${chunk.text}" means there.`,
			chunk.text,
		);
	}
	if (columns.length === 1) return first;
	const named = draft.chunks.flatMap((it, at) =>
		columnLinks(it, isTime)
			.filter((link) => link.score >= 0.45)
			.map((link) => ({ link, at })),
	);
	const here = draft.chunks.indexOf(chunk);
	const nearest = named.sort((a, b) => Math.abs(a.at - here) - Math.abs(b.at - here) || b.link.score - a.link.score)[0];
	if (nearest !== undefined) return nearest.link;
	// What every row has is when it happened; what some rows lack came later or not at all.
	const always = columns.filter((it) => it.column.nulls === 0);
	if (always.length !== 1 || always[0] === undefined) throw ambiguous(chunk.text, columns);
	draft.notes.push(`"${chunk.text}" was taken of "${always[0].column.name}"`);
	return always[0];
}

export function addCondition(draft: Draft, on: Placed, filter: Filter, at: number): undefined {
	draft.conditions.push({ filter, on, at });
	use(draft, on);
}

export function addGrouping(draft: Draft, grouping: Grouping): undefined {
	if (draft.groupings.some((it) => samePlace(it, grouping) && it.unit === grouping.unit)) return;
	draft.groupings.push(grouping);
	use(draft, grouping);
}

export const dimensionOf = (it: Grouping): Dimension => ({ column: refOf(it), unit: it.unit });

/** Whether a "not" stands before a chunk, little words between them allowed; it is taken. */
export function takeNegation(draft: Draft, at: number): boolean {
	for (let i = at - 1; i >= 0 && i >= at - 3; i--) {
		if (phraseAt(draft, i)?.kind === 'not') {
			take(draft, i);
			return true;
		}
		if (!isLittle(draft.chunks[i])) return false;
	}
	return false;
}

/** Whether the word speaks of the column: by its name or by what its description says first. */
export const speaksOf = (stem: string, column: Column): boolean =>
	[...column.nameStems, ...column.descriptionStems.slice(0, 5)].some((it) => closeness(stem, it) >= 0.8);
