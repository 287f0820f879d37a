import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { checkBuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate, type DatasetSchema, getRows, getSchema } from '#contract/dataset.ts';
import type { Description } from '#contract/description.ts';
import { pause } from '../../../lib/pause.ts';
import type { SqlColumn, SqlDataset, SqlDialect, SqlKnowledge } from '../../../ui/editor/sql/knowledge.ts';
import { nameKey } from '../../names/model.ts';
import { schemaQuery, useDiscoveredNames } from '../../names/queries.ts';
import { statusWord } from '../../names/status-model.ts';
import { useStatuses } from '../../names/status-queries.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery } from '../../session/queries.ts';
import { readKnown } from '../coordinates.ts';
import type { WorkbenchState } from './use-workbench.ts';

/** Timeout for describing values, in ms; a late result is used next time. */
const patience = 700;
/** A schema younger than this, in ms, isn't reread. */
const fresh = 30_000;

/** What the editor knows about the data: sources first, then every dataset known to the console. */
export function useSqlKnowledge(workbench: Pick<WorkbenchState, 'definition' | 'suggestions'>): SqlKnowledge {
	const queryClient = useQueryClient();
	const { data: description = null } = useQuery(descriptionQuery);
	const { names } = useDiscoveredNames();
	const { known, load } = workbench.suggestions;
	const { sources } = workbench.definition;
	const statuses = useStatuses();
	return useMemo(() => {
		const keys = new Set(sources.map(coordinateKey));
		const others = known
			.map(readKnown)
			.filter((coordinate) => !keys.has(coordinateKey(coordinate)))
			.map((coordinate) => ({ ...coordinate, isSource: false }));
		const columnsOf = async (dataset: SqlDataset): Promise<readonly SqlColumn[] | null> => {
			const schema = offers(description, getSchema) ? await schemaOf(queryClient, dataset) : null;
			const columns = schema?.columns ?? names.get(nameKey(dataset))?.columns ?? [];
			return schema === null && columns.length === 0 ? null : columns;
		};
		return {
			dialect: dialectOf(description),
			datasets: [...sources.map((source) => ({ ...source, isSource: true })), ...others].map((dataset) => ({
				...dataset,
				state: statusWord(statuses?.byKey.get(coordinateKey(dataset))),
			})),
			wantDatasets: load,
			columnsOf,
			valuesOf: async (dataset, column) => {
				if (!offers(description, getSchema) || !offers(description, getRows)) return null;
				const schema = await schemaOf(queryClient, dataset);
				return schema === null || schema.rows === 0 ? null : valuesOf(queryClient, schema, column);
			},
		};
	}, [queryClient, description, names, known, load, sources, statuses]);
}

/** The service's SQL dialect, from the description of its check. */
function dialectOf(description: Description | null): SqlDialect {
	const { path, method } = checkBuildSpec;
	const dialect = description?.paths[path]?.[method.toLowerCase()]?.['x-console-dialect'];
	return dialect === 'spark' ? dialect : 'duckdb';
}

async function schemaOf(queryClient: QueryClient, dataset: DatasetCoordinate): Promise<DatasetSchema | null> {
	const query = { ...schemaQuery(dataset), staleTime: fresh, retry: false, revalidateIfStale: true };
	return await queryClient.ensureQueryData(query).catch(() => null);
}

/** The same profile the side pane uses, which may be cached. */
async function valuesOf(queryClient: QueryClient, schema: DatasetSchema, column: string): Promise<string | null> {
	const values = import('../../names/dataset-glance-panel.tsx')
		.then(({ columnSummary }) => columnSummary(queryClient, schema, column))
		.catch(() => null);
	return await Promise.race([values, pause(patience).then(() => null)]);
}
