import { useMutation } from '@tanstack/react-query';
import { signInWithToken, type Target } from '../sign-in.ts';
import { explainTokenRefusal, readToken, type SignInProblem } from './sign-in-problem.ts';

export function useTokenSignIn(onSignedIn: () => void) {
	const mutation = useMutation<void, SignInProblem, { target: Target; text: string }>({
		mutationFn: async ({ target, text }) => {
			const read = readToken(text);
			if ('problem' in read) throw { field: 'token', message: read.problem } satisfies SignInProblem;
			try {
				await signInWithToken(target, read.token);
			} catch (error) {
				throw await explainTokenRefusal(error, target.baseUrl);
			}
		},
		onSuccess: onSignedIn,
	});
	return {
		submit: (target: Target, text: string) => {
			if (!mutation.isPending) mutation.mutate({ target, text });
		},
		forget: mutation.reset,
		pending: mutation.isPending,
		problem: mutation.error,
	};
}
