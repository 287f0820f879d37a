import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addLink, type LinkSuggestion } from '#contract/link.ts';
import { type ErrorFacts, errorFacts } from '../../../api/error-facts.ts';
import { call } from '../../../api/http.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { countOf } from '../../../lib/format.ts';
import { linkKeys } from '../queries.ts';

/** What came of one suggestion that was accepted. */
export type AcceptResult =
	/** `taken`: the service does not say whether it existed already. */
	{ readonly kind: 'created' | 'existed' | 'taken' } | { readonly kind: 'failed'; readonly error: ErrorFacts };

export const suggestionKey = ({ from, to, matchType }: LinkSuggestion): string => JSON.stringify([from, to, matchType]);

/** Makes links of suggestions one after the other, each with its own result; one that fails keeps none of the others back. */
export function useAcceptSuggestions() {
	const queryClient = useQueryClient();
	const [results, setResults] = useState<ReadonlyMap<string, AcceptResult>>(new Map());
	const { mutate, isPending } = useSingleMutation({
		mutationFn: async (suggestions: readonly LinkSuggestion[]) => {
			for (const suggestion of suggestions) {
				const { from, to, matchType } = suggestion;
				const result = await call(addLink, { body: { from, to, matchType } }).then(
					(answer): AcceptResult => ({ kind: answer === null ? 'taken' : answer.created ? 'created' : 'existed' }),
					(error: unknown): AcceptResult => ({ kind: 'failed', error: errorFacts(error) }),
				);
				setResults((before) => new Map(before).set(suggestionKey(suggestion), result));
			}
		},
		onSuccess: () => {
			void queryClient.invalidateQueries({ queryKey: linkKeys.all });
			// The suggestions themselves stay where they are, with their results, until the page is left.
			void queryClient.invalidateQueries({ queryKey: linkKeys.suggestions, refetchType: 'none' });
		},
	});
	const countLabel = (kind: AcceptResult['kind'], label: (count: number) => string): string[] => {
		const count = [...results.values()].filter((result) => result.kind === kind).length;
		return count === 0 ? [] : [label(count)];
	};
	return {
		accept: mutate,
		isPending,
		/** How many links were created, and how many not. */
		summary: [
			...countLabel('created', (count) => `${countOf(count, 'link')} created`),
			...countLabel('taken', (count) => `${countOf(count, 'link')} accepted`),
			...countLabel('existed', (count) => `${count} already existed`),
			...countLabel('failed', (count) => `${count} failed`),
		].join(', '),
		resultOf: (suggestion: LinkSuggestion) => results.get(suggestionKey(suggestion)) ?? null,
	};
}
