import * as z from 'zod/mini';
import { searchInAddress, searchText as text } from '../../routing/name-search.ts';
import type { Activity } from '../../storage/activity.ts';

export const kinds = { all: 'All requests', failed: 'Failed', writes: 'Changes' } as const;

const Search = z.object({
	q: text,
	kind: z.catch(z.enum(['all', 'failed', 'writes']), 'all'),
	/** Empty: all. */
	operation: text,
	/** Column id, with `-` for descending. Empty: newest first. */
	sort: text,
});

export type Kind = z.infer<typeof Search>['kind'];

export const noActivitySearch = { q: '', kind: 'all', operation: '' } as const;

/** The search in the URL, next to the view. */
export const activitySearchInAddress = searchInAddress(Search, { ...noActivitySearch, sort: '' });

export const hasFailed = (item: Activity): boolean => item.errorCode !== null;

/** Path of a request below the service's base, or the full URL elsewhere. */
export const pathOf = ({ address }: Pick<Activity, 'address'>, base: string): string =>
	address.startsWith(`${base}/`) ? address.slice(base.length) : address;

export const isOfKind = (kind: Kind, operation: string) => (item: Activity) =>
	(kind !== 'failed' || hasFailed(item)) &&
	(kind !== 'writes' || item.words !== null) &&
	(operation === '' || item.operation === operation);

export const searchText = ({ operation, method, address, errorCode, requestId, words, status }: Activity): string =>
	[operation, method, address, errorCode, requestId, words, status].join('\n');

export const operationsIn = (items: readonly Activity[]): string[] =>
	[...new Set(items.map((item) => item.operation))].sort((a, b) => (a < b ? -1 : 1));

export function outcomeText({ status, errorCode }: Activity): string {
	if (errorCode === null) return String(status);
	if (status === 0) return 'No response';
	return errorCode === `HTTP_${status}` ? String(status) : `${status} ${errorCode}`;
}
