import type { Caller } from '../core/caller.ts';

const remembered = 1_000;

/** Recently verified tokens, which every revocation must clear. @param isConnected false while revocations can't reach this process */
export function createTokenMemory(isConnected: () => boolean = () => true) {
	const callers = new Map<string, Caller>();
	let revocations = 0;
	/** Reads in progress by token, with the number of revocations when they started. */
	const reading = new Map<string, { readonly caller: Promise<Caller>; readonly mark: number }>();

	const known = (token: string, now: Date): Caller | null => {
		const caller = callers.get(token);
		if (caller === undefined) return null;
		callers.delete(token);
		if (caller.tokenExpiresAt <= now) return null;
		callers.set(token, caller);
		return caller;
	};
	const keep = (token: string, caller: Caller, mark: number): void => {
		if (mark !== revocations || !isConnected()) return;
		callers.set(token, caller);
		const oldest = callers.keys().next();
		if (callers.size > remembered && !oldest.done) callers.delete(oldest.value);
	};

	return {
		/** The caller of a token. Concurrent requests share one read, unless a token was revoked since it started. */
		async callerOf(token: string, now: Date, read: () => Promise<Caller>): Promise<Caller> {
			if (!isConnected()) return read();
			const remembers = known(token, now);
			if (remembers !== null) return remembers;
			const begun = reading.get(token);
			if (begun?.mark === revocations) return begun.caller;
			const own = { caller: read(), mark: revocations };
			reading.set(token, own);
			try {
				const caller = await own.caller;
				keep(token, caller, own.mark);
				return caller;
			} finally {
				if (reading.get(token) === own) reading.delete(token);
			}
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
