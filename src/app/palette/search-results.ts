import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { coordinateKey } from '#contract/dataset.ts';
import { type SearchResult, search, searchKinds } from '#contract/search.ts';
import { statusWord } from '../../features/names/status-model.ts';
import { useStatuses } from '../../features/names/status-queries.ts';
import {
	kindLabel,
	kindLabels,
	type ParsedSearch,
	resultContext,
	resultName,
	resultPath,
} from '../../features/search/model.ts';
import { asksService, searchQuery } from '../../features/search/queries.ts';
import { useOffers } from '../../features/session/queries.ts';
import type { EntryGroup } from './find-entries.ts';

/** Delay after typing before the service is asked, in ms. */
const pauseMs = 60;
const maxResults = 60;

/** Search results of the service. Null if it has no search or the search failed. */
export function useServiceResults(
	wanted: ParsedSearch,
): { readonly groups: EntryGroup[]; readonly isLooking: boolean } | null {
	const navigate = useNavigate();
	const isOffered = useOffers(search);
	const wantedText = JSON.stringify(wanted);
	const [askedText] = useDebouncedValue(wantedText, pauseMs);
	const asked = useMemo((): ParsedSearch => JSON.parse(askedText), [askedText]);
	const isCurrent = askedText === wantedText;
	const query = searchQuery(asked, maxResults);
	const { data, isFetching, failureCount } = useQuery({ ...query, enabled: isOffered && asksService(asked) });
	// Otherwise, someone who keeps typing and presses Enter would choose a result of an earlier text.
	const results = isCurrent && asksService(wanted) ? data?.items : undefined;
	const statuses = useStatuses();
	const stateOf = useCallback(
		({ kind, owner, namespace, datasetName }: SearchResult) =>
			kind === 'dataset' && datasetName != null
				? statusWord(statuses?.byKey.get(coordinateKey({ owner, namespace, datasetName })))
				: undefined,
		[statuses],
	);
	const groups = useMemo(
		() =>
			searchKinds.map((kind) => ({
				label: kindLabels[kind],
				entries: (results ?? [])
					.filter((result) => result.kind === kind)
					.map((result, index) => {
						const to = resultPath(result);
						return {
							id: `${kind} ${to} ${result.columnName ?? index}`,
							label: resultName(result),
							hint: [resultContext(result) || kindLabel[kind], stateOf(result)].filter(Boolean).join(', '),
							excerpt: result.excerpt?.text,
							found: { score: result.score, words: result.words },
							to,
							choose: () => void navigate(to),
						};
					}),
			})),
		[results, navigate, stateOf],
	);
	// While the search is retried, local matches are shown.
	if (!isOffered || (failureCount > 0 && data === undefined)) return null;
	return { groups, isLooking: asksService(wanted) && (!isCurrent || (isFetching && data === undefined)) };
}
