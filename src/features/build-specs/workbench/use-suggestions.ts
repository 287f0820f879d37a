import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { foldName } from '#contract/ids.ts';
import { useKnownDatasets } from '../../names/queries.ts';
import { knownCoordinates } from '../coordinates.ts';
import { buildSpecsQuery } from '../queries.ts';

/**
 * Coordinates to suggest: datasets that the service lists, names that were learned, and those that the caller's BuildSpecs
 * name. Read when a field is about to use them.
 */
export function useSuggestions(): { readonly known: readonly string[]; readonly load: () => void } {
	const [wanted, setWanted] = useState(false);
	const { data } = useQuery({ ...buildSpecsQuery, enabled: wanted });
	const datasets = useKnownDatasets(wanted);
	const known = useMemo(() => {
		const all = new Map([...knownCoordinates(data?.items ?? []), ...datasets].map((it) => [foldName(it), it]));
		return [...all.values()].sort((a, b) => a.localeCompare(b));
	}, [data, datasets]);
	const load = useCallback(() => setWanted(true), []);
	return { known, load };
}
