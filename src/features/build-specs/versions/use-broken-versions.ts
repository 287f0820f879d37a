import { useQueries, useQueryClient } from '@tanstack/react-query';
import { checkBuildSpec } from '#contract/build-spec.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { useOffers } from '../../session/queries.ts';
import { codeErrorsQuery } from '../code-errors.ts';
import { readDefinition } from '../model.ts';
import { versionTextQuery } from '../version-queries.ts';

/** Newest versions to check, with a read and a check each. */
const limit = 100;

/** Versions known so far to have errors with the current sources. */
export function useBrokenVersions(scope: Scope, buildSpecId: string, readable: readonly number[]): ReadonlySet<number> {
	const client = useQueryClient();
	const isOffered = useOffers(checkBuildSpec);
	const versions = isOffered ? [...new Set(readable)].slice(0, limit) : [];
	const results = useQueries({
		queries: versions.map((version) =>
			codeErrorsQuery(buildSpecId, version, async () => {
				const text = await client.fetchQuery(versionTextQuery(scope, buildSpecId, version));
				return text === null ? null : readDefinition(text, scope.user).definition;
			}),
		),
	});
	return new Set(versions.filter((_, index) => results[index]?.data === true));
}
