/** Time before the end of a session when users are warned, in ms. For short sessions, their last quarter. */
const soon = 10 * 60_000;

/** Expiry state of a session. `left` in ms. */
export type Expiry =
	| { readonly kind: 'unknown' }
	| { readonly kind: 'later' | 'soon'; readonly left: number }
	| { readonly kind: 'over' };

/** @param since start of the session, ms since 1970, if known */
export function expiryAt(expiresAt: string | null, since: number | undefined, now: number): Expiry {
	const end = expiresAt === null ? Number.NaN : Date.parse(expiresAt);
	if (Number.isNaN(end)) return { kind: 'unknown' };
	const left = end - now;
	if (left <= 0) return { kind: 'over' };
	const margin = since === undefined ? soon : Math.min(soon, Math.max(0, end - since) / 4);
	return { kind: left <= margin ? 'soon' : 'later', left };
}

/** "8 minutes", "under a minute", "3 hours". */
export function remainingTime(left: number): string {
	const minutes = Math.floor(left / 60_000);
	if (minutes < 1) return 'under a minute';
	if (minutes < 90) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
	return `${Math.round(minutes / 60)} hours`;
}
