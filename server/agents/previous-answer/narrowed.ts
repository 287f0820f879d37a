import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { tokenize } from '#lib/sql/lexer.ts';
import { quoted } from '#lib/sql/quoting.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { isIdentifier, typed } from '../offline/columns.ts';
import { formulaOf, formulaSql } from '../offline/derived.ts';
import { graphOf } from '../offline/graph.ts';
import { planOf } from '../offline/offline-writer.ts';
import { along } from '../offline/paired-links.ts';
import { spoken } from '../query/present.ts';
import { tableOf } from '../query/profile.ts';
import type { SchemaContext, Turn } from '../query/types.ts';
import { columnKey, conditionsOf } from './conditions.ts';
import { rowsBehind } from './rows-behind.ts';

/** Maximum length of a SELECT for referenced rows, UTF-16 units: one that refers to another contains it, more than once. */
const longestRows = 100_000;

/** Datasets restricted to some rows, by the key of their coordinate, each with a SELECT of those rows. */
export type Narrowed = ReadonlyMap<string, string>;

/** What a question that refers to an answer was read as; JSON. */
export interface Pointed {
	/** What the previous question was read as, for the reader that continues from it; null if none has to. */
	readonly inner: unknown;
	/** Datasets narrowed to the rows it referred to. */
	readonly within: readonly (readonly [key: string, sql: string])[];
	/** The same datasets as narrowed before it referred to some of their rows; complete ones aren't listed. */
	readonly around?: readonly (readonly [key: string, sql: string])[];
	/** Conditions that identify the picked row, by dataset: "the same month" for another place. */
	readonly apart?: readonly (readonly [key: string, condition: string])[];
	/** What the picked row is called: "month". */
	readonly noun?: string;
	/** Columns whose values identify the referenced rows, as `key column`: another value there means other rows. */
	readonly identifying?: readonly string[];
	/** Earlier conditions that narrowed its datasets, by column likewise. */
	readonly conditioned?: readonly (readonly [column: string, condition: string])[];
	/** Whether its rows are the previous answer's, unchanged, so that follow-ups are only about them. */
	readonly isRows: boolean;
	readonly isOne?: boolean;
	/** The statement for the list that its row was chosen from. */
	readonly list?: string;
	/** The question that asked for its first rows: "top 5". */
	readonly first?: string;
	/** The change that the earlier questions were asked again with: "and Bristol?". */
	readonly changed?: string;
	/** Which end of the list its row is. */
	readonly by?: 'asc' | 'desc';
}
export const isPointed = (value: unknown): value is Pointed =>
	typeof value === 'object' && value !== null && 'within' in value && 'inner' in value;

/** A statement with some datasets narrowed; string literals in it stay unchanged. */
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

/** The datasets of a context narrowed to what an answer is about; none if it's about all their rows. */
export function narrowedTo(
	turn: Turn,
	context: SchemaContext,
	sql: string,
): {
	within: Narrowed;
	around: Narrowed;
	apart: ReadonlyMap<string, string>;
	noun: string | null;
	identifying: ReadonlySet<string>;
	conditioned: ReadonlyMap<string, string>;
	main: DatasetCoordinate | null;
} {
	const { inner, within } = understoodIn(turn);
	const around = new Map<string, string>();
	const apart = new Map<string, string>();
	const identifying = new Set<string>();
	const conditions = conditionsOf(inner, context);
	const keyOf = (table: Table) => coordinateKey(table.dataset.coordinate);
	// Airports that flights left from narrow the flights by their origin.
	const { tables, edges } = along(graphOf(context), planOf(inner, context)?.ways ?? []);
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
	// The names of owners aren't those of their animals.
	const { main, shown = [], groups = [] } = planOf(inner, context) ?? {};
	const listed = [...shown, ...groups].flatMap((of) => ('key' in of ? of.columns : of));
	const own = main?.columns ?? tables.filter((table) => read.has(keyOf(table))).flatMap(uniqueIn);
	const answered = listed.length > 0 ? listed : own;
	const isOfOther = ({ name, table }: Column) => {
		const same = answered.filter((column) => column.name === name);
		return same.length > 0 && same.every((column) => keyOf(column.table) !== keyOf(table));
	};
	const isPicked = isPointed(turn.understood) && turn.understood.by !== undefined;
	const found = new Map<string, string>();
	const byResult = new Set<Table>();
	for (const table of tables) {
		if (!read.has(keyOf(table))) continue;
		const isMain = behind !== null && coordinateKey(behind.dataset) === keyOf(table);
		const before = within.get(keyOf(table));
		const base = isMain
			? `(${narrow(behind.sql, context, within)})`
			: before === undefined
				? tableOf(table.dataset.coordinate)
				: `(${before})`;
		// A column that refers to the rows identifies them, whatever else it belongs to.
		const refersToMain = (column: Column) =>
			edges.some(
				({ from, to }) =>
					from === column && to.unique && behind !== null && keyOf(to.table) === coordinateKey(behind.dataset),
			);
		const named = sharedColumns(table, turn).filter((column) => refersToMain(column) || !isOfOther(column));
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
			// A unique name identifies its row completely.
			const names = shared.length === 1 && shared[0]?.unique === true;
			const rows = names ? tableOf(table.dataset.coordinate) : base;
			const same = [
				...shared.map(({ name }) => `e.${quoted(name)} IS NOT DISTINCT FROM d.${quoted(name)}`),
				...parts.filter((part) => part.table === table).map((part) => part.same),
			].join(' AND ');
			const isIn = `EXISTS (SELECT 1 FROM (${sql}) AS e WHERE ${same})`;
			found.set(keyOf(table), `SELECT * FROM ${rows} AS d WHERE ${isIn}`);
			if (isPicked) apart.set(keyOf(table), isIn);
			byResult.add(table);
		} else if (isMain && !(behind.areAll && before === undefined))
			found.set(keyOf(table), `SELECT * FROM ${base} AS d`);
		else if (before !== undefined) found.set(keyOf(table), before);
	}
	// Narrow related datasets to rows that refer to those, and then those that refer to these: visits of the animals of some owners.
	for (let isMore = true; isMore; ) {
		const related = tables.flatMap((table) => {
			if (byResult.has(table)) return [];
			const ways = edges.filter(({ from, to }) => from.table === table && byResult.has(to.table) && to.unique);
			const [way, ...others] = ways;
			return way === undefined || others.length > 0 ? [] : [{ table, way }];
		});
		for (const { table, way } of related) {
			const base = found.get(keyOf(table));
			const from = base === undefined ? tableOf(table.dataset.coordinate) : `(${base})`;
			const values = `SELECT ${quoted(way.to.name)} FROM (${found.get(keyOf(way.to.table))})`;
			found.set(keyOf(table), `SELECT * FROM ${from} AS d WHERE d.${quoted(way.from.name)} IN (${values})`);
		}
		for (const { table } of related) byResult.add(table);
		isMore = related.length > 0;
	}
	const isTooLong = [...found.values()].some(({ length }) => length > longestRows);
	const { conditioned: earlier = [] } = isPointed(turn.understood) ? turn.understood : {};
	const conditioned = new Map([...earlier, ...conditions]);
	const [label] = turn.columns;
	return {
		...{
			within: isTooLong ? new Map() : found,
			around,
			apart: isTooLong ? new Map() : apart,
			identifying,
			conditioned,
		},
		...{ noun: isPicked && label !== undefined ? spoken(label.name) : null, main: behind?.dataset ?? null },
	};
}

const uniqueIn = ({ columns }: Table): Column[] => columns.filter(({ unique }) => unique);

/** The columns of an answer that identify rows of a dataset: one that names them, else all that aren't quantities. */
function sharedColumns(table: Table, { columns }: Turn): Column[] {
	const shared = table.columns.filter(({ name }) => columns.some((column) => column.name === name));
	const unique = shared.find((column) => column.unique);
	if (unique !== undefined) return [unique];
	const isName = (column: Column) => column.kind !== 'number' || isIdentifier(column) || column.isYear;
	const names = shared.filter(isName);
	return names.length > 0 ? names : shared;
}
