import { create } from 'zustand';
import { type Description, getDescription } from '#contract/description.ts';
import { revokeToken } from '#contract/token.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import { offers, type Refusal, type Session, useSessionStore } from './model.ts';
import { claimsOf } from './token-expiry.ts';

/** `problem`: reason the token of whoever signed out last is still good; null where it is not, or nobody knows better. */
export const useRevocation = create<{ readonly problem: Refusal | null }>(() => ({ problem: null }));

const clearRevocation = () => useRevocation.setState({ problem: null });

useSessionStore.subscribe(({ session }, before) => {
	if (session !== null && before.session === null) clearRevocation();
});

/**
 * Ends the token of somebody who was signed out at its service too, where the service offers that. Never rejects: what could
 * not be done is told in `useRevocation`.
 * @param known what the service describes, where it was read; undefined where it was not
 */
export async function revokeAtService(session: Session, known: Description | null | undefined): Promise<void> {
	clearRevocation();
	const as = { baseUrl: session.baseUrl, token: session.token };
	try {
		const description = known === undefined ? await call(getDescription, {}, { as: { ...as, token: null } }) : known;
		if (!offers(description, revokeToken)) return;
	} catch (error) {
		// Without a description there is the core alone; of a service that is away nobody knows.
		if (isApiError(error) && error.kind === 'unreachable') report(session, 'it isn’t responding');
		return;
	}
	const tokenId: unknown = claimsOf(session.token)?.jti;
	if (typeof tokenId !== 'string' || tokenId === '') return report(session, 'the token has no ID');
	try {
		await call(revokeToken, { params: { tokenId } }, { as });
	} catch (error) {
		if (!isApiError(error)) return report(session, String(error));
		// The token was no longer valid.
		if (error.status === 401 || error.status === 404) return;
		report(session, error.kind === 'unreachable' ? 'it didn’t respond' : `it says: ${error.message} (${error.code})`);
	}
}

function report({ serviceName, username, expiresAt }: Session, reason: string): void {
	const ends = expiresAt === null ? '' : ` It expires ${new Date(expiresAt).toLocaleString('en-GB', endFormat)}.`;
	useRevocation.setState({
		problem: {
			title: `${serviceName} still accepts the token`,
			message: `${username} is signed out of this browser, but the token couldn’t be revoked at ${serviceName}: ${reason}.${ends} You can revoke it under Access after you sign in again.`,
		},
	});
}

const endFormat = { dateStyle: 'medium', timeStyle: 'short' } as const;
