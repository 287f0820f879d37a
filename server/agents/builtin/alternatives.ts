import { isPhrase, isWord } from './chunks.ts';
import { type Draft, isLittle } from './draft.ts';
import type { Filter } from './intent.ts';
import { Refusal } from './refusal.ts';
import { samePath } from './scope.ts';

type Condition = Draft['conditions'][number];

/**
 * Conditions of one column that a row cannot meet at once are alternatives where the question says so: "in January and in
 * March", "before 2008 or after 2013". @throws Refusal where it does not, and where "or" stands between different columns
 */
export function joinAlternatives(draft: Draft): undefined {
	const sorted = draft.conditions.toSorted((a, b) => a.at - b.at);
	const joined: Condition[] = [];
	for (const next of sorted) {
		const before = joined.at(-1);
		const index = joined.findLastIndex(({ on }) => samePath(on, next.on));
		const same = joined[index];
		const isOr = before !== undefined && isJoinedByOr(draft, before, next);
		if (isOr && !samePath(before.on, next.on)) {
			const names = `"${before.on.column.name}" and "${next.on.column.name}"`;
			throw new Refusal(`I can’t combine conditions on ${names} with "or". Ask about one of them at a time.`, 'or');
		}
		if (same === undefined || (!isOr && !excludes(same.filter, next.filter))) {
			joined.push(next);
		} else if (
			!same.filter.negated &&
			!next.filter.negated &&
			(isOr || (isClosed(same.filter) && isClosed(next.filter) && !isStatedAgain(draft, same, next)))
		) {
			joined[index] = { ...same, at: next.at, filter: eitherOf(same.filter, next.filter) };
		} else {
			const { name } = next.on.column;
			const values = [same, next].flatMap(({ filter }) =>
				filter.kind === 'is' ? [`"${filter.values.join('", "')}"`] : [],
			);
			const which = values.length === 2 && !next.filter.negated ? ` (${values.join(' and ')})` : '';
			throw new Refusal(
				`No row can meet both conditions on "${name}"${which}. Say "or" if you mean rows that meet either.`,
				name,
			);
		}
	}
	draft.conditions.splice(0, draft.conditions.length, ...joined);
}

/** Whether only little words, what leads a condition in, and its column stand between an "or" and the second of two conditions. */
function isJoinedByOr({ chunks }: Draft, first: Condition, second: Condition): boolean {
	const { column } = second.on;
	for (let at = second.at - 1; at > first.at; at--) {
		const chunk = chunks[at];
		if (isWord(chunk, 'or')) return true;
		const isItsColumn = chunk?.links.some((link) => link.kind === 'column' && link.column.name === column.name);
		if (!isLittle(chunk) && chunk?.kind !== 'phrase' && isItsColumn !== true) return false;
	}
	return false;
}

/** "size is small and size is large": the column or its "is" comes a second time, so each value is a condition of its own. */
function isStatedAgain({ chunks }: Draft, first: Condition, second: Condition): boolean {
	if (chunks.some((chunk) => isPhrase(chunk, 'compare')) || [first, second].some(({ filter }) => filter.kind !== 'is'))
		return false;
	return chunks
		.slice(first.at + 1, second.at)
		.some(
			(chunk) =>
				/^(is|are|was|were|equals)$/i.test(chunk.text) ||
				chunk.links.some((link) => link.kind === 'column' && samePath(link, second.on)),
		);
}

function eitherOf(a: Filter, b: Filter): Filter {
	if (a.kind === 'part' && b.kind === 'part' && a.part === b.part && a.op === '=' && b.op === '=') {
		return { ...a, values: [...new Set([...a.values, ...b.values])] };
	}
	if (a.kind === 'is' && b.kind === 'is') return { ...a, values: [...new Set([...a.values, ...b.values])] };
	return { kind: 'any', column: a.column, of: [...(a.kind === 'any' ? a.of : [a]), b], negated: false };
}

/** What names values or a stretch with two ends: "in X and in Y" can only mean either. */
const isClosed = (filter: Filter): boolean =>
	filter.kind === 'any' ? filter.of.every(isClosed) : filter.kind === 'is' || isStretch(filter);

function isStretch(filter: Filter): boolean {
	if (filter.kind === 'part') return filter.op === '=';
	const range = rangeOf(filter);
	return range !== null && range.from !== null && range.to !== null;
}

/** Whether no value passes both. Of what is not sure, false. */
function excludes(a: Filter, b: Filter): boolean {
	if (a.kind === 'any') return a.of.every((filter) => excludes(filter, b));
	if (a.negated !== b.negated)
		return JSON.stringify({ ...a, negated: false }) === JSON.stringify({ ...b, negated: false });
	if (a.negated) return false;
	if ((a.kind === 'is' && b.kind === 'is') || (a.kind === 'part' && b.kind === 'part' && a.part === b.part)) {
		const values: readonly unknown[] = b.values;
		const isListed = a.kind === 'is' || (a.op === '=' && 'op' in b && b.op === '=');
		return isListed && !a.values.some((value) => values.includes(value));
	}
	const [first, second] = [rangeOf(a), rangeOf(b)];
	return first !== null && second !== null && (endsBefore(first, second) || endsBefore(second, first));
}

interface Range {
	readonly from: string | number | null;
	readonly to: string | number | null;
	/** Whether `to` is still in it. */
	readonly isToIn: boolean;
	readonly isFromIn: boolean;
}

function rangeOf(filter: Filter): Range | null {
	if (filter.kind === 'time') return { from: filter.from, to: filter.to, isFromIn: true, isToIn: false };
	if (filter.kind === 'between') return { from: filter.from, to: filter.to, isFromIn: true, isToIn: true };
	if (filter.kind !== 'number') return null;
	const { op, value } = filter;
	return {
		from: op.startsWith('<') ? null : value,
		to: op.startsWith('>') ? null : value,
		isFromIn: op !== '>',
		isToIn: op !== '<',
	};
}

const endsBefore = (a: Range, b: Range): boolean =>
	a.to !== null && b.from !== null && (a.to < b.from || (a.to === b.from && !(a.isToIn && b.isFromIn)));
