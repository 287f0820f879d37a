import { type Chunk, isPhrase, isSuperlative, isWord } from './chunks.ts';
import {
	adjacentIndex,
	choose,
	columnLinks,
	columnOf,
	columnScore,
	type Draft,
	isGroup,
	isNumeric,
	isTime,
	namesRowsRather,
	phraseAt,
	quantities,
	take,
	timeColumn,
	use,
} from './draft.ts';
import { badWhenHigh, capital, type Direction, goodWhenHigh, readAdjective } from './english.ts';
import type { Aggregate } from './intent.ts';
import { indexOf } from './link-values.ts';
import type { ByParts } from './read-groups.ts';
import { isCount } from './read-measures.ts';
import { endPreference, measuredColumns } from './read-numbers.ts';
import { Refusal } from './refusal.ts';
import type { Column } from './schema.ts';
import { type ColumnLink, type ColumnPath, own } from './scope.ts';
import { isRowNoun, isVerb } from './subject.ts';

/** Takes what is ranked: "most airports", "the highest average delay", "rainiest", "top 5 by population", "latest". */
export function readRanking(draft: Draft, parts: ByParts, changes: boolean): undefined {
	for (const [at, chunk] of draft.chunks.entries()) {
		if (draft.taken.has(at)) continue;
		const phrase = phraseAt(draft, at);
		if (phrase?.kind === 'order') readOrder(draft, at, phrase.direction);
		else if (draft.ranking !== null) {
			if (phrase?.kind === 'end' && draft.limit !== null) take(draft, at);
		} else if (changes && phrase?.kind === 'end') {
			take(draft, at);
			draft.ranking = { direction: phrase.direction ?? 'desc', by: null, fn: null, at };
		} else if (isSuperlative(chunk)) readGraded(draft, at, chunk, parts);
		else if (phrase?.kind === 'end') readEnd(draft, at, phrase.direction, phrase.word, parts);
		else if (phrase?.kind === 'end in time') {
			const time = timeColumn(draft, chunk);
			take(draft, at);
			rank(draft, at, phrase.direction, time, null);
		}
	}
	const [by] = parts.ranks;
	if (by !== undefined && draft.ranking === null) rankBy(draft, by, draft.orderDirection ?? 'desc');
}

/** "sorted by delay descending", "highest first", "from richest to poorest". */
function readOrder(draft: Draft, at: number, direction: Direction | null): undefined {
	take(draft, at);
	if (direction !== null) {
		draft.orderDirection = direction;
		return;
	}
	const next = adjacentIndex(draft, at, 1);
	const last = phraseAt(draft, next + 1);
	const way = last?.kind === 'order' ? last.direction : null;
	if (way !== null) take(draft, next + 1);
	draft.isSorted = true;
	if (next >= 0) rankBy(draft, next, way ?? draft.orderDirection ?? 'asc');
}

const spatial = /^(long|short|high|low|large|big|small|great|tall|deep)/i;

function readGraded(draft: Draft, at: number, chunk: Chunk, parts: ByParts): undefined {
	if (chunk.kind !== 'graded') return;
	const { direction, nouns } = chunk.measured;
	if (isRange(draft, at)) {
		take(draft, at, at + 2, adjacentIndex(draft, at, 1));
		draft.orderDirection = direction;
		return;
	}
	const [by] = parts.ranks;
	if (by !== undefined) {
		take(draft, at);
		return rankBy(draft, by, direction);
	}
	const next = draft.chunks[at + 1];
	const named =
		next?.kind === 'mention' && spatial.test(chunk.text)
			? columnOf(draft, next, isNumeric, (column) => endPreference(column, direction))
			: null;
	if (named !== null && !namesRowsRather(draft, next)) {
		take(draft, at, at + 1);
		return rank(draft, at, direction, named, null);
	}
	const columns = measuredColumns(draft, nouns);
	const column = choose(draft, columns, chunk.text, (column) => endPreference(column, direction));
	if (column === null)
		throw new Refusal(
			`I can’t tell which column of ${draft.scope.root.name} measures "${chunk.text}".`,
			chunk.text,
			quantities(draft),
		);
	const kind = kindOf(draft, nouns, columns.find((link) => link.column === column.column)?.score ?? 0);
	if (kind !== null)
		throw new Refusal(
			`"${chunk.text}" can mean "${column.column.name}", or how often each "${kind.name}" occurs. Say "highest ${column.column.name}", or ask how many.`,
			chunk.text,
		);
	take(draft, at);
	rank(draft, at, direction, column, null);
}

/** "snowiest" where snow is a kind of weather, and a quantity's description only mentions it: the column of kinds. */
const kindOf = (draft: Draft, nouns: readonly string[], score: number): Column | null =>
	score >= 0.6
		? null
		: (draft.scope.root.columns.find((column) => nouns.some((noun) => indexOf(column)?.stemmed.has(noun) === true)) ??
			null);

/** "from richest to poorest": an order over what is shown. */
const isRange = (draft: Draft, at: number): boolean => {
	const [before, joint, after] = [draft.chunks[at - 1], draft.chunks[at + 1], draft.chunks[at + 2]];
	return isWord(before, 'from') && isWord(joint, 'to') && after?.kind === 'graded';
};

function readEnd(draft: Draft, at: number, given: Direction | null, word: string, parts: ByParts): undefined {
	const next = adjacentIndex(draft, at, 1);
	const chunk = draft.chunks[next];
	const phrase = phraseAt(draft, next);
	take(draft, at);
	const direction = (column: Column | null): Direction => given ?? directionOf(draft, at, column);
	if (word === 'often') return rankOften(draft, at, direction(null));
	if (given !== null && isDone(draft, at)) {
		take(draft, at + 1);
		return rankOften(draft, at, given);
	}
	const [by] = parts.ranks;
	if (by !== undefined) return rankBy(draft, by, direction(null));
	// A measure that was read already: "the highest number of flights", "worst average delay".
	const measure = draft.measures.findIndex((measure) => measure.kind === 'count' || measure.kind === 'aggregate');
	const measured = draft.measures[measure];
	if (measured !== undefined && isBeforeMeasure(draft, at)) {
		draft.measures.splice(measure, 1);
		if (measured.kind !== 'aggregate') return rank(draft, at, direction(null), null, null);
		const column = draft.used.find((path) => path.column.name === measured.column.column) ?? null;
		return rank(draft, at, direction(column?.column ?? null), column, measured.fn);
	}
	if (chunk?.kind === 'mention' && !draft.taken.has(next) && !(chunk.afterPause && next > at + 1)) {
		const flipped = readAdjective(chunk.text.toLowerCase());
		const way = flipped?.direction === 'asc' ? (direction(null) === 'asc' ? 'desc' : 'asc') : given;
		if (!namesRowsRather(draft, chunk)) {
			const column = columnOf(draft, chunk, isNumeric, (column) => endPreference(column, way ?? 'desc'));
			if (column !== null && isAskedBefore(draft, at) && namesRowsRather(draft, draft.chunks[next + 1])) {
				throw new Refusal(
					`Which ${draft.chunks[next + 1]?.text ?? 'rows'} are "${chunk.text}"? Name a limit, such as a number.`,
					chunk.text,
				);
			}
			if (column !== null && !isNameOfGroup(chunk, column)) {
				take(draft, next);
				return rank(draft, at, way ?? direction(column.column), column, null);
			}
			const group = columnLinks(chunk, isGroup)[0];
			if (
				group !== undefined &&
				group.score >= 0.75 &&
				!draft.chunks.slice(next + 1).some((chunk) => columnLinks(chunk, isNumeric).length > 0) &&
				isAskedBefore(draft, at)
			) {
				take(draft, next);
				use(draft, group);
				return rank(draft, at, direction(null), group, 'distinct');
			}
			const time = columnLinks(chunk, isTime)[0];
			if (time !== undefined && time.score > (group?.score ?? 0) && isAskedBefore(draft, at)) {
				take(draft, next);
				use(draft, time);
				return rank(draft, at, direction(null), null, null);
			}
		}
		if (namesRowsRather(draft, chunk) || isRowNoun(draft.scope.root, chunk)) {
			const quantity = isAskedBefore(draft, at) ? null : rankedBefore(draft, at);
			if (quantity !== null) return rank(draft, at, direction(quantity.column), quantity, null);
			if (isAskedBefore(draft, at) || draft.groupings.length > 0 || draft.limit === null) {
				const size = draft.groupings.length === 0 ? sizeOf(draft, at) : null;
				if (size !== null) return rank(draft, at, direction(null), size, null);
				if (!isAskedBefore(draft, at) && draft.groupings.length === 0)
					throw new Refusal(
						`${capital(draft.chunks[at]?.text ?? '')} ${chunk.text} by what?`,
						chunk.text,
						quantities(draft),
					);
				take(draft, next);
				return rank(draft, at, direction(null), null, null);
			}
		}
	}
	const measuredBefore = rankedBefore(draft, at);
	if (measuredBefore !== null) return rank(draft, at, direction(measuredBefore.column), measuredBefore, null);
	if (
		draft.measures.length > 0 ||
		(draft.groupings.length > 0 && draft.limit !== null) ||
		phrase?.kind === 'count' ||
		parts.per.length > 0
	) {
		draft.orderDirection = direction(null);
		return;
	}
	const size = columnLinks(chunk, isGroup)[0]?.column.unique === true ? sizeOf(draft, at) : null;
	if (size !== null) return rank(draft, at, direction(null), size, null);
	throw new Refusal(`${capital(draft.chunks[at]?.text ?? '')} by what?`, draft.chunks[at]?.text, quantities(draft));
}

/** "5 largest states": by the only column that says how large they are. */
function sizeOf(draft: Draft, at: number): ColumnPath | null {
	if (!/^(largest|biggest|smallest)$/i.test(draft.chunks[at]?.text ?? '')) return null;
	const isSize = ({ nameStems }: Column) =>
		nameStems.some((word) => /^(area|siz|size|population|capacity)$/.test(word));
	const [only, second] = draft.scope.root.columns.filter((column) => isNumeric(column) && isSize(column));
	return only === undefined || second !== undefined ? null : own(only);
}

/** "most struck species", "the most borrowed titles": what the rows tell of befell it most often. */
function isDone(draft: Draft, at: number): boolean {
	const [verb, group] = [draft.chunks[at + 1], draft.chunks[at + 2]];
	if (verb?.kind !== 'mention' || draft.taken.has(at + 1) || !isVerb(verb) || group?.kind !== 'mention') return false;
	const speaksOfRows = verb.links.some((link) => link.kind === 'table' && link.table === draft.scope.root);
	return speaksOfRows && columnScore(verb, isNumeric) < 0.5 && columnScore(group, isGroup) >= 0.6;
}

const isNameOfGroup = (chunk: Chunk, column: ColumnPath): boolean => {
	const [best] = chunk.links;
	return (
		best !== undefined &&
		best.kind === 'column' &&
		isGroup(best.column) &&
		best.score > columnScore(chunk, (other) => other === column.column) + 0.1
	);
};

const isAskedBefore = (draft: Draft, at: number): boolean =>
	draft.chunks.slice(0, at).some((chunk) => chunk.kind === 'mention' || isPhrase(chunk, 'unit'));

const isBeforeMeasure = (draft: Draft, at: number): boolean =>
	draft.chunks.slice(at + 1, at + 3).some((chunk) => isPhrase(chunk, 'aggregate', 'count'));

/** "cost the most": the quantity stands before. */
function rankedBefore(draft: Draft, at: number): ColumnPath | null {
	for (let i = at - 1; i >= Math.max(0, at - 4); i--) {
		const chunk = draft.chunks[i];
		if (chunk?.kind !== 'mention' || draft.taken.has(i)) continue;
		const quantity = columnScore(chunk, isNumeric);
		if (quantity < 0.5 || columnScore(chunk, isGroup) > quantity) continue;
		const column = columnOf(draft, chunk, isNumeric);
		if (column !== null) take(draft, i);
		return column;
	}
	return null;
}

/** "busiest", "most common": by number of rows, or by the column that holds such a number. */
function rankOften(draft: Draft, at: number, direction: Direction): undefined {
	const [only, second] = draft.scope.root.columns.filter((column) => isNumeric(column) && isCount(column));
	rank(draft, at, direction, only === undefined || second !== undefined ? null : own(only), null);
}

function directionOf(draft: Draft, at: number, column: Column | null): Direction {
	const word = draft.chunks[at]?.text ?? '';
	const stems = [...(column?.nameStems ?? []), ...(column?.descriptionStems.slice(0, 4) ?? [])];
	const [bad, good] = [badWhenHigh(stems), goodWhenHigh(stems)];
	if (bad === good)
		throw new Refusal(`Does "${word}" mean a high or a low ${column?.name ?? 'value'}? Say highest or lowest.`, word, [
			'highest',
			'lowest',
		]);
	return (word.toLowerCase() === 'worst') === bad ? 'desc' : 'asc';
}

function rankBy(draft: Draft, at: number, direction: Direction): undefined {
	const phrase = phraseAt(draft, at);
	const isLead = isPhrase(draft.chunks[at], 'aggregate', 'count', 'end') && phrase !== null;
	if (isLead) take(draft, at);
	const from = isLead ? adjacentIndex(draft, at, 1) : at;
	const chunk = draft.chunks[from];
	const fn = phrase?.kind === 'aggregate' ? phrase.fn : null;
	if (phrase?.kind === 'end') direction = phrase.direction ?? direction;
	const isRows = chunk === undefined || (chunk.kind === 'mention' && columnScore(chunk, isNumeric) < 0.9);
	if (phrase?.kind === 'count' && isRows) {
		if (chunk !== undefined) take(draft, from);
		return rank(draft, at, direction, null, null);
	}
	if (namesRowsRather(draft, chunk) && fn === null) {
		take(draft, from);
		return rank(draft, at, direction, null, null);
	}
	const time = columnLinks(chunk, isTime)[0];
	const column = columnOf(draft, chunk, isNumeric) ?? time ?? columnLinks(chunk, isGroup)[0] ?? null;
	if (chunk === undefined || column === null)
		throw new Refusal(`I can’t tell what to sort "${chunk?.text ?? 'by'}" by.`, chunk?.text, quantities(draft));
	take(draft, from);
	rank(draft, at, direction, column, fn);
}

function rank(
	draft: Draft,
	at: number,
	direction: Direction,
	by: ColumnPath | ColumnLink | null,
	fn: Aggregate | 'distinct' | null,
): undefined {
	if (by !== null) use(draft, by);
	draft.ranking = { direction, by: by === null ? null : { column: by.column, via: by.via }, fn, at };
}
