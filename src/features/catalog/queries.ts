import { queryOptions } from '@tanstack/react-query';
import { foldName } from '#contract/ids.ts';
import { type ListedLink, listLinks } from '#contract/link.ts';
import { call } from '../../api/http.ts';
import { readWhole, type Whole } from '../names/queries.ts';
import type { Place } from './model.ts';

/** Every link with an end in a namespace or at a dataset, whichever its direction, whose two ends the caller may read. */
export const linksOfQuery = ({ owner, namespace, datasetName: dataset }: Place) =>
	queryOptions({
		queryKey: ['links', 'of', [owner, namespace, ...(dataset === undefined ? [] : [dataset])].map(foldName)] as const,
		queryFn: ({ signal }): Promise<Whole<ListedLink>> => {
			const place = { username: owner, namespace, ...(dataset === undefined ? {} : { dataset }) };
			return readWhole((page) => call(listLinks, { query: { ...place, ...page } }, { signal }));
		},
		// what a deletion takes along is looked at when it is asked about
		staleTime: 0,
	});
