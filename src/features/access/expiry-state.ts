import type { ListedToken } from '#contract/token.ts';

const weekMs = 7 * 86_400_000;

/** Whether a token has expired or will within a week. A lifetime of a week or less needs no warning. */
export function expiryState({ createdAt, expiresAt }: ListedToken, now: number): 'expired' | 'soon' | null {
	const ends = Date.parse(expiresAt);
	if (ends <= now) return 'expired';
	return ends - now < weekMs && ends - Date.parse(createdAt) > weekMs ? 'soon' : null;
}
