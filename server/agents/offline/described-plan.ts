import { partsThat } from '../builtin/dates.ts';
import type { ColumnRef, Dimension, Filter, Intent, Measure, Order } from '../builtin/intent.ts';
import { indexOf } from '../builtin/link-values.ts';
import { Refusal } from '../builtin/refusal.ts';
import type { Column, Schema, Table } from '../builtin/schema.ts';
import { stem } from '../builtin/stem.ts';
import { unitOf } from './derived.ts';
import type { Edge } from './graph.ts';
import type { Figure, Plan, Where } from './plan.ts';

/** What was understood as a plan. @throws Refusal where it leads to one dataset in two ways */
export function planOf(intent: Intent, schema: Schema): Plan {
	const ways: Edge[] = [];
	const tableOf = (key: string): Table => {
		const table = schema.tables.find((other) => other.key === key);
		if (table === undefined) throw new Error(`There is no dataset ${key} here.`);
		return table;
	};
	const main = tableOf(intent.root);
	const columnOf = (table: Table, name: string): Column => {
		const column = table.columns.find((other) => other.name === name);
		if (column === undefined) throw new Error(`There is no column "${name}" in ${table.name}.`);
		return column;
	};
	const column = (ref: ColumnRef): Column => {
		let from = main;
		for (const step of ref.via) {
			const to = tableOf(step.table);
			const way = { from: columnOf(from, step.from), to: columnOf(to, step.to) };
			const known = ways.find((other) => other.to.table === to);
			if (known !== undefined && known.from !== way.from)
				throw new Refusal(
					`I can’t follow both ways from ${main.name} to ${to.name} in one question. Ask about one at a time.`,
				);
			if (known === undefined) ways.push(way);
			from = to;
		}
		return columnOf(tableOf(ref.table), ref.column);
	};
	const group = ({ column: ref, unit }: Dimension): Column => (unit === null ? column(ref) : unitOf(column(ref), unit));
	const figure = (measure: Measure): Figure => {
		const of = { column: null, table: main };
		switch (measure.kind) {
			case 'count':
				return { fn: 'count', ...of };
			case 'distinct':
				return { ...of, fn: 'distinct', column: group(measure) };
			case 'aggregate':
				return { ...of, fn: measure.fn, column: column(measure.column) };
			case 'plain':
				return { ...of, fn: 'any', column: column(measure.column) };
			case 'share': {
				const [first] = measure.filters;
				return { ...of, fn: 'share', percent: true, ...(first === undefined ? {} : { of: where(first) }) };
			}
			case 'shareOfAll':
				return { ...of, fn: 'share', percent: true, column: measure.column === null ? null : column(measure.column) };
			case 'rate':
				return {
					...of,
					fn: 'ratio',
					rate: { of: figure(measure.of), per: figure(measure.per), factor: measure.factor },
				};
			case 'change':
				return {
					...of,
					fn: 'change',
					column: column(measure.column),
					years: { column: column(measure.over), from: measure.from, to: measure.to },
				};
		}
	};
	const where = (filter: Filter): Where => {
		const on = { column: column(filter.column), not: filter.negated };
		switch (filter.kind) {
			case 'is':
				return { ...on, kind: 'is', values: filter.values };
			case 'text': {
				const { how, text } = filter;
				return { ...on, kind: 'text', how, text, ...(filter.wholeWord ? { words: wordsIn(text, on.column) } : {}) };
			}
			case 'number':
				return { ...on, kind: 'number', op: filter.op, value: filter.value };
			case 'between':
				return { ...on, kind: 'between', from: filter.from, to: filter.to };
			case 'time':
				return { ...on, kind: 'time', from: filter.from, to: filter.to };
			case 'part': {
				const values = filter.op === '=' ? filter.values : partsThat(filter.op, filter);
				return { ...on, kind: 'part', part: filter.part, values };
			}
			case 'any':
				return { column: on.column, kind: 'any', of: filter.of.map(where) };
			case 'empty':
				return { ...on, kind: 'missing' };
		}
	};
	const figures = intent.measures.map(figure);
	const groups = intent.dimensions.map(group);
	const order = intent.order.flatMap(({ by, direction }: Order): Plan['order'][number][] => {
		if ('column' in by) return [{ by: column(by.column), direction }];
		// Groups come in their own order where nothing else is said.
		const found = 'measure' in by ? figures[by.measure] : undefined;
		return found === undefined ? [] : [{ by: found, direction }];
	});
	return {
		main,
		shown: intent.show.map(column),
		figures,
		groups,
		where: intent.filters.map(where),
		having: intent.having.map(({ measure, op, value }) => ({
			...{ table: main, op, value },
			...(measure.kind === 'count' ? {} : { figure: figure(measure) }),
		})),
		order,
		limit: intent.limit,
		outer: intent.over,
		distinct: intent.distinct,
		...{ with: [], without: [], each: [], once: true, ways, notes: intent.notes },
	};
}

/** The words of a text in any form that the column's values have of them, as a regular expression. */
function wordsIn(text: string, column: Column): string {
	const known = [...(indexOf(column)?.words.keys() ?? [])];
	const formsOf = (word: string): string => {
		const isForm = (other: string) => other !== word && /^[\p{L}\d]+$/u.test(other) && stem(other) === stem(word);
		const forms = known.filter(isForm);
		return forms.length === 0 ? word : `(${[word, ...forms].join('|')})`;
	};
	const words = text
		.toLowerCase()
		.split(' ')
		.map((word) => formsOf(word.replaceAll(/[^\p{L}\d]/gu, '')));
	return `(^|[^a-z0-9])${words.join('[^a-z0-9]+')}($|[^a-z0-9])`;
}
