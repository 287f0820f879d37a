import type { DatasetCoordinate } from '#contract/dataset.ts';
import { literal, quoted, quotedPath } from '#lib/sql/quoting.ts';
import { countedAs } from '#lib/text/plural.ts';
import type { ColumnRef, Dimension, Filter, Intent, Measure, Order, Step, TimeUnit } from './intent.ts';
import { indexOf } from './link-values.ts';
import type { Column, Schema, Table } from './schema.ts';
import { stem } from './stem.ts';

const number = (value: number): string =>
	Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : String(Number(value.toPrecision(15)));

interface Query {
	readonly sql: string;
	readonly datasets: readonly DatasetCoordinate[];
}

/** One SELECT for an intent. @throws Error for an intent that speaks of what the schema has not */
export function toSql(intent: Intent, schema: Schema): Query {
	return new Builder(intent, schema).build();
}

class Builder {
	private readonly intent: Intent;
	private readonly schema: Schema;
	private readonly root: Table;
	/** The joined datasets by the way that leads there; the root by the empty way. */
	private readonly joined = new Map<string, { table: Table; alias: string; on: string }>();

	constructor(intent: Intent, schema: Schema) {
		this.intent = intent;
		this.schema = schema;
		this.root = this.table(intent.root);
		this.joined.set('[]', { table: this.root, alias: 't', on: '' });
	}

	build(): Query {
		const sql = this.intent.measures.length > 0 ? this.grouped() : this.listed();
		return { sql, datasets: [...new Set([...this.joined.values()].map((item) => item.table.dataset.coordinate))] };
	}

	private table(key: string): Table {
		const table = this.schema.tables.find((table) => table.key === key);
		if (table === undefined) throw new Error(`There is no dataset ${key} here.`);
		return table;
	}

	private column(ref: ColumnRef): Column {
		const column = this.table(ref.table).columns.find((column) => column.name === ref.column);
		if (column === undefined) throw new Error(`There is no column "${ref.column}" in ${ref.table}.`);
		return column;
	}

	private alias(via: readonly Step[]): string {
		const key = JSON.stringify(via);
		const known = this.joined.get(key);
		if (known !== undefined) return known.alias;
		const step = via.at(-1);
		if (step === undefined) return 't';
		const before = this.alias(via.slice(0, -1));
		const table = this.table(step.table);
		const alias = `t${this.joined.size + 1}`;
		const join = this.schema.joins.find(
			(join) => join.from.name === step.from && join.to.name === step.to && join.to.table === table,
		);
		const side = (value: string) => {
			const trimmed = join?.trim === true ? `trim(${value})` : value;
			return join?.caseSensitive === false ? `lower(${trimmed})` : trimmed;
		};
		const on = `${side(`${before}.${quoted(step.from)}`)} = ${side(`${alias}.${quoted(step.to)}`)}`;
		this.joined.set(key, { table, alias, on });
		return alias;
	}

	/** A column as it is stored. */
	private raw(ref: ColumnRef): string {
		return `${this.alias(ref.via)}.${quoted(ref.column)}`;
	}

	/** A column to reckon with: text that holds numbers or dates is cast. */
	private value(ref: ColumnRef): string {
		const { textOf } = this.column(ref);
		if (textOf === 'number') return `try_cast(${this.raw(ref)} AS DOUBLE)`;
		return textOf === 'date' ? `try_cast(${this.raw(ref)} AS TIMESTAMP)` : this.raw(ref);
	}

	private dimension({ column, unit }: Dimension): string {
		return unit === null ? this.raw(column) : timeExpressions[unit](this.value(column), this.column(column));
	}

	private measure(measure: Measure): string {
		switch (measure.kind) {
			case 'count':
				return 'count(*)';
			case 'distinct':
				return `count(DISTINCT ${this.dimension(measure)})`;
			case 'aggregate':
				return `${measure.fn}(${this.value(measure.column)})`;
			case 'plain':
				return `any_value(${this.value(measure.column)})`;
			case 'share':
				return `100.0 * count(*) FILTER (WHERE ${this.all(measure.filters)}) / count(*)`;
			case 'shareOfAll': {
				const part = measure.column === null ? 'count(*)' : `sum(${this.value(measure.column)})`;
				return `100.0 * ${part} / sum(${part}) OVER ()`;
			}
			case 'rate':
				return `${number(measure.factor)}.0 * ${this.measure(measure.of)} / nullif(${this.measure(measure.per)}, 0)`;
			case 'change': {
				const at = (year: number) =>
					`max(${this.value(measure.column)}) FILTER (WHERE ${this.value(measure.over)} = ${number(year)})`;
				return `${at(measure.to)} - ${at(measure.from)}`;
			}
		}
	}

	private all(filters: readonly Filter[]): string {
		return filters.map((filter) => this.condition(filter)).join(' AND ');
	}

	private condition(filter: Filter): string {
		const positive = this.positive(filter);
		return filter.negated ? `(${positive}) IS NOT TRUE` : positive;
	}

	private positive(filter: Filter): string {
		const value = () => this.value(filter.column);
		switch (filter.kind) {
			case 'is': {
				const type = this.column(filter.column).kind;
				const values = filter.values.map((value) => (type === 'boolean' ? value : literal(value)));
				return values.length === 1
					? `${this.raw(filter.column)} = ${values[0]}`
					: `${this.raw(filter.column)} IN (${values.join(', ')})`;
			}
			case 'text': {
				const text = `lower(${this.raw(filter.column)})`;
				const wanted = filter.text.toLowerCase();
				if (filter.how === 'starts') return `starts_with(${text}, ${literal(wanted)})`;
				if (filter.how === 'ends') return `ends_with(${text}, ${literal(wanted)})`;
				if (!filter.wholeWord) return `contains(${text}, ${literal(wanted)})`;
				const words = wanted
					.split(' ')
					.map((word) => formsOf(word.replaceAll(/[^\p{L}\d]/gu, ''), this.column(filter.column)))
					.join('[^a-z0-9]+');
				return `regexp_matches(${text}, ${literal(`(^|[^a-z0-9])${words}($|[^a-z0-9])`)})`;
			}
			case 'number':
				return `${value()} ${filter.op} ${number(filter.value)}`;
			case 'between':
				return `${value()} BETWEEN ${number(filter.from)} AND ${number(filter.to)}`;
			case 'time': {
				const parts = [
					...(filter.from === null ? [] : [`${value()} >= DATE ${literal(filter.from)}`]),
					...(filter.to === null ? [] : [`${value()} < DATE ${literal(filter.to)}`]),
				];
				return parts.join(' AND ');
			}
			case 'part': {
				const part = `extract(${filter.part === 'weekday' ? 'isodow' : filter.part} FROM ${value()})`;
				return filter.op === '='
					? `${part} IN (${filter.values.join(', ')})`
					: `${part} ${filter.op} ${filter.values[0] ?? 0}`;
			}
			case 'any':
				return `(${filter.of.map((filter) => `(${this.condition(filter)})`).join(' OR ')})`;
			case 'empty':
				return `${this.raw(filter.column)} IS NULL`;
		}
	}

	private grouped(): string {
		const { intent } = this;
		const names = new Names();
		const groups = intent.dimensions.map((dimension) => ({
			sql: this.dimension(dimension),
			name: names.free(dimensionName(dimension)),
		}));
		const measures = intent.measures.map((measure) => ({
			sql: this.measure(measure),
			name: names.free(measureName(measure, this.root)),
		}));
		const order = intent.order.map((order) => this.order(order, groups, measures));
		const where = this.where();
		const having = intent.having.map((item) => `${this.measure(item.measure)} ${item.op} ${number(item.value)}`);
		const select = [...groups, ...measures].map((group) => `${group.sql} AS ${quoted(group.name)}`).join(',\n  ');
		const [first] = intent.order;
		const rankedBy =
			intent.ties && first !== undefined && 'measure' in first.by
				? `${measures[first.by.measure]?.sql} ${first.direction.toUpperCase()} NULLS LAST`
				: null;
		const lines = [
			`SELECT\n  ${select}`,
			this.from(),
			...where,
			...(groups.length > 0 ? [`GROUP BY ${groups.map((_, index) => index + 1).join(', ')}`] : []),
			...(having.length > 0 ? [`HAVING ${having.join(' AND ')}`] : []),
			...this.end(intent.over === null ? order : [], rankedBy),
		];
		const sql = lines.join('\n');
		if (intent.over === null) return sql;
		const inner = `  ${sql.replaceAll('\n', '\n  ')}`;
		const name = intent.over === 'count' ? 'groups' : `${intent.over}_${measures[0]?.name ?? 'value'}`;
		const outer = intent.over === 'count' ? 'count(*)' : `${intent.over}(${quoted(measures[0]?.name ?? '')})`;
		return `SELECT ${outer} AS ${quoted(name)}\nFROM (\n${inner}\n) AS "groups"`;
	}

	private order(
		item: Order,
		groups: readonly { name: string }[] = [],
		measures: readonly { name: string }[] = [],
	): string {
		const way = item.direction.toUpperCase();
		if ('measure' in item.by) return `${quoted(measures[item.by.measure]?.name ?? '')} ${way} NULLS LAST`;
		if ('dimension' in item.by) {
			const dimension = this.intent.dimensions[item.by.dimension];
			const part = numbered[dimension?.unit ?? ''];
			if (dimension !== undefined && part !== undefined)
				return `min(extract(${part} FROM ${this.value(dimension.column)})) ${way}`;
			return `${quoted(groups[item.by.dimension]?.name ?? '')} ${way} NULLS LAST`;
		}
		return `${this.value(item.by.column)} ${way} NULLS LAST`;
	}

	private listed(): string {
		const { intent } = this;
		const names = new Names();
		const shown =
			intent.show.length > 0
				? intent.show
				: this.root.columns.map((column): ColumnRef => ({ table: this.root.key, column: column.name, via: [] }));
		const select = shown.map((ref) => `${this.raw(ref)} AS ${quoted(names.free(ref.column))}`).join(',\n  ');
		const order = intent.order.map((order) => this.order(order));
		const where = this.where();
		return [
			`SELECT${intent.distinct ? ' DISTINCT' : ''}\n  ${select}`,
			this.from(),
			...where,
			...this.end(order, intent.ties && order.length > 0 ? order.join(', ') : null),
		].join('\n');
	}

	/** The order, and the limit. @param rankedBy keeps all rows that share the last rank in it; null for a plain limit */
	private end(order: readonly string[], rankedBy: string | null): string[] {
		const { limit } = this.intent;
		return [
			...(limit !== null && rankedBy !== null ? [`QUALIFY rank() OVER (ORDER BY ${rankedBy}) <= ${limit}`] : []),
			...(order.length > 0 ? [`ORDER BY ${order.join(', ')}`] : []),
			...(limit !== null && rankedBy === null ? [`LIMIT ${limit}`] : []),
		];
	}

	private where(): string[] {
		const conditions = this.intent.filters.map((filter) => this.condition(filter));
		return conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : [];
	}

	/** After everything else, when all the joins are known. */
	private from(): string {
		const source = (table: Table, alias: string) => {
			const { owner, namespace, datasetName } = table.dataset.coordinate;
			return `${quotedPath([owner, namespace, datasetName])} AS ${alias}`;
		};
		return [...this.joined.values()]
			.map(({ table, alias, on }) =>
				on === '' ? `FROM ${source(table, alias)}` : `JOIN ${source(table, alias)} ON ${on}`,
			)
			.join('\n');
	}
}

/** A word as the column's values have it, in the singular and the plural, as a regular expression. */
function formsOf(word: string, column: Column): string {
	const known = [...(indexOf(column)?.words.keys() ?? [])];
	const forms = known.filter((other) => other !== word && /^[\p{L}\d]+$/u.test(other) && stem(other) === stem(word));
	return forms.length === 0 ? word : `(${[word, ...forms].join('|')})`;
}

class Names {
	private readonly taken = new Set<string>();
	free(name: string): string {
		let unique = name;
		for (let n = 2; this.taken.has(unique.toLowerCase()); n++) unique = `${name}_${n}`;
		this.taken.add(unique.toLowerCase());
		return unique;
	}
}

/** Units whose groups have names and are ordered by number. */
const numbered: Readonly<Record<string, string>> = { weekday: 'isodow', 'month of the year': 'month' };

const timeExpressions: Record<TimeUnit, (value: string, column: Column) => string> = {
	weekday: (value) => `dayname(${value})`,
	'month of the year': (value) => `monthname(${value})`,
	'hour of the day': (value) => `extract(hour FROM ${value})`,
	year: (value) => `extract(year FROM ${value})`,
	month: (value) => `strftime(${value}, '%Y-%m')`,
	hour: (value) => `date_trunc('hour', ${value})`,
	day: (value, { type }) => (/^DATE$/i.test(type) ? value : `CAST(${value} AS DATE)`),
	week: (value) => `CAST(date_trunc('week', ${value}) AS DATE)`,
	quarter: (value) => `CAST(date_trunc('quarter', ${value}) AS DATE)`,
};

const dimensionName = ({ column, unit }: Dimension): string =>
	unit === null ? column.column : unit.replaceAll(' ', '_');

function measureName(measure: Measure, root: Table): string {
	switch (measure.kind) {
		case 'count':
			return countedAs(root.name) ?? root.name;
		case 'distinct':
			return `different_${measure.unit ?? measure.column.column}`;
		case 'aggregate':
			return `${measure.fn === 'sum' ? 'total' : measure.fn}_${measure.column.column}`;
		case 'plain':
			return measure.column.column;
		case 'share':
		case 'shareOfAll':
			return 'percent';
		case 'rate':
			return `${measure.of.kind === 'count' ? root.name : measureName(measure.of, root)}_per_${measure.factor === 1 ? '' : `${number(measure.factor)}_`}${measure.per.kind === 'count' ? 'row' : measure.per.kind === 'aggregate' ? measure.per.column.column : 'other'}`;
		case 'change':
			return `change_${measure.from}_${measure.to}`;
	}
}
