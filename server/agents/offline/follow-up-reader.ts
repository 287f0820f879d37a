import { isDeepStrictEqual } from 'node:util';
import { addsUp } from '../builtin/english.ts';
import { Refusal, unclear } from '../builtin/refusal.ts';
import type { Column } from '../builtin/schema.ts';
import { tokenize } from '../builtin/tokenize.ts';
import type { Choices } from './choices.ts';
import { namesOf, namesRows, tellsQuantity } from './columns.ts';
import { bothPeriods, comparedBy } from './compared-periods.ts';
import { FollowUpOrderReader, takesAway, theOthers } from './follow-up-order.ts';
import { fansOut, type Graph, joinAll } from './graph.ts';
import { type Item, isCounted } from './item.ts';
import { joinTimes } from './negation.ts';
import type { Plan, Where } from './plan.ts';
import { isNumber } from './time-reader.ts';

/** How a question begins that only modifies the previous one. */
export const lead = /^\W*(and|but|now|then|also|what about|how about|(?=(?:in|by|for|from|with|on|at)\b))/i;

/** "only the ones with a class A license": states a condition, and requests no column. */
const narrows = /^\W*(?:(?:and|but|now|then)\b\W*)*(?:only|just)\b/i;

/** "only for teams with more than 30 tries" */
const onlyFor = /^\W*(?:(?:and|but|now|then)\b\W*)*(?:only|just) (?:for|in|of|from)\b/i;

/** "and during the day?": changes a condition, not what is shown. */
const statesCondition =
	/^\W*(?:(?:and|but|now|then|only|just|what about|how about)\b\W*)+(?:during|at|from|since|until|before|after|without|except|under|over|above|below)\b/i;

/** "what are their ranks?", "with the income" */
const namesThem = /\b(?:their|its|his|her)\b|^\W*(?:and )?with\b/i;

const asksWhether =
	/^\W*(?:(?:and|but|so)\b\W*)?(?:was|were|did|do|does|is|are|has|have|had|can) (?:any|anyone|anybody|someone|everyone|there)\b/i;

export const changedWords = (question: string): string =>
	question
		.replace(lead, '')
		.replace(takesAway, '')
		.replace(theOthers, (question) => question.replace(/(?:the )?others/i, ''))
		.replace(/\b(?:any |all )?others? (?=\w)/gi, '');

/** "and only for DFW?", "what about ORD", "now by month": explicitly continues. */
export const goesOn = (question: string): boolean =>
	/^\W*(and|but|now|then|also|only|just|same|(what|how) about|instead|as an?|ok|okay)\b/i.test(question) ||
	tokenize(question).length <= 2;

/** "and during the day?" after strikes at night: a value of the same column, whatever else has that name. */
export function valueAgain(item: Item, { where, figures }: Plan): Item {
	const { text, tag, mention } = item;
	// "which day": not the airport DAY.
	const valueIn = ({ values }: Column) =>
		values?.find((name) => name === text || (name !== name.toUpperCase() && name.toLowerCase() === text.toLowerCase()));
	const column = [...where, ...figures.flatMap(({ of }) => of ?? [])].find(
		(met) => met.kind === 'is' && valueIn(met.column) !== undefined,
	)?.column;
	const value = column === undefined ? undefined : valueIn(column);
	if (!/[CT]/.test(tag) || mention === undefined || column === undefined || value === undefined) return item;
	return { ...item, tag: 'V', mention: { ...mention, columns: [], tables: [], values: [{ column, value }], score: 1 } };
}

const whichOfThem =
	/^\W*(?:(?:and|but|so)\b\W*)*(?:which|who)(?: ones?)?(?: of (?:them|those|these))? (?:is|are|was|were|has|have|had)\b/i;
const startOf = (year: number, month: number): string => new Date(Date.UTC(year, month - 1)).toISOString().slice(0, 10);

const inWhich = /^\W*(?:(?:and|so)\b\W*)?(?:in|on|at|from|for|to) (?:what|which) \w+\W*$/i;

const countsRows = /^\W*(?:(?:and|but|now)\W+)?(?:per|for each|by (?:day|week|month|quarter|year))\b/i;

/** The name of another row replaces the earlier one: "when was A aired?", "when was B?". */
const replaces = (column: Column, before: Column): boolean =>
	column.table === before.table && namesRows(column) && namesRows(before);

/** "more lost than won" after "more won than lost" */
const comparesSame = (a: Where, b: Where): boolean =>
	a.kind === 'columns' && b.kind === 'columns' && a.other === b.column;

/** "and to ORD?" after "from ORD": the same value in another column of the same dataset. */
const isOtherEnd = (a: Where, b: Where): boolean =>
	a.kind === 'is' &&
	b.kind === 'is' &&
	a.column !== b.column &&
	a.column.table === b.column.table &&
	// Having wifi is unrelated to having a pool.
	(a.column.distinct ?? 0) > 2 &&
	isDeepStrictEqual({ ...a, column: null }, { ...b, column: null });

export abstract class FollowUpReader extends FollowUpOrderReader {
	private readonly adds: boolean;
	private readonly isInstead: boolean;

	constructor(items: Item[], graph: Graph, choices: Choices, before: Plan | null = null, question = '') {
		super(items, graph, choices, before, question);
		this.adds = /\b(also|too|as well)\b/i.test(question);
		this.isInstead = lead.test(question) && !this.adds;
		// "than 65,648?" is a comparison; 65,648 isn't a name.
		if (/^\W*(?:(?:and|or) )?than\b/i.test(question))
			for (const item of this.items) if (item.tag === 'V' && item.number !== undefined) item.tag = 'N';
	}

	/** "as a share": each group's share of the total. @throws Refusal if the groups have no total */
	private asShare(before: Plan): Plan {
		const parts = [this.where, this.having, this.without, this.shown, this.figures, this.order];
		const isOfAll = /\bof (?:all|every)\b/i.test(this.question) && before.where.length > 0;
		if (isOfAll || parts.some(({ length }) => length > 0) || this.items.some(({ tag }) => !/[_,&DTP]/.test(tag)))
			throw new Refusal('I can’t tell which share you mean. Ask the full question.', 'share');
		const [figure, ...others] = before.figures;
		const groups = this.groups.length > 0 ? this.groups : before.groups;
		if (figure === undefined || groups.length === 0 || others.length > 0 || before.outer !== null)
			throw new Refusal('A share of what? Group by a column first, then ask for the result "as a share".', 'share');
		const { fn, column, table } = figure;
		if (fn !== 'sum' && (fn !== 'count' || column !== null))
			throw new Refusal('Only counts and totals can be shown as shares. Ask for one of them first.', 'share');
		return { ...before, groups, figures: [{ fn: 'share', column, table, percent: true }] };
	}

	/** "and for destination": the count or ranking per origin, now per destination; null if the question says more. */
	private regrouped(before: Plan): Plan | null {
		const [column, ...others] = [...this.shown, ...this.groups];
		const [end] = before.order;
		const [group, ...groups] =
			before.groups.length > 0 ? before.groups : end !== undefined && 'fn' in end.by ? before.shown : [];
		if (column === undefined || group === undefined || others.length + groups.length > 0 || 'key' in column)
			return null;
		const isGroup = column.kind === 'text' || column.kind === 'boolean' || column.isYear;
		const isSame = isGroup && !('key' in group) && group.table === column.table && group !== column;
		const isMore = this.figures.length + this.where.length + this.order.length > 0;
		if (!isSame || isMore || !this.isInstead || !/\b(?:for|by|per|with)\b/i.test(this.question)) return null;
		return before.groups.length > 0 ? { ...before, groups: [column] } : { ...before, shown: [column] };
	}

	/** "compared with Japan", "also Japan" after India: both, each by itself. */
	private compareWith(before: Plan): void {
		const isCompared = /^\W*and compared with\b/i.test(this.question);
		if (!isCompared && !this.adds) return;
		for (const item of this.items) if (/^compared\b/i.test(item.text)) item.tag = '_';
		const [where, ...others] = this.where;
		if (isCompared && where !== undefined && others.length === 0 && before.limit === null) {
			const both = bothPeriods(where, before);
			if (both !== null) {
				this.where.splice(0, 1, both.where);
				if (before.figures.length > 0) this.groups.push(both.by, ...before.groups.filter((group) => group !== both.by));
				return;
			}
		}
		const same = before.where.find(({ column }) => column === where?.column);
		const isOne = others.length === 0 && where?.kind === 'is' && same?.kind === 'is' && !where.not && !same.not;
		if (!isCompared && (!isOne || before.limit !== null)) return;
		if (!isOne || before.limit !== null)
			throw new Refusal('I can’t tell what to compare. Ask the full question.', 'compared');
		this.where.splice(0, 1, { ...where, values: [...new Set([...same.values, ...where.values])] });
		const { column } = where;
		if (before.figures.length > 0 && !before.groups.includes(column)) this.groups.push(...before.groups, column);
	}

	/** "during the day instead" after the share of strikes at night: the share of the other part; null if the question says more. */
	private otherPart(before: Plan): Plan | null {
		const [share, ...figures] = before.figures;
		const [of, ...others] = this.where;
		const isPart = share?.fn === 'share' && of !== undefined && share.of?.column === of.column;
		const more = [figures, others, this.figures, this.groups, this.shown, this.order, this.having];
		const isMore = more.some(({ length }) => length > 0) || this.items.some(({ tag }) => !/[_,&DT]/.test(tag));
		return isPart && !isMore ? { ...before, figures: [{ ...share, of }] } : null;
	}

	/** "and in April?" after March 2022: in the same year; "and on Mondays?": in the same time. */
	private ofSameTime(before: Plan): void {
		for (const [at, item] of this.where.entries()) {
			const period = before.where.find(({ kind, column }) => kind === 'time' && column === item.column);
			if (item.kind !== 'part' || item.not === true || period?.kind !== 'time' || period.not === true) continue;
			const year = Number(period.from?.slice(0, 4));
			if (period.to === null || !(period.to <= `${year + 1}-01-01`)) continue;
			const [first, last] = [Math.min(...item.values), Math.max(...item.values)];
			if (item.part !== 'month') this.where.push(period);
			else if (last - first + 1 === item.values.length)
				this.where[at] = { ...period, from: startOf(year, first), to: startOf(year, last + 1) };
		}
	}

	protected changed(earlier: Plan): Plan {
		joinTimes(this.where);
		const before = this.ofAllDoers(earlier);
		this.ofSameTime(before);
		this.compareWith(before);
		this.compareGroups(before);
		const widened = this.widened(before);
		if (widened !== null) return widened;
		if (takesAway.test(this.question)) return this.withoutNamed(before);
		if (this.items.some(({ tag }) => tag === 'P')) return this.asShare(before);
		const shared = this.otherPart(before);
		if (shared !== null) return shared;
		this.compareAgain(before);
		this.orderAgain(before);
		this.rankGroups(before);
		const left = this.items.filter((item) => !/[_,&DT]/.test(item.tag));
		const counts = left.some(({ tag }) => tag === 'H');
		const aggregate = left.find(({ tag }) => tag === 'A')?.phrase;
		for (const item of left) {
			// "how many bikes do they own by brand?" counts them for each.
			const isFigured = counts || aggregate !== undefined || this.figures.length > 0;
			const isGroup = isFigured && /^(?:by|per)$/.test(item.after ?? '');
			if (item.tag === 'C') (isGroup ? this.groups : this.shown).push(this.column(item));
			else if (item.tag !== 'H' && item.tag !== 'A')
				throw new Refusal(`I can’t tell what "${item.text}" should change. Ask the full question.`, item.text);
		}
		// "by destination" after 2010 compared with 2011: for each year, too.
		const by = this.groups.length > 0 ? comparedBy(before, this.groups) : null;
		if (by !== null) this.groups.unshift(by);
		const regrouped = this.regrouped(before);
		if (regrouped !== null) return regrouped;
		if (counts) this.figures.push({ fn: 'count', column: null, table: before.main });
		if (aggregate?.kind === 'aggregate') {
			const column = before.figures[0]?.column ?? (before.shown.length === 1 ? before.shown[0] : undefined) ?? null;
			if (column === null || column.kind !== 'number')
				throw new Refusal('I can’t tell what to calculate this from. Which column do you mean?');
			this.figures.push({ fn: aggregate.fn, column, table: column.table });
			// "max" after "average fine by borrower": keeps the groups.
			if (this.shown.length === 0 && this.groups.length === 0) this.groups.push(...before.groups);
		}
		// "average fee instead" after "visits by doctor": keeps the groups.
		const isOfSame =
			this.figures.every(({ table }) => table === before.figures[0]?.table) &&
			!/\b(?:total|all)\W*$/i.test(this.question);
		const isOther = this.isInstead || /^\W*(?:show|display)\b/i.test(this.question);
		if (isOther && this.figures.length > 0 && isOfSame && this.groups.length + this.shown.length === 0)
			this.groups.push(...before.groups);
		// "also per year"
		if (this.adds && this.groups.length > 0 && this.figures.length + this.shown.length === 0)
			this.groups.unshift(...before.groups.filter((group) => !this.groups.includes(group)));
		// "per month" after a list of rows: count them.
		const isList = before.figures.length + before.groups.length === 0 && before.limit === null;
		if (
			isList &&
			this.groups.length > 0 &&
			this.shown.length + this.figures.length === 0 &&
			countsRows.test(this.question)
		)
			this.figures.push({ fn: 'count', column: null, table: before.main });
		const isMain = this.items.some((item) => item.tag === 'T' && item.mention?.tables.includes(before.main));
		if (isMain && /^\W*(?:who|which|what)\b/i.test(this.question) && this.shown.length + this.figures.length === 0)
			this.shown.push(...namesOf(before.main));
		const fresh = this.where.length > 0 || this.having.length > 0 || this.without.length > 0;
		// "which of them are blocked?" after the number of members: the members.
		const counted = before.figures.length === 1 && before.figures[0]?.column === null && before.groups.length === 0;
		const lists = fresh && counted && whichOfThem.test(this.question) && this.shown.length + this.figures.length === 0;
		if (lists) this.shown.push(...namesOf(before.main));
		// "was anyone injured?" isn't answered by a list of how many were.
		const isWhether = asksWhether.test(this.question) && !fresh;
		const isEmpty =
			isWhether || [this.shown, this.figures, this.groups, this.order].every(({ length }) => length === 0);
		if (!fresh && (isEmpty || (statesCondition.test(this.question) && this.groups.length === 0)))
			throw new Refusal('I can’t tell what should change from the last question. Ask the full question.');
		const where = [
			...before.where.filter(
				(item) =>
					!this.where.some(
						(other) =>
							other.column === item.column ||
							replaces(other.column, item.column) ||
							comparesSame(other, item) ||
							isOtherEnd(other, item),
					),
			),
			...this.where,
		];
		if (this.figures.length > 0 && before.limit !== null)
			throw new Refusal('I can’t calculate this from only the first rows. Ask the full question.');
		if (this.shown.length > 0 && this.adds) this.shown.unshift(...before.shown);
		// "what are their ranks?": next to their names.
		else if (isList && this.shown.length > 0 && namesThem.test(this.question)) {
			const names = namesOf(before.main);
			const isNamed = before.shown.length === 0 || before.shown.some((column) => names.includes(column));
			const theirs = isNamed ? names : before.shown.filter(({ kind }) => kind === 'text');
			this.shown.unshift(...(this.shown.every(({ table }) => table === before.main) ? theirs : []));
		}
		// "what did they cost?" after the campaigns with the most clicks: of which of their rows?
		const ofMany = this.shown.find(({ table }) => table !== before.main);
		const isRanked = before.limit !== null && before.order.some(({ by }) => 'fn' in by);
		if (
			isRanked &&
			before.figures.length === 0 &&
			ofMany !== undefined &&
			this.order.length === 0 &&
			fansOut(joinAll(this.graph, [before.main, ofMany.table]) ?? [])
		)
			throw new Refusal(`Do you mean the total or the average "${ofMany.name}"?`, ofMany.name);
		// "no. 7" after "the title of no. 2" states another condition, and requests nothing else.
		const again = new Set(before.where.map(({ column }) => column));
		const isMet = (column: Column) => this.where.some((item) => item.column === column);
		const isCompared = (column: Column) => again.has(column) && isMet(column);
		if (narrows.test(this.question)) {
			// "only origins with at least 200 flights" after a figure of each origin: of those origins.
			const areGroups = (of: Column) => this.having.length > 0 && before.groups.includes(of);
			const more = this.shown.filter((of) => !isMet(of) && !areGroups(of));
			// "only for teams with more than 30 tries": the same columns.
			const isSame = fresh && onlyFor.test(this.question) && more.every((of) => before.shown.includes(of));
			this.shown.splice(0, this.shown.length, ...(isSame ? [] : more));
		}
		if (!/^\W*(?:show|list|what|which|who|give|tell)\b/i.test(this.question) && this.shown.every(isCompared))
			this.shown.length = 0;
		const [figure] = before.figures;
		const [other] = this.shown;
		if (
			this.isInstead &&
			figure?.column != null &&
			before.figures.length === 1 &&
			other !== undefined &&
			this.shown.length === 1 &&
			(isNumber(other) || /^(count|distinct)$/.test(figure.fn)) &&
			this.figures.length === 0
		) {
			this.figures.push({ ...figure, column: other, table: other.table });
			this.shown.length = 0;
			if (this.groups.length === 0) this.groups.push(...before.groups);
		}
		// "and cost?" after the number of rows per group: the total of each, if costs add up.
		if (
			this.isInstead &&
			figure?.fn === 'count' &&
			figure.column === null &&
			before.figures.length === 1 &&
			other !== undefined &&
			tellsQuantity(other) &&
			this.shown.length === 1 &&
			this.figures.length + this.groups.length + this.order.length === 0
		) {
			const named = this.original.find(({ mention }) => mention?.columns.includes(other) === true);
			if (!addsUp(other.nameStems) && !isCounted(other, this.original))
				throw new Refusal(`Do you mean the total or the average "${other.name}"?`, named?.text ?? other.name);
			this.figures.push({ fn: 'sum', column: other, table: other.table });
			this.shown.length = 0;
			this.groups.push(...before.groups);
		}
		const [rank] = before.order;
		if (
			this.isInstead &&
			rank !== undefined &&
			!('fn' in rank.by) &&
			before.limit !== null &&
			other !== undefined &&
			isNumber(other) &&
			this.order.length === 0
		) {
			this.order.push({ ...rank, by: other });
			this.limit = before.limit;
			this.shown.length = 0;
		}
		// "fertility instead" after the life expectancy of each year: replaces the quantity, and keeps the rest.
		const quantity = before.shown.findLast((column) => isNumber(column) && !column.isYear);
		if (
			this.isInstead &&
			isList &&
			quantity !== undefined &&
			before.shown.length > 1 &&
			this.shown.length === 1 &&
			other !== undefined &&
			isNumber(other) &&
			this.groups.length + this.figures.length === 0 &&
			this.order.length === 0 &&
			!before.shown.includes(other)
		)
			this.shown.splice(0, 1, ...before.shown.map((column) => (column === quantity ? other : column)));
		// "which day had the longest delay?": the day and the delay.
		if (this.graph.isDescribed && this.shown.length > 0 && this.figures.length === 0)
			this.shown.push(...this.order.flatMap(({ by }) => ('fn' in by ? [] : by)));
		const asks = this.shown.length > 0 || this.figures.length > 0;
		// "sort them by total": shows the total, too.
		const sortedBy = isList && !asks ? this.order.flatMap(({ by }) => ('fn' in by ? [] : by)) : [];
		// "how many caused damage": a column that only a list could show wasn't understood.
		const [unread] = this.figures.length > 0 && this.groups.length === 0 ? this.shown : [];
		const item = this.original.find(({ mention }) => unread !== undefined && mention?.columns.includes(unread));
		if (item !== undefined) throw unclear(item.text);
		// "The highest price? Which shop is it?": the row with that value.
		const isExtreme = before.groups.length === 0 && before.figures.length === 1 && figure?.column != null;
		if (isExtreme && /^(min|max)$/.test(figure.fn) && this.shown.length > 0 && this.order.length === 0) {
			this.order.push({ by: figure.column, direction: figure.fn === 'max' ? 'desc' : 'asc' });
			this.limit = 1;
		}
		// "what species were involved?" after the number of strikes: each only once.
		const [kind, ...kinds] = this.shown;
		const isOfKinds =
			/^\W*(?:(?:and|so)\b\W*)?(?:(?:in|at|on|from|for|to|by|with) )?(?:what|which)\b/i.test(this.question) &&
			!isList &&
			kinds.length + this.figures.length === 0 &&
			kind?.kind === 'text' &&
			(kind.distinct ?? kind.table.dataset.rows) * 10 <= kind.table.dataset.rows;
		// "in which years?": each only once.
		const isOfTimes = inWhich.test(this.question) && kind !== undefined && kinds.length + this.figures.length === 0;
		// "in which states?" after the number of strikes: the number in each.
		const isCount = figure?.fn === 'count' && figure.column === null && before.figures.length === 1;
		if (isOfKinds && isCount && before.groups.length === 0 && kind.table === before.main) {
			this.shown.length = 0;
			this.figures.push(figure);
			this.groups.push(kind);
		}
		// "by country" after the region with the most people: it has no figure that could be given for each.
		const isRankedByFigure = before.order.some(({ by }) => 'fn' in by) && before.figures.length === 0;
		if (isRankedByFigure && !asks && this.groups.length > 0 && this.order.length === 0)
			throw new Refusal('I can’t tell what to count or calculate for each group. Ask the full question.');
		const figures = asks ? this.figures : before.figures;
		const groups = this.groups.length > 0 ? this.groups : asks ? [] : before.groups;
		// "top 5 clients" after a total: a single figure has no order.
		if (figures.length > 0 && groups.length === 0 && this.order.length > 0)
			throw new Refusal('I can’t tell what to rank. Ask the full question.');
		return {
			...before,
			distinct: before.distinct || (isOfKinds && this.shown.length > 0) || isOfTimes,
			where,
			having: [...before.having, ...this.having],
			without: [...before.without, ...this.without],
			shown: [...new Set(asks ? this.shown : before.shown.length > 0 ? [...before.shown, ...sortedBy] : [])],
			figures,
			groups,
			order: this.order.length > 0 ? this.order : isList && this.figures.length > 0 ? [] : before.order,
			limit: this.order.length > 0 ? this.limit : before.limit,
		};
	}
}
