import type { Caller } from '../core/caller.ts';

const remembered = 1_000;

/** Recently verified tokens, which every revocation must clear. @param isHearing false while revocations can't reach this process */
export function createTokenMemory(isHearing: () => boolean = () => true) {
	const callers = new Map<string, Caller>();
	let revocations = 0;
	return {
		get(token: string, now: Date): Caller | null {
			const caller = isHearing() ? callers.get(token) : undefined;
			if (caller === undefined) return null;
			callers.delete(token);
			if (caller.tokenExpiresAt <= now) return null;
			callers.set(token, caller);
			return caller;
		},
		/** Taken before the catalog is asked; `put` then keeps nothing that was revoked in between. */
		mark: () => revocations,
		put(token: string, caller: Caller, mark: number): void {
			if (mark !== revocations || !isHearing()) return;
			callers.set(token, caller);
			const oldest = callers.keys().next();
			if (callers.size > remembered && !oldest.done) callers.delete(oldest.value);
		},
		forget(tokenId: string): void {
			revocations += 1;
			for (const [token, caller] of callers) if (caller.tokenId === tokenId) callers.delete(token);
		},
		forgetAll(): void {
			revocations += 1;
			callers.clear();
		},
	};
}
