import type { Caller } from './access.ts';

/** Tokens that were verified lately. Whoever revokes a token or changes a user must say so here: then it is seen at once. */
export interface TokenMemory {
	get(token: string, now: Date): Caller | null;
	/** Taken before the catalogue is asked; `put` then keeps nothing that was revoked in between. */
	mark(): number;
	put(token: string, caller: Caller, mark: number): void;
	forget(tokenId: string): void;
	forgetAll(): void;
}

const remembered = 1_000;

/** @param isTold whether revocations reach this process at present: where not, nothing is remembered */
export function createTokenMemory(isTold: () => boolean = () => true): TokenMemory {
	const callers = new Map<string, Caller>();
	let revocations = 0;
	return {
		get(token, now) {
			const caller = isTold() ? callers.get(token) : undefined;
			if (caller === undefined) return null;
			callers.delete(token);
			if (caller.tokenExpiresAt <= now) return null;
			callers.set(token, caller);
			return caller;
		},
		mark: () => revocations,
		put(token, caller, mark) {
			if (mark !== revocations || !isTold()) return;
			callers.set(token, caller);
			const oldest = callers.keys().next();
			if (callers.size > remembered && !oldest.done) callers.delete(oldest.value);
		},
		forget(tokenId) {
			revocations += 1;
			for (const [token, caller] of callers) if (caller.tokenId === tokenId) callers.delete(token);
		},
		forgetAll() {
			revocations += 1;
			callers.clear();
		},
	};
}
