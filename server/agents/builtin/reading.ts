import { monthName, weekdayName } from './dates.ts';
import { capital, join } from './english.ts';
import type { ColumnRef, Comparison, Dimension, Filter, Intent, Measure, Order } from './intent.ts';
import { keyOf, type Schema, type Table } from './schema.ts';

/** How a question was read, in plain words: what is reckoned, of which rows, in which groups and order. */
export function readingOf(intent: Intent, schema: Schema): string {
	const root = schema.tables.find((table) => table.key === intent.root);
	const say = new Words(schema, intent.root);
	const rows = root === undefined ? 'rows' : rowsOf(root);
	const what =
		intent.measures.length > 0
			? list(intent.measures, 'and', (measure) => say.measure(measure, rows))
			: say.list(intent, rows);
	const of =
		intent.measures.length > 0 &&
		!intent.measures.some((measure) => measure.kind === 'count' || measure.kind === 'share')
			? `, from ${rows}`
			: '';
	const where =
		intent.filters.length > 0 ? ` where ${list(intent.filters, 'and', (filter) => say.filter(filter))}` : '';
	const by =
		intent.dimensions.length > 0
			? `, for each ${list(intent.dimensions, 'and', (dimension) => say.dimension(dimension))}`
			: '';
	const having =
		intent.having.length > 0
			? `, only where there are ${list(intent.having, 'and', ({ op, value }) => `${comparisons[op]} ${figure(value)} ${rows}`)}`
			: '';
	const sentence = `${overGroups(intent)}${what}${of}${where}${by}${having}${say.order(intent)}.`;
	return [capital(sentence), ...intent.notes.map((note) => `${capital(note)}.`)].join(' ');
}

const figure = (value: number): string =>
	value.toLocaleString('en-US', { useGrouping: Math.abs(value) >= 10_000, maximumFractionDigits: 6 });
export const comparisons: Record<Comparison, string> = {
	'=': 'exactly',
	'<': 'fewer than',
	'<=': 'at most',
	'>': 'more than',
	'>=': 'at least',
};
export const signs: Record<Comparison, string> = {
	'=': 'is',
	'<': 'is less than',
	'<=': 'is at most',
	'>': 'is more than',
	'>=': 'is at least',
};
export const aggregates = {
	avg: 'the average',
	sum: 'the total',
	min: 'the lowest',
	max: 'the highest',
	median: 'the median',
};

const partNames = { weekday: weekdayName, month: monthName, hour: String };

const rowsOf = (table: Table): string => `rows of ${table.name}`;

const list = <T>(items: readonly T[], word: 'and' | 'or', say: (item: T) => string): string =>
	join(items.map(say), word);

function overGroups({ over }: Intent): string {
	if (over === null) return '';
	return over === 'count' ? 'the number of groups with ' : `${aggregates[over]}, across all groups, of `;
}

class Words {
	private readonly schema: Schema;
	private readonly root: string;

	constructor(schema: Schema, root: string) {
		this.schema = schema;
		this.root = root;
	}

	column(ref: ColumnRef): string {
		if (ref.table === this.root) return `"${ref.column}"`;
		const table = this.schema.tables.find((table) => keyOf(table.dataset.coordinate) === ref.table);
		const way = ref.via.map((step) => `"${step.from}"`).join(' and ');
		return `"${ref.column}" of ${table?.name ?? ref.table} (linked by ${way})`;
	}

	dimension({ column, unit }: Dimension): string {
		return unit === null
			? this.column(column)
			: `${unit === 'weekday' ? 'day of the week' : unit} of ${this.column(column)}`;
	}

	measure(measure: Measure, rows: string): string {
		switch (measure.kind) {
			case 'count':
				return `the number of ${rows}`;
			case 'distinct':
				return `the number of distinct ${measure.unit === null ? this.column(measure.column) : this.dimension(measure)}`;
			case 'aggregate':
				return `${aggregates[measure.fn]} ${this.column(measure.column)}`;
			case 'plain':
				return this.column(measure.column);
			case 'share':
				return `the percentage of ${rows} where ${list(measure.filters, 'and', (filter) => this.filter(filter))}`;
			case 'shareOfAll':
				return `the percentage of all ${measure.column === null ? rows : this.column(measure.column)}`;
			case 'rate':
				return `${this.measure(measure.of, rows)} for every ${measure.factor === 1 ? '' : `${figure(measure.factor)} of `}${measure.per.kind === 'count' ? 'row' : measure.per.kind === 'aggregate' ? this.column(measure.per.column) : 'one'}`;
			case 'change':
				return `how much ${this.column(measure.column)} changed from ${measure.from} to ${measure.to}`;
		}
	}

	list(intent: Intent, rows: string): string {
		if (intent.show.length === 0) return `all columns of the ${rows}`;
		const shown =
			intent.show.length > 4 ? `${intent.show.length} columns` : list(intent.show, 'and', (ref) => this.column(ref));
		return `${intent.distinct ? 'the distinct ' : ''}${shown} of the ${rows}`;
	}

	filter(filter: Filter): string {
		const column = this.column(filter.column);
		const not = filter.negated ? 'not ' : '';
		switch (filter.kind) {
			case 'is':
				return `${column} is ${not}${list(filter.values.slice(0, 5), 'or', (value) => `"${value}"`)}${filter.values.length > 5 ? ` or one of ${filter.values.length - 5} more` : ''}`;
			case 'text':
				return `${column} does ${not}${filter.how === 'contains' ? 'contain' : filter.how === 'starts' ? 'start with' : 'end with'} "${filter.text}"`.replace(
					/ does (contain|start|end)/,
					' $1s',
				);
			case 'number':
				return `${column} ${filter.negated ? signs[filter.op].replace('is', 'isn’t') : signs[filter.op]} ${filter.op === '=' ? String(filter.value) : figure(filter.value)}`;
			case 'between':
				return `${column} is ${not}from ${filter.from} to ${filter.to}`;
			case 'time':
				return `${column} is ${not}${span(filter.from, filter.to)}`;
			case 'part':
				return `the ${filter.part} of ${column} ${not}${signs[filter.op]} ${list(filter.values, 'or', partNames[filter.part])}`;
			case 'any':
				return list(filter.of, 'or', (filter) => this.filter(filter));
			case 'empty':
				return `${column} is ${filter.negated ? 'not empty' : 'empty'}`;
		}
	}

	order({ order, limit, ties, measures, dimensions }: Intent): string {
		const [first] = order;
		if (first === undefined) return limit === null ? '' : `, the first ${limit}`;
		const by = this.orderedBy(first, measures, dimensions);
		const end = first.direction === 'desc' ? 'highest' : 'lowest';
		if (limit === null) return 'dimension' in first.by ? '' : `, ${end} ${by} first`;
		return limit === 1 && ties ? `, the one with the ${end} ${by}` : `, the ${limit} with the ${end} ${by}`;
	}

	private orderedBy({ by }: Order, measures: readonly Measure[], dimensions: readonly Dimension[]): string {
		if ('column' in by) return this.column(by.column);
		if ('dimension' in by)
			return dimensions[by.dimension] === undefined ? '' : this.dimension(dimensions[by.dimension] as Dimension);
		const measure = measures[by.measure];
		if (measure?.kind === 'aggregate' && (measure.fn === 'max' || measure.fn === 'min'))
			return this.column(measure.column);
		return measure === undefined ? '' : this.measure(measure, 'rows').replace(/^the /, '');
	}
}

export const dayBefore = (date: string): string => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

/** Days that are shown are all within. */
function span(from: string | null, to: string | null): string {
	const last = to === null ? null : dayBefore(to);
	if (from === null) return `on or before ${last}`;
	if (last === null) return `on or after ${from}`;
	return from === last ? `on ${from}` : `from ${from} to ${last}`;
}
