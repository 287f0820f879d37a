import { Refusal } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import type { Graph } from './graph.ts';
import type { Item } from './items.ts';
import type { Plan } from './plan.ts';

type Handler = (...items: Item[]) => boolean;

/** What is left of a question, and what its words mean beside each other. */
export abstract class ItemReader {
	protected readonly items: Item[];
	protected readonly original: readonly Item[];
	protected readonly graph: Graph;
	protected readonly isFollowing: boolean;
	private readonly tablesNamed: readonly Table[];

	constructor(items: Item[], graph: Graph, before: Plan | null) {
		this.items = items;
		this.original = [...items];
		this.graph = graph;
		this.isFollowing = before !== null;
		const named = items.flatMap((item) => (item.tag === 'T' ? (item.mention?.tables ?? []) : []));
		this.tablesNamed =
			graph.tables.length === 1 ? graph.tables : [...new Set([...named, ...(before === null ? [] : [before.main])])];
	}

	/** Finds a rule's pattern until it finds no more; what a handler takes is gone. */
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
				this.items.splice(found.index, part.length, ...kept);
				from = 0;
			} else from = found.index + 1;
		}
	}

	protected table(item: Item): Table {
		const [table, ...others] = item.mention?.tables ?? [];
		if (table === undefined || others.length > 0)
			throw new Refusal(`"${item.text}" may be several datasets.`, item.text);
		return table;
	}

	protected thing(item: Item): Column | Table {
		if (item.tag === 'C') return this.column(item);
		return this.table(item);
	}

	protected column(item: Item, test: (column: Column) => boolean = () => true): Column {
		const all = (item.mention?.columns ?? []).filter(test);
		const found = this.near(all, item);
		const [column, ...others] = found;
		if (column === undefined) throw new Refusal(`"${item.text}" is no column that fits here.`, item.text);
		if (others.length > 0) {
			const names = found.filter(
				(candidate) =>
					/(name|title)$/i.test(candidate.name) &&
					candidate.nameStems.length === (item.mention?.to ?? 0) - (item.mention?.from ?? 0) + 1,
			);
			if (names.length === 1 && names[0] !== undefined) return names[0];
			const keys = found.filter((candidate) => candidate.unique);
			const isOne = found.every(
				(other) => other === keys[0] || this.graph.edges.some(({ from, to }) => from === other && to === keys[0]),
			);
			if (keys.length === 1 && keys[0] !== undefined && isOne) return keys[0];
			throw new Refusal(
				`"${item.text}" may be ${found.map(({ name, table }) => `"${name}" of ${table.name}`).join(' or ')}. Which one do you mean?`,
				item.text,
			);
		}
		return column;
	}

	/** Of columns those of the dataset that is named next to a word, else of any that is named. */
	protected near(columns: readonly Column[], item?: Item): Column[] {
		if (columns.length < 2) return [...columns];
		const named = columns.filter(({ table }) => this.tablesNamed.includes(table));
		const of = named.length > 0 ? named : [...columns];
		const tables = new Set(of.map(({ table }) => table));
		if (tables.size < 2 || item === undefined) return named.length > 0 ? of : [...columns];
		const at = this.original.indexOf(item);
		const ranked = this.original
			.flatMap((other, index) =>
				other.tag === 'T' || other.mention?.tables.length
					? [{ tables: other.mention?.tables ?? [], distance: index > at ? index - at : at - index + 0.5 }]
					: [],
			)
			.sort((a, b) => a.distance - b.distance);
		const next = ranked.find((candidate) => candidate.tables.some((table) => tables.has(table)));
		return next === undefined ? of : of.filter(({ table }) => next.tables.includes(table));
	}
}
