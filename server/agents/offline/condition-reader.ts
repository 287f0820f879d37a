import type { Comparison } from '../builtin/intent.ts';
import { Refusal } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { displayOf, isIdentifier } from './graph.ts';
import { ItemReader } from './item-reader.ts';
import type { Item } from './items.ts';
import type { Figure, Plan, Where } from './plan.ts';

/** Reads which rows a question is about. */
export abstract class ConditionReader extends ItemReader {
	protected readonly where: Where[] = [];
	protected readonly figures: Figure[] = [];
	protected readonly shown: Column[] = [];
	protected readonly without: Table[] = [];
	protected readonly having: Plan['having'][number][] = [];

	protected readConditions(): void {
		const numeric = (item: Item) => (item.mention?.columns ?? []).some((column) => column.kind === 'number');
		this.rule(/CBN&N/, (name, _between, low, _and, high) => {
			if (name === undefined || !numeric(name)) return false;
			this.where.push({
				kind: 'between',
				column: this.column(name, isNumber),
				from: low?.number ?? 0,
				to: high?.number ?? 0,
			});
			return true;
		});
		this.rule(/CLV|CLN/, (name, how, value) => {
			if (name === undefined || how?.phrase?.kind !== 'text') return false;
			this.where.push({
				kind: 'text',
				column: this.column(name, isText),
				how: how.phrase.how,
				text: value?.text ?? '',
				not: false,
			});
			return true;
		});
		this.rule(/CX?GA(?![CT])|CX?GAC|GAC/, (...all) => {
			const name = all.find(({ tag }) => tag === 'C');
			const rest = all;
			const sign = rest.find(({ tag }) => tag === 'G')?.phrase;
			const fn = rest.find(({ tag }) => tag === 'A')?.phrase;
			if (
				name === undefined ||
				rest.some(({ tag }) => tag === 'X') ||
				sign?.kind !== 'comparison' ||
				fn?.kind !== 'aggregate' ||
				fn.fn === 'sum' ||
				fn.fn === 'median'
			)
				return false;
			this.where.push({ kind: 'extreme', column: this.column(name, isNumber), fn: fn.fn, op: sign.op });
			return true;
		});
		this.rule(/CX?GN|X?GNC|GCN|CN(?:\|N)*(?!C)|NC|CXN/, (...part) => this.compared(part));
		this.rule(/GNT|NRT|GN[,_]*T/, (...part) => {
			const sign = part.find(({ tag }) => tag === 'G')?.phrase;
			const table = part.find(({ tag }) => tag === 'T')?.mention?.tables;
			const number = part.find(({ tag }) => tag === 'N')?.number;
			if (table?.length !== 1 || table[0] === undefined || number === undefined) return false;
			const op = sign?.kind === 'comparison' ? sign.op : '>=';
			this.having.push({ table: table[0], op, value: number });
			return true;
		});
		this.rule(/[CT]?X?V(?:\|V)*C?/, (...part) => this.values(part));
		this.rule(/N(?:\|N)*(?![CTN])/, (...part) => {
			const years = part.flatMap(({ number }) => number ?? []);
			const year = years[0] ?? 0;
			if (years.some((value) => !Number.isInteger(value) || value < 1000 || value > 2999)) return false;
			const columns = this.near(
				this.graph.tables.flatMap((table) => table.columns).filter((column) => column.isYear || column.kind === 'time'),
			);
			const [only, ...others] = columns;
			if (only === undefined || others.length > 0) return false;
			if (years.length > 1) {
				if (!only.isYear) return false;
				this.where.push({ kind: 'oneOf', column: only, values: years });
			} else
				this.where.push(
					only.isYear
						? { kind: 'number', column: only, op: '=', value: year, not: false }
						: { kind: 'year', column: only, value: year },
				);
			return true;
		});
		this.rule(/X[,_]*T/, (...part) => {
			const table = part.at(-1)?.mention?.tables;
			if (table?.length !== 1 || table[0] === undefined) return false;
			this.without.push(table[0]);
			return true;
		});
	}

	private compared(part: readonly Item[]): boolean {
		const name = part.find(({ tag }) => tag === 'C');
		const number = part.find(({ tag }) => tag === 'N')?.number;
		const sign = part.find(({ tag }) => tag === 'G')?.phrase;
		if (name === undefined || number === undefined) return false;
		const first = this.items.find(({ tag }) => tag === 'C');
		if (name === first && part[0] === name && !this.items.some((item) => item !== name && 'CTHA'.includes(item.tag)))
			return false;
		const not = part.some(({ tag }) => tag === 'X');
		const op: Comparison = sign?.kind === 'comparison' ? sign.op : '=';
		const column = this.column(name, isNumber);
		const numbers = part.filter(({ tag }) => tag === 'N').map((item) => item.number ?? 0);
		if (isIdentifier(column) && op !== '=') return false;
		if (numbers.length > 1) this.where.push({ kind: 'oneOf', column, values: numbers });
		else this.where.push({ kind: 'number', column, op, value: number, not });
		return true;
	}

	private values(part: readonly Item[]): boolean {
		const values = part.filter(({ tag }) => tag === 'V');
		const labels = part.filter(({ tag }) => tag === 'C' || tag === 'T');
		const not = part.some(({ tag }) => tag === 'X');
		let columns = (values[0]?.mention?.values ?? []).map(({ column }) => column);
		for (const value of values.slice(1))
			columns = columns.filter((column) => value.mention?.values.some((other) => other.column === column));
		columns = [...new Set(columns)];
		let label: Item | undefined;
		for (const candidate of labels) {
			const named =
				candidate.tag === 'T'
					? columns.filter((column) => candidate.mention?.tables.includes(column.table))
					: columns.filter((column) => candidate.mention?.columns.includes(column));
			if (named.length === 0) continue;
			columns = named;
			if (candidate.tag === 'C') label = candidate;
		}
		const way = values[0]?.after ?? '';
		const directed =
			directions[way] === undefined
				? []
				: columns.filter(({ nameStems }) => nameStems.some((word) => directions[way]?.includes(word)));
		const near = this.near(directed.length > 0 ? directed : columns);
		const [column, ...others] = near;
		if (column === undefined) return false;
		if (others.length > 0) {
			const named = near.filter((candidate) => candidate === displayOf(candidate.table));
			if (named.length !== 1 || named[0] === undefined)
				throw new Refusal(
					`"${values[0]?.text}" may be the ${near.map((candidate) => `"${candidate.name}" of ${candidate.table.name}`).join(' or the ')}. Which one do you mean?`,
					values[0]?.text,
				);
			near.splice(0, near.length, named[0]);
		}
		const chosen = near[0] as Column;
		this.where.push({
			kind: 'is',
			column: chosen,
			values: values.flatMap((value) =>
				(value.mention?.values ?? []).filter((other) => other.column === chosen).map((other) => other.value),
			),
			not,
		});
		for (const candidate of labels) candidate.keep = candidate !== label || this.isAskedFor(candidate);
		return true;
	}

	/** Whether a column is what is asked for: the first that is named, where nothing else is. */
	private isAskedFor(item: Item): boolean {
		if (this.isFollowing) return false;
		const others = this.items.filter((other) => other !== item && 'CHA'.includes(other.tag));
		return others.length === 0;
	}
}

/** What columns are called that "from" and "to" speak of. */
const directions: Record<string, readonly string[] | undefined> = {
	from: ['from', 'origin', 'sourc', 'source', 'departur', 'sender', 'start'],
	to: ['to', 'destination', 'target', 'arrival', 'receiver', 'end'],
};
export const isNumber = (column: Column): boolean => column.kind === 'number';
const isText = (column: Column): boolean => column.kind === 'text';
