import { getMe } from '#contract/user.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import { readAgain, shouldRetrySoon } from '../../api/retry.ts';
import { exchangeCode } from '../../api/sign-in.ts';
import { useSessionStore } from './model.ts';
import { beginSession } from './session.ts';
import { expiryOf } from './token-expiry.ts';

/** A service to sign in to. `keep`: stay signed in on this computer after the window is closed. */
export interface Target {
	readonly baseUrl: string;
	readonly serviceName: string;
	readonly keep: boolean;
}

/**
 * Signs in with a pasted token, which is tried before it's stored.
 * @throws ApiError if the service rejects it or is unreachable
 */
export async function signInWithToken({ baseUrl, serviceName, keep }: Target, token: string): Promise<void> {
	const user = await readAgain(() => call(getMe, {}, { as: { baseUrl, token } }), undefined, shouldRetrySoon);
	const current = useSessionStore.getState();
	if (current.refused && current.session !== null && user.username !== current.session.username) {
		throw otherPerson(user.username, current.session.username);
	}
	const { username } = user;
	// The target may be the expired session, whose `issued` flag doesn't apply to this token.
	beginSession({ baseUrl, serviceName, keep, token, expiresAt: expiryOf(token), username, issued: false });
}

/**
 * Signs in with a token created by this sign-in.
 * @param expected the required user, or null
 * @throws ApiError, also if another user signed in
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
		message: `This token belongs to ${given}, but ${expected} is signed in here. Use a token for ${expected}, or sign out first.`,
		subErrors: [],
		requestId: null,
		operation: getMe.id,
	});
