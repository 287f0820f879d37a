import type { ColumnsOf, ScopeColumn } from '../../../lib/sql/columns.ts';
import type { ReadSql } from '../../../lib/sql/cursor.ts';
import { datasetsRead } from '../../../lib/sql/scope.ts';
import { datasetsAt } from './datasets.ts';
import type { SqlColumn, SqlDataset, SqlKnowledge } from './knowledge.ts';

/** Columns of the datasets a text reads, by path. */
export interface KnownScope {
	readonly columnsOf: ColumnsOf;
	/** Each source with its columns, even if the text doesn't read it yet. */
	readonly sources: readonly { readonly dataset: SqlDataset; readonly columns: readonly SqlColumn[] }[];
	readonly datasetOf: (path: readonly string[]) => SqlDataset | null;
}

/** How long to wait for columns, in ms; later ones are available next time. */
const patience = 1_500;
const maxDatasets = 50;

/** Loads what is known of everything a text reads, and of its sources. */
export async function readScope(sql: ReadSql, knowledge: SqlKnowledge): Promise<KnownScope> {
	const { datasets } = knowledge;
	const read = datasetsRead(sql.queries).flatMap((item) => datasetsAt(item.path ?? [], datasets).slice(0, 1));
	const sources = datasets.filter((dataset) => dataset.isSource);
	const wanted = [...new Set([...read, ...sources])].slice(0, maxDatasets);
	const known = new Map<SqlDataset, readonly SqlColumn[]>();
	const all = Promise.all(
		wanted.map(async (dataset) => {
			const columns = await knowledge.columnsOf(dataset);
			if (columns !== null) known.set(dataset, columns);
		}),
	);
	await Promise.race([all, new Promise((resolve) => setTimeout(resolve, patience))]);
	const datasetOf = (path: readonly string[]) => datasetsAt(path, datasets)[0] ?? null;
	return {
		columnsOf: (path) => {
			const dataset = datasetOf(path);
			const columns = dataset === null ? undefined : known.get(dataset);
			return (
				columns?.map(
					(column): ScopeColumn => ({ name: column.name, type: column.type, origin: { path, name: column.name } }),
				) ?? null
			);
		},
		sources: sources.map((dataset) => ({ dataset, columns: known.get(dataset) ?? [] })),
		datasetOf,
	};
}
