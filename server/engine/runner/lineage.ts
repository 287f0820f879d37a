import {
	DuckDBArrayType,
	type DuckDBConnection,
	DuckDBListType,
	DuckDBStructType,
	type DuckDBType,
} from '@duckdb/node-api';
import type { ColumnLineage } from '#contract/build-spec.ts';
import { literal, quotedPath } from '#lib/sql/quoting.ts';
import { columnLineage, type StatementResult } from '../lineage/column-lineage.ts';
import type { ReadColumn, Shape } from '../lineage/fields.ts';
import type { LineageTable } from '../lineage/scope.ts';
import { usable } from '../sql/source-views.ts';
import { namedTables, sameNames, type Tree } from '../sql/statement-tree.ts';
import type { EngineSource } from '../types.ts';

/**
 * Where the columns of a prepared statement come from, and what it provides to statements that read it.
 * @param sql with usable names
 * @param columns their names
 * @param results statements of the same session that it reads, by folded name
 */
export async function lineageOf(
	{ connection, sources }: { readonly connection: DuckDBConnection; readonly sources: readonly EngineSource[] },
	sql: string,
	columns: readonly string[],
	results?: ReadonlyMap<string, StatementResult>,
): Promise<{ readonly lineage: ColumnLineage; readonly result: StatementResult }> {
	const tree = await treeOf(connection, sql);
	const named = namedTables(tree);
	const tables: LineageTable[] = [];
	for (const { owner, namespace, datasetName } of sources) {
		const names = [usable(owner), usable(namespace), datasetName];
		const isRead = named.some((table) => sameNames(table.names, names.slice(-table.names.length)));
		tables.push({ names, columns: isRead ? await columnsOf(connection, names) : [] });
	}
	const evaluate = (expression: Tree) => constantValue(connection, expression);
	const { result, ...found } = await columnLineage(tree, tables, columns, evaluate, results);
	const present = ({ table, column }: ReadColumn) => ({ dataset: coordinateOf(sources[table]), column });
	const lineage = {
		columns: found.columns.map(({ column, kind, from }) => ({ column, kind, from: from.map(present) })),
		alsoRead: found.alsoRead.map(present),
	};
	return { lineage, result };
}

/** DuckDB's parse tree of a statement; for one that can't be parsed, a tree that names nothing. */
export async function treeOf(connection: DuckDBConnection, sql: string): Promise<unknown> {
	const parsed = `SELECT CAST(json_serialize_sql(CAST(${literal(sql)} AS VARCHAR), skip_default := true) AS VARCHAR)`;
	const [row] = await (await connection.run(parsed)).getRows();
	return JSON.parse(String(row?.[0]));
}

const coordinateOf = (source: EngineSource | undefined) => ({
	owner: source?.owner ?? '',
	namespace: source?.namespace ?? '',
	datasetName: source?.datasetName ?? '',
});

export async function columnsOf(
	connection: DuckDBConnection,
	names: readonly string[],
): Promise<LineageTable['columns']> {
	const prepared = await connection.prepare(`SELECT * FROM ${quotedPath([...names])}`);
	return Array.from({ length: prepared.columnCount }, (_, index) => ({
		name: prepared.columnName(index),
		shape: shapeOf(prepared.columnType(index)),
	}));
}

function shapeOf(type: DuckDBType): Shape | undefined {
	if (type instanceof DuckDBListType || type instanceof DuckDBArrayType)
		return { element: shapeOf(type.valueType) ?? {} };
	if (!(type instanceof DuckDBStructType)) return undefined;
	return {
		fields: type.entryNames.map((name, index) => ({ name, shape: shapeOf(type.entryTypes[index] as DuckDBType) })),
	};
}

/** The value of an expression that reads no columns; null if it has none. */
export async function constantValue(connection: DuckDBConnection, expression: Tree): Promise<unknown> {
	const node = {
		...{
			type: 'SELECT_NODE',
			modifiers: [],
			cte_map: { map: [] },
			select_list: [expression],
			from_table: { type: 'EMPTY', alias: '', sample: null },
		},
		...{
			where_clause: null,
			group_expressions: [],
			group_sets: [],
			aggregate_handling: 'STANDARD_HANDLING',
			having: null,
			sample: null,
			qualify: null,
		},
	};
	const serialized = JSON.stringify({ error: false, statements: [{ node, named_param_map: [] }] });
	try {
		const [text] = await (
			await connection.run(`SELECT json_deserialize_sql(CAST(${literal(serialized)} AS JSON))`)
		).getRows();
		const [row] = await (await connection.run(`SELECT CAST(to_json((${String(text?.[0])})) AS VARCHAR)`)).getRows();
		return JSON.parse(String(row?.[0]));
	} catch {
		return null;
	}
}
