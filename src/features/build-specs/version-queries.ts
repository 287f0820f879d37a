import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getBuildSpecVersion, listBuildSpecVersions } from '#contract/build-spec.ts';
import { call } from '../../api/http.ts';
import { readVersionHistory, type VersionEntry } from '../../storage/version-history.ts';
import type { Scope } from '../../storage/web-storage.ts';
import { orNull } from '../names/queries.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import { textOf, type WorkText } from './model.ts';
import { buildSpecKeys } from './queries.ts';

/** The version history kept by the service, newest first, a hundred at a time. */
export const versionsQuery = (buildSpecId: string) =>
	infiniteQueryOptions({
		queryKey: buildSpecKeys.versions(buildSpecId),
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

/** Versions and replaced drafts seen by this browser; empty if it stores no history. */
export const versionHistoryQuery = (scope: Scope, buildSpecId: string) =>
	queryOptions({
		queryKey: [...versionHistoryKey, scope.service, scope.user, buildSpecId],
		queryFn: () => readSeen(scope, buildSpecId),
		// Read from this browser, so it needs no network and may change at any time.
		networkMode: 'always',
		staleTime: 0,
	});

/** A BuildSpec at a version: from the service, or else from this browser; otherwise null. */
export const versionTextQuery = (scope: Scope, buildSpecId: string, version: number) =>
	queryOptions({
		queryKey: [...buildSpecKeys.all, 'version-text', buildSpecId, version],
		queryFn: async ({ client, signal }): Promise<WorkText | null> => {
			const entries = await readSeen(scope, buildSpecId);
			const seen = entries.find((entry) => entry.kind === 'seen' && entry.version === version);
			if (seen !== undefined) return seen.text;
			if (!offers(await client.ensureQueryData(descriptionQuery), getBuildSpecVersion)) return null;
			const params = { buildSpecId, version: String(version) };
			const kept = await orNull(call(getBuildSpecVersion, { params }, { signal }));
			return kept === null ? null : textOf(kept);
		},
		// A version never changes, but a missing one may appear later.
		staleTime: (query) => (query.state.data === null ? 0 : Number.POSITIVE_INFINITY),
	});

/** Empty if the browser stores nothing. */
const readSeen = (scope: Scope, buildSpecId: string): Promise<VersionEntry[]> =>
	readVersionHistory(scope, buildSpecId).catch(() => []);
