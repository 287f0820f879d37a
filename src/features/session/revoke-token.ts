import { create } from 'zustand';
import { type Description, getDescription } from '#contract/description.ts';
import { revokeToken } from '#contract/token.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import { offers, type Refusal, type Session, useSessionStore } from './model.ts';
import { claimsOf } from './token-expiry.ts';

/** `problem`: why the last signed-out user's token is still valid; null if it isn't or that's unknown. */
export const useRevocation = create<{ readonly problem: Refusal | null }>(() => ({ problem: null }));

const clearRevocation = () => useRevocation.setState({ problem: null });

useSessionStore.subscribe(({ session }, before) => {
	if (session !== null && before.session === null) clearRevocation();
});

/**
 * Revokes a signed-out user's token on the service, if supported. Never rejects; failures are in `useRevocation`.
 * @param known the service's description; undefined if it wasn't read
 */
export async function revokeAtService(session: Session, known: Description | null | undefined): Promise<void> {
	clearRevocation();
	const as = { baseUrl: session.baseUrl, token: session.token };
	try {
		const description = known === undefined ? await call(getDescription, {}, { as: { ...as, token: null } }) : known;
		if (!offers(description, revokeToken)) return;
	} catch (error) {
		// Without a description, the service is core only. If it's unreachable, what it supports is unknown.
		if (isApiError(error) && error.kind === 'unreachable') report(session, 'the service isn’t responding');
		return;
	}
	const tokenId: unknown = claimsOf(session.token)?.jti;
	if (typeof tokenId !== 'string' || tokenId === '') return report(session, 'the token has no ID');
	try {
		await call(revokeToken, { params: { tokenId } }, { as });
	} catch (error) {
		if (!isApiError(error)) return report(session, String(error));
		// The token was already invalid.
		if (error.status === 401 || error.status === 404) return;
		report(
			session,
			error.kind === 'unreachable'
				? 'the service didn’t respond'
				: `the service returned "${error.message}" (${error.code})`,
		);
	}
}

function report({ serviceName, username, expiresAt }: Session, reason: string): void {
	const ends =
		expiresAt === null ? '' : ` The token expires ${new Date(expiresAt).toLocaleString('en-US', endFormat)}.`;
	useRevocation.setState({
		problem: {
			title: `${serviceName} still accepts the token`,
			message: `${username} is signed out of this browser, but the token couldn’t be revoked because ${reason}.${ends} You can revoke the token under Access after you sign in again.`,
		},
	});
}

const endFormat = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const;
