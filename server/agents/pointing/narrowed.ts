import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { tokenize } from '#lib/sql/lexer.ts';
import { quoted } from '#lib/sql/quoting.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { formulaOf, formulaSql } from '../offline/derived.ts';
import { graphOf, isIdentifier } from '../offline/graph.ts';
import { planOf } from '../offline/offline-writer.ts';
import { typed } from '../offline/typed.ts';
import { tableOf } from '../query/profile.ts';
import type { SchemaContext, Turn } from '../query/types.ts';
import { columnKey, conditionsOf } from './conditions.ts';
import { rowsBehind } from './rows-behind.ts';

/** Longest SELECT of meant rows, UTF-16 units: one that points at another contains it, more than once. */
const longestRows = 100_000;

/** Datasets of which only some rows are meant, by the key of their coordinate, each with a SELECT of those. */
export type Narrowed = ReadonlyMap<string, string>;

/** What a pointing question was understood as; JSON. */
export interface Pointed {
	/** What the question before was understood as, by the reader that reads on from it; null where nobody has to. */
	readonly inner: unknown;
	/** The datasets that were narrowed to what it pointed at. */
	readonly within: readonly (readonly [key: string, sql: string])[];
	/** The same datasets before one or some of their rows were pointed at; those that are whole aren't named. */
	readonly around?: readonly (readonly [key: string, sql: string])[];
	/** Columns whose values say which rows are meant, as `key column`: another value in one of them means other rows. */
	readonly identifying?: readonly string[];
	/** By which conditions its datasets were narrowed before, by column likewise. */
	readonly conditioned?: readonly (readonly [column: string, condition: string])[];
	/** Whether its rows are those of the answer before as they stood, so that what follows is about them alone. */
	readonly isRows: boolean;
	/** Whether it is about one row. */
	readonly isOne?: boolean;
	/** The statement for the rows that its row was chosen from. */
	readonly list?: string;
	/** The question for its first rows: "top 5". */
	readonly first?: string;
}
export const isPointed = (value: unknown): value is Pointed =>
	typeof value === 'object' && value !== null && 'within' in value && 'inner' in value;

/** A statement over datasets of which some are narrowed; texts in it stay as they are. */
export function narrow(sql: string, context: SchemaContext, within: Narrowed): string {
	const named = context.datasets.flatMap(({ coordinate }) => {
		const rows = within.get(coordinateKey(coordinate));
		return rows === undefined ? [] : [{ name: tableOf(coordinate), rows: `(${rows})` }];
	});
	if (named.length === 0) return sql;
	const parts: string[] = [];
	let at = 0;
	for (const { kind, start } of tokenize(sql)) {
		if (kind !== 'quoted' || start < at) continue;
		const found = named.find(({ name }) => sql.startsWith(name, start));
		if (found === undefined) continue;
		parts.push(sql.slice(at, start), found.rows);
		at = start + found.name.length;
	}
	return parts.join('') + sql.slice(at);
}

export const understoodIn = ({ understood }: Turn): { inner: unknown; within: Narrowed } =>
	isPointed(understood)
		? { inner: understood.inner, within: new Map(understood.within) }
		: { inner: understood, within: new Map() };

/** The datasets of a context narrowed to what an answer is about; none where it is about all that they hold. */
export function narrowedTo(
	turn: Turn,
	context: SchemaContext,
	sql: string,
): {
	within: Narrowed;
	around: Narrowed;
	identifying: ReadonlySet<string>;
	conditioned: ReadonlyMap<string, string>;
	main: DatasetCoordinate | null;
} {
	const { inner, within } = understoodIn(turn);
	const around = new Map<string, string>();
	const identifying = new Set<string>();
	const conditions = conditionsOf(inner, context);
	const { tables, edges } = graphOf(context);
	const behind = rowsBehind(inner, context);
	// "2001" of the rows of each year
	const parts = (planOf(inner, context)?.groups ?? []).flatMap((group) => {
		const formula = 'key' in group ? null : formulaOf(group);
		if (formula === null || !turn.columns.some(({ name }) => name === group.name)) return [];
		const value = formulaSql(formula, (column) => typed(column, `d.${quoted(column.name)}`));
		return [
			{ table: 'key' in group ? group : group.table, same: `e.${quoted(group.name)} IS NOT DISTINCT FROM ${value}` },
		];
	});
	const read = new Set((turn.datasets ?? []).map(coordinateKey));
	const found = new Map<string, string>();
	const byResult = new Set<Table>();
	const keyOf = (table: Table) => coordinateKey(table.dataset.coordinate);
	for (const table of tables) {
		if (!read.has(keyOf(table))) continue;
		const isMain = behind !== null && coordinateKey(behind.dataset) === keyOf(table);
		const before = within.get(keyOf(table));
		const base = isMain
			? `(${narrow(behind.sql, context, within)})`
			: before === undefined
				? tableOf(table.dataset.coordinate)
				: `(${before})`;
		const named = sharedColumns(table, turn);
		// What refers to the rows is theirs, wherever else it belongs.
		const refersToMain = (column: Column) =>
			edges.some(
				({ from, to }) =>
					from === column && to.unique && behind !== null && keyOf(to.table) === coordinateKey(behind.dataset),
			);
		const shared = !isMain && named.some(refersToMain) ? named.filter(refersToMain) : named;
		const isConditioned = shared.some(({ name }) => conditions.has(columnKey(keyOf(table), name)));
		if (!isConditioned && (before !== undefined || (isMain && !behind.areAll)))
			around.set(keyOf(table), `SELECT * FROM ${base} AS d`);
		for (const { name } of shared) identifying.add(columnKey(keyOf(table), name));
		const extreme = isMain && behind.extreme !== null ? behind.extreme : null;
		if (extreme !== null) {
			found.set(keyOf(table), `SELECT * FROM ${base} AS d WHERE d.${quoted(extreme)} = (${sql})`);
			byResult.add(table);
		} else if (shared.length > 0 || parts.some((part) => part.table === table)) {
			// What names a row says all of it.
			const names = shared.length === 1 && shared[0]?.unique === true;
			const rows = names ? tableOf(table.dataset.coordinate) : base;
			const same = [
				...shared.map(({ name }) => `e.${quoted(name)} IS NOT DISTINCT FROM d.${quoted(name)}`),
				...parts.filter((part) => part.table === table).map((part) => part.same),
			].join(' AND ');
			found.set(keyOf(table), `SELECT * FROM ${rows} AS d WHERE EXISTS (SELECT 1 FROM (${sql}) AS e WHERE ${same})`);
			byResult.add(table);
		} else if (isMain && !(behind.areAll && before === undefined))
			found.set(keyOf(table), `SELECT * FROM ${base} AS d`);
		else if (before !== undefined) found.set(keyOf(table), before);
	}
	// Rows of others are those that refer to what is meant.
	for (const table of tables) {
		if (byResult.has(table)) continue;
		const ways = edges.filter(({ from, to }) => from.table === table && byResult.has(to.table) && to.unique);
		const [way, ...others] = ways;
		if (way === undefined || others.length > 0) continue;
		const base = found.get(keyOf(table));
		const from = base === undefined ? tableOf(table.dataset.coordinate) : `(${base})`;
		const values = `SELECT ${quoted(way.to.name)} FROM (${found.get(keyOf(way.to.table))})`;
		found.set(keyOf(table), `SELECT * FROM ${from} AS d WHERE d.${quoted(way.from.name)} IN (${values})`);
	}
	const isTooLong = [...found.values()].some(({ length }) => length > longestRows);
	const { conditioned: earlier = [] } = isPointed(turn.understood) ? turn.understood : {};
	const conditioned = new Map([...earlier, ...conditions]);
	return { within: isTooLong ? new Map() : found, around, identifying, conditioned, main: behind?.dataset ?? null };
}

/** The columns of an answer that say which rows of a dataset it is about: one that names them, else all that aren't quantities. */
function sharedColumns(table: Table, { columns }: Turn): Column[] {
	const shared = table.columns.filter(({ name }) => columns.some((column) => column.name === name));
	const unique = shared.find((column) => column.unique);
	if (unique !== undefined) return [unique];
	const isName = (column: Column) => column.kind !== 'number' || isIdentifier(column) || column.isYear;
	const names = shared.filter(isName);
	return names.length > 0 ? names : shared;
}
