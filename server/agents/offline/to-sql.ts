import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { literal, quoted } from '#lib/sql/quoting.ts';
import { listText } from '#lib/text/list-text.ts';
import { countedAs } from '#lib/text/plural.ts';
import { Refusal } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { tableOf } from '../query/profile.ts';
import { SeveralWays } from './ambiguous-links.ts';
import { compared, isIdentifier, keyOfTable, namesOf, namesOwnRows, typed } from './columns.ts';
import { formulaOf, formulaSql, nameOf, outerNames } from './derived.ts';
import { type Edge, fansOut, type Graph, isList, joinAll } from './graph.ts';
import { along, rivalsTo, waysTo } from './paired-links.ts';
import { asserted, eachOf, type Figure, type Fn, isNot, type Plan, type Where } from './plan.ts';

interface Sql {
	readonly sql: string;
	readonly datasets: readonly DatasetCoordinate[];
	readonly joins: number;
}

/** One SELECT for a plan. @throws Refusal if its datasets can't be joined without counting rows twice */
export function toSql(plan: Plan, whole: Graph): Sql {
	const graph = along(whole, plan.ways);
	if (plan.outer !== null) {
		const inner = toSql({ ...plan, outer: null, order: [], limit: null }, graph);
		const [figure] = plan.figures;
		if (figure === undefined || plan.figures.length > 1 || plan.order.length > 0)
			throw new Refusal(
				`I can only calculate the ${outerNames[plan.outer] ?? plan.outer} of one figure per group. Ask about one figure at a time, without sorting.`,
			);
		const [group] = plan.groups;
		const things = group !== undefined && isTable(group) ? (countedAs(group.name) ?? group.name) : 'groups';
		const name = plan.outer === 'count' ? things : `${plan.outer} ${nameOf(figure)}`;
		const outer = aggregated(plan.outer, quoted(nameOf(figure)));
		return { ...inner, sql: `SELECT ${outer} AS ${quoted(name)}\nFROM (${inner.sql})` };
	}
	if (plan.each.length === 0) {
		try {
			return new Writer(plan, graph).write();
		} catch (error) {
			if (!(error instanceof Repeated)) throw error;
			return overRowsOnce(plan, graph, error);
		}
	}
	return overEach(plan, graph);
}

/** Things that have a row for each of several conditions, or none for those that exclude: both A and B, A but not B. @throws Refusal */
function overEach(plan: Plan, graph: Graph): Sql {
	const { main, shown, figures, where, each } = plan;
	const isOwn = ({ column }: Where) => column.table === main;
	const key = keyOfTable(main);
	const column = eachOf(plan) ?? key ?? shown[0];
	const isCount = figures.every(({ fn, table, column: of }) => fn === 'count' && table === main && of === null);
	const isClear = isCount && shown.every(({ table }) => table === main);
	if (column === undefined || !isClear || (each.some(isNot) && (column.nulls > 0 || !where.every(isOwn))))
		throw new Refusal('I can only list or count the rows that meet both conditions. Ask about one at a time.');
	const alone = { figures: [], groups: [], having: [], order: [], limit: null, each: [], without: [], with: [] };
	const parts = each.map((item) => ({
		...new Writer({ ...plan, ...alone, shown: [column], where: [...where, asserted(item)] }, graph).write(),
		...{ column, not: isNot(item) },
	}));
	const own = { ...plan, each: [], where: where.filter(isOwn), distinct: plan.distinct || column !== key };
	const outer = new Writer(own, graph, parts).write();
	const datasets = [outer, ...parts].flatMap((part) => part.datasets);
	return {
		sql: outer.sql,
		datasets: [...new Map(datasets.map((item) => [coordinateKey(item), item])).values()],
		joins: Math.max(...parts.map(({ joins }) => joins)),
	};
}

/** The join would repeat rows of a dataset. */
class Repeated extends Refusal {}

/** Aggregates over rows of one dataset that have matching rows in others, counting each row once. @throws Refusal */
function overRowsOnce(plan: Plan, graph: Graph, why: Refusal): Sql {
	const { main, figures, groups, having, order } = plan;
	const key = keyOfTable(main);
	const isOwn = (item: Column | Table) => (isTable(item) ? item : item.table) === main;
	if (
		key === null ||
		having.length + order.length > 0 ||
		!figures.every(({ table }) => table === main) ||
		!groups.every(isOwn)
	)
		throw why;
	const rows = new Writer(
		{ ...plan, figures: [], groups: [], limit: null, shown: [key], distinct: true },
		graph,
	).write();
	// "the total price of the tests done for a patient": of each time one was done?
	if (rows.joins > 1 && figures.some(({ fn }) => fn === 'sum')) throw why;
	const among = [{ column: key, sql: rows.sql, not: false }];
	const outer = new Writer({ ...plan, where: [], with: [], without: [] }, graph, among).write();
	return { ...outer, datasets: rows.datasets, joins: rows.joins };
}

const isTable = (item: Column | Table): item is Table => 'key' in item;
const isFigure = (item: Column | Figure): item is Figure => 'fn' in item;

/** A dataset whose rows all count, and what is joined to it: with the conditions on it, or else by them. */
interface Kept {
	readonly table: Table;
	readonly branches: readonly (Branch & { readonly isCounted: boolean })[];
}
interface Branch {
	readonly edge: Edge;
	readonly tables: readonly Table[];
	readonly within: readonly Edge[];
}

/** The parts into which joined datasets fall without one of them. */
function branchesOf(table: Table, edges: readonly Edge[]): Branch[] {
	const turned = edges.flatMap((edge) => [edge, { ...edge, from: edge.to, to: edge.from }]);
	const reach = (tables: readonly Table[], within: readonly Edge[]): Omit<Branch, 'edge'> => {
		const next = turned.find(
			({ from, to }) => tables.includes(from.table) && to.table !== table && !tables.includes(to.table),
		);
		return next === undefined ? { tables, within } : reach([...tables, next.to.table], [...within, next]);
	};
	return turned.filter(({ from }) => from.table === table).map((edge) => ({ edge, ...reach([edge.to.table], []) }));
}
/** The only values of a column to consider, or those to leave out. */
interface Among {
	readonly column: Column;
	readonly sql: string;
	readonly not: boolean;
}
const countOf = (table: Table): Figure => ({ fn: 'count', column: null, table });

class Writer {
	private readonly plan: Plan;
	private readonly graph: Graph;
	private readonly tables: Table[];
	private readonly edges: readonly Edge[];
	private readonly names = new Map<Table, string>();

	private readonly kept: Kept | null;
	private readonly among: readonly Among[];

	constructor(plan: Plan, graph: Graph, among: readonly Among[] = []) {
		this.plan = plan;
		this.among = among;
		this.graph = graph;
		const { main, shown, figures, groups, where, with: others, having, order } = plan;
		this.tables = [
			...new Set([
				main,
				...shown.map(({ table }) => table),
				...figures.flatMap(({ table, of, per, over, column, rate }) => [
					table,
					...[column, rate?.of.column, rate?.per.column].flatMap((part) => part?.table ?? []),
					...(over === undefined || groups.length === 0 ? [] : [over]),
					...[of, per].flatMap((where) => (where === undefined ? [] : [where.column.table])),
				]),
				...groups.map((item) => (isTable(item) ? item : item.table)),
				...where.filter(({ column }) => !plan.without.includes(column.table)).map(({ column }) => column.table),
				...where.flatMap((item) => (item.kind === 'columns' ? item.other.table : [])),
				...having.map(({ table }) => table),
				...order.map(({ by }) => by.table),
				...others,
			]),
		];
		const edges = joinAll(graph, this.tables);
		const rivals = edges === null ? rivalsTo(graph, this.tables) : [];
		if (rivals.length > 0) throw new SeveralWays(rivals);
		if (edges === null)
			throw new Refusal(
				`I can’t find one clear way to link ${main.name} to ${listText(this.tables.slice(1).map((table) => table.name))}. Create a link between them.`,
			);
		this.edges = edges;
		for (const { to } of edges) if (!this.tables.includes(to.table)) this.tables.push(to.table);
		for (const [index, table] of this.tables.entries()) this.names.set(table, `t${index + 1}`);
		this.kept = this.readKept();
	}

	write(): Sql {
		const { plan } = this;
		const groupColumns = plan.groups.flatMap((item) => (isTable(item) ? this.naming(item) : [item]));
		const counted = [...plan.order.flatMap(({ by }) => (isFigure(by) ? [by] : [])), ...plan.having];
		const perRow = plan.figures.length === 0 && counted.length > 0;
		const isOfEach = plan.groups.length > 0 && plan.figures.length === 0;
		if (isOfEach && (plan.limit === null || plan.order.length !== 1 || counted.length > 0))
			throw new Refusal('What should I count or calculate for each group?');
		// Rows of several groups would be ranked more than once.
		if (isOfEach && plan.limit !== 1 && fansOut(this.edges))
			throw new Refusal('I can’t list several rows for each group here. Ask for the first one of each.');
		const ranked = plan.order.flatMap(({ by }) => (isFigure(by) ? [] : by));
		const key = keyOfTable(plan.main);
		// "which title do most employees have": groups by value, not by row.
		const isOfMany = ({ kind, unique, table }: Column) =>
			kind === 'text' && !unique && !table.columns.some(namesOwnRows);
		const countsOwn =
			(counted.length > 0 && plan.shown.length > 0 && plan.shown.every(isOfMany)) ||
			(counted.length > 0 &&
				plan.shown.length > 0 &&
				[...counted.map(({ table }) => table), ...plan.shown.map(({ table }) => table)].every(
					(table) => table === plan.main,
				));
		if (perRow && key === null && !countsOwn)
			throw new Refusal(
				`No column identifies the rows of ${plan.main.name}, so I can’t give a figure for each row. Which column should I group by?`,
			);
		const ofRows =
			perRow && groupColumns.length === 0
				? [
						...new Set([
							...(key === null || countsOwn ? [] : isList(plan.main, this.graph) ? this.naming(plan.main) : [key]),
							...plan.shown,
						]),
					]
				: [];
		const shown =
			plan.shown.length > 0
				? [...plan.shown, ...(isOfEach ? ranked : [])]
				: perRow || isOfEach || this.tables.length > 1
					? perRow && isList(plan.main, this.graph)
						? this.naming(plan.main)
						: namingAll(plan.main)
					: [];
		if (
			plan.shown.length + plan.figures.length + plan.groups.length === 0 &&
			!perRow &&
			this.tables.length > 1 &&
			shown.every(isIdentifier)
		)
			throw new Refusal(`The dataset ${plan.main.name} only has key columns. Which column do you want to see?`);
		const grouped = isOfEach ? [] : [...new Set([...groupColumns, ...ofRows, ...(ofRows.length > 0 ? shown : [])])];
		const figures = plan.figures.map((figure) => this.figure(figure));
		const extra = perRow
			? counted.map((item) =>
					this.figure(isHaving(item) ? (item.figure ?? { fn: 'count', column: null, table: item.table }) : item),
				)
			: [];
		const list =
			plan.figures.length > 0
				? [...grouped.map((column, at, all) => this.named(column, at, all)), ...figures]
				: [
						...(shown.length > 0
							? [...new Set([...groupColumns, ...shown])].map((column, at, all) => this.named(column, at, all))
							: ['*']),
						...new Set(extra),
					];
		const repeats =
			plan.figures.length === 0 &&
			!perRow &&
			this.tables.length > 1 &&
			plan.once &&
			fansOut(this.edges) &&
			plan.shown.every(({ table }) => table === plan.main);
		const distinct = plan.figures.length === 0 && (plan.distinct || repeats || isOfEach) ? 'DISTINCT ' : '';
		const where = [
			...plan.where
				.filter((item) => !plan.without.includes(item.column.table) && !this.ofFew(item))
				.map((item) => this.condition(item)),
			...plan.without.map((table) => this.none(table)),
			// "which trainers have the most members": not those without one.
			...(countsOwn
				? plan.shown.filter(({ nulls }) => nulls > 0).map((column) => `${this.ref(column)} IS NOT NULL`)
				: []),
			...this.among.map(({ column, sql, not }) => `${this.ref(column)} ${not ? 'NOT ' : ''}IN (${sql})`),
		];
		const having = plan.having.map(
			({ table, op, value, figure }) =>
				`${figure === undefined ? this.countOf(table) : this.figureOf(figure)} ${op} ${value}`,
		);
		const order = plan.order.map(
			({ by, direction }) =>
				`${isFigure(by) ? this.figureOf(by) : this.ordered(by)} ${direction.toUpperCase()} NULLS LAST`,
		);
		if (order.length === 0 && plan.figures.length > 0)
			order.push(...groupColumns.map((column) => `${this.placeOf(column)} NULLS LAST`));
		const unshown = plan.order.find(({ by }) => isFigure(by) || !shown.includes(by))?.by;
		// "top 3 parts by quantity", of which each part has several.
		if (distinct !== '' && unshown !== undefined && !isFigure(unshown) && unshown.table !== plan.main)
			throw new Refusal(
				`Do you mean the total or the average "${unshown.name}" of each row of ${plan.main.name}?`,
				unshown.name.replaceAll('_', ' '),
			);
		if (distinct !== '' && unshown !== undefined)
			throw new Refusal(
				'I can’t sort distinct rows by a column that isn’t shown. Sort by one of the columns in the answer.',
			);
		const isFirst = (plan.limit === 1 || isOfEach) && order.length > 0;
		const parts = isOfEach ? `PARTITION BY ${groupColumns.map((column) => this.ref(column)).join(', ')} ` : '';
		const lines = [
			`SELECT ${distinct}${list.join(', ')}`,
			`FROM ${this.from()}`,
			...(where.length > 0 ? [`WHERE ${where.join(' AND ')}`] : []),
			...(grouped.length > 0 ? [`GROUP BY ${grouped.map((column) => this.ref(column)).join(', ')}`] : []),
			...(having.length > 0 ? [`HAVING ${having.join(' AND ')}`] : []),
			// Include all rows that tie for first place.
			...(isFirst ? [`QUALIFY rank() OVER (${parts}ORDER BY ${order.join(', ')}) <= ${plan.limit}`] : []),
			// Break ties the same way every time.
			...(order.length > 0
				? [`ORDER BY ${[...(isOfEach ? ['1'] : []), ...order, ...(isOfEach ? [] : ['1'])].join(', ')}`]
				: []),
			...(plan.limit === null || isFirst ? [] : [`LIMIT ${plan.limit}`]),
		];
		const shared = plan.where.flatMap((item) => (item.kind === 'shared' ? [item.other.table] : []));
		const read = [...this.tables, ...plan.without, ...shared].map((table) => table.dataset.coordinate);
		const datasets = [...new Map(read.map((item) => [coordinateKey(item), item])).values()];
		return { sql: lines.join('\n'), datasets, joins: this.edges.length };
	}

	private ordered(column: Column): string {
		const figure = this.plan.figures.length > 0 ? this.plan.figures.find((item) => item.column === column) : undefined;
		if (figure !== undefined) return this.figureOf(figure);
		if (this.plan.figures.length > 0 && !this.plan.groups.includes(column))
			throw new Refusal(`Should I rank by the average, highest or total "${column.name}"?`, column.name);
		return this.typed(column);
	}

	/** Sort key of a group: weekdays are in the order of the week. */
	private placeOf(column: Column): string {
		const formula = formulaOf(column);
		return formula?.kind === 'unit' && formula.unit === 'weekday'
			? `min(isodow(${this.typed(formula.of)}))`
			: this.ref(column);
	}

	private from(): string {
		const kept = this.kept;
		const alias = (table: Table) => `${tableOf(table.dataset.coordinate)} AS ${this.names.get(table)}`;
		const onto = (edge: Edge) => joined(edge, this.ref(edge.from), this.ref(edge.to));
		if (kept === null) {
			const joins = this.edges.map((edge) => `JOIN ${alias(edge.to.table)} ON ${onto(edge)}`);
			return [...this.tables.slice(0, 1).map(alias), ...joins].join('\n');
		}
		const branches = kept.branches.map(({ edge, tables, within, isCounted }) => {
			const [first, ...others] = [edge.to.table, ...within].map((part) =>
				'from' in part ? `JOIN ${alias(part.to.table)} ON ${onto(part)}` : alias(part),
			);
			const rows = others.length === 0 ? first : `(${[first, ...others].join(' ')})`;
			const few = isCounted ? this.plan.where.filter(({ column }) => tables.includes(column.table)) : [];
			return `${isCounted ? 'LEFT ' : ''}JOIN ${rows} ON ${[onto(edge), ...few.map((item) => this.condition(item))].join(' AND ')}`;
		});
		return [alias(kept.table), ...branches].join('\n');
	}

	private none(table: Table): string {
		const { main } = this.plan;
		const ways = waysTo(this.graph, main, table).filter(({ to }) => to.table === main);
		const either = this.plan.ways.some((way) => ways.some(({ from }) => from === way.from)) ? [] : ways;
		const [way] = either;
		const edges = way === undefined ? joinAll(this.graph, [main, table]) : [{ from: way.to, to: way.from }];
		const [first, ...rest] = edges ?? [];
		if (first === undefined || edges === null)
			throw new Refusal(
				`I can’t find one clear way to link ${main.name} to ${table.name}. Create a link between them.`,
			);
		const joins = rest.map(
			(edge, at) =>
				`JOIN ${tableOf(edge.to.table.dataset.coordinate)} AS n${at + 2} ON ${joined(edge, `n${at + 1}.${quoted(edge.from.name)}`, `n${at + 2}.${quoted(edge.to.name)}`)}`,
		);
		// An airport without flights has none from it and none to it.
		const keys = either.length > 0 ? either.map(({ from }) => from) : [first.to];
		const meets = keys.map((key) => joined(first, `n1.${quoted(key.name)}`, this.ref(first.from))).join(' OR ');
		const met = keys.length > 1 ? `(${meets})` : meets;
		return `NOT EXISTS (SELECT 1 FROM ${tableOf(first.to.table.dataset.coordinate)} AS n1 ${joins.join(' ')} WHERE ${met}${this.inside(table, rest.length + 1)})`;
	}

	/** The conditions on the dataset that must have no rows. */
	private inside(table: Table, at: number): string {
		const own = this.plan.where.filter(({ column }) => column.table === table);
		return own.map((item) => ` AND ${this.condition(item, `n${at}.${quoted(item.column.name)}`)}`).join('');
	}

	private condition(item: Where, column = this.ref(item.column)): string {
		switch (item.kind) {
			case 'time':
			case 'part':
			case 'between':
				if (item.not === true) return `NOT (${this.condition({ ...item, not: false }, column)})`;
		}
		switch (item.kind) {
			case 'is': {
				const values = [...new Set(item.values)].map(literal).join(', ');
				return `${asCodes(item.column, item.values, column)} ${item.not ? 'NOT IN' : 'IN'} (${values})`;
			}
			case 'number': {
				const [op, value] = [item.not ? inverse[item.op] : item.op, `${item.value}`];
				// Route 1 isn't N1; other numbers in text match regardless of what is around them.
				const isCode = item.op === '=' && item.column.kind === 'text' && item.column.values?.includes(value) === true;
				return isCode
					? `${asCodes(item.column, [value], column)} ${op === '=' ? 'IN' : 'NOT IN'} (${literal(value)})`
					: `${compared(item.column, column)} ${op} ${value}`;
			}
			case 'oneOf':
				return `${typed(item.column, column)} IN (${item.values.join(', ')})`;
			case 'time': {
				const at = typed(item.column, column);
				const parts = [
					...(item.from === null ? [] : [`${at} >= '${item.from}'`]),
					...(item.to === null ? [] : [`${at} < '${item.to}'`]),
				];
				return parts.join(' AND ');
			}
			case 'part':
				return `${{ weekday: 'isodow', month: 'month', hour: 'hour' }[item.part]}(${typed(item.column, column)}) IN (${item.values.join(', ')})`;
			case 'any':
			case 'all':
				return `(${item.of.map((other) => this.condition(other)).join(item.kind === 'any' ? ' OR ' : ' AND ')})`;
			case 'between':
				return `${compared(item.column, column)} BETWEEN ${item.from} AND ${item.to}`;
			case 'text': {
				if (item.words !== undefined)
					return `${item.not ? 'NOT ' : ''}regexp_matches(lower(${column}), ${literal(item.words)})`;
				const holds = { contains: 'contains', starts: 'starts_with', ends: 'ends_with' }[item.how];
				return `${item.not ? 'NOT ' : ''}${holds}(lower(${column}), ${literal(item.text.toLowerCase())})`;
			}
			case 'columns':
				return `${this.typed(item.column)} ${item.not === true ? inverse[item.op] : item.op} ${this.typed(item.other)}`;
			case 'than': {
				const { column: measure, op, of, value } = item;
				const end = op.startsWith('<') ? 'min' : 'max';
				return `${this.typed(measure)} ${op} (SELECT ${end}(${this.unaliased(measure)}) FROM ${tableOf(of.table.dataset.coordinate)} WHERE ${quoted(of.name)} = ${literal(value)})`;
			}
			case 'end': {
				const { to, of, values } = item;
				return `${column} IN (SELECT ${quoted(to.name)} FROM ${tableOf(to.table.dataset.coordinate)} WHERE ${quoted(of.name)} IN (${values.map(literal).join(', ')}))`;
			}
			case 'shared':
				return `${column} IN (SELECT ${quoted(item.other.name)} FROM ${tableOf(item.other.table.dataset.coordinate)})`;
			case 'missing':
				return `${column} IS ${item.not ? 'NOT ' : ''}NULL`;
			case 'extreme': {
				const { among, per } = item;
				const of = [
					...(among === undefined ? [] : [this.condition(among, quoted(among.column.name))]),
					...(per === undefined ? [] : [`same.${quoted(per.name)} = ${this.ref(per)}`]),
				];
				return `${this.typed(item.column)} ${item.op} (SELECT ${item.fn}(${this.unaliased(item.column)}) FROM ${tableOf(item.column.table.dataset.coordinate)}${per === undefined ? '' : ' AS same'}${of.length === 0 ? '' : ` WHERE ${of.join(' AND ')}`})`;
			}
		}
	}

	private figure(figure: Figure): string {
		return `${this.figureOf(figure)} AS ${quoted(nameOf(figure))}`;
	}

	private figureOf(figure: Figure): string {
		const { fn, column, table, rate, years } = figure;
		if (rate !== undefined)
			return `${rate.factor}.0 * ${this.figureOf(rate.of)} / nullif(${this.figureOf(rate.per)}, 0)`;
		if (years !== undefined && column !== null) {
			const at = (year: number) => `max(${this.typed(column)}) FILTER (WHERE ${this.typed(years.column)} = ${year})`;
			return `${at(years.to)} - ${at(years.from)}`;
		}
		if (fn === 'any' && column !== null) return `any_value(${this.typed(column)})`;
		if (fn === 'share') {
			if (!this.isOnManySide(table))
				throw new Repeated(
					`I can’t answer this without counting rows of ${table.name} more than once. Ask a simpler question.`,
				);
			const total = column === null ? '' : `sum(${this.typed(column)})`;
			if (column !== null)
				return figure.of === undefined
					? `100.0 * ${total} / sum(${total}) OVER ()`
					: `100.0 * ${total} FILTER (WHERE ${this.condition(figure.of)}) / ${total}`;
			const those = (where: Where) => `count(*) FILTER (WHERE ${this.condition(where)})`;
			const all =
				figure.of === undefined
					? 'sum(count(*)) OVER ()'
					: figure.per === undefined
						? 'count(*)'
						: `nullif(${those(figure.per)}, 0)`;
			const some = figure.of === undefined ? 'count(*)' : those(figure.of);
			return `${figure.percent === true ? '100.0' : '1.0'} * ${some} / ${all}`;
		}
		if (fn === 'ratio' && figure.over !== undefined) {
			const divisor = this.tables.includes(figure.over)
				? this.countOf(figure.over)
				: `(SELECT count(*) FROM ${tableOf(figure.over.dataset.coordinate)})`;
			return `1.0 * ${this.countOf(table)} / nullif(${divisor}, 0)`;
		}
		if (fn === 'gap') {
			if (!this.isOnManySide(table))
				throw new Repeated('I can’t answer this without counting rows more than once. Ask a simpler question.');
			const [a, b] = [figure.of, figure.per].map(
				(of) =>
					`${column === null ? 'count(*)' : `sum(${this.typed(column)})`}${of === undefined ? '' : ` FILTER (WHERE ${this.condition(of)})`}`,
			);
			return `${a} - ${b}`;
		}
		if (fn === 'exists') return `count(*) > 0`;
		if (fn === 'count')
			return column === null || column.nulls === 0 ? this.countOf(table) : `count(${this.ref(column)})`;
		if (column === null) return this.countOf(table);
		if (fn === 'distinct') return `count(DISTINCT ${this.ref(column)})`;
		if ((fn === 'avg' || fn === 'sum' || fn === 'median') && !this.isOnManySide(table))
			throw new Repeated(
				`I can’t answer this without counting "${column.name}" more than once. Ask a simpler question.`,
				column.name,
			);
		return aggregated(fn, this.typed(column));
	}

	/** The conditions on what is counted, which mustn't leave out things without any. */
	private ofFew({ column }: Where): boolean {
		return this.kept?.branches.some(({ tables, isCounted }) => isCounted && tables.includes(column.table)) === true;
	}

	/** "for each keeper", "fewer than 10 animals", "the fewest animals": also of those without any; null if a query isn't about all rows of a dataset. */
	private readKept(): Kept | null {
		const { figures, groups, where, without, main, having, order, limit, shown, ofEvery } = this.plan;
		const ends = order.flatMap(({ by }) => (isFigure(by) && !figures.includes(by) ? [by] : []));
		const counts = [...figures, ...ends, ...having.map(({ figure, table }) => figure ?? countOf(table))];
		const isFew = having.every(({ op }) => op.startsWith('<')) && order.every(({ direction }) => direction === 'asc');
		const isLeast = isFew && having.length + order.length > 0 && (order.length === 0 || limit !== null);
		const isOfAll =
			ofEvery === true && figures.length > 0 && groups.every(isTable) && having.length === 0 && limit === null;
		const owners = new Set((groups.length === 0 ? shown : groups).map((item) => (isTable(item) ? item : item.table)));
		const [table = main, ...others] = owners;
		const isRatio = figures.some(({ fn, over }) => fn === 'ratio' && over === table && where.length === 0);
		if (counts.length === 0 || others.length + without.length > 0 || !(isLeast || isOfAll || isRatio)) return null;
		if (groups.length === 0 && (figures.length > 0 ? !isRatio : table !== main)) return null;
		if (!counts.every(({ fn, column, table: of }) => /^(?:count|ratio)$/.test(fn) && column === null && of !== table))
			return null;
		const branches = branchesOf(table, this.edges).map((branch) => ({
			...branch,
			isCounted: counts.some((of) => branch.tables.includes(of.table)),
		}));
		// "for each actor in Hamlet": only of those who are.
		const isApart = ({ column }: Where) =>
			column.table !== table && !counts.some((of) => of.table === column.table || (of.table === main && isLeast));
		const isSplit = (item: Where) => item.kind === 'columns' && item.other.table !== item.column.table;
		return where.some((item) => isSplit(item) || isApart(item)) || branches.length === 0 ? null : { table, branches };
	}

	private countOf(table: Table): string {
		const met = this.edges.flatMap(({ from, to }) => [from, to]).find((column) => column.table === table);
		const isLeft = this.kept !== null && this.kept.table !== table && met !== undefined;
		if (isLeft && this.isOnManySide(table)) return `count(${this.ref(met)})`;
		if (this.isOnManySide(table)) return 'count(*)';
		const key = keyOfTable(table);
		if (key === null)
			throw new Refusal(
				`No column identifies the rows of ${table.name}, so they can’t be counted here. Which column should I count?`,
			);
		return `count(DISTINCT ${this.ref(key)})`;
	}

	private isOnManySide(table: Table): boolean {
		const reached = new Set([table]);
		let rest = [...this.edges];
		while (rest.length > 0) {
			const next = rest.find(({ from, to }) => reached.has(from.table) || reached.has(to.table));
			if (next === undefined) return false;
			const towards = reached.has(next.from.table) ? next.to : next.from;
			if (!towards.unique) return false;
			reached.add(towards.table);
			rest = rest.filter((edge) => edge !== next);
		}
		return true;
	}

	private naming(table: Table): Column[] {
		// Prefers the key that other datasets refer to.
		const joined = this.edges
			.flatMap(({ from, to }) => [from, to])
			.find((column) => column.table === table && column.unique);
		const [key, names] = [joined ?? keyOfTable(table), namesOf(table)];
		if (names.length > 0 && isList(table, this.graph)) return names;
		// "company" of the contractors, if they have no column for names
		const label = table.columns.find((column) => column.kind === 'text' && column.unique && !isIdentifier(column));
		const called = names.length > 0 || label === undefined ? names : [label];
		const found = [...new Set([...called, key])].filter((column): column is Column => column !== null);
		if (found.length === 0)
			throw new Refusal(
				`No column identifies the rows of ${table.name}, so I can’t group by them. Which column should I group by?`,
			);
		return found;
	}

	/** A column under its name, prefixed with its dataset's name if another column of the answer has the same name. */
	private named(column: Column, _at: number, all: readonly Column[]): string {
		const isAlone = all.every((other) => other === column || other.name !== column.name);
		if (formulaOf(column) !== null) return `${this.ref(column)} AS ${quoted(column.name)}`;
		return isAlone || this.plan.main === column.table
			? this.ref(column)
			: `${this.ref(column)} AS ${quoted(`${column.table.name} ${column.name}`)}`;
	}

	private ref(column: Column): string {
		const formula = formulaOf(column);
		if (formula !== null) return formulaSql(formula, (part) => this.typed(part));
		return `${this.names.get(column.table)}.${quoted(column.name)}`;
	}
	private unaliased(column: Column): string {
		const formula = formulaOf(column);
		return formula === null ? typed(column, quoted(column.name)) : formulaSql(formula, (part) => this.unaliased(part));
	}
	private typed(column: Column): string {
		return typed(column, this.ref(column));
	}
}

/** Codes match regardless of leading zeros. */
const asCodes = (column: Column, values: readonly string[], ref: string): string =>
	values.every((value) => /^[1-9]\d*$/.test(value)) && column.values?.some((value) => /^0\d/.test(value)) === true
		? `ltrim(${ref}, '0')`
		: ref;

const isHaving = (item: Figure | Plan['having'][number]): item is Plan['having'][number] => 'op' in item;
const inverse = { '=': '<>', '<': '>=', '<=': '>', '>': '<=', '>=': '<' };
/** Compares two linked columns as loosely as the link declares. */
function joined({ ignores }: Edge, from: string, to: string): string {
	const side = (column: string) => {
		const trimmed = ignores?.spaces === true ? `trim(${column})` : column;
		return ignores?.letterCase === true ? `lower(${trimmed})` : trimmed;
	};
	return `${side(from)} = ${side(to)}`;
}

const aggregated = (fn: Fn, value: string): string =>
	fn === 'range' ? `max(${value}) - min(${value})` : `${fn}(${value})`;

const namingAll = (table: Table): Column[] => [...table.columns];
