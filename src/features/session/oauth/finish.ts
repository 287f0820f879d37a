import { isApiError } from '../../../api/api-error.ts';
import { exchangeAuthorization } from '../../../api/authorization.ts';
import { wasBlocked } from '../../../lib/browser/blocked-origins.ts';
import type { Refusal } from '../model.ts';
import { signInWithGrant } from '../sign-in.ts';
import type { Answer } from './address.ts';
import { judgeAnswer, judgeIdToken, judgeTokenResponse, SignInRefused, type TokenGrant } from './judge.ts';
import { markOf, markUsed, type Pending, takePending } from './pending.ts';

/** How an authorization ended. `pending` is its purpose, if the response belongs to this tab. */
export type Finished =
	| { readonly kind: 'signed-in'; readonly pending: Pending }
	| { readonly kind: 'refused'; readonly refusal: Refusal; readonly pending: Pending | null };

/** Validates a response, exchanges its code if any, tries the token, and signs in. Never rejects. */
export async function finishAuthorization(answer: Answer): Promise<Finished> {
	const now = Date.now();
	const state = answer.query.get('state') ?? answer.fragment.get('state') ?? '';
	const waiting = takePending();
	const mark = markOf(state);
	// A duplicated tab has the same pending sign-in; only the first one to finish counts.
	const pending = waiting?.state === state && mark !== 'used' ? waiting : null;
	if (waiting?.state === state) markUsed(state);
	try {
		const grant = judgeAnswer(answer, { pending, mark, now });
		if (pending === null) throw notOurs();
		await tryToken(grant.kind === 'token' ? grant : await exchange(grant.code, pending), pending);
		return { kind: 'signed-in', pending };
	} catch (error) {
		if (!(error instanceof SignInRefused)) throw error;
		return { kind: 'refused', refusal: error.refusal, pending };
	}
}

const notOurs = () => new SignInRefused('This sign-in wasn’t started in this tab', 'Sign in again on this page.');

async function exchange(code: string, pending: Pending): Promise<TokenGrant> {
	const { way, verifier, serviceName } = pending;
	const { tokenUrl, clientId, redirectUri } = way;
	if (tokenUrl === null || verifier === null) throw notOurs();
	const given = await exchangeAuthorization({ tokenUrl, clientId, redirectUri, code, verifier }).catch(
		async (error: unknown) => {
			throw await explainExchange(error, tokenUrl, serviceName);
		},
	);
	const now = Date.now();
	judgeIdToken(given.id_token, false, pending, now);
	return judgeTokenResponse(given, serviceName, now);
}

async function tryToken({ token, expiresAt: end }: TokenGrant, pending: Pending): Promise<void> {
	const { baseUrl, serviceName, keep, user } = pending;
	const expiresAt = end === null ? null : new Date(end).toISOString();
	try {
		await signInWithGrant({ baseUrl, serviceName, keep }, { token, expiresAt }, user);
	} catch (error) {
		throw await explainTrial(error, baseUrl, serviceName);
	}
}

async function explainExchange(error: unknown, tokenUrl: string, serviceName: string): Promise<SignInRefused> {
	const { origin } = new URL(tokenUrl);
	const because = (message: string) => new SignInRefused('Couldn’t complete sign-in', message);
	if (!isApiError(error)) return because(error instanceof Error ? error.message : String(error));
	if (error.kind === 'unreachable') {
		return because(
			(await wasBlocked(origin))
				? `This console isn’t allowed to call ${origin}. Ask your admin to start the console’s service with --connect ${origin}.`
				: `${origin} isn’t responding. Check that it’s running, then sign in again.`,
		);
	}
	if (error.kind === 'unreadable') return because(`${error.message} Contact your admin.`);
	return because(
		`${serviceName} didn’t accept the sign-in code. ${error.message.replace(/[^.!?]$/, '$&.')} Sign in again.`,
	);
}

async function explainTrial(error: unknown, baseUrl: string, serviceName: string): Promise<SignInRefused> {
	const { origin } = new URL(baseUrl);
	if (!isApiError(error))
		return new SignInRefused('Sign-in failed', error instanceof Error ? error.message : String(error));
	if (error.code === 'OTHER_PERSON') return new SignInRefused('Someone else signed in', error.message);
	if (error.status === 401) {
		return new SignInRefused(
			`${serviceName} rejected the token from this sign-in`,
			`The service at ${baseUrl} may be set up for a different sign-in page. Contact your admin.`,
		);
	}
	const message =
		error.kind !== 'unreachable'
			? `${error.message} (${error.code})`
			: (await wasBlocked(origin))
				? `This console isn’t allowed to call ${origin}. Ask your admin to start the console’s service with --service.`
				: `The service at ${origin} isn’t responding. Check that it’s running, then sign in again.`;
	return new SignInRefused('Couldn’t check the token', message);
}
