import { useWindowEvent } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { beginAuthorization } from '../oauth/request.ts';
import { signInMethodQuery } from '../oauth/sign-in-method.ts';
import type { ServiceEntry } from '../runtime-config.ts';
import { explainTokenRefusal } from './sign-in-problem.ts';

interface Wanted {
	readonly entry: ServiceEntry;
	readonly keep: boolean;
	readonly next: string;
	/** The required user, or null. */
	readonly user: string | null;
}

/** Opens the service's own sign-in page, or reports why it can't. */
export function useAuthorization() {
	const queryClient = useQueryClient();
	const { mutate, isPending, error, reset } = useMutation<void, Error, Wanted>({
		mutationFn: async ({ entry, keep, next, user }) => {
			const way = await queryClient.fetchQuery(signInMethodQuery(entry)).catch(async (cause: unknown) => {
				throw new Error((await explainTokenRefusal(cause, entry.baseUrl)).message, { cause });
			});
			if (way === null) {
				throw new Error(`${entry.name} has no sign-in page that this console supports. Use an access token.`);
			}
			const { baseUrl, name: serviceName } = entry;
			location.assign(await beginAuthorization({ baseUrl, serviceName, keep, next, user, window: false, way }));
		},
	});
	// After Back, the browser may restore the page's old state.
	useWindowEvent('pageshow', reset);
	return { go: mutate, pending: isPending, problem: error?.message ?? null, forget: reset };
}
