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
	/** Why the last attempt did not work; null when none was made. */
	readonly problem: Refusal | null;
	/** The service to begin with; null for the first one. */
	readonly baseUrl: string | null;
	/** This window was opened to sign in for a page that waits, and did. */
	readonly isDone: boolean;
}

/** Finishes a sign-in from a service's pages or a printed address; otherwise returns what the page needs. */
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
		const title = 'This sign-in address no longer works';
		return { ...page, problem: { title, message: explainCodeRefusal(error, target.baseUrl) } };
	}
}

/** Goes to the service's own page at once: whoever opened this window wants to sign in there. */
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
		return { ...page, problem: { title: `Couldn’t open the sign-in page of ${entry.name}`, message } };
	}
	// The window is on its way to the service.
	return await new Promise<never>(() => {});
}
