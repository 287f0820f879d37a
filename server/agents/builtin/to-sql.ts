import type { DatasetCoordinate } from '#contract/dataset.ts';
import { literal, quoted, quotedPath } from '#lib/sql/quoting.ts';
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
		const body = this.intent.measures.length > 0 ? this.grouped() : this.listed();
		return { sql: body, datasets: [...new Set([...this.joined.values()].map((it) => it.table.dataset.coordinate))] };
	}

	private table(key: string): Table {
		const table = this.schema.tables.find((it) => it.key === key);
		if (table === undefined) throw new Error(`There is no dataset ${key} here.`);
		return table;
	}

	private column(ref: ColumnRef): Column {
		const column = this.table(ref.table).columns.find((it) => it.name === ref.column);
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
			(it) => it.from.name === step.from && it.to.name === step.to && it.to.table === table,
		);
		const side = (it: string) => {
			const trimmed = join?.trim === true ? `trim(${it})` : it;
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
		return unit === null ? this.raw(column) : timeExpression(this.value(column), unit, this.column(column));
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
		return filters.map((it) => this.condition(it)).join(' AND ');
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
				const values = filter.values.map((it) => (type === 'boolean' ? it : literal(it)));
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
				return `(${filter.of.map((it) => `(${this.condition(it)})`).join(' OR ')})`;
			case 'empty':
				return `${this.raw(filter.column)} IS NULL`;
		}
	}

	private grouped(): string {
		const { intent } = this;
		const names = new Names();
		const groups = intent.dimensions.map((it) => ({ sql: this.dimension(it), name: names.free(dimensionName(it)) }));
		const measures = intent.measures.map((it) => ({
			sql: this.measure(it),
			name: names.free(measureName(it, this.root)),
		}));
		const order = intent.order.map((it) => this.order(it, groups.length, groups, measures));
		const where = this.where();
		const having = intent.having.map((it) => `${this.measure(it.measure)} ${it.op} ${number(it.value)}`);
		const select = [...groups, ...measures].map((it) => `${it.sql} AS ${quoted(it.name)}`).join(',\n  ');
		const [first] = intent.order;
		const ties = intent.ties && intent.limit !== null && first !== undefined && 'measure' in first.by;
		const lines = [
			`SELECT\n  ${select}`,
			this.from(),
			...where,
			...(groups.length > 0 ? [`GROUP BY ${groups.map((_, index) => index + 1).join(', ')}`] : []),
			...(having.length > 0 ? [`HAVING ${having.join(' AND ')}`] : []),
			...(ties && first !== undefined && 'measure' in first.by
				? [
						`QUALIFY rank() OVER (ORDER BY ${measures[first.by.measure]?.sql} ${first.direction.toUpperCase()} NULLS LAST) <= ${intent.limit}`,
					]
				: []),
			...(order.length > 0 && intent.over === null ? [`ORDER BY ${order.join(', ')}`] : []),
			...(intent.limit !== null && !ties ? [`LIMIT ${intent.limit}`] : []),
		];
		const sql = lines.join('\n');
		if (intent.over === null) return sql;
		const inner = sql
			.split('\n')
			.map((it) => `  ${it}`)
			.join('\n');
		const name = intent.over === 'count' ? 'groups' : `${intent.over}_${measures[0]?.name ?? 'value'}`;
		const outer = intent.over === 'count' ? 'count(*)' : `${intent.over}(${quoted(measures[0]?.name ?? '')})`;
		return `SELECT ${outer} AS ${quoted(name)}\nFROM (\n${inner}\n) AS "groups"`;
	}

	private order(
		it: Order,
		_groups: number,
		groups: readonly { name: string }[],
		measures: readonly { name: string }[],
	): string {
		const way = it.direction.toUpperCase();
		if ('measure' in it.by) return `${quoted(measures[it.by.measure]?.name ?? '')} ${way} NULLS LAST`;
		if ('dimension' in it.by) {
			const dimension = this.intent.dimensions[it.by.dimension];
			if (dimension?.unit === 'weekday') return `min(${timeNumber(this.value(dimension.column), 'weekday')}) ${way}`;
			if (dimension?.unit === 'month of the year')
				return `min(${timeNumber(this.value(dimension.column), 'month')}) ${way}`;
			return `${quoted(groups[it.by.dimension]?.name ?? '')} ${way} NULLS LAST`;
		}
		return `${this.value(it.by.column)} ${way} NULLS LAST`;
	}

	private listed(): string {
		const { intent } = this;
		const names = new Names();
		const shown =
			intent.show.length > 0
				? intent.show
				: this.root.columns.map((it): ColumnRef => ({ table: this.root.key, column: it.name, via: [] }));
		const select = shown.map((it) => `${this.raw(it)} AS ${quoted(names.free(it.column))}`).join(',\n  ');
		const order = intent.order.map((it) => this.order(it, 0, [], []));
		const where = this.where();
		const ties = intent.ties && intent.limit !== null && order.length > 0;
		return [
			`SELECT${intent.distinct ? ' DISTINCT' : ''}\n  ${select}`,
			this.from(),
			...where,
			...(ties ? [`QUALIFY rank() OVER (ORDER BY ${order.join(', ')}) <= ${intent.limit}`] : []),
			...(order.length > 0 ? [`ORDER BY ${order.join(', ')}`] : []),
			...(intent.limit !== null && !ties ? [`LIMIT ${intent.limit}`] : []),
		].join('\n');
	}

	/** What is ranked downwards or upwards must be there; a row without it has no place. */
	private where(): string[] {
		const conditions = this.intent.filters.map((it) => this.condition(it));
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

const timeNumber = (value: string, part: 'weekday' | 'month'): string =>
	`extract(${part === 'weekday' ? 'isodow' : 'month'} FROM ${value})`;

function timeExpression(value: string, unit: TimeUnit, column: Column): string {
	switch (unit) {
		case 'weekday':
			return `dayname(${value})`;
		case 'month of the year':
			return `monthname(${value})`;
		case 'hour of the day':
			return `extract(hour FROM ${value})`;
		case 'year':
			return `extract(year FROM ${value})`;
		case 'month':
			return `strftime(${value}, '%Y-%m')`;
		case 'hour':
			return `date_trunc('hour', ${value})`;
		case 'day':
			return /^DATE$/i.test(column.type) ? value : `CAST(${value} AS DATE)`;
		case 'week':
		case 'quarter':
			return `CAST(date_trunc('${unit}', ${value}) AS DATE)`;
	}
}

const dimensionName = ({ column, unit }: Dimension): string =>
	unit === null ? column.column : unit.replaceAll(' ', '_');

function measureName(measure: Measure, root: Table): string {
	switch (measure.kind) {
		case 'count':
			return root.name;
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
