import { foldSql } from '#lib/sql/quoting.ts';
import type { Tree } from '../sql/statement-tree.ts';
import {
	both,
	computed,
	type Field,
	type Item,
	is,
	isHole,
	none,
	sourcesOf,
	tableField,
	union,
	unnested,
	unpacked,
} from './fields.ts';
import { decide, fieldsOf, isCalled, note, partOf, type Reading, resolve, type Scope } from './scope.ts';
import {
	conditionOf,
	depthOf,
	entriesOf,
	filteredStar,
	isTree,
	lambdasOf,
	list,
	mapTree,
	matching,
	namesAsList,
	namesIn,
	namesThat,
	shapeOfType,
	starIn,
	takenFrom,
	text,
	texts,
} from './tree.ts';

/** The columns that one entry of a select list yields; a star yields several. */
export function selected(reading: Reading, expression: unknown, scope: Scope): Item[] {
	if (!isTree(expression)) return [];
	const filtered = filteredStar(expression);
	if (filtered !== null) return filteredColumns(reading, expression, filtered, scope);
	const alias = text(expression.alias);
	if (expression.class === 'STAR') {
		const given = starColumns(reading, expression, scope);
		return alias === '' ? given : given.map((item) => (isHole(item) ? item : { ...item, name: aliasName(alias) }));
	}
	const inner = starIn(expression);
	if (inner !== null) {
		const rest = refs(reading, withoutStars(expression), scope);
		// Several stars in one expression stand for the same columns.
		return starColumns(reading, inner, scope).map((item) =>
			isHole(item)
				? { hole: item.hole && union([item.hole, rest]) }
				: computed(union([item.from, rest]), aliasName(alias)),
		);
	}
	if (expression.class === 'FUNCTION' && text(expression.function_name) === 'unnest') {
		const [first] = list(expression.children);
		const argument = field(reading, first, scope);
		const isList = isTree(first) && first.class === 'FUNCTION' && !givesStruct.test(text(first.function_name));
		const depth = depthOf(expression);
		// The length of a list determines how many rows there are.
		if (argument.parts === undefined || depth > 1) decide(reading, argument.from);
		return unnested(argument, depth).map((item) => {
			if (!isHole(item)) return { ...item, name: item.name || alias };
			return depth === 1 && isList ? computed(argument.from, alias) : item;
		});
	}
	const found = field(reading, expression, scope);
	return [{ ...found, name: alias || (expression.class === 'COLUMN_REF' ? found.name : '') }];
}

/** An alias made from column names, such as `\\1` in `COLUMNS('(a.*)') AS '\\1_x'`, isn't known. */
const aliasName = (alias: string): string => (alias.includes('\\') ? '' : alias);

const withoutStars = (expression: Tree): unknown =>
	mapTree(expression, (node) => (node.class === 'STAR' && node.columns === true ? null : node));

/** Where a value comes from; for a struct or list, also where its contents come from. */
export function field(reading: Reading, expression: unknown, scope: Scope): Field {
	if (!isTree(expression)) return computed(none);
	if (expression.class === 'COLUMN_REF') {
		const names = texts(expression.column_names);
		const found = resolve(names, scope);
		note(reading, found.from);
		return { ...found, name: names.at(-1) ?? '' };
	}
	if (expression.class === 'POSITIONAL_REFERENCE') {
		const found = positioned(Number(expression.index), scope);
		note(reading, found.from);
		return found;
	}
	const taken = takenFrom(expression);
	if (taken !== null) {
		const [of, name] = taken;
		const whole = field(reading, of, scope);
		if (name !== null) return partOf(whole, name);
		const from = union([whole.from, refs(reading, list(expression.children).slice(1), scope)]);
		return { ...whole.element, ...computed(from) };
	}
	const called = expression.class === 'FUNCTION' ? text(expression.function_name) : '';
	if (called === 'struct_pack' || called === 'list_value') {
		const values = list(expression.children).filter(isTree);
		const fields = values.map((child) => ({ ...field(reading, child, scope), name: text(child.alias) }));
		const from = union(fields.map((value) => value.from));
		if (called === 'struct_pack') {
			return { ...computed(from), parts: new Map(fields.map((value) => [foldSql(value.name), value])) };
		}
		const [first, ...others] = fields;
		return { ...computed(from), element: first && { ...others.reduce(both, first), name: '', isCopy: false } };
	}
	const from = refsWithin(reading, expression, scope);
	const type = expression.type === 'OPERATOR_CAST' ? shapeOfType(expression.cast_type) : undefined;
	return type === undefined ? computed(from) : tableField(from, '', type, false);
}

/** Functions that may return a struct, which unnests into any number of columns; others return lists. */
const givesStruct =
	/^(row|struct_(insert|update|concat)|json_transform(_strict)?|from_json(_strict)?|any_value|first|last|arg_m(in|ax)|list_(first|last|aggregate)|element_at|map_entries)$/;

/** The FROM column at a 1-based position. */
function positioned(index: number, { relations }: Scope): Field {
	const fields = relations.flatMap((relation) => relation.fields);
	const open = relations.flatMap((relation) => (relation.open === undefined ? [] : [relation.open ?? none]));
	const found = open.length === 0 ? fields[index - 1] : undefined;
	return found ?? computed(union([...open, ...fields.map(({ from }) => from)]));
}

/** The columns that a star or `COLUMNS(…)` stands for. */
export function starColumns(reading: Reading, star: Tree, scope: Scope): Item[] {
	const whole = allColumns(reading, star, scope);
	const chosen = choice(reading, star, whole, scope);
	for (const item of chosen) if (!isHole(item)) note(reading, item.from);
	return chosen;
}

/** All columns before filtering by name, with EXCLUDE, REPLACE and RENAME applied. */
function allColumns(reading: Reading, star: Tree, scope: Scope): Item[] {
	const of = text(star.relation_name);
	const relations = scope.relations.filter((relation) => of === '' || isCalled(relation, [of]));
	if (of !== '' && relations.length === 0) {
		const struct = resolve([of], scope);
		return changed(reading, star, unpacked(struct) ?? [{ hole: struct.from }], scope);
	}
	const isOpen = relations.some(({ open }) => open !== undefined);
	if (!isOpen) return changed(reading, star, fieldsOf(relations, scope, of), scope, relations);
	// Unknown columns of an open relation go where the relation is.
	return relations.flatMap((relation): Item[] =>
		relation.open === undefined
			? changed(reading, star, fieldsOf([relation], scope, of), scope, [relation])
			: [{ hole: relation.open && union([relation.open, ...relation.fields.map(({ from }) => from)]) }],
	);
}

function changed(
	reading: Reading,
	star: Tree,
	items: readonly Item[],
	scope: Scope,
	relations: Scope['relations'] = [],
): Item[] {
	/** Whether a key of the star refers to a column: `a`, or `t.a` only of that table. */
	const means = (key: unknown, item: Field): boolean => {
		if (!isTree(key)) return is(text(key), item.name);
		const table = text(key.table);
		const owner = relations.find((relation) => relation.fields.includes(item));
		return is(text(key.column), item.name) && (table === '' || owner === undefined || isCalled(owner, [table]));
	};
	const excluded = [...texts(star.exclude_list), ...list(star.qualified_exclude_list)];
	const replaced = entriesOf(star.replace_list);
	const given = entriesOf(star.rename_list);
	return items.flatMap((item): Item[] => {
		if (isHole(item)) return [item];
		if (excluded.some((key) => means(key, item))) return [];
		const [, name] = given.find(([key]) => means(key, item)) ?? [];
		const [, value] = replaced.find(([key]) => means(key, item)) ?? [];
		const found = value === undefined ? item : field(reading, value, scope);
		return [{ ...found, name: name === undefined ? item.name : text(name) }];
	});
}

/** The columns that `COLUMNS(…)` selects, in table order. */
function choice(reading: Reading, star: Tree, items: readonly Item[], scope: Scope): Item[] {
	if (!isTree(star.expr)) return [...items];
	const hole = { hole: sourcesOf(items) };
	if (items.some(isHole)) return [hole];
	const fields = items as readonly Field[];
	const names = fields.map(({ name }) => name);
	const listed = mapTree(star.expr, (node) =>
		node.class === 'STAR' ? namesAsList((starColumns(reading, node, scope) as Field[]).map(({ name }) => name)) : node,
	);
	const chosen = isTree(listed) ? reading.namesOf(listed) : null;
	const found =
		typeof chosen === 'string' ? reading.namesOf(namesThat(names, (name) => matching(name, chosen))) : chosen;
	if (found === null || typeof found === 'string') return fields.length === 0 ? [] : [hole];
	return fields.filter(({ name }) => found.some((other) => is(other, name)));
}

/** The columns that `* LIKE 'a%'` selects. */
function filteredColumns(reading: Reading, filter: Tree, star: Tree, scope: Scope): Item[] {
	const items = allColumns(reading, star, scope);
	if (items.some(isHole)) return [{ hole: sourcesOf(items) }];
	const fields = items as Field[];
	const names = fields.map(({ name }) => name);
	const found = reading.namesOf(namesThat(names, (name) => conditionOf(filter, star, name)));
	if (found === null || typeof found === 'string') return [{ hole: sourcesOf(items) }];
	const chosen = fields.filter(({ name }) => found.includes(name));
	for (const { from } of chosen) note(reading, from);
	return chosen;
}

/** What an expression, or anything containing expressions, reads. */
export function refs(reading: Reading, node: unknown, scope: Scope): Set<string> {
	if (Array.isArray(node)) return union(node.map((item) => refs(reading, item, scope)));
	if (!isTree(node)) return new Set();
	const isValue = node.class === 'COLUMN_REF' || node.class === 'POSITIONAL_REFERENCE' || takenFrom(node) !== null;
	return isValue ? new Set(field(reading, node, scope).from) : refsWithin(reading, node, scope);
}

function refsWithin(reading: Reading, node: Tree, scope: Scope): Set<string> {
	if (node.class === 'SUBQUERY') return subquery(reading, node, scope);
	if (node.class === 'STAR') return sourcesOf(starColumns(reading, node, scope));
	const lambdas = lambdasOf(node);
	const within = (child: unknown): Set<string> => {
		if (Array.isArray(child)) return union(child.map(within));
		if (!lambdas.has(child) || !isTree(child)) return refs(reading, child, scope);
		const parameters = union([scope.parameters, new Set(namesIn(child.lhs).map(foldSql))]);
		return refs(reading, child.expr, { ...scope, parameters });
	};
	return union(Object.values(node).map(within));
}

function subquery(reading: Reading, node: Tree, scope: Scope): Set<string> {
	const inner = isTree(node.subquery) ? node.subquery.node : null;
	const child = refs(reading, node.child, scope);
	if (text(node.subquery_type) !== 'EXISTS' && text(node.subquery_type) !== 'NOT_EXISTS') {
		return union([sourcesOf(reading.query(reading, inner, scope)), child]);
	}
	// Whether a subquery has rows depends on its conditions, not on its select list.
	const deciding = new Set<string>();
	const isStar = (item: unknown) => isTree(item) && item.class === 'STAR';
	const bare = isTree(inner)
		? { ...inner, select_list: list(inner.select_list).filter((item) => !isStar(item)) }
		: inner;
	reading.query({ ...reading, deciding }, bare, scope);
	decide(reading, deciding);
	return union([deciding, child]);
}
