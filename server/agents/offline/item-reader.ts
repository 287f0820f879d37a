import { Refusal } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import type { Choices, Option } from './choices.ts';
import { displayOf, isIdentifier } from './columns.ts';
import { formulaOf } from './derived.ts';
import type { Graph } from './graph.ts';
import type { Item } from './item.ts';
import type { Plan, Where } from './plan.ts';

type Handler = (...items: Item[]) => boolean;

/** The unread rest of a question, and what its words mean in context. */
export abstract class ItemReader {
	protected readonly items: Item[];
	protected readonly original: readonly Item[];
	protected readonly graph: Graph;
	protected readonly isFollowing: boolean;
	protected readonly before: Plan | null;
	protected readonly question: string;
	protected readonly asksWho: boolean;
	private readonly tablesNamed: readonly Table[];

	private readonly choices: Choices;

	constructor(items: Item[], graph: Graph, choices: Choices, before: Plan | null, question: string) {
		this.question = question;
		this.asksWho = /^\W*who\b/i.test(question);
		this.choices = choices;
		this.items = items;
		this.original = [...items];
		this.graph = graph;
		this.isFollowing = before !== null;
		this.before = before;
		const named = items.flatMap((item) => (item.tag === 'T' ? (item.mention?.tables ?? []) : []));
		const spoken = new Set([...named, ...(before === null ? [] : [before.main])]);
		// If no dataset is named: those with columns that no other dataset has.
		if (spoken.size === 0)
			for (const { tag, mention } of items) {
				const owners = new Set(
					tag === 'C' && (mention?.score ?? 0) >= 0.7 ? mention?.columns.map(({ table }) => table) : [],
				);
				if (owners.size === 1) for (const owner of owners) spoken.add(owner);
			}
		this.tablesNamed = graph.tables.length === 1 ? graph.tables : [...spoken];
	}

	protected conditions(): readonly Where[] {
		return this.before?.where ?? [];
	}

	/** Applies a rule until its pattern no longer matches; a handler consumes what it takes. */
	protected rule(pattern: RegExp, take: Handler): void {
		for (let from = 0; ; ) {
			const tags = this.items.map((item) => item.tag).join('');
			const match = new RegExp(pattern, 'g');
			match.lastIndex = from;
			const found = match.exec(tags);
			if (found === null) return;
			const part = this.items.slice(found.index, found.index + found[0].length);
			if (part.length > 0 && take(...part)) {
				const kept = part.filter((item) => item.keep === true);
				for (const item of kept) item.keep = false;
				this.items.splice(found.index, part.length, ...kept, ...this.made.splice(0));
				from = 0;
			} else from = found.index + 1;
		}
	}

	/** Conditions that replaced the words stating them. */
	private readonly made: Item[] = [];

	protected met(where: Where): true {
		this.made.push({ tag: 'W', text: '', where });
		return true;
	}

	/** @param of what the words belong to, if they may mean something else in another context */
	protected pick<T>(item: Item, kind: string, options: readonly Option<T>[], of = ''): T {
		if (options.length === 0)
			throw new Refusal(
				`I can’t tell what "${item.text}" refers to in this question. Name a column instead.`,
				item.text,
			);
		return this.choices.pick(
			`${kind} ${item.text.toLowerCase()}${of}`,
			[...options].sort((a, b) => a.cost - b.cost),
		);
	}

	protected table(item: Item): Table {
		const tables = item.mention?.tables ?? [];
		return this.pick(
			item,
			'dataset',
			tables.map((value) => ({ value, cost: value.nameStems.length * 0.1 })),
		);
	}

	protected thing(item: Item): Column | Table {
		if (item.tag === 'C') return this.column(item);
		const table = this.table(item);
		// "weather" of the weather dataset: its kinds, not its rows.
		return (
			table.columns.find(
				({ name, kind, unique }) => kind === 'text' && !unique && name.toLowerCase() === table.name.toLowerCase(),
			) ?? table
		);
	}

	protected column(item: Item, test: (column: Column) => boolean = () => true): Column {
		const all = (item.mention?.columns ?? []).filter(test);
		if (all.length === 0)
			throw new Refusal(`No column called "${item.text}" fits this question. Try another column.`, item.text);
		const own = item.mention?.score === 0.9 ? this.ownerOf(item) : null;
		const owned = all.filter(({ table }) => own?.includes(table));
		if (owned.length > 0) all.splice(0, all.length, ...owned);
		const words = (item.mention?.to ?? 0) - (item.mention?.from ?? 0);
		// "can carry 1000 passengers": the requested dataset may also have a quantity named after them.
		const spoken = wordsOf(item.text).map(stem);
		const isRival = (column: Column) =>
			column.kind === 'number' &&
			test(column) &&
			!isIdentifier(column) &&
			spoken.every((word) => column.nameStems.includes(word));
		const rivals =
			item.mention?.score === 1 &&
			this.isCompared(item) &&
			all.every(({ kind, table }) => kind === 'number' && !this.tablesNamed.includes(table))
				? this.tablesNamed.flatMap(({ columns }) => columns.filter(isRival))
				: [];
		// "which cities have female donors": the home city of the donors is closer than the city of a drive.
		const isAlike = (column: Column) =>
			column.kind === 'text' && !column.unique && column.nameStems.at(-1) === spoken.at(-1) && test(column);
		const isAsked = item === this.original[0] || this.original[this.original.indexOf(item) - 1]?.tag === 'E';
		const isFar = isAsked && all.every(({ table }) => !this.tablesNamed.includes(table));
		if (item.mention?.score === 1 && isFar && spoken.length === 1)
			rivals.push(...this.tablesNamed.flatMap(({ columns }) => columns.filter(isAlike)));
		// "per month" within a year: months of the same date column.
		const isMet = (column: Column) => {
			const formula = formulaOf(column);
			return formula?.kind === 'unit' && this.conditions().some((where) => where.column === formula.of);
		};
		const unsaid = (column: Column): number => {
			const { name, nameStems } = column;
			const score = item.mention?.score ?? 0;
			// "by month": of the main date, not of one that applies only to some rows.
			const formula = formulaOf(column);
			if (formula?.kind === 'unit' && this.isOfDoer(column) > 0) return 0.6;
			if (formula?.kind === 'unit') return formula.of.nulls > 0 && !isMet(column) ? 0.25 : 0;
			if (score === 1) return 0;
			// A bare "name" is the column that names the rows; another name needs its owner.
			const isOfOther = this.graph.edges.some(
				({ from, to }) => from === column && to.unique && to.table !== column.table,
			);
			if (score === 0.9 && isOfOther && column !== displayOf(column.table)) return 0.8;
			if (score === 0.9) return column === displayOf(column.table) || nameStems.length === 1 ? 0 : 0.3;
			const isName = /(name|title)$/i.test(name) || column === displayOf(column.table);
			if (nameStems.length === words + 1 && isName) return 0;
			// "cost" with several kinds means their sum.
			if (this.graph.isDescribed && nameStems.includes('total')) return 0;
			return 0.1 * Math.max(0, nameStems.length - words) + (isName ? 0 : 0.15);
		};
		return this.pick(
			item,
			'column',
			[
				...all.map((value) => ({
					value,
					cost: this.distance(value.table, item) + unsaid(value) - (this.choices.has(value) || isMet(value) ? 0.3 : 0),
				})),
				...rivals.map((value) => ({ value, cost: value.kind === 'text' ? 0.6 : 0.9 })),
			],
			own === null ? '' : ` of ${own.map(({ name }) => name).join()}`,
		);
	}

	/** "how many visits did each doctor have in 2023": the year of the visits, not the year in which doctors were hired. */
	protected isOfDoer({ table }: Column): number {
		// "and in 2023?" after the mechanics with the most jobs: the year of the jobs.
		const ranks = this.before?.main === table ? this.before.order : [];
		const isTimed = ({ columns }: Table) => columns.some(({ kind }) => kind === 'time');
		if (ranks.some(({ by }) => 'fn' in by && by.table !== table && isTimed(by.table))) return 0.75;
		const [counts, counted, next, other] = this.original;
		const [own] = counted?.mention?.tables ?? [];
		const doer = next?.tag === 'E' ? other : next;
		const does = /^(did|do|does|has|have|had)$/;
		const isDoer = doer?.tag === 'T' && doer.mention?.tables.includes(table) === true && own !== table;
		const isDone = counts?.tag === 'H' && counted?.tag === 'T' && does.test(next?.lead ?? next?.after ?? '');
		if (isDoer && isDone && own !== undefined && isTimed(own)) return 0.5;
		// "total amount paid by boat in 2024": when it was paid, not the year in which boats were built.
		const by = this.original.findIndex(({ tag }) => tag === 'E');
		const isGroup =
			this.original[by + 1]?.tag === 'T' && this.original[by + 1]?.mention?.tables.includes(table) === true;
		const figured = this.original
			.slice(0, Math.max(by, 0))
			.flatMap(({ mention }) => [
				...(mention?.tables ?? []),
				...(mention?.columns.map((column) => column.table) ?? []),
			]);
		return isGroup && !figured.includes(table) && figured.some(isTimed) ? 0.75 : 0;
	}

	/** Whether the conversation is about a column already: as a condition, as what makes the groups, or as the link that they are found by. */
	protected isUsedBefore(column: Column): boolean {
		const { where = [], groups = [], ways = [] } = this.before ?? {};
		const isUnitOf = (group: Column | Table) => {
			const formula = 'key' in group ? null : formulaOf(group);
			return formula?.kind === 'unit' && formula.of === column;
		};
		return (
			where.some((item) => item.column === column) ||
			groups.some((group) => group === column || isUnitOf(group)) ||
			ways.some(({ from }) => from === column)
		);
	}

	/** "more than 1000 passengers" */
	private isCompared(item: Item): boolean {
		const at = this.original.indexOf(item);
		return this.original[at - 1]?.tag === 'N' || this.original[at + 1]?.tag === 'G';
	}

	/** "the names of the singers", "a merchant with ID 1": the owner of a name or key. */
	private ownerOf(item: Item): readonly Table[] | null {
		const at = this.original.indexOf(item);
		const [before, next] = [this.original[at - 1], this.original[at + 1]];
		if (before?.tag === 'T' && /^(with|whose|has|have|having)$/.test(item.lead ?? ''))
			return before.mention?.tables ?? [];
		if (next?.tag === 'T' && next.lead === 'of') return next.mention?.tables ?? [];
		// "their district names"
		if (before?.tag === 'T' && before.mention?.to === item.mention?.from) return before.mention?.tables ?? [];
		// "the name and total points of each player"
		const rest = this.original.slice(at + 1);
		const end = rest.findIndex(({ tag }) => !'&,CAH'.includes(tag));
		const [by, of] = rest.slice(end);
		return end > 0 && by?.tag === 'E' && /^of (each|every)/.test(by.text) && of?.tag === 'T'
			? (of.mention?.tables ?? [])
			: null;
	}

	/** Distance of a dataset from those named near a word: the nearest one named, another one named, or none. */
	protected distance(table: Table, item?: Item): number {
		if (!this.tablesNamed.includes(table)) return this.tablesNamed.length === 0 ? 0 : 0.5;
		if (item === undefined) return 0;
		const at = this.original.indexOf(item);
		// "its name" refers to what was requested first.
		if (/^(its|their|his|her)$/.test(item.after ?? '')) {
			const asked = this.original.find(({ tag }) => tag === 'T')?.mention?.tables;
			return asked === undefined || asked.includes(table) ? 0 : 0.5;
		}
		const ranked = this.original
			.flatMap((other, index) =>
				other.tag === 'T' || other.mention?.tables.length
					? [{ tables: other.mention?.tables ?? [], distance: index > at ? index - at : at - index + 0.5 }]
					: [],
			)
			.sort((a, b) => a.distance - b.distance);
		const [next] = ranked;
		return next === undefined || next.tables.includes(table) ? 0 : 0.25;
	}
}
