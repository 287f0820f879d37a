import { badWhenHigh, goodWhenHigh, readGradedAdjective } from '../builtin/english.ts';
import { Refusal } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { displayOf } from './columns.ts';
import { formulaOf } from './derived.ts';
import { peopleIn } from './graph.ts';
import type { Item } from './item.ts';
import { MeasureReader } from './measure-reader.ts';
import type { Figure, Plan, Where } from './plan.ts';
import { isSame } from './returned.ts';

export const whoIsMeant = 'I can’t tell which people you mean. Which column has their names?';

export const takesAway = /^\W*(?:get rid of|remove|drop|ignore|forget|regardless of)\b(?: the)?/i;

/** "for all years", "ignore the year" */
export const widens = /\b(?:for|in|of|with|over|from) (?:all|any|every)\b/i;

/** "and how many others?" */
export const theOthers = /^\W*(?:and )?(?:how many|what about|how about)(?: the)? others\W*$/i;

const opposite = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;

/** "which driver did the most?": only says how often. */
const doesMost =
	/^\W*(?:(?:and|but|so)\b\W*)*(?:which|what) .*\b(?:did|do|does|had|has|have|made|makes|make|got|gets|get|took|takes|take) (?:the )?(?:most|fewest|least)\W*$/i;

const isRead = ({ tag }: Item): boolean => !/[_,&]/.test(tag);

/** Figures by which groups rank the same: a share as its amount. */
const ranking = (figure: Figure): Figure =>
	figure.fn === 'share' && figure.of === undefined
		? { ...figure, fn: figure.column === null ? ('count' as const) : ('sum' as const) }
		: figure;

/** Which end of a quantity is the best or the worst; null if it could be either. */
function sideMeant(word: string, by: Figure | Column): 'asc' | 'desc' | null {
	const column = 'fn' in by ? by.column : by;
	const values = 'fn' in by && by.of?.kind === 'is' && !by.of.not ? by.of.values : [];
	const stems = [...(column?.nameStems ?? []), ...values.flatMap(wordsOf).map(stem)];
	const isBad = badWhenHigh(stems);
	if (isBad === goodWhenHigh(stems)) return null;
	return /worst/i.test(word) === isBad ? 'desc' : 'asc';
}

/** Reads follow-ups that rank, order or compare what the previous question returned. */
export abstract class FollowUpOrderReader extends MeasureReader {
	/** The earlier plan with fewer conditions or columns, or with opposite conditions; null if the question asks for something else. */
	protected widened(before: Plan): Plan | null {
		// "drop those under 100" names the column of a new condition.
		if (takesAway.test(this.question) && this.where.length + this.having.length > 0) return null;
		const [met, ...others] = before.where;
		if (theOthers.test(this.question) && met !== undefined && 'not' in met && others.length === 0)
			return { ...before, where: [{ ...met, not: met.not !== true }] };
		const named = new Set(this.original.flatMap(({ mention }) => mention?.columns ?? []));
		const isNamed = ({ column }: Where) => named.has(column);
		if (!before.where.some(isNamed)) {
			// "drop the channel" after the number per room type and channel
			const groups = before.groups.filter((group) => 'key' in group || !named.has(group));
			const isFewer = groups.length > 0 && groups.length < before.groups.length && before.order.length === 0;
			if (takesAway.test(this.question) && isFewer) return { ...before, groups };
			// "name the other websites" after the website of one team: of all other teams?
			if (/\bothers? \w/i.test(this.question) && before.where.length > 0)
				throw new Refusal('I can’t tell which other rows you mean. Ask the full question.', 'other');
			const shown = before.shown.filter((column) => !named.has(column));
			const isLess = takesAway.test(this.question) && shown.length > 0 && shown.length < before.shown.length;
			return isLess ? { ...before, shown } : null;
		}
		if (widens.test(this.question) || takesAway.test(this.question))
			return { ...before, where: before.where.filter((where) => !isNamed(where)) };
		if (!/\bothers? \w/i.test(this.question)) return null;
		const where = before.where.map((item) => (isNamed(item) && 'not' in item ? { ...item, not: !item.not } : item));
		return { ...before, where };
	}

	/** "remove Kalmar", "drop those under 100": drops conditions that mention it, or else leaves out those rows. @throws Refusal */
	protected withoutNamed(before: Plan): Plan {
		const where = before.where.filter((item) => !this.where.some((other) => isSame(item, other)));
		if (where.length < before.where.length && before.each.length === 0) return { ...before, where };
		const [row, ...rows] = this.where;
		const [group, ...groups] = this.having;
		const isOne = this.items.every(({ tag }) => /[_,&DT]/.test(tag)) && before.limit === null;
		if (isOne && row !== undefined && 'not' in row && row.not !== true && rows.length + this.having.length === 0)
			return { ...before, where: [...before.where, { ...row, not: true }] };
		if (isOne && group !== undefined && group.op !== '=' && groups.length + this.where.length === 0)
			return { ...before, having: [...before.having, { ...group, op: opposite[group.op] }] };
		throw new Refusal('I can’t tell what should be removed from the last question. Ask the full question.');
	}

	/** "how about less than 3000?": the quantity compared before, or the only one shown. */
	protected compareAgain(before: Plan): void {
		const [item, ...others] = this.items.filter(({ tag }) => tag === 'N');
		const sign = this.items.find(({ tag }) => tag === 'G');
		if (item?.number === undefined || others.length > 0) return;
		const last = before.where.findLast((where) => where.kind === 'number');
		const [only, second] = before.shown;
		const column = last?.column ?? (second === undefined && only?.kind === 'number' ? only : undefined);
		const op = sign?.phrase?.kind === 'comparison' ? sign.phrase.op : last?.op;
		if (column === undefined || op === undefined) return;
		this.where.push({ kind: 'number', column, op, value: item.number, not: false });
		for (const taken of [item, sign]) if (taken !== undefined) taken.tag = '_';
	}

	/** "which of them had more than 30?" after the number of trips per driver: the groups whose figure is in that range. */
	protected compareGroups(before: Plan): void {
		const [figure, ...figures] = before.figures;
		if (figure === undefined || figures.length + this.having.length > 0 || before.groups.length === 0) return;
		const { fn, column, table } = figure;
		const isGroup = (named: Column) =>
			before.groups.some((group) =>
				'key' in group
					? displayOf(group) === named
					: group === named || (group.name === named.name && group.table === named.table),
			);
		const isFigure = ({ tag, phrase, mention }: Item) =>
			(tag === 'H' && fn === 'count') ||
			(phrase?.kind === 'aggregate' && phrase.fn === fn) ||
			(tag === 'C' && column !== null && mention?.columns.includes(column) === true);
		const isNamed = ({ tag, mention }: Item) =>
			tag === 'C'
				? mention?.columns.some(isGroup)
				: tag === 'T' && mention?.tables.some((of) => of === table || before.groups.includes(of));
		const [number, ...numbers] = this.items.filter(({ tag }) => tag === 'N');
		const [sign, ...signs] = this.items.filter(({ phrase }) => phrase?.kind === 'comparison' && !phrase.time);
		// "only those with a fee above 5000", read as a condition on each row.
		const own = this.where.findIndex((where) => where.kind === 'number' && where.column === column && !where.not);
		const met = this.where[own];
		const rest = this.items.filter((item) => item !== number && item !== sign && !/[_,&D]/.test(item.tag));
		if (this.where.length > (met === undefined ? 0 : 1) || !rest.every((item) => isFigure(item) || isNamed(item)))
			return;
		const of = fn === 'count' && column === null ? {} : { figure };
		if (met?.kind === 'number' && /^\W*(?:and |but )?(?:only|just|which|who)\b/i.test(this.question)) {
			this.where.splice(own, 1);
			this.having.push({ table, op: met.op, value: met.value, ...of });
		} else if (
			met === undefined &&
			number?.number !== undefined &&
			sign?.phrase?.kind === 'comparison' &&
			numbers.length + signs.length === 0
		)
			this.having.push({ table, op: sign.phrase.op, value: number.number, ...of });
		else return;
		for (const item of this.items) item.tag = '_';
	}

	/** "which state has the most?" after the number in Texas isn't about Texas alone. */
	protected ofAllDoers(before: Plan): Plan {
		const [doer] = doesMost.test(this.question) && before.figures.length > 0 ? this.items.filter(isRead) : [];
		return { ...before, where: before.where.filter(({ column }) => doer?.mention?.columns.includes(column) !== true) };
	}

	/** "only the top 5", "and the lowest?": groups ranked by their figure, or the values that were averaged. */
	protected rankGroups(before: Plan): void {
		const ends = this.items.filter(isRead);
		const doer = doesMost.test(this.question) && 'CT'.includes(ends[0]?.tag ?? '-') ? ends.shift() : undefined;
		const [end, number, ...others] = ends;
		const [rank] = before.order;
		const last = before.figures.at(-1);
		const by = last ?? rank?.by;
		if (end?.phrase?.kind !== 'end' || by === undefined || others.length > 0) return;
		if (number !== undefined && number.tag !== 'N') return;
		const direction = end.phrase.direction ?? sideMeant(end.text, by);
		if (direction === null) return;
		const people = /^\W*who \w+ (?:the )?(?:most|fewest|least)\b/i.test(this.question) && last !== undefined;
		const doers = doer !== undefined ? [this.doerIn(doer)] : people ? this.doersOf(last.table) : [];
		if (last === undefined) {
			// "the top 5" after the one with the most: more rows of that ranking, unless it ended at the other side.
			if (before.limit === null || number?.number === undefined || doers.length > 0) return;
			if (end.text === 'top' && rank?.direction === 'asc') return;
			this.order.push({ by, direction });
			this.limit = number.number;
		} else if (
			doers.length > 0 &&
			!before.groups.some((group) => doers.includes(group) || (!('key' in group) && doers.includes(group.table)))
		) {
			const [who, ...rest] = doers;
			if (who === undefined || rest.length > 0 || !/^(count|sum)$/.test(last.fn)) throw new Refusal(whoIsMeant);
			this.groups.push(who);
			this.figures.push(last);
			this.order.push({ by: last, direction });
			this.limit = number?.number ?? 1;
		} else if (before.groups.length > 0) {
			this.order.push({ by: ranking(last), direction });
			this.limit = number?.number ?? before.limit ?? 1;
		} else if (number === undefined && /^(avg|sum|min|max|median)$/.test(last.fn) && before.figures.length === 1)
			this.figures.push({ ...last, fn: direction === 'asc' ? 'min' : 'max' });
		else return;
		for (const item of [...ends, doer]) if (item !== undefined) item.tag = '_';
	}

	private doerIn(item: Item): Table | Column {
		return item.tag === 'T' ? this.table(item) : this.column(item);
	}

	/** "who placed the most of them?": the datasets of people that the rows refer to. */
	private doersOf(table: Table): Table[] {
		const people = peopleIn(this.graph);
		const to = this.graph.edges
			.filter((edge) => edge.from.table === table && edge.to.unique)
			.map((edge) => edge.to.table);
		return [...new Set(to)].filter((of) => people.includes(of));
	}

	/** "in ascending order", "by losses": the same result in reverse order, or in another one. */
	protected orderAgain(before: Plan): void {
		const [first] = before.order;
		const [figure, ...figures] = before.figures;
		// "highest first" about groups
		if (this.pendingOrder !== null && figure !== undefined && figures.length === 0 && before.groups.length > 0) {
			this.order.push({ by: ranking(figure), direction: this.pendingOrder });
			this.limit = before.limit;
			return;
		}
		if (first === undefined || this.order.length > 0 || this.figures.length + this.shown.length > 0) return;
		const [, direction] = /\b(asc|desc)ending\b/i.exec(this.question) ?? [];
		const [by, ...others] = this.groups;
		const isOfRows = before.figures.length + before.groups.length === 0 && others.length === 0;
		if (by !== undefined && (!isOfRows || 'key' in by || formulaOf(by) !== null)) return;
		if (by === undefined && direction === undefined) return;
		const turned = direction === undefined ? first.direction : (direction.toLowerCase() as 'asc' | 'desc');
		this.order.push({ by: by === undefined || 'key' in by ? first.by : by, direction: turned });
		this.limit = before.limit;
		this.groups.length = 0;
	}
}

const number = 'one|two|three|four|five|six|seven|eight|nine|ten|\\d+';
const ends =
	'highest|lowest|largest|smallest|biggest|greatest|most|least|fewest|longest|shortest|best|worst|top|bottom|earliest|latest|oldest|newest|youngest|maximum|minimum|max|min';
const onlyEnd = new RegExp(
	`^\\W*(?:(?:and|but|now|what about|how about)\\W+)*(?:the )?(${ends})(?: (${number}))?(?: ones?)?\\W*$`,
	'i',
);
const onlyGraded = /^\W*(?:(?:and|but|now|what about|how about)\W+)*(?:the )?(\w+est)(?: ones?)?\W*$/i;
const anyEnd = new RegExp(`\\b(${ends})(?: (${number}))?\\b`, 'i');

/** "and the lowest?", "and the bottom 2?", "and the poorest?": the earlier questions with that ranking instead of theirs; null if they had none. */
export function withOtherEnd(question: string, before: readonly string[]): string[] | null {
	const [, end, count] = onlyEnd.exec(question) ?? [];
	const at = before.findLastIndex((text) => anyEnd.test(text));
	if (end !== undefined)
		return replaced(before, at, anyEnd, (_, old: string, counted?: string) => {
			// "the lowest" after the most ferries: the fewest ferries.
			const isCount = /^(?:most|least|fewest)$/i.test(old);
			const other = !isCount ? end : /^(?:lowest|smallest|minimum|min)$/i.test(end) ? 'fewest' : end;
			const word = isCount && /^(?:highest|largest|biggest|greatest|maximum|max)$/i.test(end) ? 'most' : other;
			// "the lowest" after five means one, "the bottom" means five.
			const isOne = counted !== undefined && !/^(top|bottom)$/i.test(end) && !/ones\W*$/i.test(question);
			const many = count ?? (isOne ? '1' : counted);
			return many === undefined ? word : `${word} ${many}`;
		});
	const [, graded = ''] = onlyGraded.exec(question) ?? [];
	const meant = readGradedAdjective(graded.toLowerCase());
	if (meant?.form !== 'superlative') return null;
	for (const [index, text] of [...before.entries()].reverse()) {
		const word = (text.match(/\w+est\b/gi) ?? []).find((other) => {
			const nouns = readGradedAdjective(other.toLowerCase())?.nouns ?? [];
			return nouns.some((noun) => meant.nouns.includes(noun));
		});
		if (word !== undefined) return replaced(before, index, word, () => graded);
	}
	return null;
}

type Replace = (found: string, end: string, count?: string) => string;

function replaced(before: readonly string[], at: number, what: RegExp | string, put: Replace): string[] | null {
	if (at < 0) return null;
	return before.map((text, index) => (index === at ? text.replace(what, put) : text));
}
