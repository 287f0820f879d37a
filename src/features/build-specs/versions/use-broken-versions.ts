import { skipToken, useQuery } from '@tanstack/react-query';
import { checkBuildSpec } from '#contract/build-spec.ts';
import { call } from '../../../api/http.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { useOffers } from '../../session/queries.ts';
import { readDefinition } from '../model.ts';
import { isGitPipeline } from '../pipeline-queries.ts';
import { buildSpecKeys } from '../queries.ts';
import { versionTextQuery } from '../version-queries.ts';

/** The newest versions, which are checked; each takes a read and a check. */
const most = 20;

/** Versions whose code has errors with the sources as they are now; null while that isn't known, and where nothing checks code. */
export function useBrokenVersions(scope: Scope, buildSpecId: string, readable: readonly number[]) {
	const isOffered = useOffers(checkBuildSpec);
	const versions = readable.slice(0, most);
	const { data = null } = useQuery({
		queryKey: [...buildSpecKeys.all, 'broken', buildSpecId, versions],
		queryFn:
			isOffered && versions.length > 0
				? async ({ client, signal }): Promise<ReadonlySet<number>> => {
						const broken = new Set<number>();
						// One after another: nobody waits for the last of them.
						for (const version of versions) {
							const text = await client.fetchQuery(versionTextQuery(scope, buildSpecId, version));
							const { definition } = text === null ? { definition: null } : readDefinition(text, scope.user);
							if (definition === null || isGitPipeline(definition.code.payload)) continue;
							const { diagnostics } = await call(checkBuildSpec, { body: definition }, { signal });
							if (diagnostics.some(({ severity }) => severity === 'error')) broken.add(version);
						}
						return broken;
					}
				: skipToken,
		staleTime: 60_000,
		retry: false,
	});
	return data;
}
