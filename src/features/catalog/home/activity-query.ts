import { queryOptions } from '@tanstack/react-query';
import { listNamespaceActivity, type NamespaceDay } from '#contract/namespace-activity.ts';
import { call } from '../../../api/http.ts';
import { nameKeys } from '../../names/queries.ts';
import { daysShown } from './home-model.ts';

/** What happened in the namespaces on the days that Home shows, by the days of this clock. */
export const namespaceActivityQuery = queryOptions({
	queryKey: [...nameKeys.schemas, 'activity'] as const,
	queryFn: async ({ signal }): Promise<readonly NamespaceDay[]> => {
		const query = { days: String(daysShown), utcOffset: String(-new Date().getTimezoneOffset()) };
		return (await call(listNamespaceActivity, { query }, { signal })).items;
	},
});
