import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AuditEntry, listAudit } from '#contract/audit.ts';
import { call } from '../../api/http.ts';
import type { AuditFilter } from './audit/filter.ts';

const askFor = (filter: AuditFilter, limit: string, cursor: string | null, signal: AbortSignal) =>
	call(listAudit, { query: { ...filter, limit, ...(cursor === null ? {} : { cursor }) } }, { signal });

/** Entries of the service's audit log, newest first. */
export const auditQuery = (filter: AuditFilter) =>
	infiniteQueryOptions({
		queryKey: ['audit', filter] as const,
		initialPageParam: null as string | null,
		getNextPageParam: (page: { readonly nextCursor: string | null }) => page.nextCursor,
		queryFn: ({ signal, pageParam }) => askFor(filter, '50', pageParam, signal),
		// Other users may add entries at any time.
		staleTime: 0,
	});

export const maxExported = 100_000;

/** All entries that match a filter, newest first, page by page. */
export async function* readAudit(filter: AuditFilter, signal: AbortSignal): AsyncGenerator<readonly AuditEntry[]> {
	let cursor: string | null = null;
	do {
		const page: { items: AuditEntry[]; nextCursor: string | null } = await askFor(filter, '1000', cursor, signal);
		yield page.items;
		cursor = page.nextCursor === cursor ? null : page.nextCursor;
	} while (cursor !== null);
}
