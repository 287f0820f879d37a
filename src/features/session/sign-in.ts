import { getMe } from '#contract/user.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import { readAgain, shouldRetrySoon } from '../../api/retry.ts';
import { exchangeCode } from '../../api/sign-in.ts';
import { useSessionStore } from './model.ts';
import { beginSession } from './session.ts';
import { expiryOf } from './token-expiry.ts';

/** A service to sign in to. `keep`: stay signed in on this computer, beyond the window. */
export interface Target {
	readonly baseUrl: string;
	readonly serviceName: string;
	readonly keep: boolean;
}

/**
 * Signs in with a token that someone was given. The token is tried before it is kept.
 * @throws ApiError when the service refuses it or cannot be reached
 */
export async function signInWithToken({ baseUrl, serviceName, keep }: Target, token: string): Promise<void> {
	const user = await readAgain(() => call(getMe, {}, { as: { baseUrl, token } }), undefined, shouldRetrySoon);
	const current = useSessionStore.getState();
	if (current.refused && current.session !== null && user.username !== current.session.username) {
		throw otherPerson(user.username, current.session.username);
	}
	const { username } = user;
	// The target may be the session that ended: that its token was made by this sign-in says nothing of this one.
	beginSession({ baseUrl, serviceName, keep, token, expiresAt: expiryOf(token), username, issued: false });
}

/**
 * Signs in with a token that was made by this sign-in.
 * @param expected who has to have signed in; null for anybody
 * @throws ApiError, also when somebody else did
 */
export async function signInWithGrant(
	target: Target,
	{ token, expiresAt }: { token: string; expiresAt: string | null },
	expected: string | null,
): Promise<void> {
	const user = await readAgain(() => call(getMe, {}, { as: { baseUrl: target.baseUrl, token } }));
	if (expected !== null && user.username !== expected) throw otherPerson(user.username, expected);
	const { username } = user;
	beginSession({ ...target, token, expiresAt: expiresAt ?? expiryOf(token), username, issued: true });
}

/** Signs in with the one-time code of a printed address. @throws ApiError */
export async function signInWithCode(target: Target, code: string): Promise<void> {
	await signInWithGrant(target, await exchangeCode(target.baseUrl, code), null);
}

const otherPerson = (given: string, expected: string): ApiError =>
	new ApiError({
		kind: 'refused',
		status: 403,
		code: 'OTHER_PERSON',
		message: `This token belongs to ${given}, but ${expected} is signed in here. Use a token of ${expected}, or sign out first.`,
		subErrors: [],
		requestId: null,
		operation: getMe.id,
	});
