import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addLink, type LinkSuggestion } from '#contract/link.ts';
import { type ErrorFacts, errorFacts } from '../../../api/error-facts.ts';
import { call } from '../../../api/http.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { countOf } from '../../../lib/format.ts';
import { linkKeys } from '../queries.ts';

export type AcceptResult =
	/** `taken`: the service doesn't report whether it already existed. */
	{ readonly kind: 'created' | 'existed' | 'taken' } | { readonly kind: 'failed'; readonly error: ErrorFacts };

export const suggestionKey = ({ from, to, matchType }: LinkSuggestion): string => JSON.stringify([from, to, matchType]);

/** Creates links one by one, each with its own result. A failure doesn't stop the others. */
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
			// Suggestions stay in place with their results until the user leaves the page.
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
		/** Number of links created, and of failures. */
		summary: [
			...countLabel('created', (count) => `${countOf(count, 'link')} created`),
			...countLabel('taken', (count) => `${countOf(count, 'link')} accepted`),
			...countLabel('existed', (count) => `${count} already existed`),
			...countLabel('failed', (count) => `${count} failed`),
		].join(', '),
		resultOf: (suggestion: LinkSuggestion) => results.get(suggestionKey(suggestion)) ?? null,
	};
}
