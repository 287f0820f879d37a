import { isPhrase, isSuperlative, isWord } from './chunks.ts';
import {
	addGrouping,
	adjacentIndex,
	ambiguous,
	columnLinks,
	columnOf,
	columnScore,
	type Draft,
	type Grouping,
	isAny,
	isGroup,
	isLittle,
	isNumeric,
	isTime,
	phraseAt,
	rootLink,
	take,
	timeColumn,
} from './draft.ts';
import type { Measure, TimeUnit } from './intent.ts';
import { Refusal } from './refusal.ts';
import { type Column, hasTimeOfDay } from './schema.ts';
import { type ColumnLink, refOf } from './scope.ts';

export interface ByParts {
	/** "by number of flights", "by population": what a top is of, or what is sorted by. */
	readonly ranks: number[];
	/** "per million inhabitants": what the measure is divided by. */
	readonly per: { readonly measure: Measure; readonly factor: number }[];
}

/** Takes what follows "by", "per" and "each": groups, a rate's denominator, or what a top is of. */
export function readGroups(draft: Draft): ByParts {
	const parts: ByParts = { ranks: [], per: [] };
	for (const [at, chunk] of draft.chunks.entries()) {
		const phrase = phraseAt(draft, at);
		if (chunk.kind !== 'phrase' || phrase === null) continue;
		if (phrase.kind === 'unit' && phrase.adverb) {
			addGrouping(draft, bucket(draft, at, phrase.unit));
			take(draft, at);
		} else if (phrase.kind === 'by') readBy(draft, at, parts);
	}
	return parts;
}

function readBy(draft: Draft, at: number, parts: ByParts): undefined {
	if (/^per$/i.test(draft.chunks[at]?.text ?? '') && readPer(draft, at, parts)) return;
	take(draft, at);
	for (let next = at + 1; draft.chunks[next] !== undefined; next++) {
		const chunk = draft.chunks[next];
		if (chunk === undefined) return;
		if (isLittle(chunk)) continue;
		if (next > at + 1 && phraseAt(draft, next)?.kind === 'by') continue;
		const grouping = groupingAt(draft, next);
		if (grouping === 'ranks') {
			parts.ranks.push(next);
			return;
		}
		if (grouping === null) return;
		addGrouping(draft, grouping);
		take(draft, next);
		const [following, after] = [draft.chunks[next + 1], draft.chunks[next + 2]];
		const isAnd = isWord(following, 'and') && after?.afterPause !== true;
		if (!isAnd && following?.afterPause !== true) return takeTail(draft, next);
		if (following?.afterPause === true && groupingAt(draft, next + 1, true) === null) return;
	}
}

/** Words after a group that only repeat it: "by origin airport". */
function takeTail(draft: Draft, at: number): undefined {
	const column = draft.groupings.at(-1)?.column;
	const chunk = draft.chunks[at + 1];
	if (chunk?.kind !== 'mention' || chunk.afterPause || draft.taken.has(at + 1)) return;
	if (columnLinks(chunk, isAny).some((link) => link.column === column)) take(draft, at + 1);
}

function groupingAt(draft: Draft, at: number, quiet = false): Grouping | 'ranks' | null {
	const chunk = draft.chunks[at];
	const phrase = phraseAt(draft, at);
	if (chunk === undefined || draft.taken.has(at)) return null;
	if (phrase !== null && ['count', 'aggregate', 'end'].includes(phrase.kind)) return quiet ? null : 'ranks';
	if (phrase?.kind === 'unit') return bucket(draft, at, phrase.unit);
	if (chunk.kind !== 'mention') return null;
	// "by military aircraft" names who, and is no group.
	if (chunk.links[0]?.kind === 'value') return null;
	const group = columnLinks(chunk, isGroup)[0];
	if (isRanked(draft) && (rootLink(draft, chunk)?.score ?? 0) > (group?.score ?? 0)) return quiet ? null : 'ranks';
	const quantity = columnLinks(chunk, isNumeric)[0];
	const time = columnLinks(chunk, isTime)[0];
	if (quantity !== undefined && quantity.score > Math.max(group?.score ?? 0, time?.score ?? 0)) {
		if (isRanked(draft)) return quiet ? null : 'ranks';
		if (isKinds(quantity.column)) return { ...quantity, unit: null };
		if (quiet) return null;
		throw new Refusal(
			`"${quantity.column.name}" has too many different values to group by. Which ranges do you mean?`,
			chunk.text,
		);
	}
	if (time !== undefined && time.score > (group?.score ?? 0))
		return { ...time, unit: hasTimeOfDay(time.column) ? 'day' : null };
	if (group === undefined) return null;
	const path = columnOf(draft, chunk, isGroup);
	return path === null ? null : { ...path, unit: null };
}

/** Few values that many rows share; fifty that are all different are quantities. */
const isKinds = ({ distinct, table }: Column): boolean =>
	distinct !== null && distinct <= 60 && distinct <= table.dataset.rows / 2;

const isRanked = (draft: Draft): boolean =>
	draft.limit !== null || draft.chunks.some((chunk) => isPhrase(chunk, 'end', 'order') || isSuperlative(chunk));

/** A group for each day, month or year of the column of time. */
export function bucket(draft: Draft, at: number, unit: TimeUnit): Grouping {
	const chunk = draft.chunks[at];
	if (chunk === undefined) throw new Error('There is no such chunk.');
	const column = timeColumn(draft, chunk);
	if (column.column.isYear) {
		if (unit !== 'year')
			throw new Refusal(`${draft.scope.root.name} only has years, so I can’t group by ${unit}.`, chunk.text);
		return { ...column, unit: null };
	}
	if (/hour/.test(unit) && !hasTimeOfDay(column.column))
		throw new Refusal(`"${column.column.name}" has days but no times.`, chunk.text);
	return { ...column, unit };
}

/** "per million inhabitants", "per 1000 engineers", "cost per strike". */
function readPer(draft: Draft, at: number, parts: ByParts): boolean {
	const number = draft.chunks[at + 1];
	const isNumber = number?.kind === 'number';
	const factor = isNumber ? number.value : 1;
	const where = isNumber ? at + 2 : adjacentIndex(draft, at, 1, 1);
	const chunk = draft.chunks[where];
	const divideBy = (column: ColumnLink): void => {
		parts.per.push({ measure: { kind: 'aggregate', fn: 'sum', column: refOf(column) }, factor });
		draft.used.push(column);
	};
	const unitColumns = (isNumber ? number.unitLinks : []).filter(
		(link): link is ColumnLink => link.kind === 'column' && isNumeric(link.column),
	);
	const [unitColumn] = unitColumns;
	if (unitColumn !== undefined && unitColumns.length === 1) {
		divideBy(unitColumn);
		take(draft, at, at + 1);
		return true;
	}
	if (chunk?.kind !== 'mention') {
		if (isNumber) throw new Refusal(`Per ${number.text} of what? Name a column.`, number.text);
		return false;
	}
	const links = columnLinks(chunk, isNumeric);
	const [column] = links;
	const group = columnScore(chunk, isGroup);
	const rows = rootLink(draft, chunk);
	const best = Math.max(group, column?.score ?? 0, rows?.score ?? 0);
	if (!isNumber && group >= best) return false;
	if (column !== undefined && column.score >= best) {
		const level = links.filter((link) => column.score - link.score < 0.06);
		if (level.length > 1) throw ambiguous(chunk.text, level);
		divideBy(column);
	} else if (rows !== undefined) parts.per.push({ measure: { kind: 'count' }, factor });
	else return false;
	take(draft, at, where, ...(isNumber ? [at + 1] : []));
	return true;
}
