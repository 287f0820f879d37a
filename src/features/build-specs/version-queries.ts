import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getBuildSpecVersion, listBuildSpecVersions } from '#contract/build-spec.ts';
import type { Description } from '#contract/description.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import { readVersionHistory, type VersionEntry } from '../../storage/version-history.ts';
import type { Scope } from '../../storage/web-storage.ts';
import { offers } from '../session/model.ts';
import { textOf, type WorkText } from './model.ts';
import { buildSpecKeys } from './queries.ts';

/** The history of a BuildSpec that the service keeps, newest first, a hundred at a time. */
export const versionsQuery = (buildSpecId: string) =>
	infiniteQueryOptions({
		queryKey: [...buildSpecKeys.all, 'versions', buildSpecId],
		queryFn: ({ signal, pageParam }) =>
			call(
				listBuildSpecVersions,
				{ params: { buildSpecId }, query: pageParam === null ? {} : { cursor: pageParam } },
				{ signal },
			),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.nextCursor,
	});

export const versionHistoryKey = ['ledger'] as const;

/** What this browser has seen of a BuildSpec, and text that was set aside; nothing where it keeps no ledger. */
export const versionHistoryQuery = (scope: Scope, buildSpecId: string) =>
	queryOptions({
		queryKey: [...versionHistoryKey, scope.service, scope.user, buildSpecId],
		queryFn: async (): Promise<VersionEntry[]> => {
			try {
				return await readVersionHistory(scope, buildSpecId);
			} catch {
				return [];
			}
		},
		// It is read from this browser: no network is waited for, and it is as old as the last look.
		networkMode: 'always',
		staleTime: 0,
	});

/** A BuildSpec as it was at one version: from the service where it keeps them, else from what this browser saw; else null. */
export const versionTextQuery = (scope: Scope, description: Description | null, buildSpecId: string, version: number) =>
	queryOptions({
		queryKey: [...buildSpecKeys.all, 'version-text', buildSpecId, version],
		queryFn: async ({ signal }): Promise<WorkText | null> => {
			const kept = await keptText(scope, buildSpecId, version);
			if (kept !== null || !offers(description, getBuildSpecVersion)) return kept;
			try {
				const params = { buildSpecId, version: String(version) };
				return textOf(await call(getBuildSpecVersion, { params }, { signal }));
			} catch (error) {
				if (isApiError(error) && error.status === 404) return null;
				throw error;
			}
		},
		// A version never changes; one that is not there may be seen later.
		staleTime: (query) => (query.state.data === null ? 0 : Number.POSITIVE_INFINITY),
	});

async function keptText(scope: Scope, buildSpecId: string, version: number): Promise<WorkText | null> {
	try {
		const entries = await readVersionHistory(scope, buildSpecId);
		return entries.find((entry) => entry.kind === 'seen' && entry.version === version)?.text ?? null;
	} catch {
		return null;
	}
}
