import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { useKnownDatasets, useListedKeys } from '../../names/queries.ts';
import { useStatuses } from '../../names/status-queries.ts';
import { knownCoordinates, readKnown } from '../coordinates.ts';
import { buildSpecsQuery } from '../queries.ts';

/** Coordinates to suggest: listed, discovered, or named by BuildSpecs. Loaded when a field needs them. */
export function useSuggestions() {
	const [wanted, setWanted] = useState(false);
	const { data } = useQuery({ ...buildSpecsQuery, enabled: wanted });
	const datasets = useKnownDatasets(wanted);
	const listed = useListedKeys(wanted);
	const statuses = useStatuses();
	const known = useMemo(() => {
		const named = knownCoordinates(data?.items ?? [], datasets);
		// Discovered old names and patterns aren't datasets.
		return statuses ? named.filter((name) => statuses.byKey.has(coordinateKey(readKnown(name)))) : named;
	}, [data, datasets, statuses]);
	// Destinations of BuildSpecs that were never built.
	const unbuilt = useMemo(() => {
		const isMissing = (to: DatasetCoordinate) =>
			statuses ? statuses.byKey.get(coordinateKey(to))?.version === null : listed?.has(coordinateKey(to)) === false;
		const destinations = (data?.items ?? []).map((spec) => spec.destination);
		return new Set(destinations.filter(isMissing).map(formatCoordinate));
	}, [data, listed, statuses]);
	const load = useCallback(() => setWanted(true), []);
	return { known, unbuilt, load };
}
