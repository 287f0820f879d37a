import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addLink, type LinkSuggestion } from '#contract/link.ts';
import { type ErrorFacts, errorFacts } from '../../api/error-facts.ts';
import { call } from '../../api/http.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';
import { countOf } from '../../lib/format.ts';
import { linkKeys } from './queries.ts';

/** What came of one suggestion that was accepted. */
export type AcceptResult =
	/** `taken`: the service does not say whether it existed already. */
	{ readonly kind: 'created' | 'existed' | 'taken' } | { readonly kind: 'failed'; readonly error: ErrorFacts };

interface Accepted {
	readonly key: string;
	readonly suggestion: LinkSuggestion;
}

/** Makes links of suggestions one after the other, each with its own result; one that fails keeps none of the others back. */
export function useAccept() {
	const queryClient = useQueryClient();
	const [results, setResults] = useState<ReadonlyMap<string, AcceptResult>>(new Map());
	const accepting = useSingleMutation({
		mutationFn: async (accepted: readonly Accepted[]) => {
			for (const { key, suggestion } of accepted) {
				const { from, to, matchType } = suggestion;
				const result = await call(addLink, { body: { from, to, matchType } }).then(
					(answer): AcceptResult => ({ kind: answer === null ? 'taken' : answer.created ? 'created' : 'existed' }),
					(error: unknown): AcceptResult => ({ kind: 'failed', error: errorFacts(error) }),
				);
				setResults((before) => new Map(before).set(key, result));
			}
		},
		onSuccess: () => {
			void queryClient.invalidateQueries({ queryKey: linkKeys.all });
			// The suggestions themselves stay where they are, with their results, until the page is left.
			void queryClient.invalidateQueries({ queryKey: linkKeys.suggestions, refetchType: 'none' });
		},
	});
	const count = (kind: AcceptResult['kind']) => [...results.values()].filter((it) => it.kind === kind).length;
	const parts = [
		...(count('created') > 0 ? [`${countOf(count('created'), 'link')} created`] : []),
		...(count('taken') > 0 ? [`${countOf(count('taken'), 'link')} taken`] : []),
		...(count('existed') > 0 ? [`${count('existed')} existed already`] : []),
		...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
	];
	return {
		all: (accepted: readonly Accepted[]) => accepting.mutate(accepted),
		isPending: accepting.isPending,
		told: parts.join(', '),
		resultOf: (key: string): AcceptResult | null => results.get(key) ?? null,
	};
}
