import { listText } from '#lib/text/list-text.ts';
import { monthName, weekdayName } from '../builtin/dates.ts';
import { capital } from '../builtin/english.ts';
import type { Comparison } from '../builtin/intent.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { counted } from '../query/present.ts';
import { formulaOf } from './derived.ts';
import { asserted, type Figure, isNot, type Plan, type Where } from './plan.ts';

const comparisons: Record<Comparison, string> = {
	'=': 'exactly',
	'<': 'fewer than',
	'<=': 'at most',
	'>': 'more than',
	'>=': 'at least',
};
const signs: Record<Comparison, string> = {
	'=': 'is',
	'<': 'is less than',
	'<=': 'is at most',
	'>': 'is more than',
	'>=': 'is at least',
};
const aggregates = {
	avg: 'the average',
	sum: 'the total',
	min: 'the lowest',
	max: 'the highest',
	median: 'the median',
	range: 'the difference between the highest and the lowest',
};
const dayBefore = (date: string): string => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

const opposite = { '=': 'isn’t', '<': 'is at least', '<=': 'is more than', '>': 'is at most', '>=': 'is less than' };
const holds = { contains: 'contains', starts: 'starts with', ends: 'ends with' };
const lacks = { contains: 'doesn’t contain', starts: 'doesn’t start with', ends: 'doesn’t end with' };

const written = (value: number): string => value.toLocaleString('en-US');

const words = (name: string): string => name.replaceAll('_', ' ').trim() || name;

/** The plural noun for a dataset's rows. */
const things = ({ name }: Table): string => counted(words(name));

const isPlural = (table: Table): boolean => !things(table).startsWith('rows of ');

/** "of flights", but "in daily weather". */
const within = (table: Table): string => `${isPlural(table) ? 'of' : 'in'} ${words(table.name)}`;

export function readingOf(plan: Plan): string {
	const several =
		new Set([
			plan.main,
			...plan.shown.map(({ table }) => table),
			...plan.where.flatMap((item) => [item.column.table, ...(item.kind === 'columns' ? [item.other.table] : [])]),
			...plan.figures.flatMap(({ column, rate }) => [column?.table ?? [], rate?.per.column?.table ?? []].flat()),
			...plan.groups.flatMap((item) => ('key' in item ? [] : [item.table])),
		]).size > 1;
	const linked = (table: Table): string => {
		const way = plan.ways.find(
			({ from, to }) =>
				(from.table === plan.main && to.table === table) || (from.table === table && to.table === plan.main),
		);
		return way === undefined ? '' : ` (linked by ${words(way.from.name)})`;
	};
	// "the number of bookings, for each city of members"
	const countsOthers = plan.figures.some(({ column, table }) => column === null && table !== plan.main);
	const say = (column: Column): string =>
		(countsOthers || (several && column.table !== plan.main)) && !plan.without.includes(column.table)
			? `${words(column.name)} ${within(column.table)}${linked(column.table)}`
			: words(column.name);
	const thing = (item: Column | Table): string =>
		'key' in item ? `${isPlural(item) ? `row of ${words(item.name)}` : words(item.name)}${linked(item)}` : unitOf(item);
	const unitOf = (column: Column): string => {
		const formula = formulaOf(column);
		if (formula?.kind !== 'unit') return say(column);
		return `${formula.unit === 'weekday' ? 'day of the week' : formula.unit} of ${say(formula.of)}`;
	};
	const figure = ({ fn, column, table, of, per, percent, over, rate, years }: Figure): string => {
		if (rate !== undefined)
			return `${figure(rate.of)} for every ${rate.factor === 1 ? '' : `${written(rate.factor)} of `}${rate.per.column === null ? `row of ${words(table.name)}` : say(rate.per.column)}`;
		if (years !== undefined && column !== null)
			return `how much ${say(column)} changed from ${years.from} to ${years.to}`;
		if (fn === 'ratio') return `the ratio of the number of ${things(table)} to the number of ${things(over ?? table)}`;
		if (fn === 'gap' && of !== undefined && per !== undefined)
			return `${column === null ? `the number of ${things(table)}` : say(column)} where ${where(of)} minus that where ${where(per)}`;
		if (of !== undefined && per !== undefined)
			return `the ratio of ${things(table)} where ${where(of)} to those where ${where(per)}`;
		if (fn === 'share' && column !== null)
			return `the percentage of all ${say(column)}${of === undefined ? '' : ` where ${where(of)}`}`;
		if (fn === 'share')
			return `the ${percent === true ? 'percentage' : 'share'} of ${things(table)}${of === undefined ? '' : ` where ${where(of)}`}`;
		if (fn === 'exists') return `whether there are ${things(table)}`;
		if (column === null) return `the number of ${things(table)}${linked(table)}`;
		return fn === 'count'
			? `the number of values of ${say(column)}`
			: fn === 'distinct'
				? `the number of distinct values of ${say(column)}`
				: fn === 'any'
					? say(column)
					: `${aggregates[fn as 'avg']} ${say(column)}`.replace(/^(the total) total (?=\w)/, '$1 ');
	};
	const where = (item: Where): string => {
		const not = 'not' in item && item.not ? 'not ' : '';
		switch (item.kind) {
			case 'is':
				return `${say(item.column)} is ${not}${listText(
					[...new Set(item.values)].slice(0, 5).map((value) => `"${value}"`),
					'or',
				)}`;
			case 'number':
				return `${say(item.column)} ${not === '' ? signs[item.op] : opposite[item.op]} ${item.value}`;
			case 'oneOf':
				return `${say(item.column)} is ${listText(item.values.map(String), 'or')}`;
			case 'time': {
				const [from, last] = [item.from, item.to === null ? null : dayBefore(item.to)];
				if (last === null) return `${say(item.column)} is ${not}on or after ${from}`;
				if (from === null) return `${say(item.column)} is ${not}on or before ${last}`;
				return `${say(item.column)} is ${not}${from === last ? `on ${from}` : `from ${from} through ${last}`}`;
			}
			case 'part': {
				const [first = 0, last = 0] = [item.values[0], item.values.at(-1)];
				if (item.part === 'hour' && last - first === item.values.length - 1)
					return `${say(item.column)} is ${not}between ${first}:00 and ${last}:59`;
				const names = { weekday: weekdayName, month: monthName, hour: (hour: number) => `${hour}:00` };
				return `${say(item.column)} is ${not}${{ month: 'in', weekday: 'on', hour: 'at' }[item.part]} ${listText(item.values.map(names[item.part]), 'or')}`;
			}
			case 'any':
			case 'all':
				return listText(item.of.map(where), item.kind === 'any' ? 'or' : 'and');
			case 'between':
				return `${say(item.column)} is ${not}from ${item.from} to ${item.to}`;
			case 'text':
				return `${say(item.column)} ${(not === '' ? holds : lacks)[item.how]} "${item.text}"`;
			case 'columns':
				return `${say(item.column)} ${not === '' ? signs[item.op] : opposite[item.op]} ${say(item.other)}`;
			case 'than':
				return `${say(item.column)} ${signs[item.op]} the ${words(item.column.name)} of "${item.value}"`;
			case 'end':
				return `${words(item.of.name)} of the ${words(item.column.name)} is ${listText(
					item.values.map((value) => `"${value}"`),
					'or',
				)}`;
			case 'shared':
				return `${say(item.column)} is also in ${words(item.other.table.name)}`;
			case 'missing':
				return `${say(item.column)} is ${item.not ? 'known' : 'missing'}`;
			case 'extreme':
				return `${say(item.column)} ${signs[item.op]} ${aggregates[item.fn]} ${item.per === undefined ? 'of all' : `for the same ${words(item.per.name)}`}${item.among === undefined ? '' : ` where ${where(item.among)}`}`;
		}
	};
	const isAll = plan.shown.length > 3 && plan.main.columns.every((column) => plan.shown.includes(column));
	const [group, ...moreGroups] = plan.groups;
	const isCounted = plan.outer === 'count' && moreGroups.length === 0 && group !== undefined && 'key' in group;
	const what = isCounted
		? `the number of ${things(group)}`
		: plan.figures.length > 0
			? `${plan.outer === null ? '' : plan.outer === 'count' ? 'the number of groups with ' : `${aggregates[plan.outer as 'avg']} of `}${listText(plan.figures.map(figure), 'and')}`
			: `${plan.distinct ? 'the distinct ' : ''}${plan.shown.length > 0 && !isAll ? listText(plan.shown.map(say), 'and') : 'all columns'} ${within(plan.main)}`;
	// Rows that are counted, grouped by or restricted exist.
	const mentioned = new Set([
		...plan.figures.map(({ table }) => table),
		...plan.groups.map((item) => ('key' in item ? item : item.table)),
		...plan.where.map(({ column }) => column.table),
	]);
	const conditions = [
		...plan.where.filter(({ column }) => !plan.without.includes(column.table)).map(where),
		...plan.each.map((item, at) => {
			const one = isNot(item) ? 'no row' : at === 0 ? 'a row' : 'another';
			return `${at === 0 || isNot(item) ? 'there is ' : ''}${one} where ${where(asserted(item))}`;
		}),
		...plan.with.filter((table) => !mentioned.has(table)).map((table) => `there are ${things(table)}`),
		...[...new Set(plan.without)].map((table) => {
			const own = plan.where.filter(({ column }) => column.table === table);
			return `there are no ${things(table)}${linked(table)}${own.length > 0 ? ` where ${listText(own.map(where), 'and')}` : ''}`;
		}),
		...plan.having.map(({ table, op, value, figure: of }) =>
			of === undefined
				? `there ${value === 1 ? 'is' : 'are'} ${comparisons[op]} ${value} ${value === 1 ? `row of ${words(table.name)}` : things(table)}`
				: `${figure(of)} ${signs[op]} ${value}`,
		),
	];
	const of =
		plan.figures.length > 0 &&
		plan.figures.every(({ fn, column }) => fn !== 'gap' && column !== null && column.table === plan.main)
			? ` ${within(plan.main)}`
			: '';
	const order = plan.order.map(({ by, direction }) => {
		const isEnd = 'fn' in by && (by.fn === 'min' || by.fn === 'max') && by.column !== null;
		const name = isEnd ? say(by.column as Column) : 'fn' in by ? figure(by).replace(/^the /, '') : say(by);
		const end = direction === 'desc' ? 'highest' : 'lowest';
		return plan.limit === null
			? `, ${end} ${name} first`
			: `, the ${plan.limit === 1 ? 'one' : plan.limit} with the ${end} ${name}`;
	});
	const sentence = capital(
		`${what}${of}${conditions.length > 0 ? ` where ${listText(conditions, 'and')}` : ''}${plan.groups.length > 0 && !isCounted ? `, for each ${listText(plan.groups.map(thing), 'and')}` : ''}${order.join('')}.`,
	);
	return [sentence, ...(plan.notes ?? []).map((note) => `${capital(note)}.`)].join(' ');
}
