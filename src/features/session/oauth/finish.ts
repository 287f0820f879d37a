import type { TokenResponse } from '#contract/sign-in.ts';
import { isApiError } from '../../../api/api-error.ts';
import { exchangeAuthorisation } from '../../../api/authorisation.ts';
import { wasBlocked } from '../../../lib/browser/blocked-origins.ts';
import type { Refusal } from '../model.ts';
import { signInWithGrant } from '../sign-in.ts';
import type { Answer } from './address.ts';
import { type Grant, judgeAnswer, judgeIdToken, judgeTokenParts } from './judge.ts';
import { markOf, markUsed, type Pending, takePending } from './pending.ts';

/** How a sign-in at a service's pages ended. `pending` is what it was begun for, where the answer was this tab's. */
export type Finished =
	| { readonly kind: 'signed-in'; readonly pending: Pending }
	| { readonly kind: 'refused'; readonly refusal: Refusal; readonly pending: Pending | null };

/** Judges an answer, exchanges its code where it is one, tries the token, and signs in. Never rejects. */
export async function finishAuthorization(answer: Answer): Promise<Finished> {
	const now = Date.now();
	const state = answer.query.get('state') ?? answer.fragment.get('state') ?? '';
	const waiting = takePending();
	const mark = markOf(state);
	// A copy of this tab has the same sign-in waiting: it counts for the first that comes.
	const isSpent = mark === 'used';
	const pending = waiting?.state === state && !isSpent ? waiting : null;
	if (waiting?.state === state) markUsed(state);
	const judged = judgeAnswer(answer, { pending, mark, now });
	if (judged.kind === 'refused' || pending === null) {
		return { kind: 'refused', refusal: judged.kind === 'refused' ? judged.refusal : notOurs, pending };
	}
	const grant = judged.kind === 'token' ? judged : await exchange(judged.code, pending);
	if (grant.kind === 'refused') return { kind: 'refused', refusal: grant.refusal, pending };
	if (grant.kind === 'code') return { kind: 'refused', refusal: notOurs, pending };
	return await tryToken(grant, pending);
}

const notOurs: Refusal = { title: 'This sign-in was not begun here', message: 'Sign in again from here.' };

async function exchange(code: string, pending: Pending): Promise<Grant | { kind: 'refused'; refusal: Refusal }> {
	const { way, verifier, serviceName } = pending;
	const { tokenUrl, clientId, redirectUri } = way;
	if (tokenUrl === null || verifier === null) return { kind: 'refused', refusal: notOurs };
	let given: TokenResponse;
	try {
		given = await exchangeAuthorisation({ tokenUrl, clientId, redirectUri, code, verifier });
	} catch (error) {
		return { kind: 'refused', refusal: await explainExchange(error, tokenUrl, serviceName) };
	}
	const now = Date.now();
	const wrong = judgeIdToken(given.id_token ?? null, false, pending, now);
	if (wrong !== null && wrong.kind === 'refused') return wrong;
	return judgeTokenParts(given.access_token, given.token_type, given.expires_in ?? null, serviceName, now);
}

async function tryToken(grant: Extract<Grant, { kind: 'token' }>, pending: Pending): Promise<Finished> {
	const { baseUrl, serviceName, keep, user } = pending;
	const expiresAt = grant.expiresAt === null ? null : new Date(grant.expiresAt).toISOString();
	try {
		await signInWithGrant({ baseUrl, serviceName, keep }, { token: grant.token, expiresAt }, user);
		return { kind: 'signed-in', pending };
	} catch (error) {
		return { kind: 'refused', refusal: await explainTrial(error, baseUrl, serviceName), pending };
	}
}

async function explainExchange(error: unknown, tokenUrl: string, serviceName: string): Promise<Refusal> {
	const { origin } = new URL(tokenUrl);
	const title = 'The sign-in could not be finished';
	if (!isApiError(error)) return { title, message: error instanceof Error ? error.message : String(error) };
	if (error.kind === 'unreachable') {
		const message = (await wasBlocked(origin))
			? `This console may not call ${origin}: whoever serves it can allow that with --connect ${origin}.`
			: `${origin} did not answer when the code was to be exchanged. Check that it is running, then sign in again.`;
		return { title, message };
	}
	if (error.kind === 'unreadable') return { title, message: `${error.message} Tell whoever runs the service.` };
	return {
		title,
		message: `${serviceName} did not take the code: ${error.message} A code counts once and for a short time. Sign in again.`,
	};
}

async function explainTrial(error: unknown, baseUrl: string, serviceName: string): Promise<Refusal> {
	const { origin } = new URL(baseUrl);
	if (!isApiError(error)) {
		return { title: 'The sign-in failed', message: error instanceof Error ? error.message : String(error) };
	}
	if (error.code === 'OTHER_PERSON') return { title: 'Somebody else signed in', message: error.message };
	if (error.kind === 'unreachable') {
		const message = (await wasBlocked(origin))
			? `This console may not call ${origin}: whoever serves it can allow that with --service.`
			: `The service at ${origin} did not answer. Check that it is running, then sign in again.`;
		return { title: 'The token could not be tried', message };
	}
	if (error.status === 401) {
		return {
			title: `${serviceName} does not accept the token`,
			message: `The token that the sign-in gave is refused at ${baseUrl}. They may not belong together; tell whoever runs the service.`,
		};
	}
	return { title: 'The token could not be tried', message: `${error.message} (${error.code})` };
}
