import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnLineage } from '#contract/build-spec.ts';
import { literal, quotedPath } from '#lib/sql/quoting.ts';
import { columnLineage } from '../sql/column-lineage.ts';
import type { ReadColumn } from '../sql/lineage-fields.ts';
import { usable } from '../sql/source-views.ts';
import { namedTables, sameNames } from '../sql/statement-tree.ts';
import type { EngineSource } from '../types.ts';

/**
 * Where the columns of a statement that was prepared come from.
 * @param sql with usable names
 * @param columns their names
 */
export async function lineageOf(
	{ connection, sources }: { readonly connection: DuckDBConnection; readonly sources: readonly EngineSource[] },
	sql: string,
	columns: readonly string[],
): Promise<ColumnLineage> {
	const tree = await treeOf(connection, sql);
	const named = namedTables(tree);
	const read = sources
		.map((source) => ({ source, names: [usable(source.owner), usable(source.namespace), source.datasetName] }))
		.filter(({ names }) => named.some((table) => sameNames(table.names, names.slice(-table.names.length))));
	const tables = [];
	for (const { names } of read) tables.push({ names, columns: await columnsOf(connection, names) });
	const lineage = columnLineage(tree, tables, columns);
	const present = ({ table, column }: ReadColumn) => ({ dataset: coordinateOf(read[table]?.source), column });
	return {
		columns: lineage.columns.map(({ column, kind, from }) => ({ column, kind, from: from.map(present) })),
		alsoRead: lineage.alsoRead.map(present),
	};
}

/** A statement as the engine parses it; one that it cannot parse names nothing. */
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

async function columnsOf(connection: DuckDBConnection, names: readonly string[]): Promise<string[]> {
	const described = await connection.run(`DESCRIBE SELECT * FROM ${quotedPath([...names])}`);
	return (await described.getRows()).map(([name]) => String(name));
}
