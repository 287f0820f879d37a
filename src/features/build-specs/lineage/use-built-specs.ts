import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type BuildSpec, getBuildSpecVersion } from '#contract/build-spec.ts';
import { coordinateKey } from '#contract/dataset.ts';
import { useStatuses } from '../../names/status-queries.ts';
import { useOffers } from '../../session/queries.ts';
import { formerSpecQuery } from '../column-queries.ts';

/** Maximum old versions to read. */
const limit = 100;

/** BuildSpecs at the versions that built the current rows, since saved but unbuilt changes have no effect yet. */
export function useBuiltSpecs(specs: readonly BuildSpec[]): readonly BuildSpec[] {
	const statuses = useStatuses();
	const hasVersions = useOffers(getBuildSpecVersion);
	const changed = (hasVersions ? specs : []).flatMap((spec) => {
		const builtBy = statuses?.byKey.get(coordinateKey(spec.destination))?.builtBy;
		const version = builtBy?.buildSpecId === spec.id ? builtBy.version : null;
		return version == null || version === spec.version ? [] : [{ spec, version }];
	});
	const former = useQueries({
		queries: changed.slice(0, limit).map(({ spec, version }) => formerSpecQuery(spec.id, version)),
		combine: (results) => results.flatMap(({ data }) => data ?? []),
	});
	return useMemo(() => {
		if (former.length === 0) return specs;
		const byId = new Map(former.map((spec) => [spec.id, spec]));
		// With current names: a rename also creates a version.
		return specs.map((spec) => {
			const built = byId.get(spec.id);
			return built === undefined || built.code.payload === spec.code.payload
				? spec
				: { ...built, destination: spec.destination };
		});
	}, [specs, former]);
}
