import { ServiceError } from '../service-error.ts';
import type { Caller } from './access.ts';

/** Tells what goes on for long that its caller's rights have changed. */
export interface Revocations {
	/** Aborted, with a ServiceError, when the caller's token or one of its user's shares is revoked. */
	signal(caller: Caller): AbortSignal;
	token(tokenId: string): void;
	user(userId: string): void;
	everyone(): void;
}

const message =
	'It was ended: your access was changed or revoked meanwhile. Ask again, and sign in again where you are asked to.';

export function createRevocations(): Revocations {
	const watched = new Map<string, { userId: string; abort: AbortController }>();
	const end = (ended: (tokenId: string, userId: string) => boolean): void => {
		for (const [tokenId, it] of watched) {
			if (!ended(tokenId, it.userId)) continue;
			watched.delete(tokenId);
			it.abort.abort(new ServiceError('FORBIDDEN', message));
		}
	};
	return {
		signal({ tokenId, userId }) {
			const it = watched.get(tokenId) ?? { userId, abort: new AbortController() };
			watched.set(tokenId, it);
			return it.abort.signal;
		},
		token: (revoked) => end((tokenId) => tokenId === revoked),
		user: (revoked) => end((_, userId) => userId === revoked),
		everyone: () => end(() => true),
	};
}
