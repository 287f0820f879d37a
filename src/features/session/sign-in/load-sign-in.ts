import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { ownPath } from '../../../routing/own-path.ts';
import { findProfile } from '../../../storage/profiles.ts';
import { isSamePerson, type Refusal, scopeOf, useSessionStore } from '../model.ts';
import { type Answer, takenAnswer } from '../oauth/address.ts';
import { finishAuthorization } from '../oauth/finish.ts';
import { beginAuthorization } from '../oauth/request.ts';
import { signInMethodQuery } from '../oauth/sign-in-method.ts';
import { configQuery, printingService, type RuntimeConfig, type ServiceEntry } from '../runtime-config.ts';
import { signInWithCode } from '../sign-in.ts';
import { isSignedIn, readSignInAddress, type SignInAddress } from './sign-in-address.ts';
import { takenCode } from './sign-in-code.ts';
import { explainCodeRefusal } from './sign-in-problem.ts';

export interface SignInData extends SignInAddress {
	readonly config: RuntimeConfig;
	/** Why the last attempt failed, or null. */
	readonly problem: Refusal | null;
	/** The preselected service; null: the first. */
	readonly baseUrl: string | null;
	/** Whether this window was opened to sign in for a waiting page, and has. */
	readonly isDone: boolean;
}

/** Completes a sign-in from a service's pages or a printed address; otherwise returns the page's data. */
export const loadSignIn =
	(queryClient: QueryClient) =>
	async ({ request }: LoaderFunctionArgs): Promise<SignInData | Response> => {
		const address = readSignInAddress(new URL(request.url));
		const [answer, code] = [takenAnswer(), takenCode()];
		const config = await queryClient.ensureQueryData(configQuery);
		const baseUrl = address.wanted?.baseUrl ?? null;
		const page: SignInData = { ...address, config, problem: null, baseUrl, isDone: false };
		if (answer !== null) return await finish(page, answer);
		if (code !== null) return await exchange(page, code);
		if (isSignedIn(useSessionStore.getState().session, address)) return redirect(address.next);
		return address.purpose === 'renew' ? await renew(queryClient, page) : page;
	};

async function finish(page: SignInData, answer: Answer): Promise<SignInData | Response> {
	const finished = await finishAuthorization(answer);
	const { pending } = finished;
	if (finished.kind === 'signed-in') {
		return finished.pending.window ? { ...page, isDone: true } : redirect(ownPath(finished.pending.next));
	}
	const wanted =
		pending === null || pending.user === null ? null : { baseUrl: pending.baseUrl, username: pending.user };
	return {
		...page,
		problem: finished.refusal,
		baseUrl: pending?.baseUrl ?? null,
		next: ownPath(pending?.next ?? null),
		wanted,
		purpose: wanted === null ? 'sign-in' : pending?.window ? 'renew' : 'switch',
	};
}

async function exchange(page: SignInData, code: string): Promise<SignInData | Response> {
	const target = printingService(page.config);
	try {
		await signInWithCode(target, code);
		return redirect(page.next);
	} catch (error) {
		const title = 'Couldn’t sign in with this link';
		return { ...page, problem: { title, message: explainCodeRefusal(error, target.baseUrl) } };
	}
}

/** Opens the service's page immediately, since this window was opened for that. */
async function renew(queryClient: QueryClient, page: SignInData): Promise<SignInData> {
	const { wanted } = page;
	if (wanted === null) return page;
	const listed = page.config.services.find((service) => service.baseUrl === wanted.baseUrl);
	const entry: ServiceEntry = listed ?? {
		name: findProfile(scopeOf(wanted))?.serviceName ?? new URL(wanted.baseUrl).host,
		baseUrl: wanted.baseUrl,
		authUrl: null,
	};
	try {
		const way = await queryClient.fetchQuery(signInMethodQuery(entry));
		if (way === null) return page;
		const { session } = useSessionStore.getState();
		const keep = session !== null && isSamePerson(session, wanted) && session.keep;
		const { baseUrl, name: serviceName } = entry;
		const user = wanted.username;
		location.replace(await beginAuthorization({ baseUrl, serviceName, keep, next: '/', user, window: true, way }));
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return { ...page, problem: { title: `Couldn’t open ${entry.name}’s sign-in page`, message } };
	}
	// The window is being redirected to the service.
	return await new Promise<never>(() => {});
}
