import { queryOptions } from '@tanstack/react-query';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { listLinks } from '#contract/link.ts';
import { call } from '../../api/http.ts';

/** Links from or to a dataset, whose two ends the caller may read. */
export const linksOfQuery = ({ owner, namespace, datasetName }: DatasetCoordinate) =>
	queryOptions({
		queryKey: ['links', 'of', foldName(`${owner}/${namespace}/${datasetName}`)] as const,
		queryFn: ({ signal }) =>
			call(listLinks, { query: { username: owner, namespace, dataset: datasetName, limit: '1000' } }, { signal }),
		// what a deletion takes along is looked at when it is asked about
		staleTime: 0,
	});
