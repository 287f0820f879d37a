import { queryOptions } from '@tanstack/react-query';
import { foldName } from '#contract/ids.ts';
import { listIngestions } from '#contract/ingest.ts';
import { call } from '../../api/http.ts';
import { readWhole } from '../names/queries.ts';
import type { CatalogRef } from './model.ts';

/** Ingestions into a namespace or dataset that the caller may see, newest first. */
export const ingestionsOfQuery = ({ owner, namespace, datasetName }: CatalogRef) =>
	queryOptions({
		queryKey: ['ingestions', 'of', [owner, namespace, datasetName ?? []].flat().map(foldName)] as const,
		queryFn: ({ signal }) => {
			const target = { username: owner, namespace, ...(datasetName === undefined ? {} : { dataset: datasetName }) };
			return readWhole((page) => call(listIngestions, { query: { ...target, ...page } }, { signal }));
		},
		staleTime: 0,
	});
