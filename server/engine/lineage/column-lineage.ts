import type { Tree } from '../sql/statement-tree.ts';
import {
	byName,
	type Field,
	type Item,
	isHole,
	knownFields,
	none,
	type ReadColumn,
	readOf,
	relationOf,
	sourcesOf,
	union,
} from './fields.ts';
import { query } from './query.ts';
import { type LineageTable, noScope, type Reading } from './scope.ts';
import { isTree, list, plainCalls } from './tree.ts';

export interface ColumnLineage {
	readonly column: string;
	/** `copied`: one column's values, unchanged; `computed` from all of `from`; `unknown`: from some of `from`. */
	readonly kind: 'copied' | 'computed' | 'unknown';
	readonly from: readonly ReadColumn[];
}

export interface StatementLineage {
	readonly columns: readonly ColumnLineage[];
	/** Columns that only determine which rows there are, or their order (conditions, joins, sorting), and anything else that is read. */
	readonly alsoRead: readonly ReadColumn[];
	/** Columns that determine which rows there are, whether or not they also provide values. */
	readonly deciding: readonly ReadColumn[];
	/** The result as seen by later statements. */
	readonly result: StatementResult;
}

/** What a statement provides to statements that read its result by name. */
export interface StatementResult {
	readonly items: readonly Item[];
	readonly deciding: ReadonlySet<string>;
}

/** Maximum rounds of evaluating expressions: those of a nested query come after those of the outer one. */
const maxRounds = 10;

/**
 * Where each column of a statement comes from.
 * @param tree the statement from DuckDB's `json_serialize_sql`, with `skip_default`
 * @param tables the tables it may read
 * @param columns its column names, as the engine reports them
 * @param evaluate the value of an expression that reads no columns; null if it has none
 * @param results earlier statements that it reads, by folded name; analyzed with the same tables
 */
export async function columnLineage(
	tree: unknown,
	tables: readonly LineageTable[],
	columns: readonly string[],
	evaluate: (expression: Tree) => Promise<unknown>,
	results: ReadonlyMap<string, StatementResult> = new Map(),
): Promise<StatementLineage> {
	const ctes = new Map([...results].map(([name, { items }]) => [name, relationOf([name], items)]));
	const before = union([...results.values()].map(({ deciding }) => deciding));
	const [statement] = list(isTree(tree) ? tree.statements : null);
	const node = isTree(statement) ? plainCalls(statement.node) : null;
	const answers = new Map<string, Reading['namesOf'] extends (expression: Tree) => infer Names ? Names : never>();
	for (let round = 0; ; round += 1) {
		const asked = new Map<string, Tree>();
		const reading: Reading = {
			...{ tables, all: new Set(before), deciding: new Set(before), query },
			namesOf(expression) {
				const key = JSON.stringify(expression);
				const known = answers.get(key);
				if (known === undefined) asked.set(key, expression);
				return known ?? null;
			},
		};
		const items = query(reading, node, { ...noScope, ctes });
		if (asked.size === 0 || round === maxRounds) return lineageOf(reading, items, columns);
		for (const [key, expression] of asked) {
			const value = await evaluate(expression);
			answers.set(key, typeof value === 'string' ? value : Array.isArray(value) ? value.map(String) : null);
		}
	}
}

function lineageOf({ all, deciding }: Reading, items: readonly Item[], columns: readonly string[]): StatementLineage {
	const everything = [...union([all, sourcesOf(items)])].map(readOf);
	const found = align(items, columns);
	const lineage = columns.map((column, index): ColumnLineage => {
		const field = found[index] ?? null;
		if (field === null) return { column, kind: 'unknown', from: everything };
		return { column, kind: field.isCopy ? 'copied' : 'computed', from: [...field.from].map(readOf) };
	});
	const given = union(found.map((field) => field?.from ?? none));
	const unknown = union([all, sourcesOf(items)]);
	return {
		columns: lineage,
		alsoRead: [...all].filter((key) => !given.has(key)).map(readOf),
		deciding: [...deciding].map(readOf),
		result: {
			items: columns.map((name, index) => {
				const field = found[index] ?? null;
				return field === null ? { hole: unknown } : { ...field, name };
			}),
			deciding,
		},
	};
}

/** Matches fields to the columns that the engine reports: by position before the first and after the last hole, by name between them. */
function align(items: readonly Item[], columns: readonly string[]): (Field | null)[] {
	const fields = knownFields(items);
	const holes = items.filter(isHole);
	const first = items.findIndex(isHole);
	if (first === -1) return items.length === columns.length ? fields : columns.map((name) => byName(fields, name));
	const after = items.length - 1 - items.findLastIndex(isHole);
	const from = holes.some(({ hole }) => hole === null) ? null : sourcesOf(holes);
	return columns.map((name, index) => {
		const item =
			index < first ? items[index] : index >= columns.length - after ? items.at(index - columns.length) : null;
		if (item != null && !isHole(item)) return item;
		const known = holes.length === 1 ? null : byName(fields, name);
		return known ?? (from === null ? byName(fields, name) : { name, from, isCopy: false });
	});
}
