import type { DuckDBConnection } from '@duckdb/node-api';
import { readProfile } from '../../server/agents/query/profile.ts';
import type { ContextDataset } from '../../server/agents/query/types.ts';

/** A table of a benchmark's database in the form in which an agent sees a service's dataset. */
export async function describeTable(
	connection: DuckDBConnection,
	owner: string,
	namespace: string,
	datasetName: string,
): Promise<ContextDataset> {
	const table = `${owner}."${namespace}"."${datasetName}"`;
	const columns = (await connection.runAndReadAll(`DESCRIBE ${table}`))
		.getRows()
		.map(([name, type]) => ({ name: String(name), type: String(type), description: '' }));
	const ask = async (sql: string, most: number) => {
		const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson() as Record<string, unknown>[];
		return { rows: rows.slice(0, most), truncated: rows.length > most };
	};
	const described = columns.map((column) => ({ ...column, nullable: true }));
	const profile = await readProfile(ask, table, described as never, 0);
	const [[rows] = [0]] = (await connection.runAndReadAll(`SELECT count(*) FROM ${table}`)).getRows();
	const coordinate = { owner, namespace, datasetName };
	return {
		coordinate,
		description: '',
		rows: Number(rows),
		columns: columns.map((column, index) => ({ ...column, ...(profile.columns[index] as object) })) as never,
		keys: profile.keys,
		source: { coordinate, namespaceId: namespace, sha256: `${namespace}/${datasetName}` },
	};
}
