import { Refusal } from '../builtin/refusal.ts';
import type { Column } from '../builtin/schema.ts';
import type { Choices } from './choices.ts';
import { FigureReader } from './figure-reader.ts';
import { type Graph, isMostlyNumbers } from './graph.ts';
import type { Item } from './item.ts';
import type { Plan } from './plan.ts';

/** How a question begins that only changes the one before. */
export const lead = /^\W*(and|but|now|then|also|what about|how about|(?=(?:in|by|for|from|with|on|at)\b))/i;

/** "for all years", "ignore the year" */
const widens = /\b(?:for|in|of|with|over|from) (?:all|any|every)\b|^\W*(?:get rid of|remove|drop|ignore|forget|regardless of)\b/i;

export const namesRows = ({ distinct, table, kind }: Column): boolean =>
	kind === 'text' && (distinct ?? 0) >= 0.8 * Math.max(2, table.dataset.rows);
/** A name of one row takes the place of another: "when was A aired?", "when was B?". */
const replaces = (column: Column, before: Column): boolean =>
	column.table === before.table && namesRows(column) && namesRows(before);

/** Reads what a follow-up changes of the question before. */
export abstract class FollowUpReader extends FigureReader {
	protected readonly before: Plan | null;
	protected readonly question: string;
	private readonly adds: boolean;
	private readonly isInstead: boolean;

	constructor(items: Item[], graph: Graph, choices: Choices, before: Plan | null = null, question = '') {
		super(items, graph, choices, before);
		this.adds = /\b(also|too|as well)\b/i.test(question);
		this.isInstead = lead.test(question) && !this.adds;
		this.before = before;
		this.question = question;
	}

	/** The earlier plan without its conditions on columns that are named; null where the question asks for something else. */
	private widened(before: Plan): Plan | null {
		if (!widens.test(this.question)) return null;
		const named = new Set(this.original.flatMap(({ mention }) => mention?.columns ?? []));
		const where = before.where.filter(({ column }) => !named.has(column));
		if (where.length === before.where.length) return null;
		return { ...before, where };
	}

	/** The earlier plan with other conditions, columns, figures or order. */
	protected changed(before: Plan): Plan {
		const widened = this.widened(before);
		if (widened !== null) return widened;
		const left = this.items.filter((item) => !/[_,&DT]/.test(item.tag));
		const counts = left.some(({ tag }) => tag === 'H');
		const aggregate = left.find(({ tag }) => tag === 'A')?.phrase;
		for (const item of left) {
			if (item.tag === 'C') this.shown.push(this.column(item));
			else if (item.tag !== 'H' && item.tag !== 'A')
				throw new Refusal(`I can't tell what "${item.text}" should change.`, item.text);
		}
		if (counts) this.figures.push({ fn: 'count', column: null, table: before.main });
		if (aggregate?.kind === 'aggregate') {
			const column = before.figures[0]?.column ?? (before.shown.length === 1 ? before.shown[0] : undefined) ?? null;
			if (column === null || column.kind !== 'number') throw new Refusal('Of what? Name a column.');
			this.figures.push({ fn: aggregate.fn, column, table: column.table });
		}
		const fresh = this.where.length > 0 || this.having.length > 0 || this.without.length > 0;
		if (
			!fresh &&
			this.shown.length === 0 &&
			this.figures.length === 0 &&
			this.groups.length === 0 &&
			this.order.length === 0
		)
			throw new Refusal("I can't tell what should change from the last question. Ask the full question.");
		const where = [
			...before.where.filter(
				({ column }) => !this.where.some((other) => other.column === column || replaces(other.column, column)),
			),
			...this.where,
		];
		if (this.figures.length > 0 && before.limit !== null)
			throw new Refusal("I can't calculate this from only the first rows. Ask the full question.");
		if (this.shown.length > 0 && this.adds) this.shown.unshift(...before.shown);
		const [figure] = before.figures;
		const [other] = this.shown;
		if (
			this.isInstead &&
			figure?.column != null &&
			before.figures.length === 1 &&
			other !== undefined &&
			this.figures.length === 0
		) {
			this.figures.push({ ...figure, column: other, table: other.table });
			this.shown.length = 0;
		}
		const [rank] = before.order;
		if (
			this.isInstead &&
			rank !== undefined &&
			!('fn' in rank.by) &&
			before.limit !== null &&
			other !== undefined &&
			(other.kind === 'number' || isMostlyNumbers(other)) &&
			this.order.length === 0
		) {
			this.order.push({ ...rank, by: other });
			this.limit = before.limit;
			this.shown.length = 0;
		}
		const asks = this.shown.length > 0 || this.figures.length > 0;
		// "The highest price? Which shop is it?": the row that has it.
		const isExtreme = before.groups.length === 0 && before.figures.length === 1 && figure?.column != null;
		if (isExtreme && /^(min|max)$/.test(figure.fn) && this.shown.length > 0 && this.order.length === 0) {
			this.order.push({ by: figure.column, direction: figure.fn === 'max' ? 'desc' : 'asc' });
			this.limit = 1;
		}
		return {
			...before,
			where,
			having: [...before.having, ...this.having],
			without: [...before.without, ...this.without],
			shown: asks ? [...new Set(this.shown)] : before.shown,
			figures: asks ? this.figures : before.figures,
			groups: this.groups.length > 0 ? this.groups : asks ? [] : before.groups,
			order: this.order.length > 0 ? this.order : before.order,
			limit: this.order.length > 0 ? this.limit : before.limit,
		};
	}
}
