import { countedAs, plural } from '#lib/text/plural.ts';
import type { TimeUnit } from '../builtin/intent.ts';
import type { Column } from '../builtin/schema.ts';
import type { Figure, Fn } from './plan.ts';

/** How a column is computed from others of its dataset. */
export type Formula =
	| { readonly kind: 'ratio' | 'difference' | 'sum'; readonly of: readonly [Column, Column] }
	| { readonly kind: 'span'; readonly unit: SpanUnit; readonly of: readonly [Column, Column] }
	| { readonly kind: 'unit'; readonly unit: TimeUnit; readonly of: Column };
export type SpanUnit = 'hour' | 'day' | 'week';

const formulas = new WeakMap<Column, Formula>();
const units = new WeakMap<Column, Map<TimeUnit, Column>>();

/** The formula of a column that a question defines; null for a column of the dataset. */
export const formulaOf = (column: Column): Formula | null => formulas.get(column) ?? null;

const made = (base: Column, name: string, formula: Formula, kind: Column['kind']): Column => {
	const column: Column = { ...base, name, kind, textOf: null, unique: false, isYear: false, values: null };
	formulas.set(column, formula);
	return column;
};

const words = { ratio: 'per', difference: 'less', sum: 'plus' };
export const reckoned = (kind: 'ratio' | 'difference' | 'sum', a: Column, b: Column): Column =>
	made(a, `${a.name} ${words[kind]} ${b.name}`, { kind, of: [a, b] }, 'number');

/** The month, year or weekday of a date column; returns the same object for the same unit. */
export function unitOf(column: Column, unit: TimeUnit): Column {
	const known = units.get(column) ?? new Map<TimeUnit, Column>();
	units.set(column, known);
	const found = known.get(unit) ?? made(column, unit, { kind: 'unit', unit, of: column }, 'other');
	known.set(unit, found);
	return found;
}

const spans = new WeakMap<Column, Map<string, Column>>();
const secondsIn: Record<SpanUnit, number> = { hour: 3600, day: 86_400, week: 604_800 };

/** The time from one date column to another; returns the same object for the same unit. */
export function spanBetween(from: Column, to: Column, unit: SpanUnit): Column {
	const known = spans.get(from) ?? new Map<string, Column>();
	spans.set(from, known);
	const name = `${plural(unit)} from ${from.name} to ${to.name}`;
	const base = { ...from, nameStems: ['duration', unit], min: null, max: null, distinct: null, nulls: to.nulls };
	const found =
		known.get(name) ?? made({ ...base, type: 'DOUBLE' }, name, { kind: 'span', unit, of: [from, to] }, 'number');
	known.set(name, found);
	return found;
}

const unitSql: Record<TimeUnit, (at: string) => string> = {
	hour: (at) => `date_trunc('hour', ${at})`,
	day: (at) => `CAST(${at} AS DATE)`,
	week: (at) => `CAST(date_trunc('week', ${at}) AS DATE)`,
	month: (at) => `strftime(${at}, '%Y-%m')`,
	quarter: (at) => `strftime(${at}, '%Y') || '-Q' || quarter(${at})`,
	year: (at) => `year(${at})`,
	decade: (at) => `year(${at}) // 10 * 10`,
	weekday: (at) => `dayname(${at})`,
	'month of the year': (at) => `month(${at})`,
	'hour of the day': (at) => `hour(${at})`,
};

/** The formula in SQL. @param value the SQL of a column's typed value */
export function formulaSql(formula: Formula, value: (column: Column) => string): string {
	// "per decade" of a column of years
	if (formula.kind === 'unit' && formula.of.isYear) return `${value(formula.of)} // 10 * 10`;
	if (formula.kind === 'unit') return unitSql[formula.unit](value(formula.of));
	const [a, b] = formula.of.map(value);
	if (formula.kind === 'span') return `((epoch(${b}) - epoch(${a})) / ${secondsIn[formula.unit]})`;
	if (formula.kind === 'ratio') return `(CAST(${a} AS DOUBLE) / nullif(${b}, 0))`;
	return `(${a} ${formula.kind === 'sum' ? '+' : '-'} ${b})`;
}

/** The name of a figure as a column of the answer. */
export function nameOf({ fn, column, table, percent, rate, years }: Figure): string {
	if (fn === 'exists') return 'exists';
	if (fn === 'share') return percent === true ? 'percent' : 'share';
	if (rate !== undefined)
		return `${nameOf(rate.of)} per ${rate.factor === 1 ? '' : `${rate.factor} `}${rate.per.column?.name ?? 'row'}`;
	if (years !== undefined) return `change ${years.from} to ${years.to}`;
	if (fn === 'gap') return `difference in ${column?.name ?? countedAs(table.name) ?? table.name}`;
	if (column === null) return fn === 'ratio' ? 'ratio' : (countedAs(table.name) ?? table.name);
	if (fn === 'any') return column.name;
	if (fn === 'distinct' && formulaOf(column) !== null) return plural(column.name);
	return `${fn === 'distinct' ? 'different' : fn === 'count' ? 'number of' : fn} ${column.name}`;
}

/** Aggregates of one number per group, in words. */
export const outerNames: Partial<Record<Fn, string>> = {
	avg: 'average',
	max: 'highest',
	min: 'lowest',
	sum: 'total',
};
