import { type Chunk, isPhrase, isWord } from './chunks.ts';
import { type Time, wholeYear } from './dates.ts';
import {
	addCondition,
	type ColumnFilter,
	type Draft,
	isLittle,
	phraseAt,
	take,
	takeNegation,
	timeColumn,
} from './draft.ts';
import type { Comparison } from './intent.ts';
import { Refusal } from './refusal.ts';
import { hasTimeOfDay } from './schema.ts';
import type { ColumnPath } from './scope.ts';

/** Two moments between which a quantity changed: "gained between 1955 and 2005". */
export interface Change {
	readonly from: number;
	readonly to: number;
	readonly fall: boolean;
	readonly over: ColumnPath;
}

const timeOf = (chunk: Chunk | undefined): Time | null => {
	if (chunk?.kind === 'time') return chunk.time;
	return chunk?.kind === 'number' && chunk.isYear && chunk.unit === null ? wholeYear(chunk.value) : null;
};

/** Takes dates, months, years and weekdays as conditions on the column of time. */
export function readTimes(draft: Draft): Change | null {
	const change = readChange(draft);
	for (const [at, chunk] of draft.chunks.entries()) {
		const time = draft.taken.has(at) ? null : timeOf(chunk);
		if (time === null || isPartOfName(draft, at) || isFactor(draft, at)) continue;
		if (!readSpan(draft, at, time)) readOne(draft, at, time);
	}
	return change;
}

/** "between 1955 and 2005" next to "gained": the two ends of a change, not a stretch to look into. */
function readChange(draft: Draft): Change | null {
	const verb = draft.chunks.findIndex((chunk) => isPhrase(chunk, 'change'));
	const phrase = phraseAt(draft, verb);
	if (phrase?.kind !== 'change') return null;
	for (const [at, chunk] of draft.chunks.entries()) {
		const second = draft.chunks[at + 2];
		if (chunk.kind !== 'number' || second?.kind !== 'number' || !chunk.isYear || !second.isYear) continue;
		if (!opensSpan(draft, at - 1)) continue;
		const over = timeColumn(draft, chunk);
		if (!over.column.isYear) return null;
		take(draft, verb, at - 1, at, at + 1, at + 2);
		return {
			from: Math.min(chunk.value, second.value),
			to: Math.max(chunk.value, second.value),
			fall: phrase.fall === true,
			over,
		};
	}
	return null;
}

/** "between", "from", "after": what stands before the first of two times. */
const opensSpan = (draft: Draft, at: number): boolean => {
	if (isWord(draft.chunks[at], 'from')) return true;
	return /^(between|comparison)$/.test(phraseAt(draft, at)?.kind ?? '');
};

/** "per 1000 inhabitants". */
const isFactor = (draft: Draft, at: number): boolean =>
	draft.chunks[at]?.kind === 'number' && /^per$/i.test(draft.chunks[at - 1]?.text ?? '');

/** A year that stands in a column's name, as in "flights_2008", says nothing by itself there. */
function isPartOfName(draft: Draft, at: number): boolean {
	const chunk = draft.chunks[at];
	const root = draft.scope.root;
	if (chunk?.kind !== 'number') return false;
	if (root.columns.some((column) => column.kind === 'time' || column.isYear)) return false;
	const inName = root.columns.some((column) => column.nameStems.includes(String(chunk.value)));
	if (inName || root.descriptionStems.includes(String(chunk.value))) take(draft, at);
	return draft.taken.has(at);
}

function readSpan(draft: Draft, at: number, first: Time): boolean {
	const joint = draft.chunks[at + 1];
	const joins =
		isWord(joint, 'and', 'to', 'through') ||
		(joint?.kind === 'phrase' && joint.phrase.kind === 'comparison' && joint.phrase.op === '<=');
	const second = timeOf(draft.chunks[at + 2]);
	if (!opensSpan(draft, at - 1) || !joins || second === null) return false;
	const chunk = draft.chunks[at];
	if (chunk === undefined || first.kind !== second.kind) return false;
	const column = timeColumn(draft, chunk);
	const negated = takeNegation(draft, at - 1);
	if (first.kind === 'range' && second.kind === 'range') addRange(draft, column, first, second, negated, at);
	else if (first.kind === 'part' && second.kind === 'part' && first.part === second.part) {
		const [from, to] = [first.values[0] ?? 0, second.values.at(-1) ?? 0];
		const values = Array.from({ length: to - from + 1 }, (_, i) => from + i);
		if (values.length === 0) throw new Refusal(`I can’t tell when "${chunk.text}" starts and ends.`, chunk.text);
		addPart(draft, column, first.part, '=', values, negated, at);
	} else return false;
	take(draft, at - 1, at, at + 1, at + 2);
	return true;
}

function readOne(draft: Draft, at: number, time: Time): undefined {
	const chunk = draft.chunks[at];
	if (chunk === undefined) return;
	let before = at - 1;
	while (isLittle(draft.chunks[before]) && before > at - 3) before--;
	const phrase = phraseAt(draft, before);
	const op = phrase?.kind === 'comparison' ? phrase.op : null;
	const more = phraseAt(draft, at + 1);
	const column = timeColumn(draft, chunk);
	const negated = takeNegation(draft, op === null ? at : before);
	if (op !== null) take(draft, before);
	if (more?.kind === 'or more') take(draft, at + 1);
	take(draft, at);
	const way = more?.kind === 'or more' ? more.op : op;
	if (time.kind === 'part') {
		if (way !== null && way !== '=' && time.part !== 'hour')
			throw new Refusal(`Which year do you mean by "${chunk.text}"?`, chunk.text);
		return addPart(draft, column, time.part, way ?? '=', time.values, negated, at);
	}
	const { from, to, year } = time;
	const [first, last] = {
		'=': [time, time],
		'<': [null, { to: from, year: year === null ? null : year - 1 }],
		'<=': [null, time],
		'>': [{ from: to, year: year === null ? null : year + 1 }, null],
		'>=': [time, null],
	}[way ?? '='] as [Start | null, End | null];
	addRange(draft, column, first, last, negated, at);
}

type Range = Extract<Time, { kind: 'range' }>;
/** Where a stretch of time begins, and its first year where it begins with one. */
type Start = Pick<Range, 'from' | 'year'>;
/** Where it ends, and its last year. */
type End = Pick<Range, 'to' | 'year'>;

/** A stretch of time; null is open. */
function addRange(
	draft: Draft,
	on: ColumnPath,
	first: Start | null,
	last: End | null,
	negated: boolean,
	at: number,
): undefined {
	const add = (filter: ColumnFilter): undefined => addCondition(draft, on, filter, at);
	if (!on.column.isYear) return add({ kind: 'time', from: first?.from ?? null, to: last?.to ?? null, negated });
	const [from, to] = [first?.year, last?.year];
	if (from === null || to === null) {
		throw new Refusal(`${on.column.table.name} only has years, not days or months.`, draft.chunks[at]?.text);
	}
	if (from === undefined) return add({ kind: 'number', op: '<=', value: to ?? 0, negated });
	if (to === undefined) return add({ kind: 'number', op: '>=', value: from, negated });
	if (from === to) return add({ kind: 'number', op: '=', value: from, negated });
	add({ kind: 'between', from, to, negated });
}

function addPart(
	draft: Draft,
	on: ColumnPath,
	part: 'weekday' | 'month' | 'hour',
	op: Comparison,
	values: readonly number[],
	negated: boolean,
	at: number,
): undefined {
	const text = draft.chunks[at]?.text ?? '';
	if (on.column.isYear)
		throw new Refusal(`${on.column.table.name} only has years, so "${text}" can’t be applied to it.`, text);
	if (part === 'hour' && !hasTimeOfDay(on.column))
		throw new Refusal(`"${on.column.name}" has days but no times.`, text);
	addCondition(draft, on, { kind: 'part', part, op, values, negated }, at);
}
