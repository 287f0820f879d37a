import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '../builtin/refusal.ts';
import type { Column } from '../builtin/schema.ts';
import { stem } from '../builtin/stem.ts';
import { isYesOrNo } from './check-explained.ts';
import { displayOf } from './columns.ts';
import { askedIn, type Item } from './item.ts';
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
			`"${stranger.name}" doesn’t fit the groups in your question. Ask for it separately.`,
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

/** "which languages are there", "which towns do they come from", "what are all the disciplines": asks for each once. */
export function asksForKinds([only, ...others]: readonly Column[], items: readonly Item[], question: string): boolean {
	if (only === undefined || only.unique) return false;
	if (/\b(?:are|is) there\W*$|^\W*(?:what|which) .*\b(?:exist|occur|do we (?:have|sell|offer))\b/i.test(question))
		return true;
	const asked = askedIn(items);
	if (asked?.tag !== 'C' || !/[^s]s$/i.test(asked.text) || others.length > 0 || only === displayOf(only.table))
		return false;
	const isOnlyWord = items.filter(({ mention }) => mention !== undefined).length === 1;
	const isKind = only.kind === 'text' && (only.distinct ?? only.table.dataset.rows) * 2 <= only.table.dataset.rows;
	return (
		/^(?:which|what)$/.test(asked.after ?? '') || (isOnlyWord && isKind && /^(?:the|all)$/.test(asked.after ?? ''))
	);
}

/** "does Jin have a dessert": whether there are such rows. */
export function asYesOrNo(plan: Plan, question: string): Plan {
	const { main, where, without, figures, groups, having, order } = plan;
	const [figure, ...more] = figures;
	const isRowCount = figure?.fn === 'count' && figure.column === null && more.length === 0;
	if (/^\W*(?:are|is) there an?y?\b/i.test(question) && isRowCount && groups.length + having.length === 0)
		return { ...plan, figures: [{ ...figure, fn: 'exists' }] };
	const isPlain = figures.length + groups.length + having.length + order.length + plan.each.length === 0;
	if (
		!isYesOrNo.test(question) ||
		/\b(all|every|each|most|only|always|both|same|half)\b/i.test(question) ||
		!isPlain ||
		where.length + without.length === 0
	)
		return plan;
	return { ...plan, shown: [], figures: [{ fn: 'exists', column: null, table: main }] };
}

/** What "where" or "when" asks for: names of such columns. */
export const askedBy = (question: string): RegExp | null =>
	/^\W*(?:in what |and )?where (?:is|was|are|were|did|does|do)\b/i.test(question)
		? /\b(location|venu|venue|place|site|city|town|stadium|address|locale|country)\b/
		: /^\W*when (?:is|was|are|were|did|does|do)\b/i.test(question)
			? /\b(dat|date|airdat|airdate|year|day)\b/
			: null;

/** "the policies and the agents", "by agent id": values that name what is requested, not conditions. @throws Refusal */
export function checkAsked(items: readonly Item[]): void {
	for (const [at, item] of items.entries()) {
		if (item.tag !== 'V' || item.text !== item.text.toLowerCase() || item.number !== undefined) continue;
		const [before, joint, next] = [items[at - 2]?.tag, items[at - 1]?.tag, items[at + 1]];
		// "the captains and the vessels"
		if (at === 0 && joint === undefined && next?.tag === '&' && 'TC'.includes(items[2]?.tag ?? '-'))
			throw new Refusal(`No dataset is called "${item.text}". Which dataset or column do you want to see?`, item.text);
		const isListed =
			joint === '&' && (before === 'T' || before === 'C') && /^(the|their|its|his|her|all)$/.test(item.after ?? '');
		const isKey =
			next?.tag === 'C' &&
			next.mention?.from === item.mention?.to &&
			/^(ids?|names?|codes?|numbers?)$/i.test(next.text);
		if (next?.tag !== 'T' && (isListed || isKey))
			throw new Refusal(`No dataset is called "${item.text}". Which column do you want to see?`, item.text);
	}
}

/** Most distinct values of a column of kinds. */
const fewValues = 60;

/** "earthquakes" in a dataset that also has the type "explosion": only rows with that value. */
export function readKinds(items: readonly Item[], met: Where[]): void {
	for (const { tag, text, mention } of items) {
		const [table, ...others] = tag === 'T' ? (mention?.tables ?? []) : [];
		if (table === undefined || others.length > 0) continue;
		const named = stem(text.toLowerCase());
		const kinds = table.columns.filter(({ kind, distinct }) => kind === 'text' && (distinct ?? fewValues) < fewValues);
		const own = kinds.flatMap((column) => {
			const value = column.values?.find((one) => stem(one.toLowerCase()) === named);
			return value === undefined ? [] : [{ column, value }];
		});
		const [only, ...more] = own;
		const isNamed = items.some(({ mention: other }) => other?.columns.includes(only?.column as Column));
		if (only === undefined || more.length > 0 || isNamed || met.some(({ column }) => column === only.column)) continue;
		met.push({ kind: 'is', column: only.column, values: [only.value], not: false });
	}
}
