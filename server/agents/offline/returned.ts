import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '../builtin/refusal.ts';
import type { Plan, Where } from './plan.ts';

const second =
	/^(.*(?:[^.?!\d\s]|\d(?=\?)))\s*[.?!]\s+((?:please )?(?:return|give|show|provide|include|display|list|report|output|just|only)\b.+|(?:the )?(?:\w+ (?:and \w+ )?)?(?:names?|titles?|numbers?|codes?)(?: only)?\W*)$/is;

/** "Which shops sold most? Return the name and the number of sales.": the question, and what to show. */
export function splitReturned(question: string): readonly [asked: string, returned: string | null] {
	const [, asked, returned] = second.exec(question) ?? [];
	// "its name" refers to the first part.
	if (asked === undefined || returned === undefined || /\b(its|their|his|her)\b/i.test(returned))
		return [question, null];
	// "How many at each show? Give the title and the number."
	const isCounted = /\b(?:how many|number of)\b/i.test(asked);
	return [asked, isCounted ? returned.replace(/,? and (?:the |their )?(?:numbers?|counts?)\W*$/i, '') : returned];
}

export const isSame = (a: Where, b: Where): boolean =>
	a.column === b.column && isDeepStrictEqual({ ...a, column: null }, { ...b, column: null });

/** The rows of one plan with the columns and figures of another. */
export function withReturned(asked: Plan, returned: Plan): Plan {
	const isOnlyCount =
		asked.groups.length === 0 && asked.figures.every(({ fn, column }) => fn === 'count' && column === null);
	const figures = returned.figures.length > 0 ? returned.figures : isOnlyCount ? [] : asked.figures;
	const main = figures[0]?.table ?? asked.main;
	const columns = returned.shown;
	const grouped = new Set(asked.groups.map((item) => ('key' in item ? item : item.table)));
	const stranger = columns.find(({ table }) => grouped.size > 0 && !grouped.has(table));
	if (stranger !== undefined)
		throw new Refusal(
			`"${stranger.name}" doesn’t fit the groups in your question. Ask for it on its own.`,
			stranger.name,
		);
	const groups = returned.groups.length > 0 ? returned.groups : columns.length > 0 ? columns : asked.groups;
	return {
		...asked,
		main,
		shown: figures.length > 0 ? [] : columns.length > 0 ? columns : asked.shown,
		figures,
		groups: figures.length > 0 ? groups : [],
		where: [...asked.where, ...returned.where.filter((other) => !asked.where.some((where) => isSame(where, other)))],
		with: [...new Set([...asked.with, ...returned.with, asked.main])].filter((table) => table !== main),
		having: [...asked.having, ...returned.having],
		order: asked.order.length > 0 ? asked.order : returned.order,
		limit: asked.order.length > 0 ? asked.limit : returned.limit,
		distinct: asked.distinct || returned.distinct,
		outer: null,
	};
}
