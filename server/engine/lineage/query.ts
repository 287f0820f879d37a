import { foldSql } from '#lib/sql/quoting.ts';
import type { Tree } from '../sql/statement-tree.ts';
import { refs, selected } from './expressions.ts';
import {
	aliasesOf,
	type Item,
	isHole,
	joined,
	joinedByName,
	knownFields,
	type Relation,
	relationOf,
	renamed,
	sourcesOf,
} from './fields.ts';
import { tablesOf } from './from.ts';
import { decide, noScope, type Reading, type Scope } from './scope.ts';
import { isTree, list, text, texts } from './tree.ts';

export function query(reading: Reading, node: unknown, outer: Scope): Item[] {
	if (!isTree(node)) return [];
	const ctes = ctesOf(reading, node, outer);
	const around = { ...outer, ctes };
	if (node.type === 'SELECT_NODE') return select(reading, node, around);
	const items = combined(reading, node, around);
	modifiers(reading, node, items, { ...noScope, outer: around, ctes, aliases: aliasesOf(knownFields(items)) });
	return items;
}

function ctesOf(reading: Reading, node: Tree, outer: Scope): ReadonlyMap<string, Relation> {
	const ctes = new Map(outer.ctes);
	for (const entry of list(isTree(node.cte_map) ? node.cte_map.map : null)) {
		if (!isTree(entry) || !isTree(entry.value) || !isTree(entry.value.query)) continue;
		const name = text(entry.key);
		const items = query(reading, entry.value.query.node, { ...outer, ctes });
		ctes.set(foldSql(name), relationOf([name], renamed(items, texts(entry.value.aliases))));
	}
	return ctes;
}

function combined(reading: Reading, node: Tree, outer: Scope): Item[] {
	if (node.type === 'SET_OPERATION_NODE') {
		const branches = [node.left, node.right, ...list(node.children)].filter(isTree);
		const [first = [], ...others] = branches.map((branch) => query(reading, branch, outer));
		const type = text(node.setop_type);
		if (node.setop_all !== true || !type.startsWith('UNION')) {
			for (const items of [first, ...others]) decide(reading, sourcesOf(items));
		}
		if (type === 'EXCEPT') return first;
		return others.reduce(
			(all, next) => (type === 'UNION_BY_NAME' ? joinedByName(all, next) : joined(all, next)),
			first,
		);
	}
	if (node.type === 'RECURSIVE_CTE_NODE') {
		const name = text(node.cte_name);
		let items = renamed(query(reading, node.left, outer), texts(node.aliases));
		// Columns may refer to each other; each pass resolves one step further.
		for (let turn = 0; turn <= items.length; turn += 1) {
			const ctes = new Map(outer.ctes).set(foldSql(name), relationOf([name], items));
			items = joined(items, query(reading, node.right, { ...outer, ctes }));
		}
		decide(reading, sourcesOf(items));
		return items;
	}
	return [{ hole: null }];
}

function select(reading: Reading, node: Tree, outer: Scope): Item[] {
	const from = tablesOf(reading, node.from_table, { ...noScope, outer, ctes: outer.ctes });
	const scope: Scope = { ...noScope, ...from, aliases: new Map(), outer, ctes: outer.ctes };
	const items: Item[] = [];
	for (const expression of list(node.select_list)) {
		const found = selected(reading, expression, scope);
		items.push(...found);
		for (const item of knownFields(found)) if (item.name !== '') scope.aliases.set(foldSql(item.name), item);
	}
	for (const part of [node.where_clause, node.having, node.qualify, node.group_sets]) {
		decide(reading, refs(reading, part, scope));
	}
	for (const key of list(node.group_expressions)) decideBy(reading, key, items, scope);
	if (node.aggregate_handling === 'FORCE_AGGREGATES') decide(reading, sourcesOf(items));
	modifiers(reading, node, items, scope);
	return items;
}

function modifiers(reading: Reading, node: Tree, items: readonly Item[], scope: Scope): void {
	for (const modifier of list(node.modifiers).filter(isTree)) {
		const orders = list(modifier.orders).flatMap((order) => (isTree(order) ? [order.expression] : []));
		const distinctOn = list(modifier.distinct_on_targets);
		for (const key of [...orders, ...distinctOn]) decideBy(reading, key, items, scope);
		if (modifier.type === 'DISTINCT_MODIFIER' && distinctOn.length === 0) decide(reading, sourcesOf(items));
		decide(reading, refs(reading, [modifier.limit, modifier.offset], scope));
	}
}

/** A key of GROUP BY or ORDER BY: an expression, `ALL`, a column's position, or its name. */
function decideBy(reading: Reading, key: unknown, items: readonly Item[], scope: Scope): void {
	if (!isTree(key)) return;
	const isAll = key.class === 'STAR' && !isTree(key.expr) && list(key.exclude_list).length === 0;
	if (isAll) {
		decide(reading, sourcesOf(items));
		return;
	}
	const constant = key.class === 'CONSTANT' && isTree(key.value) ? key.value.value : undefined;
	const position = Number(key.class === 'POSITIONAL_REFERENCE' ? key.index : (constant ?? Number.NaN));
	if (Number.isInteger(position)) {
		const item = items.slice(0, position).some(isHole) ? undefined : items[position - 1];
		decide(reading, item === undefined ? sourcesOf(items) : sourcesOf([item]));
		return;
	}
	const [name, ...more] = key.class === 'COLUMN_REF' ? texts(key.column_names) : [];
	const alias = name === undefined || more.length > 0 ? undefined : scope.aliases.get(foldSql(name));
	if (alias !== undefined) decide(reading, alias.from);
	decide(reading, refs(reading, key, scope));
}
