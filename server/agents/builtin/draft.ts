import type { Chunk } from './chunks.ts';
import { closeness, type Direction, join } from './english.ts';
import type { Aggregate, Dimension, Filter, Intent, Measure, TimeUnit } from './intent.ts';
import { Refusal } from './refusal.ts';
import type { Column } from './schema.ts';
import { type ColumnLink, type ColumnPath, own, refOf, type Scope, samePath } from './scope.ts';

export interface Grouping extends ColumnPath {
	readonly unit: TimeUnit | null;
}

interface Condition {
	readonly filter: Filter;
	readonly on: ColumnPath;
	/** The chunk that it was read from. */
	readonly at: number;
}

interface Ranking {
	readonly direction: Direction;
	/** What is ranked by; null where the rows are counted. */
	readonly by: ColumnPath | null;
	readonly fn: Aggregate | 'distinct' | null;
	readonly at: number;
}

/** A question half read: passes take chunks from it until none are left that mean anything. */
export const newDraft = (scope: Scope, chunks: readonly Chunk[], notes: readonly string[]) => ({
	scope,
	chunks,
	taken: new Set<number>(),
	conditions: [] as Condition[],
	groupings: [] as Grouping[],
	measures: [] as Measure[],
	having: [] as Intent['having'][number][],
	used: [] as ColumnPath[],
	notes: [...notes],
	limit: null as number | null,
	ranking: null as Ranking | null,
	orderDirection: null as Direction | null,
	/** Rows are to be put in order, and none left out. */
	isSorted: false,
	/** Two or more values are set side by side. */
	compares: false,
});
export type Draft = ReturnType<typeof newDraft>;

export function take(draft: Draft, ...at: readonly number[]): undefined {
	for (const index of at) draft.taken.add(index);
}

export function use(draft: Draft, path: ColumnPath): undefined {
	const { column, via } = path;
	if (!draft.used.some((candidate) => samePath(candidate, path))) draft.used.push({ column, via });
}

export const isFree = (draft: Draft, at: number): boolean => draft.chunks[at] !== undefined && !draft.taken.has(at);
export const isLittle = (chunk: Chunk | undefined): boolean => chunk?.kind === 'little';
export const phraseAt = (draft: Draft, at: number) => {
	const chunk = draft.chunks[at];
	return chunk?.kind === 'phrase' && !draft.taken.has(at) ? chunk.phrase : null;
};

/** The mentions that are not taken when the loop comes to them, with their positions. */
export function* freeMentions(draft: Draft): Generator<[number, Extract<Chunk, { kind: 'mention' }>]> {
	for (const [at, chunk] of draft.chunks.entries())
		if (chunk.kind === 'mention' && !draft.taken.has(at)) yield [at, chunk];
}

/** The nearest chunk in a direction that is no little word. */
export function adjacentIndex(draft: Draft, at: number, step: 1 | -1, most = 3): number {
	for (let i = at + step, skipped = 0; draft.chunks[i] !== undefined; i += step) {
		if (!isLittle(draft.chunks[i])) return i;
		if (++skipped > most) break;
	}
	return -1;
}

type Test = (column: Column) => boolean;
export const isAny: Test = () => true;
export const isText: Test = (column) => column.kind === 'text';
export const isNumeric: Test = (column) => column.kind === 'number' && !column.isYear;
export const isGroup: Test = (column) => column.kind === 'text' || column.kind === 'boolean' || column.isYear;
export const isTime: Test = (column) => column.kind === 'time';

export const columnLinks = (chunk: Chunk | undefined, test: Test): ColumnLink[] =>
	chunk === undefined
		? []
		: chunk.links.filter((link): link is ColumnLink => link.kind === 'column' && test(link.column));

/** The best score with which a chunk means a column that passes; 0 where it means none. */
export const columnScore = (chunk: Chunk | undefined, test: Test): number => columnLinks(chunk, test)[0]?.score ?? 0;

/** The link by which a chunk names the rows of the dataset that the question is read of. */
export const rootLink = (draft: Draft, chunk: Chunk | undefined) =>
	chunk?.links.find((link) => link.kind === 'table' && link.head && link.table === draft.scope.root);

/** Whether a chunk names the dataset's rows more surely than a quantity of them. */
export const namesRowsRather = (draft: Draft, chunk: Chunk | undefined): boolean =>
	(rootLink(draft, chunk)?.score ?? 0) > columnScore(chunk, isNumeric);

/** Names of the root's columns that pass, to suggest. */
export const columnNames = (draft: Draft, test: Test, most = 6): string[] =>
	draft.scope.root.columns
		.filter(test)
		.map((column) => column.name)
		.slice(0, most);

export const quantities = (draft: Draft): string[] => columnNames(draft, isNumeric);

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
	prefer: (column: Column) => number = () => 0,
): ColumnPath | null {
	const links = columnLinks(chunk, test).filter((link) => link.score >= least);
	return chunk === undefined ? null : choose(draft, links, chunk.text, prefer);
}

export function choose(
	draft: Draft,
	links: readonly ColumnLink[],
	text: string,
	prefer: (column: Column) => number = () => 0,
): ColumnPath | null {
	const scored = links
		.map((link) => ({ ...link, score: link.score + prefer(link.column) }))
		.sort((a, b) => b.score - a.score);
	const [best] = scored;
	if (best === undefined) return null;
	const level = distinctColumns(scored.filter((candidate) => best.score - candidate.score < tie));
	if (level.length === 1) return best;
	const only = (test: (link: ColumnLink) => boolean) => {
		const [first, second] = level.filter(test);
		return second === undefined ? first : undefined;
	};
	const preferred =
		only((link) => link.via.length === 0) ?? only((link) => draft.used.some((used) => samePath(used, link)));
	if (preferred !== undefined) return preferred;
	const total = only((link) => link.column.nameStems.some((word) => /^(total|overall)$/.test(word)));
	if (total === undefined) throw ambiguous(text, level);
	draft.notes.push(`"${text}" was read as "${total.column.name}"`);
	return total;
}

export const distinctColumns = <T extends ColumnPath>(all: readonly T[]): T[] =>
	all.filter((path, index) => all.findIndex((other) => samePath(other, path)) === index);

export function ambiguous(text: string, paths: readonly ColumnPath[]): Refusal {
	const names = paths.map(nameOf);
	return new Refusal(`"${text}" can mean ${join(names, 'or')}. Which one do you mean?`, text, names);
}

/** A column in words; with the way to it where that is needed to tell. */
const nameOf = ({ column, via }: ColumnPath): string =>
	via.length === 0
		? `"${column.name}"`
		: `"${column.name}" of ${column.table.name} (through ${via.map((step) => `"${step.from}"`).join(' and ')})`;

/** The root's columns that hold dates or times; a column of years where there are none. */
export function timeColumns(draft: Draft): ColumnPath[] {
	const times = draft.scope.root.columns.filter(isTime);
	return (times.length > 0 ? times : draft.scope.root.columns.filter((column) => column.isYear)).map(own);
}

/** The one column of time; @throws Refusal where there is none, or several and none of them was named. */
export function timeColumn(draft: Draft, chunk: Chunk): ColumnPath {
	const all = timeColumns(draft);
	// A time that all rows share says when they were loaded.
	const varied = all.filter(({ column }) => column.distinct !== 1);
	const columns = varied.length > 0 ? varied : all;
	const [first] = columns;
	if (first === undefined) {
		throw new Refusal(`${draft.scope.root.name} has no dates, so I can’t tell what "${chunk.text}" means.`, chunk.text);
	}
	if (columns.length === 1) return first;
	const named = draft.chunks.flatMap((chunk, at) =>
		columnLinks(chunk, isTime)
			.filter((link) => link.score >= 0.45)
			.map((link) => ({ link, at })),
	);
	const here = draft.chunks.indexOf(chunk);
	const nearest = named.sort((a, b) => Math.abs(a.at - here) - Math.abs(b.at - here) || b.link.score - a.link.score)[0];
	if (nearest !== undefined) return nearest.link;
	// What every row has is when it happened; what some rows lack came later or not at all.
	const always = columns.filter((column) => column.column.nulls === 0);
	if (always.length !== 1 || always[0] === undefined) throw ambiguous(chunk.text, columns);
	draft.notes.push(`"${chunk.text}" was applied to "${always[0].column.name}"`);
	return always[0];
}

/** A filter before it is known which column it is on. */
type WithoutColumn<F> = F extends Filter ? Omit<F, 'column'> : never;
export type ColumnFilter = WithoutColumn<Filter>;

/** Adds a condition on a column, read from the chunk at a position. */
export function addCondition(draft: Draft, on: ColumnPath, { kind, ...rest }: ColumnFilter, at: number): undefined {
	draft.conditions.push({ filter: { kind, column: refOf(on), ...rest } as Filter, on, at });
	use(draft, on);
}

export function addGrouping(draft: Draft, grouping: Grouping): undefined {
	if (draft.groupings.some((candidate) => samePath(candidate, grouping) && candidate.unit === grouping.unit)) return;
	draft.groupings.push(grouping);
	use(draft, grouping);
}

export const dimensionOf = (grouping: Grouping): Dimension => ({ column: refOf(grouping), unit: grouping.unit });

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
	[...column.nameStems, ...column.descriptionStems.slice(0, 5)].some((value) => closeness(stem, value) >= 0.8);
