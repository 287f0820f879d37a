import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { type Check, getChecks, putChecks } from '#contract/check.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { listDatasetVersions } from '#contract/dataset-version.ts';
import { profileRows, type RowsProfile } from '#contract/rows/analysis.ts';
import { call } from '../../api/http.ts';
import { settleWrite } from '../../api/lost-write.ts';
import { datasetParams } from '../names/queries.ts';
import { buildSpecKeys } from './queries.ts';
import { suggestedChecks } from './suggested-checks.ts';

const checksKey = (buildSpecId: string) => [...buildSpecKeys.all, 'checks', buildSpecId] as const;

/** @param version of the BuildSpec; null: the current checks */
export const checksQuery = (buildSpecId: string, version: number | null = null) =>
	queryOptions({
		queryKey: [...checksKey(buildSpecId), version] as const,
		queryFn: ({ signal }) => {
			const query = version === null ? {} : { version: String(version) };
			return call(getChecks, { params: { buildSpecId }, query }, { signal });
		},
	});

/** Replaces the checks. If the response is lost, equal stored checks count as success. */
export async function saveChecks(buildSpecId: string, checks: readonly Check[], onlyLook = false): Promise<void> {
	const params = { buildSpecId };
	const write = {
		...{ operation: putChecks.id, done: 'saved' },
		send: () => call(putChecks, { params, body: { checks: [...checks] } }),
		async find() {
			const now = await call(getChecks, { params, query: {} });
			return sameChecks(now.checks, checks) ? now : null;
		},
	};
	await settleWrite(write, onlyLook);
}

export const sameChecks = (some: readonly Check[], others: readonly Check[]): boolean =>
	JSON.stringify(some, sortMembers) === JSON.stringify(others, sortMembers);

/** The order of members doesn't matter. */
const sortMembers = (_: string, value: unknown): unknown =>
	typeof value !== 'object' || value === null || Array.isArray(value)
		? value
		: Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

export const saveChecksMutation = (buildSpecId: string) =>
	mutationOptions({
		mutationFn: ({ checks, onlyLook }: { readonly checks: readonly Check[]; readonly onlyLook?: boolean }) =>
			saveChecks(buildSpecId, checks, onlyLook),
		meta: { invalidates: [checksKey(buildSpecId)] },
	});

/** Versions whose profiles are used for suggestions. */
const maxVersions = 5;

/** Checks that a dataset's latest versions would pass. */
export const suggestionsQuery = (dataset: DatasetCoordinate) =>
	queryOptions({
		queryKey: [...buildSpecKeys.all, 'suggested-checks', dataset] as const,
		queryFn: async ({ signal }) => {
			const query = { limit: String(maxVersions) };
			const { items } = await call(listDatasetVersions, { params: datasetParams(dataset), query }, { signal });
			const profiles: RowsProfile[] = [];
			for (const { version, rows } of items) {
				if (rows === 0) continue;
				const source = { kind: 'dataset', ...dataset, version } as const;
				profiles.push(await call(profileRows, { body: { source } }, { signal }));
			}
			return suggestedChecks(profiles);
		},
		retry: false,
		staleTime: 60_000,
	});
