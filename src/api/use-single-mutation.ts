import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** `useMutation` with one call at a time: a second click may come before the first shows as pending. */
export function useSingleMutation<Data, Input, Result>(options: UseMutationOptions<Data, Error, Input, Result>) {
	const mutation = useMutation(options);
	const isSending = useRef(false);
	return {
		...mutation,
		isSending: () => isSending.current,
		/** Does nothing while the previous mutation is pending. */
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
