import { isPhrase } from './chunks.ts';
import {
	addGrouping,
	columnLinks,
	columnOf,
	columnScore,
	type Draft,
	isGroup,
	isLittle,
	isNumeric,
	isTime,
	namesRowsRather,
	phraseAt,
	quantities,
	rootLink,
	take,
	use,
} from './draft.ts';
import { addsUp, capital } from './english.ts';
import type { Aggregate, Intent } from './intent.ts';
import { type ByParts, bucket } from './read-groups.ts';
import { Refusal } from './refusal.ts';
import type { Column } from './schema.ts';
import { refOf } from './scope.ts';
import { isRowNoun, subjectAt, takeSubject } from './subject.ts';

export interface Measured {
	over: Intent['over'];
	share: boolean;
}

/** Takes what is reckoned: counts, averages, sums, shares. */
export function readMeasures(draft: Draft, parts: ByParts): Measured {
	const state: Measured = { over: null, share: false };
	for (const [at, chunk] of draft.chunks.entries()) {
		const phrase = phraseAt(draft, at);
		if (chunk.kind !== 'phrase' || phrase === null || isOrdering(draft, at, parts)) continue;
		if (phrase.kind === 'aggregate') readAggregates(draft, at, state);
		else if (phrase.kind === 'share') {
			state.share = true;
			take(draft, at);
		} else if (phrase.kind === 'count') readCount(draft, at, state);
		else if (phrase.kind === 'how much') readHowMuch(draft, at);
	}
	return state;
}

/** "top 10 by number of flights", "sorted by average delay": that is an order, and shown with it. */
const isOrdering = (draft: Draft, at: number, parts: ByParts): boolean =>
	parts.ranks.includes(at) || phraseAt(draft, at - 1)?.kind === 'order';

/** Each row's value is a number of things. */
export const isCount = (column: Column): boolean => /^(number of|how many|count of)/i.test(column.description);

export const mayAddUp = (column: Column): boolean =>
	addsUp([...column.nameStems, ...column.descriptionStems.slice(0, 3)]) || isCount(column);

/** "max, min and average delay": all of them are of the column that follows. */
function readAggregates(draft: Draft, at: number, state: Measured): undefined {
	const fns: Aggregate[] = [];
	let next = at;
	for (; draft.chunks[next] !== undefined; next++) {
		const phrase = phraseAt(draft, next);
		if (phrase?.kind === 'aggregate') fns.push(phrase.fn);
		else if (phrase?.kind === 'end' && fns.length > 0 && phraseAt(draft, next + 1)?.kind !== 'aggregate' && next > at)
			fns.push(phrase.direction === 'asc' ? 'min' : 'max');
		else if (!isLittle(draft.chunks[next])) break;
	}
	const chunk = draft.chunks[next];
	const phrase = phraseAt(draft, next);
	const span = Array.from({ length: next - at }, (_, i) => at + i).filter(
		(value) => draft.chunks[value]?.kind === 'phrase',
	);
	const [fn] = fns;
	if (fn === undefined) return;
	if (phrase?.kind === 'count') {
		take(draft, ...span);
		if (fn !== 'sum') state.over = fn;
		return;
	}
	const isMention = chunk?.kind === 'mention' && !draft.taken.has(next);
	const column = isMention ? columnOf(draft, chunk, isNumeric) : null;
	const rows = isMention && namesRowsRather(draft, chunk);
	if (column !== null && !rows) {
		for (const fn of fns) draft.measures.push({ kind: 'aggregate', fn, column: refOf(column) });
		use(draft, column);
		take(draft, next, ...span);
		return;
	}
	if (rows && (fn === 'sum' || draft.groupings.some((grouping) => grouping.unit !== null))) {
		draft.measures.push({ kind: 'count' });
		if (fn !== 'sum') state.over = fn;
		take(draft, next, ...span);
		return;
	}
	if (fn === 'sum' && sumsWhatStandsBefore(draft, at)) {
		take(draft, ...span);
		return;
	}
	// "average" may stand before another end of an order: "the highest average delay" is read with its ranking.
	if (chunk === undefined || chunk.kind !== 'mention')
		throw new Refusal(`${capital(draft.chunks[at]?.text ?? '')} of what?`, draft.chunks[at]?.text, quantities(draft));
	throw new Refusal(
		`"${chunk.text}" isn’t a number in ${draft.scope.root.name}, so it has no ${draft.chunks[at]?.text}.`,
		chunk.text,
		quantities(draft),
	);
}

/** "cost the most in total", "how many flights in total": says nothing more of what stands before it. */
function sumsWhatStandsBefore(draft: Draft, at: number): boolean {
	return draft.chunks
		.slice(0, at)
		.some((chunk) => isPhrase(chunk, 'count', 'how much') || columnLinks(chunk, isNumeric).length > 0);
}

function readCount(draft: Draft, at: number, state: Measured): undefined {
	take(draft, at);
	let next = at + 1;
	let different = false;
	for (; draft.chunks[next] !== undefined && next < at + 6; next++) {
		const phrase = phraseAt(draft, next);
		if (phrase?.kind === 'different') {
			different = true;
			take(draft, next);
		} else if (phrase?.kind === 'aggregate' && phrase.fn === 'sum') take(draft, next);
		else if (phrase?.kind === 'unit') return countTimes(draft, next);
		else if (draft.chunks[next]?.kind === 'mention' && !draft.taken.has(next)) break;
		else if (!isLittle(draft.chunks[next]) && !draft.taken.has(next)) return countRows(draft);
	}
	const chunk = draft.chunks[next];
	if (chunk === undefined || chunk.kind !== 'mention' || draft.taken.has(next)) return countRows(draft);
	const subject = subjectAt(draft, next);
	if (subject?.kind === 'rows' && !different) {
		takeSubject(draft, subject);
		return countRows(draft);
	}
	const isRows = (rootLink(draft, chunk)?.score ?? 0) >= 0.75;
	if (columnScore(chunk, isNumeric) > columnScore(chunk, isGroup) && !isRows) {
		const column = columnOf(draft, chunk, isNumeric);
		if (column !== null && mayAddUp(column.column)) {
			draft.measures.push({ kind: 'aggregate', fn: 'sum', column: refOf(column) });
			use(draft, column);
			take(draft, next);
			return;
		}
	}
	if (subject?.kind === 'groups') {
		takeSubject(draft, subject);
		const [grouping] = subject.groupings;
		if (draft.having.length > 0) {
			for (const grouping of subject.groupings) addGrouping(draft, grouping);
			state.over = 'count';
			draft.measures.push({ kind: 'count' });
			return;
		}
		if (grouping !== undefined) {
			const key = subject.groupings.at(-1) ?? grouping;
			draft.measures.push({ kind: 'distinct', column: refOf(key), unit: key.unit });
		}
		return;
	}
	if (isRowNoun(draft.scope.root, chunk) || columnLinks(chunk, isTime).length > 0) {
		take(draft, next);
		return countRows(draft);
	}
	if (subject?.kind === 'rows') {
		takeSubject(draft, subject);
		return countRows(draft);
	}
	throw new Refusal(`I can’t tell how to count "${chunk.text}" in ${draft.scope.root.name}.`, chunk.text);
}

function countRows(draft: Draft): undefined {
	draft.measures.push({ kind: 'count' });
}

/** "how many days": different days. */
function countTimes(draft: Draft, at: number): undefined {
	const phrase = phraseAt(draft, at);
	if (phrase?.kind !== 'unit') return;
	const grouping = bucket(draft, at, phrase.unit);
	draft.measures.push({ kind: 'distinct', column: refOf(grouping), unit: grouping.unit });
	use(draft, grouping);
	take(draft, at);
}

function readHowMuch(draft: Draft, at: number): undefined {
	for (let next = at + 1; draft.chunks[next] !== undefined; next++) {
		const chunk = draft.chunks[next];
		if (chunk?.kind !== 'mention' || draft.taken.has(next)) continue;
		const column = columnScore(chunk, isNumeric) >= 0.45 ? columnOf(draft, chunk, isNumeric) : null;
		if (column === null) continue;
		take(draft, at, next);
		// What may be added up is, unless one row is all there is; that is known when the conditions are.
		draft.measures.push({ kind: 'plain', column: refOf(column) });
		use(draft, column);
		return;
	}
	throw new Refusal('How much of what? Name a column.', draft.chunks[at]?.text, quantities(draft));
}
