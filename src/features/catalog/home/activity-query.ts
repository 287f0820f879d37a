import { queryOptions } from '@tanstack/react-query';
import { listNamespaceActivity, type NamespaceDay } from '#contract/namespace-activity.ts';
import { call } from '../../../api/http.ts';
import { nameKeys } from '../../names/queries.ts';
import { daysShown } from './home-model.ts';

/** Activity in all namespaces on the days shown on Home, in local time. */
export const namespaceActivityQuery = queryOptions({
	queryKey: [...nameKeys.schemas, 'activity'] as const,
	queryFn: async ({ signal }): Promise<readonly NamespaceDay[]> => {
		const query = { days: String(daysShown), utcOffset: String(-new Date().getTimezoneOffset()) };
		return (await call(listNamespaceActivity, { query }, { signal })).items;
	},
});
