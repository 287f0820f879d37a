import { modelWriter } from '../agents/query/model-writer.ts';
import type { AgentTools, ContextDataset, QueryWriter, SchemaContext } from '../agents/query/types.ts';
import { findReadable } from '../platform/access/dataset-access.ts';
import { getSchema, listDatasets } from '../platform/datasets/dataset-list.ts';

/** A context from the catalog's data about a namespace, without reading rows. */
const readContext: AgentTools['readContext'] = async (platform, caller, { owner, name }): Promise<SchemaContext> => {
	const { items } = await listDatasets(platform, caller, { username: owner, namespace: name }, {});
	const datasets: ContextDataset[] = [];
	for (const { datasetName } of items) {
		const source = await findReadable(platform.catalog.db, caller, { owner, namespace: name, datasetName });
		if (source === null) continue;
		const schema = await getSchema(platform, caller, { username: owner, namespace: name, datasetName });
		const columns = schema.columns.map(({ name, type, description }) => ({
			...{ name, type, description, samples: [], distinct: null, values: null, min: null, max: null, nulls: 0 },
			textOf: null,
		}));
		const { description, rows } = schema;
		datasets.push({ coordinate: source.coordinate, description, rows, columns, keys: [], source });
	}
	return { namespace: { owner, name }, datasets, links: [] };
};

/** Tools with a given writer instead of the built-in one. */
export const toolsWith = (writer: QueryWriter): AgentTools => ({
	readContext,
	writerFor: (model) => (model === null ? writer : modelWriter(model)),
});

/** A writer with fixed answers. It refuses all other questions with an error that names them. */
export const writerOf = (sqlOf: Readonly<Record<string, string>>): QueryWriter => ({
	async write(question, context, { signal }) {
		signal.throwIfAborted();
		const sql = sqlOf[question];
		if (sql === undefined)
			return { kind: 'refused', message: `What is "${question}"?`, suggestions: Object.keys(sqlOf) };
		const datasets = context.datasets
			.map((dataset) => dataset.coordinate)
			.filter((coordinate) => sql.includes(coordinate.datasetName));
		return { kind: 'query', sql, reading: `Reading of: ${question}`, datasets };
	},
});
