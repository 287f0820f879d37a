import { foldSql } from '#lib/sql/quoting.ts';
import { sameNames, type Tree } from '../sql/statement-tree.ts';
import { field, refs, selected } from './expressions.ts';
import {
	byName,
	byNameOrUnnamed,
	computed,
	type Field,
	type Item,
	is,
	isHole,
	keyOf,
	knownFields,
	none,
	type Relation,
	relationOf,
	renamed,
	renamedFields,
	sourcesOf,
	tableField,
	union,
	unnested,
} from './fields.ts';
import { decide, fieldsOf, note, type Reading, resolve, type Scope, type Tables } from './scope.ts';
import { depthOf, isTree, list, text, texts } from './tree.ts';

const alone = (relation: Relation): Tables => ({ relations: [relation], merged: new Map<string, Field>() });
const nothing: Tables = { relations: [], merged: new Map() };

export function tablesOf(reading: Reading, table: unknown, scope: Scope): Tables {
	if (!isTree(table)) return nothing;
	const alias = text(table.alias);
	const others = texts(table.column_name_alias);
	switch (table.type) {
		case 'BASE_TABLE':
			return alone(baseTable(reading, table, alias, others, scope));
		case 'SUBQUERY': {
			const items = isTree(table.subquery)
				? reading.query(reading, table.subquery.node, { ...scope, outer: scope })
				: [];
			return alone(relationOf([alias], renamed(items, others)));
		}
		case 'JOIN':
			return join(reading, table, scope);
		case 'EXPRESSION_LIST': {
			const rows = list(table.values).map((row) => list(row).map((value) => refs(reading, value, scope)));
			const fields = (rows[0] ?? []).map((_, index) =>
				computed(union(rows.map((row) => row[index] ?? none)), `col${index}`),
			);
			return alone(relationOf([alias || 'valueslist'], renamed(fields, others)));
		}
		case 'PIVOT':
			return alone(relationOf([alias], renamed(pivot(reading, table, scope), others)));
		case 'SHOW_REF': {
			const items = reading.query(reading, table.query, { ...scope, outer: scope });
			return alone({ names: [alias], fields: [], open: table.show_type === 'SUMMARY' ? sourcesOf(items) : none });
		}
		case 'EMPTY':
			return nothing;
		default:
			return alone(tableFunction(reading, table, alias, others, scope));
	}
}

function baseTable({ tables }: Reading, table: Tree, alias: string, others: readonly string[], scope: Scope): Relation {
	const names = [table.catalog_name, table.schema_name, table.table_name].map(text).filter((name) => name !== '');
	const cte = names.length === 1 ? scope.ctes.get(foldSql(names[0] ?? '')) : undefined;
	const called = alias === '' ? names : [alias];
	if (cte !== undefined) return { ...cte, names: called, fields: renamedFields(cte.fields, others) };
	const index = tables.findIndex((known) => sameNames(names, known.names.slice(-names.length)));
	const known = tables[index];
	if (known === undefined) return { names: called, fields: [], open: none };
	const fields = known.columns.map(({ name, shape }) => tableField(new Set([keyOf(index, name)]), name, shape, true));
	return { names: called, fields: renamedFields(fields, others) };
}

function tableFunction(
	reading: Reading,
	table: Tree,
	alias: string,
	others: readonly string[],
	scope: Scope,
): Relation {
	const call = isTree(table.function) ? table.function : null;
	const called = call === null ? '' : text(call.function_name);
	const names = [alias || called];
	const from = refs(reading, table, scope);
	decide(reading, from);
	if (call === null || called !== 'unnest') {
		return { names, fields: others.map((name) => computed(from, name)), open: from };
	}
	const items = unnested(field(reading, list(call.children)[0], scope), depthOf(call));
	const [only, ...rest] = items;
	const isOne = only !== undefined && rest.length === 0 && !isHole(only) && only.name === '';
	return relationOf(names, renamed(isOne ? [{ ...only, name: 'unnest' }] : items, others));
}

function join(reading: Reading, node: Tree, scope: Scope): Tables {
	const left = tablesOf(reading, node.left, scope);
	// A lateral subquery sees the tables before it.
	const right = tablesOf(reading, node.right, { ...scope, ...left, outer: scope.outer });
	const both = {
		...scope,
		relations: [...left.relations, ...right.relations],
		merged: new Map([...left.merged, ...right.merged]),
	};
	const type = text(node.join_type);
	const merged = new Map(both.merged);
	for (const name of sharedNames(node, left, right)) {
		const [a, b] = [left, right].map((side) => resolve([name], { ...scope, ...side, outer: null }));
		if (a === undefined || b === undefined) continue;
		const from = union([a.from, b.from]);
		note(reading, from);
		decide(reading, from);
		const one = type === 'RIGHT' ? b : a;
		merged.set(foldSql(name), type === 'OUTER' || type === 'FULL' ? computed(from, name) : { ...one, name });
	}
	decide(reading, refs(reading, node.condition, both));
	const isFilter = type === 'SEMI' || type === 'ANTI';
	return { relations: isFilter ? left.relations : both.relations, merged: isFilter ? left.merged : merged };
}

function sharedNames(node: Tree, left: Tables, right: Tables): string[] {
	if (node.ref_type !== 'NATURAL') return texts(node.using_columns);
	const [names, others] = [left, right].map((side) => fieldsOf(side.relations, side, '').map(({ name }) => name));
	return (names ?? []).filter((name) => others?.some((other) => is(other, name)));
}

function pivot(reading: Reading, node: Tree, scope: Scope): Item[] {
	const source = tablesOf(reading, node.source, scope);
	const inner: Scope = { ...scope, ...source };
	const fields = fieldsOf(source.relations, inner, '');
	const { open } = source.relations.find((relation) => relation.open !== undefined) ?? {};
	if (open !== undefined) return [{ hole: open && union([open, ...fields.map(({ from }) => from)]) }];
	const pivots = list(node.pivots).filter(isTree);
	const values = texts(node.unpivot_names);
	if (values.length > 0) return unpivot(reading, fields, pivots, values, inner);
	const aggregates = list(node.aggregates).map((expression) => refs(reading, expression, inner));
	const keys = pivots.map((one) => refs(reading, one.pivot_expressions, inner));
	decide(reading, union(keys));
	const used = union([...aggregates, ...keys]);
	const groups = texts(node.groups);
	const kept =
		groups.length > 0
			? groups.flatMap((name) => byName(fields, name) ?? [])
			: fields.filter(({ from }) => ![...from].some((key) => used.has(key)));
	for (const { from } of kept) {
		note(reading, from);
		decide(reading, from);
	}
	const columns = pivots.reduce((count, one) => count * Math.max(1, list(one.entries).length), 1);
	const made = Array.from({ length: columns }, () => aggregates.map((from) => computed(union([from, ...keys])))).flat();
	return [...kept, ...made];
}

/** @param values names of the columns that hold the values */
function unpivot(
	reading: Reading,
	fields: readonly Field[],
	pivots: readonly Tree[],
	values: readonly string[],
	scope: Scope,
): Item[] {
	/** Pivoted columns: the values of each resulting row. */
	const rows = pivots.flatMap((one) =>
		list(one.entries)
			.filter(isTree)
			.flatMap((entry): Field[][] =>
				isTree(entry.star_expr)
					? knownFields(selected(reading, entry.star_expr, scope)).map((item) => [item])
					: [
							list(entry.values).flatMap(
								(value) => byNameOrUnnamed(fields, isTree(value) ? text(value.value) : '') ?? [],
							),
						],
			),
	);
	const taken = rows.flat();
	const isTaken = ({ name }: Field) => name === '' || taken.some((other) => is(other.name, name));
	const kept = fields.filter((field) => !isTaken(field));
	const names = pivots.flatMap((one) => texts(one.unpivot_names)).map((name) => computed(none, name));
	const given = values.map((name, index) => computed(union(rows.map((row) => row[index]?.from ?? none)), name));
	for (const { from } of given) {
		note(reading, from);
		// Nulls yield no rows.
		decide(reading, from);
	}
	return [...kept, ...names, ...given];
}
