import { type Chunk, isPhrase, isSuperlative, isWord } from './chunks.ts';
import {
	addCondition,
	adjacentIndex,
	choose,
	columnLinks,
	columnOf,
	columnScore,
	type Draft,
	isFree,
	isGroup,
	isLittle,
	isNumeric,
	namesRowsRather,
	phraseAt,
	quantities,
	take,
	takeNegation,
} from './draft.ts';
import { closeness, measureUnits, multiplier } from './english.ts';
import type { Comparison } from './intent.ts';
import { Refusal } from './refusal.ts';
import type { Column } from './schema.ts';
import type { ColumnLink, ColumnPath } from './scope.ts';

type NumberChunk = Extract<Chunk, { kind: 'number' }>;

/** Takes the numbers that are limits of a quantity: "more than 15 minutes", "between 2 and 3", "magnitude 4 or more". */
export function readNumbers(draft: Draft): undefined {
	for (const [at, chunk] of draft.chunks.entries()) {
		if (chunk.kind !== 'number' || draft.taken.has(at)) continue;
		if (readLimit(draft, at, chunk)) continue;
		if (phraseAt(draft, adjacentIndex(draft, at, -1))?.kind === 'by') continue;
		if (readBetween(draft, at, chunk) || readComparison(draft, at, chunk)) continue;
		if (!chunk.isYear) readEquality(draft, at, chunk);
	}
}

const endings = ['end', 'end in time'];

/** "top 10", "five strongest", "which 10 airports": how many rows are wanted. */
function readLimit(draft: Draft, at: number, chunk: NumberChunk): boolean {
	const before = phraseAt(draft, adjacentIndex(draft, at, -1));
	const next = draft.chunks[at + 1];
	const after = next?.kind === 'phrase' && !next.afterPause && !chunk.isYear ? next.phrase : null;
	const isEnd = (phrase: typeof before) => phrase !== null && endings.includes(phrase.kind);
	const isAsked =
		before?.kind === 'ask' &&
		next?.kind === 'mention' &&
		draft.chunks.some((chunk) => isPhrase(chunk, 'end') || isSuperlative(chunk));
	if (!(isEnd(before) || isEnd(after) || isSuperlative(next) || isAsked)) return false;
	if (!Number.isInteger(chunk.value) || chunk.value < 1)
		throw new Refusal(`I can’t show ${chunk.text} rows.`, chunk.text);
	draft.limit = chunk.value;
	take(draft, at);
	return true;
}

function readBetween(draft: Draft, at: number, chunk: NumberChunk): boolean {
	const isBetween = phraseAt(draft, at - 1)?.kind === 'between' || isWord(draft.chunks[at - 1], 'from');
	const second = draft.chunks[at + 2];
	if (!isBetween || second?.kind !== 'number' || !isWord(draft.chunks[at + 1], 'and', 'to')) return false;
	const taken = new Set(draft.taken);
	const column = columnFor(draft, at - 1, at + 2, second.unit === null ? chunk : second);
	if (
		column === null ||
		isYearFor(column, chunk) ||
		(chunk.isYear && second.isYear && !isAdjacent(draft, at - 1, column))
	)
		return giveBack(draft, taken);
	const shared = sharedFactor(chunk, second);
	const factor = factorFor(column, second.unit ?? chunk.unit, second.text);
	const ends = [chunk.value * shared * factor, second.value * factor];
	const negated = takeNegation(draft, at - 1);
	const [from, to] = [Math.min(...ends), Math.max(...ends)];
	addCondition(draft, column, { kind: 'between', from, to, negated }, at);
	take(draft, at - 1, at, at + 1, at + 2);
	return true;
}

/** "between 1 and 5 million": the word stands once for both. */
function sharedFactor(first: NumberChunk, second: NumberChunk): number {
	const word = / (hundred|thousand|million|billion|trillion)\b/i.exec(second.text)?.[1]?.toLowerCase();
	const factor = multiplier[word ?? ''] ?? 1;
	return /[a-z]/i.test(first.text) || first.value > second.value / factor ? 1 : factor;
}

function readComparison(draft: Draft, at: number, chunk: NumberChunk): boolean {
	const found = operatorFor(draft, at);
	if (found === null) return false;
	const { op, chunks, time } = found;
	const first = Math.min(at, ...chunks);
	if (chunk.isYear && chunk.unit === null && time) return false;
	const negated = takeNegation(draft, first);
	const right = adjacentIndex(draft, at, 1, 0);
	const counted = countedRows(draft, right, chunk);
	if (counted) {
		draft.having.push({ measure: { kind: 'count' }, op: negated ? opposite[op] : op, value: chunk.value });
		take(draft, at, right, ...chunks);
		return true;
	}
	const taken = new Set(draft.taken);
	const column = columnFor(draft, first, at, chunk, found.nouns);
	if (column === null) {
		if (chunk.isYear && chunk.unit === null) return false;
		const words = draft.chunks.slice(first, at + 1).map((chunk) => chunk.text);
		throw new Refusal(`I can’t tell which column "${words.join(' ')}" refers to.`, chunk.text, quantities(draft));
	}
	if (isYearFor(column, chunk)) return giveBack(draft, taken);
	const value = chunk.value * factorFor(column, chunk.unit, chunk.text);
	addCondition(draft, column, { kind: 'number', op, value, negated }, at);
	take(draft, at, ...chunks);
	return true;
}

/** Gives back what was taken for a reading that came to nothing. */
function giveBack(draft: Draft, taken: ReadonlySet<number>): false {
	for (const at of draft.taken) if (!taken.has(at)) draft.taken.delete(at);
	return false;
}

/** A number that can be a year, and is beyond all that the quantity reaches. */
const isYearFor = ({ column }: ColumnPath, chunk: NumberChunk): boolean =>
	chunk.isYear && chunk.unit === null && column.max !== null && Number(column.max) < chunk.value;

const opposite: Record<Comparison, Comparison> = { '=': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

interface Operator {
	readonly op: Comparison;
	readonly chunks: readonly number[];
	readonly time: boolean;
	readonly nouns: readonly string[];
}

function operatorFor(draft: Draft, at: number): Operator | null {
	const after = phraseAt(draft, at + 1);
	if (after?.kind === 'or more') return { op: after.op, chunks: [at + 1], time: false, nouns: [] };
	let before = at - 1;
	// "above magnitude 5": the quantity may stand between the two.
	if (draft.chunks[before]?.kind === 'mention') before--;
	while (isLittle(draft.chunks[before]) && before > at - 4) before--;
	const phrase = phraseAt(draft, before);
	if (phrase?.kind === 'comparison') return { op: phrase.op, chunks: [before], time: phrase.time, nouns: [] };
	const graded = draft.chunks[before];
	if (graded?.kind === 'graded' && graded.measured.form === 'comparative' && isFree(draft, before)) {
		const { direction, nouns } = graded.measured;
		return { op: direction === 'desc' ? '>' : '<', chunks: [before], time: false, nouns };
	}
	return null;
}

/** "more than 500 strikes": rows of the root are counted, not a quantity compared. */
function countedRows(draft: Draft, right: number, chunk: NumberChunk): boolean {
	const mention = draft.chunks[right];
	if (chunk.unit !== null || mention === undefined || mention.kind !== 'mention' || mention.afterPause) return false;
	return namesRowsRather(draft, mention);
}

/** The quantity that a number limits: of its unit, of the adjective before it, of the words next to it. */
function columnFor(
	draft: Draft,
	first: number,
	last: number,
	chunk: NumberChunk,
	nouns: readonly string[] = [],
): ColumnPath | null {
	if (nouns.length > 0) {
		const graded = draft.chunks[first];
		const direction = graded?.kind === 'graded' ? graded.measured.direction : 'desc';
		const near = measuredColumns(draft, nouns).filter(
			(column) => chunk.unit === null || unitFits(column.column, chunk.unit),
		);
		const found = choose(draft, near, graded?.text ?? chunk.text, (column) => endPreference(column, direction));
		if (found !== null) return found;
	}
	const byUnit = chunk.unitLinks.filter((link): link is ColumnLink => link.kind === 'column' && isNumeric(link.column));
	const prefer = (column: Column) =>
		(byUnit.some((link) => link.column === column) ? 0.3 : 0) +
		(chunk.unit !== null && !unitFits(column, chunk.unit) ? -0.2 : 0);
	const ofIt = chunk.unit !== null && draft.chunks[last + 1]?.text.toLowerCase() === 'of';
	const right = adjacentIndex(draft, last, 1, ofIt ? 1 : 0);
	const adjacent = draft.chunks[right];
	if (adjacent?.kind === 'mention' && !adjacent.afterPause) {
		const found = columnOf(draft, adjacent, isNumeric, prefer);
		if (found !== null && (ofIt || !namedLater(draft, right))) {
			take(draft, right);
			return found;
		}
	}
	const between = draft.chunks[last - 1];
	if (between?.kind === 'mention' && last - 1 >= first) {
		const found = columnOf(draft, between, isNumeric, prefer);
		if (found !== null) {
			take(draft, last - 1);
			return found;
		}
	}
	// "delayed by more than": the little word stands between the two.
	const start = phraseAt(draft, first - 1)?.kind === 'by' ? first - 1 : first;
	for (
		let left = adjacentIndex(draft, start, -1), steps = 0;
		left >= 0 && steps < 3;
		left = adjacentIndex(draft, left, -1), steps++
	) {
		if (namesOther(draft.chunks[left])) continue;
		const found = columnOf(draft, draft.chunks[left], isNumeric, prefer);
		if (found === null) {
			if (draft.chunks[left]?.kind === 'mention') continue;
			break;
		}
		// "over 5 million people" is measured in people, whatever comes before it.
		if (byUnit.length > 0 && !byUnit.some((link) => link.column === found.column)) break;
		take(draft, left);
		return found;
	}
	const ownUnit = byUnit.filter((link) => link.column.table === draft.scope.root);
	return choose(draft, ownUnit.length > 0 ? ownUnit : byUnit, chunk.text);
}

/** "states with more than": a dataset's or a group's name, of which quantities' descriptions only speak. */
const namesOther = (chunk: Chunk | undefined): boolean => {
	if (chunk?.kind === 'phrase') return chunk.phrase.kind === 'unit';
	const [best] = chunk?.links ?? [];
	if (best === undefined || best.kind === 'value') return false;
	const isName = best.kind === 'table' ? best.head : best.whole && isGroup(best.column);
	return isName && best.score >= 0.9 && columnScore(chunk, isNumeric) < 0.6;
};

/** A mention right of a number that a value or a dataset claims better. */
const namedLater = (draft: Draft, at: number): boolean => {
	const [best] = draft.chunks[at]?.links ?? [];
	return best !== undefined && best.kind === 'value' && best.partial === null && best.score >= 1;
};

/** Numeric columns whose name, else whose description, speaks of what an adjective measures. */
export function measuredColumns(draft: Draft, nouns: readonly string[]): ColumnLink[] {
	const score = (column: Column): number => {
		const close = (words: readonly string[]) =>
			Math.max(0, ...words.flatMap((word) => nouns.map((noun) => closeness(noun, word))));
		return Math.max(close(column.nameStems), 0.55 * close(column.descriptionStems.slice(0, 5)));
	};
	return draft.scope.paths.flatMap(({ table, via }) =>
		table.columns.filter(isNumeric).flatMap((column): ColumnLink[] => {
			const found = score(column) - 0.12 * via.length;
			return found < 0.4 ? [] : [{ kind: 'column', column, via, score: found, whole: false, support: true }];
		}),
	);
}

/** Of a highest and a lowest value, heat is read from the one and cold from the other. */
export function endPreference(column: Column, direction: 'asc' | 'desc'): number {
	const words = [...column.nameStems, ...column.descriptionStems.slice(0, 2)];
	const [high, low] = [/^(max|maximum|high|highest|peak)$/, /^(min|minimum|low|lowest)$/];
	if (words.some((word) => (direction === 'desc' ? high : low).test(word))) return 0.1;
	return words.some((word) => (direction === 'desc' ? low : high).test(word)) ? -0.1 : 0;
}

const isAdjacent = (draft: Draft, first: number, column: ColumnPath): boolean => {
	const left = draft.chunks[adjacentIndex(draft, first, -1)];
	return columnLinks(left, isNumeric).some((link) => link.column === column.column);
};

function readEquality(draft: Draft, at: number, chunk: NumberChunk): undefined {
	const before = adjacentIndex(draft, at, -1, 1);
	const left = draft.chunks[before];
	const column = columnScore(left, isNumeric) >= 0.5 ? columnOf(draft, left, isNumeric) : null;
	if (column === null) return;
	const value = chunk.value * factorFor(column, chunk.unit, chunk.text);
	const negated = takeNegation(draft, at);
	addCondition(draft, column, { kind: 'number', op: '=', value, negated }, at);
	take(draft, at, before);
}

const timeUnits: Record<string, number> = { second: 1, minut: 60, hour: 3600, day: 86_400, week: 604_800 };
const unitWords = (column: Column): string[] =>
	[...column.nameStems, ...column.descriptionStems].flatMap((stem) =>
		[...measureUnits].filter(
			(unit) => closeness(stem, unit) >= 0.9 && !/^(day|time|people|person|m|month|year|week|date)$/.test(unit),
		),
	);

function unitFits(column: Column, unit: string): boolean {
	const units = unitWords(column);
	return (
		units.length === 0 ||
		units.includes(unit) ||
		[...column.nameStems, ...column.descriptionStems].some((stem) => closeness(stem, unit) >= 0.75) ||
		(timeUnits[unit] !== undefined && units.some((unit) => timeUnits[unit] !== undefined))
	);
}

/** The factor that converts a number to the column's unit. @throws Refusal for a unit that can't be converted to the column's */
function factorFor(column: ColumnPath, unit: string | null, text: string): number {
	if (unit === null) return 1;
	if (!unitFits(column.column, unit)) {
		throw new Refusal(`"${column.column.name}" isn’t in the unit of "${text}": ${column.column.description}`, text);
	}
	const units = unitWords(column.column);
	if (units.includes(unit) || timeUnits[unit] === undefined) return 1;
	const own = units.find((unit) => timeUnits[unit] !== undefined);
	return own === undefined ? 1 : (timeUnits[unit] ?? 1) / (timeUnits[own] ?? 1);
}
