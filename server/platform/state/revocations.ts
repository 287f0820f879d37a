import type { Caller } from '../core/caller.ts';
import { forbidden } from '../core/service-error.ts';

const message =
	'The request was stopped because your access was changed or revoked. Try again. You may have to sign in again.';

/** Notifies long-running requests that their caller's rights have changed. */
export function createRevocations() {
	const watched = new Map<string, { userId: string; abort: AbortController }>();
	const end = (isRevoked: (tokenId: string, userId: string) => boolean): void => {
		for (const [tokenId, { userId, abort }] of watched) {
			if (!isRevoked(tokenId, userId)) continue;
			watched.delete(tokenId);
			abort.abort(forbidden(message));
		}
	};
	return {
		/** Aborts with a ServiceError when the caller's token or one of its user's shares is revoked. */
		signal({ tokenId, userId }: Caller): AbortSignal {
			const entry = watched.get(tokenId) ?? { userId, abort: new AbortController() };
			watched.set(tokenId, entry);
			return entry.abort.signal;
		},
		token: (revoked: string) => end((tokenId) => tokenId === revoked),
		user: (revoked: string) => end((_, userId) => userId === revoked),
		everyone: () => end(() => true),
	};
}
