import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { ownPath } from '../../routing/own-path.ts';
import { useSessionStore } from './model.ts';
import { configQuery, type RuntimeConfig } from './runtime-config.ts';
import { signInWithCode, type Target } from './session.ts';
import { takenCode } from './sign-in-code.ts';
import { explainCodeRefusal } from './sign-in-problem.ts';

export interface SignInData {
	readonly config: RuntimeConfig;
	/** Why the printed address did not work; null when none was opened. */
	readonly codeProblem: string | null;
	/** Path of this console to go on to. */
	readonly next: string;
}

/** Exchanges the code of a printed address where there is one, and goes on; else says what the page needs. */
export const loadSignIn =
	(queryClient: QueryClient) =>
	async ({ request }: LoaderFunctionArgs): Promise<SignInData | Response> => {
		const next = ownPath(new URL(request.url).searchParams.get('next'));
		const code = takenCode();
		const config = await queryClient.ensureQueryData(configQuery);
		if (code === null) {
			return useSessionStore.getState().session === null ? { config, codeProblem: null, next } : redirect(next);
		}
		const target = printedBy(config);
		try {
			await signInWithCode(target, code);
			return redirect(next);
		} catch (error) {
			return { config, codeProblem: explainCodeRefusal(error, target.baseUrl), next };
		}
	};

/** The service that printed an address is the one that serves this console, or else the first that is configured. */
function printedBy(config: RuntimeConfig): Target {
	const here = config.services.find((it) => new URL(it.baseUrl).origin === location.origin) ?? config.services[0];
	return {
		baseUrl: here?.baseUrl ?? new URL('api/v1', document.baseURI).href,
		serviceName: here?.name ?? location.host,
		keep: false,
	};
}
