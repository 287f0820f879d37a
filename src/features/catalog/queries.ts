import { queryOptions } from '@tanstack/react-query';
import { foldName } from '#contract/ids.ts';
import { listIngestions } from '#contract/ingest.ts';
import { listLinks } from '#contract/link.ts';
import { call } from '../../api/http.ts';
import { readWhole } from '../names/queries.ts';
import type { CatalogRef } from './model.ts';

const keyOf = ({ owner, namespace, datasetName }: CatalogRef): readonly string[] =>
	[owner, namespace, ...(datasetName === undefined ? [] : [datasetName])].map(foldName);

const parametersOf = ({ owner, namespace, datasetName }: CatalogRef) => ({
	username: owner,
	namespace,
	...(datasetName === undefined ? {} : { dataset: datasetName }),
});

/** Every link with an end in a namespace or at a dataset, whichever its direction, whose two ends the caller may read. */
export const linksOfQuery = (ref: CatalogRef) =>
	queryOptions({
		queryKey: ['links', 'of', keyOf(ref)] as const,
		queryFn: ({ signal }) =>
			readWhole((page) => call(listLinks, { query: { ...parametersOf(ref), ...page } }, { signal })),
		// what a deletion takes along is looked at when it is asked about
		staleTime: 0,
	});

/** The ingestions into a namespace or a dataset that the caller may see, newest first. */
export const ingestionsOfQuery = (ref: CatalogRef) =>
	queryOptions({
		queryKey: ['ingestions', 'of', keyOf(ref)] as const,
		queryFn: ({ signal }) =>
			readWhole((page) => call(listIngestions, { query: { ...parametersOf(ref), ...page } }, { signal })),
		staleTime: 0,
	});
