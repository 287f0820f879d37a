import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { coordinateKey, type DatasetCoordinate, type DatasetSchema, getRows, getSchema } from '#contract/dataset.ts';
import type { SqlColumn, SqlDataset, SqlKnowledge } from '../../../ui/editor/sql/knowledge.ts';
import { type Names, nameKey } from '../../names/model.ts';
import { schemaQuery, useDiscoveredNames } from '../../names/queries.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery } from '../../session/queries.ts';
import type { WorkbenchState } from './use-workbench.ts';

/** How long a look at values is waited for, ms: what comes later is there the next time. */
const patience = 700;
/** A schema that is younger, ms, is not read anew. */
const fresh = 30_000;

/** What the editor is told of the data: the sources first, then every dataset that the console knows of. */
export function useSqlKnowledge(workbench: Pick<WorkbenchState, 'definition' | 'suggestions'>): SqlKnowledge {
	const queryClient = useQueryClient();
	const { data: description = null } = useQuery(descriptionQuery);
	const { names } = useDiscoveredNames();
	const { known, load } = workbench.suggestions;
	const { sources } = workbench.definition;
	return useMemo(() => {
		const keys = new Set(sources.map(coordinateKey));
		const others = known
			.map(readKnown)
			.filter((coordinate) => !keys.has(coordinateKey(coordinate)))
			.map((coordinate) => ({ ...coordinate, isSource: false }));
		const columnsOf = async (dataset: SqlDataset): Promise<readonly SqlColumn[] | null> => {
			const schema = offers(description, getSchema) ? await schemaOf(queryClient, dataset) : null;
			return schema?.columns ?? learnedColumns(names, dataset);
		};
		return {
			datasets: [...sources.map((source) => ({ ...source, isSource: true })), ...others],
			wantDatasets: load,
			columnsOf,
			valuesOf: async (dataset, column) => {
				if (!offers(description, getSchema) || !offers(description, getRows)) return null;
				const schema = await schemaOf(queryClient, dataset);
				return schema === null || schema.rows === 0 ? null : valuesOf(queryClient, schema, column);
			},
		};
	}, [queryClient, description, names, known, load, sources]);
}

function readKnown(text: string): DatasetCoordinate {
	const [owner = '', namespace = '', datasetName = ''] = text.split('/');
	return { owner, namespace, datasetName };
}

async function schemaOf(queryClient: QueryClient, dataset: DatasetCoordinate): Promise<DatasetSchema | null> {
	try {
		// what was read before answers at once, while it is read anew
		return await queryClient.ensureQueryData({
			...schemaQuery(dataset),
			staleTime: fresh,
			retry: false,
			revalidateIfStale: true,
		});
	} catch {
		return null;
	}
}

function learnedColumns(names: Names, dataset: DatasetCoordinate): readonly SqlColumn[] | null {
	const columns = names.get(nameKey(dataset))?.columns ?? [];
	return columns.length === 0 ? null : columns;
}

async function valuesOf(queryClient: QueryClient, schema: DatasetSchema, column: string): Promise<string | null> {
	const looking = look(queryClient, schema, column).catch(() => null);
	return await Promise.race([looking, new Promise<null>((resolve) => setTimeout(resolve, patience, null))]);
}

/** The look of the pane beside the code, where it took one already. */
async function look(queryClient: QueryClient, schema: DatasetSchema, column: string): Promise<string | null> {
	const { columnWords } = await import('../../names/dataset-glance-panel.tsx');
	return await columnWords(queryClient, schema, column);
}
