import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** As `useMutation`, one at a time: a second click may come before the first one is drawn as pending. */
export function useSingleMutation<Data, Input, Result>(options: UseMutationOptions<Data, Error, Input, Result>) {
	const mutation = useMutation(options);
	const isSending = useRef(false);
	return {
		...mutation,
		isSending: () => isSending.current,
		/** Does nothing while the mutation before is under way. */
		mutate: (input: Input, callbacks: MutateOptions<Data, Error, Input, Result> = {}): void => {
			if (isSending.current) return;
			isSending.current = true;
			mutation.mutate(input, {
				...callbacks,
				onSettled: (...settled) => {
					isSending.current = false;
					callbacks.onSettled?.(...settled);
				},
			});
		},
	};
}
